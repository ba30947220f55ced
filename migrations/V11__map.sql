-- The map of a club's own (CP-1.1): its picture, its scale, and routes whose miles follow from it.

-- A picture of the map, scaled to a size that stays fast. Like a record it is written once and left alone by undo.
CREATE TABLE picture (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 4096),
    height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 4096),
    data BLOB NOT NULL
) STRICT;

-- What the map is drawn on, and its scale: two points of it and the miles between them; 0 miles for no scale.
CREATE TABLE map (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id = 1),
    picture_id INTEGER REFERENCES picture (id),
    ax INTEGER NOT NULL DEFAULT 0,
    ay INTEGER NOT NULL DEFAULT 0,
    bx INTEGER NOT NULL DEFAULT 0,
    by INTEGER NOT NULL DEFAULT 0,
    miles INTEGER NOT NULL DEFAULT 0 CHECK (miles BETWEEN 0 AND 100000)
) STRICT;
CREATE INDEX map_picture ON map (picture_id) WHERE picture_id IS NOT NULL;

-- Whether a route's miles follow from the scale, and so change with it and with where its ends lie.
ALTER TABLE route ADD COLUMN measured INTEGER NOT NULL DEFAULT 0 CHECK (measured IN (0, 1));
