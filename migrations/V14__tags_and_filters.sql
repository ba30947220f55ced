-- The referee's own words for a man, several separated by semicolons: a list is narrowed by them.
ALTER TABLE person ADD COLUMN tags TEXT NOT NULL DEFAULT '';

-- Filters of a list kept under a name: what stands over which column, how it is sorted and which columns it shows, as JSON.
CREATE TABLE saved_filter (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    list TEXT NOT NULL CHECK (list <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    filter TEXT NOT NULL,
    UNIQUE (list, name)
) STRICT;
