-- A man may have left the field in good order, which is a fate of its own. A check cannot be changed, so the table is
-- built anew with its rows and with the numbers it has given out.

CREATE TABLE battle_man_anew (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL REFERENCES battle (id),
    person_id INTEGER NOT NULL REFERENCES person (id),
    side TEXT NOT NULL CHECK (side IN ('attacker', 'defender')),
    number TEXT NOT NULL,
    class TEXT NOT NULL,
    rank TEXT NOT NULL,
    grade INTEGER NOT NULL,
    fate TEXT NOT NULL DEFAULT ''
        CHECK (fate IN ('', 'unhurt', 'wounded', 'dead', 'fled', 'withdrawn', 'captive', 'missing')),
    wounded INTEGER NOT NULL DEFAULT 0 CHECK (wounded IN (0, 1)),
    captor_id INTEGER REFERENCES person (id),
    UNIQUE (battle_id, person_id),
    UNIQUE (battle_id, number)
) STRICT;

INSERT INTO battle_man_anew (id, battle_id, person_id, side, number, class, rank, grade, fate, wounded, captor_id)
SELECT id, battle_id, person_id, side, number, class, rank, grade, fate, wounded, captor_id
FROM battle_man;

DELETE FROM sqlite_sequence WHERE name = 'battle_man_anew';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'battle_man_anew', seq
FROM sqlite_sequence
WHERE name = 'battle_man';

DROP TABLE battle_man;
ALTER TABLE battle_man_anew RENAME TO battle_man;
CREATE INDEX battle_man_person ON battle_man (person_id);
CREATE INDEX battle_man_captor ON battle_man (captor_id) WHERE captor_id IS NOT NULL;
