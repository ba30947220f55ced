-- The day from which a knight is paid who is kept past the days he owes for his fief (CP-5): they are served out first.
ALTER TABLE person ADD COLUMN paid_from_day INTEGER;

-- Peace, too, leaves it to be decided what becomes of prisoners (CP-4.4): two sides at peace have a row while it waits. A
-- check cannot be changed, so the table is built anew with its rows and the numbers it has given out.
CREATE TABLE relation_anew (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    side_a_id INTEGER NOT NULL REFERENCES side (id),
    side_b_id INTEGER NOT NULL REFERENCES side (id),
    state TEXT NOT NULL CHECK (state IN ('peace', 'war', 'truce', 'allied')),
    until_day INTEGER,
    prisoners_wait INTEGER NOT NULL DEFAULT 0 CHECK (prisoners_wait IN (0, 1)),
    CHECK (side_a_id < side_b_id),
    CHECK (state <> 'peace' OR prisoners_wait = 1),
    UNIQUE (side_a_id, side_b_id)
) STRICT;

INSERT INTO relation_anew (id, side_a_id, side_b_id, state, until_day, prisoners_wait)
SELECT id, side_a_id, side_b_id, state, until_day, prisoners_wait
FROM relation;

DELETE FROM sqlite_sequence WHERE name = 'relation_anew';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'relation_anew', seq
FROM sqlite_sequence
WHERE name = 'relation';

DROP TABLE relation;
ALTER TABLE relation_anew RENAME TO relation;
CREATE INDEX relation_b ON relation (side_b_id);
