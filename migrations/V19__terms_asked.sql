-- Since when those in a besieged place ask for terms, until it is said which, or that they hold out after all (SG-3.1).
ALTER TABLE siege ADD COLUMN asks_day INTEGER;

-- A garrison whose siege is over has been in it, too, and was fed there (SG-2.2). A check cannot be changed, so the table is
-- built anew with its rows and with the numbers it has given out.
CREATE TABLE siege_army_anew (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    siege_id INTEGER NOT NULL REFERENCES siege (id),
    army_id INTEGER NOT NULL REFERENCES formation (id),
    part TEXT NOT NULL CHECK (part IN ('besiegers', 'relief') OR (part = 'garrison' AND left_day IS NOT NULL)),
    joined_day INTEGER NOT NULL,
    left_day INTEGER
) STRICT;

INSERT INTO siege_army_anew (id, siege_id, army_id, part, joined_day, left_day)
SELECT id, siege_id, army_id, part, joined_day, left_day
FROM siege_army;

DELETE FROM sqlite_sequence WHERE name = 'siege_army_anew';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'siege_army_anew', seq
FROM sqlite_sequence
WHERE name = 'siege_army';

DROP TABLE siege_army;
ALTER TABLE siege_army_anew RENAME TO siege_army;
CREATE UNIQUE INDEX siege_army_one ON siege_army (army_id) WHERE left_day IS NULL;
CREATE INDEX siege_army_siege ON siege_army (siege_id);
CREATE INDEX siege_army_army ON siege_army (army_id);
