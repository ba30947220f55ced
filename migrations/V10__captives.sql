-- Captives whole (CP-4): every way a captivity ends has its own word, a ransom may be sold, hostages are pledged for one,
-- and what a dead holder held waits for his heir. A check cannot be changed, so the tables are built anew with their rows
-- and the numbers they have given out.

CREATE TABLE captive_anew (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES person (id),
    holder_side_id INTEGER NOT NULL REFERENCES side (id),
    holder_id INTEGER REFERENCES person (id),
    army_id INTEGER REFERENCES formation (id),
    place_id INTEGER REFERENCES place (id),
    battle_id INTEGER REFERENCES battle (id),
    from_id INTEGER REFERENCES formation (id),
    taken_day INTEGER NOT NULL,
    class TEXT NOT NULL,
    rank TEXT NOT NULL,
    grade INTEGER NOT NULL,
    asked_pence INTEGER,
    offered_pence INTEGER,
    agreed_pence INTEGER,
    state TEXT NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'ended')),
    ended_day INTEGER,
    ended TEXT NOT NULL DEFAULT ''
        CHECK (ended IN ('', 'ransomed', 'freed', 'escaped', 'recruited', 'exchanged', 'rescued', 'put to death',
            'changed sides', 'dead')),
    hostage INTEGER NOT NULL DEFAULT 0 CHECK (hostage IN (0, 1)),
    offer_id INTEGER REFERENCES siege_offer (id),
    -- For whose ransom a hostage is pledged: that man's captivity, held or over (CP-4.3).
    pledge_id INTEGER REFERENCES captive (id),
    -- The dead man who held him, until it is decided who holds him now (CP-7.6).
    heir_of_id INTEGER REFERENCES person (id),
    CHECK ((state = 'ended') = (ended <> '')),
    CHECK (asked_pence IS NULL OR asked_pence >= 0),
    CHECK (offered_pence IS NULL OR offered_pence >= 0),
    CHECK (pledge_id IS NULL OR hostage = 1)
) STRICT;

INSERT INTO captive_anew (id, person_id, holder_side_id, holder_id, army_id, place_id, battle_id, from_id, taken_day,
    class, rank, grade, asked_pence, offered_pence, agreed_pence, state, ended_day, ended, hostage, offer_id)
SELECT id, person_id, holder_side_id, holder_id, army_id, place_id, battle_id, from_id, taken_day,
    class, rank, grade, asked_pence, offered_pence, agreed_pence, state, ended_day, ended, hostage, offer_id
FROM captive;

DELETE FROM sqlite_sequence WHERE name = 'captive_anew';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'captive_anew', seq
FROM sqlite_sequence
WHERE name = 'captive';

DROP TABLE captive;
ALTER TABLE captive_anew RENAME TO captive;
CREATE UNIQUE INDEX captive_one_holder ON captive (person_id) WHERE state = 'held';
CREATE INDEX captive_person ON captive (person_id);
CREATE INDEX captive_holder_side ON captive (holder_side_id);
CREATE INDEX captive_holder ON captive (holder_id) WHERE holder_id IS NOT NULL;
CREATE INDEX captive_army ON captive (army_id) WHERE army_id IS NOT NULL;
CREATE INDEX captive_place ON captive (place_id) WHERE place_id IS NOT NULL;
CREATE INDEX captive_battle ON captive (battle_id) WHERE battle_id IS NOT NULL;
CREATE INDEX captive_from ON captive (from_id) WHERE from_id IS NOT NULL;
CREATE INDEX captive_offer ON captive (offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX captive_pledge ON captive (pledge_id) WHERE pledge_id IS NOT NULL;
CREATE INDEX captive_heir_of ON captive (heir_of_id) WHERE heir_of_id IS NOT NULL;

CREATE TABLE bargain_anew (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    captive_id INTEGER NOT NULL REFERENCES captive (id),
    day INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('asked', 'offered', 'agreed', 'paid', 'sold')),
    pence INTEGER NOT NULL CHECK (pence >= 0)
) STRICT;

INSERT INTO bargain_anew (id, captive_id, day, what, pence)
SELECT id, captive_id, day, what, pence
FROM bargain;

DELETE FROM sqlite_sequence WHERE name = 'bargain_anew';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'bargain_anew', seq
FROM sqlite_sequence
WHERE name = 'bargain';

DROP TABLE bargain;
ALTER TABLE bargain_anew RENAME TO bargain;
CREATE INDEX bargain_captive ON bargain (captive_id);

-- Whether it is still to be decided what becomes of the prisoners two sides hold of one another.
ALTER TABLE relation ADD COLUMN prisoners_wait INTEGER NOT NULL DEFAULT 0 CHECK (prisoners_wait IN (0, 1));
