-- Sieges in the campaign (SG-1 to SG-4): the place as it is battered, what armies carry, and the siege from day to day.

-- Days of filling the moat still takes: 0 for none or a filled one, -1 for one too deep to fill (SG-7.7).
ALTER TABLE stronghold ADD COLUMN moat_days INTEGER NOT NULL DEFAULT 0 CHECK (moat_days BETWEEN -1 AND 100);

-- Stretches of wall that are damaged (SG-1.4); a stretch without a row is whole. Damage outlasts a siege.
CREATE TABLE wall (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stronghold_id INTEGER NOT NULL REFERENCES stronghold (id),
    line INTEGER NOT NULL CHECK (line BETWEEN 0 AND 9),
    stretch INTEGER NOT NULL CHECK (stretch BETWEEN 0 AND 99),
    outer_damage INTEGER NOT NULL DEFAULT 0 CHECK (outer_damage BETWEEN 0 AND 99),
    inner_damage INTEGER NOT NULL DEFAULT 0 CHECK (inner_damage BETWEEN 0 AND 99),
    UNIQUE (stronghold_id, line, stretch)
) STRICT;

-- What goes with an army: rations, animals to draw and carry, engines and gear (SG-1.3, SG-2.1).
CREATE TABLE train (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    army_id INTEGER NOT NULL UNIQUE REFERENCES formation (id),
    rations INTEGER NOT NULL DEFAULT 0 CHECK (rations >= 0),
    animals INTEGER NOT NULL DEFAULT 0 CHECK (animals >= 0),
    mangonels INTEGER NOT NULL DEFAULT 0 CHECK (mangonels BETWEEN 0 AND 1000),
    trebuchets INTEGER NOT NULL DEFAULT 0 CHECK (trebuchets BETWEEN 0 AND 1000),
    hurt INTEGER NOT NULL DEFAULT 0 CHECK (hurt BETWEEN 0 AND 1000),
    rams INTEGER NOT NULL DEFAULT 0 CHECK (rams BETWEEN 0 AND 1000),
    towers INTEGER NOT NULL DEFAULT 0 CHECK (towers BETWEEN 0 AND 1000),
    ladders INTEGER NOT NULL DEFAULT 0 CHECK (ladders IN (0, 1))
) STRICT;

-- A siege from its first day to its end; its days are its own (CP-1.4).
CREATE TABLE siege (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stronghold_id INTEGER NOT NULL REFERENCES stronghold (id),
    besieger_side_id INTEGER NOT NULL REFERENCES side (id),
    holder_side_id INTEGER NOT NULL REFERENCES side (id),
    begun_day INTEGER NOT NULL,
    days INTEGER NOT NULL DEFAULT 0 CHECK (days >= 0),
    won INTEGER NOT NULL DEFAULT 0 CHECK (won BETWEEN 0 AND 10),
    shut_in INTEGER NOT NULL DEFAULT 0 CHECK (shut_in IN (0, 1)),
    building TEXT NOT NULL DEFAULT '',
    building_left INTEGER NOT NULL DEFAULT 0 CHECK (building_left >= 0),
    mine_line INTEGER,
    mine_stretch INTEGER,
    mine_left INTEGER,
    respite_day INTEGER,
    given TEXT NOT NULL DEFAULT '' CHECK (given IN ('', 'attacker', 'defender')),
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'ended')),
    ended TEXT NOT NULL DEFAULT '',
    ended_day INTEGER,
    CHECK ((state = 'ended') = (ended <> '')),
    CHECK ((state = 'ended') = (ended_day IS NOT NULL)),
    CHECK ((mine_line IS NULL) = (mine_stretch IS NULL) AND (mine_line IS NULL) = (mine_left IS NULL))
) STRICT;
CREATE UNIQUE INDEX siege_one_open ON siege (stronghold_id) WHERE state = 'open';
CREATE INDEX siege_stronghold ON siege (stronghold_id);
CREATE INDEX siege_besieger ON siege (besieger_side_id);
CREATE INDEX siege_holder ON siege (holder_side_id);

-- How a side of a siege conducts it: by whom, its standing orders, and how its host fares.
CREATE TABLE siege_host (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    siege_id INTEGER NOT NULL REFERENCES siege (id),
    part TEXT NOT NULL CHECK (part IN ('besiegers', 'garrison', 'relief')),
    conduct TEXT NOT NULL,
    orders TEXT NOT NULL DEFAULT '',
    half INTEGER NOT NULL DEFAULT 0 CHECK (half IN (0, 1)),
    half_days INTEGER NOT NULL DEFAULT 0 CHECK (half_days >= 0),
    without_weeks INTEGER NOT NULL DEFAULT 0 CHECK (without_weeks >= 0),
    UNIQUE (siege_id, part)
) STRICT;

-- The armies that besiege, and those that besiege the besiegers (SG-4.3); the garrison is whoever is inside.
CREATE TABLE siege_army (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    siege_id INTEGER NOT NULL REFERENCES siege (id),
    army_id INTEGER NOT NULL REFERENCES formation (id),
    part TEXT NOT NULL CHECK (part IN ('besiegers', 'relief')),
    joined_day INTEGER NOT NULL,
    left_day INTEGER
) STRICT;
CREATE UNIQUE INDEX siege_army_one ON siege_army (army_id) WHERE left_day IS NULL;
CREATE INDEX siege_army_siege ON siege_army (siege_id);
CREATE INDEX siege_army_army ON siege_army (army_id);

-- Terms offered, answered and agreed (SG-3.3).
CREATE TABLE siege_offer (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    siege_id INTEGER NOT NULL REFERENCES siege (id),
    day INTEGER NOT NULL,
    by_part TEXT NOT NULL CHECK (by_part IN ('besiegers', 'garrison')),
    leave TEXT NOT NULL,
    ransom_pence INTEGER NOT NULL DEFAULT 0 CHECK (ransom_pence >= 0),
    men_pay INTEGER NOT NULL DEFAULT 0 CHECK (men_pay IN (0, 1)),
    hostages INTEGER NOT NULL DEFAULT 0 CHECK (hostages >= 0),
    respite_days INTEGER NOT NULL DEFAULT 0 CHECK (respite_days BETWEEN 0 AND 1000),
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'refused', 'countered', 'agreed', 'kept', 'lapsed')),
    answered_day INTEGER
) STRICT;
CREATE INDEX siege_offer_siege ON siege_offer (siege_id);

-- What happened in a siege, day by day, told with its clause.
CREATE TABLE siege_line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    siege_id INTEGER NOT NULL REFERENCES siege (id),
    day INTEGER NOT NULL,
    text TEXT NOT NULL,
    clause TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX siege_line_siege ON siege_line (siege_id);

-- A contact may be an assault or a sortie of a siege, or a relief army come upon besiegers (CP-2.2, SG-4).
ALTER TABLE contact ADD COLUMN siege_id INTEGER REFERENCES siege (id);
ALTER TABLE contact ADD COLUMN kind TEXT NOT NULL DEFAULT 'field';
CREATE INDEX contact_siege ON contact (siege_id) WHERE siege_id IS NOT NULL;

-- What an army is to do where its march ends.
ALTER TABLE march ADD COLUMN purpose TEXT NOT NULL DEFAULT '';

-- A hostage is held for what was agreed and not for a ransom of his own (SG-3.3).
ALTER TABLE captive ADD COLUMN hostage INTEGER NOT NULL DEFAULT 0 CHECK (hostage IN (0, 1));
ALTER TABLE captive ADD COLUMN offer_id INTEGER REFERENCES siege_offer (id);
CREATE INDEX captive_offer ON captive (offer_id) WHERE offer_id IS NOT NULL;
