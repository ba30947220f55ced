-- A campaign: what is so now. Every table here is journalled (each changed row's before and after is written
-- under its action), so each has an id that is never used twice, and INTEGER and TEXT columns only.
-- Days are Julian day numbers, money is whole pence, ledgers have two sides.

CREATE TABLE campaign (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id = 1),
    name TEXT NOT NULL,
    first_day INTEGER NOT NULL,
    day INTEGER NOT NULL,
    turn INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0),
    turn_days INTEGER NOT NULL DEFAULT 7 CHECK (turn_days BETWEEN 1 AND 30),
    seed INTEGER NOT NULL,
    blurb TEXT NOT NULL DEFAULT ''
) STRICT;

-- House numbers this campaign plays otherwise than the tables that ship with the program.
CREATE TABLE house (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE side (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    tincture TEXT NOT NULL CHECK (tincture IN ('or', 'argent', 'gules', 'azure', 'vert', 'purpure', 'sable')),
    people TEXT NOT NULL DEFAULT 'English',
    lord_id INTEGER REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TABLE relation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    side_a_id INTEGER NOT NULL REFERENCES side (id),
    side_b_id INTEGER NOT NULL REFERENCES side (id),
    state TEXT NOT NULL CHECK (state IN ('war', 'truce', 'allied')),
    until_day INTEGER,
    CHECK (side_a_id < side_b_id),
    UNIQUE (side_a_id, side_b_id)
) STRICT;

-- A treasury: a side's, a person's, or the world outside the ledger (the one account with neither).
CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    side_id INTEGER UNIQUE REFERENCES side (id),
    person_id INTEGER UNIQUE REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED,
    pence INTEGER NOT NULL DEFAULT 0,
    CHECK (side_id IS NULL OR person_id IS NULL),
    CHECK (pence >= 0 OR (side_id IS NULL AND person_id IS NULL))
) STRICT;

CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    day INTEGER NOT NULL,
    from_id INTEGER NOT NULL REFERENCES account (id),
    to_id INTEGER NOT NULL REFERENCES account (id),
    pence INTEGER NOT NULL CHECK (pence > 0),
    what TEXT NOT NULL,
    clause TEXT NOT NULL DEFAULT '',
    CHECK (from_id <> to_id)
) STRICT;
CREATE INDEX entry_from ON entry (from_id);
CREATE INDEX entry_to ON entry (to_id);

CREATE TABLE place (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    kind TEXT NOT NULL,
    side_id INTEGER REFERENCES side (id),
    x INTEGER NOT NULL,
    y INTEGER NOT NULL,
    people INTEGER NOT NULL DEFAULT 0 CHECK (people >= 0),
    fiefs INTEGER NOT NULL DEFAULT 0 CHECK (fiefs >= 0),
    levied INTEGER NOT NULL DEFAULT 0 CHECK (levied >= 0),
    stripped_weeks INTEGER NOT NULL DEFAULT 0 CHECK (stripped_weeks >= 0)
) STRICT;

CREATE TABLE route (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    a_id INTEGER NOT NULL REFERENCES place (id),
    b_id INTEGER NOT NULL REFERENCES place (id),
    miles INTEGER NOT NULL CHECK (miles > 0),
    kind TEXT NOT NULL DEFAULT 'road',
    CHECK (a_id <> b_id)
) STRICT;
CREATE INDEX route_a ON route (a_id);
CREATE INDEX route_b ON route (b_id);

CREATE TABLE stronghold (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    place_id INTEGER NOT NULL REFERENCES place (id),
    side_id INTEGER NOT NULL REFERENCES side (id),
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    kind TEXT NOT NULL,
    capacity INTEGER NOT NULL CHECK (capacity >= 0),
    rations INTEGER NOT NULL DEFAULT 0 CHECK (rations >= 0),
    store_capacity INTEGER NOT NULL DEFAULT 0 CHECK (store_capacity >= 0),
    CHECK (rations <= store_capacity)
) STRICT;
CREATE INDEX stronghold_place ON stronghold (place_id);

-- The tree army > battle > force > unit (MM-1.4). An army stands in a place, or inside a stronghold there, and
-- marches; what lies under it goes with it.
CREATE TABLE formation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    side_id INTEGER NOT NULL REFERENCES side (id),
    parent_id INTEGER REFERENCES formation (id),
    army_id INTEGER REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    level TEXT NOT NULL CHECK (level IN ('army', 'battle', 'force', 'unit')),
    name TEXT NOT NULL CHECK (name <> ''),
    ordinal INTEGER NOT NULL DEFAULT 0,
    commander_id INTEGER REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED,
    place_id INTEGER REFERENCES place (id),
    stronghold_id INTEGER REFERENCES stronghold (id),
    train INTEGER NOT NULL DEFAULT 0 CHECK (train IN (0, 1)),
    unpaid_weeks INTEGER NOT NULL DEFAULT 0 CHECK (unpaid_weeks >= 0),
    hungry_weeks INTEGER NOT NULL DEFAULT 0 CHECK (hungry_weeks >= 0),
    CHECK ((level = 'army') = (parent_id IS NULL)),
    CHECK ((level = 'army') = (place_id IS NOT NULL)),
    CHECK (level = 'army' OR stronghold_id IS NULL)
) STRICT;
CREATE INDEX formation_parent ON formation (parent_id);
CREATE INDEX formation_army ON formation (army_id);
CREATE INDEX formation_commander ON formation (commander_id) WHERE commander_id IS NOT NULL;
CREATE UNIQUE INDEX formation_army_name ON formation (side_id, name) WHERE level = 'army';

-- Marching orders: the places still to reach, the next one first, and how far along the way to it.
CREATE TABLE march (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    army_id INTEGER NOT NULL UNIQUE REFERENCES formation (id),
    path TEXT NOT NULL,
    miles_done INTEGER NOT NULL DEFAULT 0 CHECK (miles_done >= 0)
) STRICT;

-- Every man is a row (CP-1.2). Grades are 1 for E to 5 for A, 6 for A1 and so on; within the class (MM-1.1).
CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    side_id INTEGER NOT NULL REFERENCES side (id),
    formation_id INTEGER REFERENCES formation (id),
    name TEXT NOT NULL CHECK (name <> ''),
    named INTEGER NOT NULL DEFAULT 0 CHECK (named IN (0, 1)),
    class TEXT NOT NULL CHECK (class IN ('knight', 'sergeant', 'peasant', 'cleric')),
    rank TEXT NOT NULL DEFAULT '' CHECK (rank IN ('', 'knight', 'baron', 'viscount', 'count', 'earl', 'duke', 'king')),
    grade INTEGER NOT NULL,
    protection INTEGER NOT NULL DEFAULT 4 CHECK (protection BETWEEN 1 AND 4),
    weapons TEXT NOT NULL DEFAULT '',
    horse TEXT NOT NULL DEFAULT 'none' CHECK (horse IN ('none', 'unbarded', 'barded')),
    state TEXT NOT NULL DEFAULT 'fit'
        CHECK (state IN ('fit', 'wounded', 'captive', 'labourer', 'missing', 'dead', 'left')),
    standard TEXT NOT NULL DEFAULT '' CHECK (standard IN ('', 'army', 'battle', 'force')),
    wounded INTEGER NOT NULL DEFAULT 0 CHECK (wounded IN (0, 1)),
    healing_rolls INTEGER NOT NULL DEFAULT 0 CHECK (healing_rolls >= 0),
    lord_id INTEGER REFERENCES person (id),
    serves_until INTEGER,
    note TEXT NOT NULL DEFAULT '',
    CHECK (CASE class WHEN 'knight' THEN grade BETWEEN 1 AND 104 WHEN 'sergeant' THEN grade BETWEEN 1 AND 4
        WHEN 'peasant' THEN grade BETWEEN 1 AND 3 ELSE grade BETWEEN 4 AND 5 END),
    CHECK ((class = 'knight') = (rank <> '')),
    CHECK (state NOT IN ('dead', 'left', 'captive', 'missing') OR formation_id IS NULL),
    CHECK (state <> 'wounded' OR wounded = 1)
) STRICT;
CREATE INDEX person_formation ON person (formation_id) WHERE formation_id IS NOT NULL;
CREATE INDEX person_side ON person (side_id);
CREATE INDEX person_wounded ON person (id) WHERE wounded = 1;

CREATE TABLE battle (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    day INTEGER NOT NULL,
    place_id INTEGER NOT NULL REFERENCES place (id),
    name TEXT NOT NULL,
    attacker_id INTEGER NOT NULL REFERENCES formation (id),
    defender_id INTEGER NOT NULL REFERENCES formation (id),
    ground TEXT NOT NULL DEFAULT 'open field',
    rules TEXT NOT NULL DEFAULT 'man-to-man',
    seed INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'settled')),
    settled TEXT NOT NULL DEFAULT '' CHECK (settled IN ('', 'app', 'table')),
    winner TEXT NOT NULL DEFAULT '' CHECK (winner IN ('', 'attacker', 'defender', 'neither')),
    attacker_half_points INTEGER NOT NULL DEFAULT 0,
    defender_half_points INTEGER NOT NULL DEFAULT 0,
    turns INTEGER,
    record_id INTEGER REFERENCES record (id),
    CHECK (attacker_id <> defender_id)
) STRICT;

-- The men of a battle, as they came to it and what became of them; `number` is the one on the printed roster.
CREATE TABLE battle_man (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL REFERENCES battle (id),
    person_id INTEGER NOT NULL REFERENCES person (id),
    side TEXT NOT NULL CHECK (side IN ('attacker', 'defender')),
    number TEXT NOT NULL,
    class TEXT NOT NULL,
    rank TEXT NOT NULL,
    grade INTEGER NOT NULL,
    fate TEXT NOT NULL DEFAULT '' CHECK (fate IN ('', 'unhurt', 'wounded', 'dead', 'fled', 'captive', 'missing')),
    wounded INTEGER NOT NULL DEFAULT 0 CHECK (wounded IN (0, 1)),
    captor_id INTEGER REFERENCES person (id),
    UNIQUE (battle_id, person_id),
    UNIQUE (battle_id, number)
) STRICT;
CREATE INDEX battle_man_person ON battle_man (person_id);

CREATE TABLE deed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL REFERENCES battle (id),
    person_id INTEGER NOT NULL REFERENCES person (id),
    what TEXT NOT NULL,
    other_id INTEGER REFERENCES person (id),
    detail TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX deed_person ON deed (person_id);

CREATE TABLE grade_change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES person (id),
    day INTEGER NOT NULL,
    battle_id INTEGER REFERENCES battle (id),
    from_grade INTEGER NOT NULL,
    to_grade INTEGER NOT NULL,
    clause TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX grade_change_person ON grade_change (person_id);

-- A captivity, past or present. Exactly one is 'held' for a man who is captive or a labourer (CP-4.1).
CREATE TABLE captive (
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
        CHECK (ended IN ('', 'ransomed', 'freed', 'escaped', 'recruited', 'exchanged', 'dead')),
    CHECK ((state = 'ended') = (ended <> '')),
    CHECK (asked_pence IS NULL OR asked_pence >= 0),
    CHECK (offered_pence IS NULL OR offered_pence >= 0)
) STRICT;
CREATE UNIQUE INDEX captive_one_holder ON captive (person_id) WHERE state = 'held';
CREATE INDEX captive_person ON captive (person_id);

-- What was demanded, offered and agreed over a captive, dated (CP-4.2).
CREATE TABLE bargain (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    captive_id INTEGER NOT NULL REFERENCES captive (id),
    day INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('asked', 'offered', 'agreed', 'paid')),
    pence INTEGER NOT NULL CHECK (pence >= 0)
) STRICT;
CREATE INDEX bargain_captive ON bargain (captive_id);

-- Ransom agreed in parts (CP-4.3).
CREATE TABLE instalment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    captive_id INTEGER NOT NULL REFERENCES captive (id),
    payer_id INTEGER NOT NULL REFERENCES account (id),
    due_day INTEGER NOT NULL,
    pence INTEGER NOT NULL CHECK (pence > 0),
    state TEXT NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'paid', 'missed', 'ended')),
    paid_day INTEGER
) STRICT;
CREATE INDEX instalment_captive ON instalment (captive_id);

-- Armies at war in one place (CP-2.2).
CREATE TABLE contact (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    day INTEGER NOT NULL,
    place_id INTEGER NOT NULL REFERENCES place (id),
    attacker_id INTEGER NOT NULL REFERENCES formation (id),
    defender_id INTEGER NOT NULL REFERENCES formation (id),
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'fought', 'retired', 'shut in', 'lapsed')),
    battle_id INTEGER REFERENCES battle (id)
) STRICT;
CREATE INDEX contact_waiting ON contact (id) WHERE state = 'waiting';

-- What the chronicle says beyond each action's own sentence: a turn's events, a battle's aftermath.
CREATE TABLE line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    day INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    clause TEXT NOT NULL DEFAULT '',
    person_id INTEGER REFERENCES person (id)
) STRICT;
CREATE INDEX line_day ON line (day);
CREATE INDEX line_person ON line (person_id) WHERE person_id IS NOT NULL;

-- What was done: never changed by undo but for `state`, so an undone branch stays readable.
CREATE TABLE action (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    arguments TEXT NOT NULL DEFAULT '{}',
    sentence TEXT NOT NULL DEFAULT '',
    day INTEGER NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'do' CHECK (kind IN ('do', 'undo', 'redo')),
    target_id INTEGER REFERENCES action (id),
    state TEXT NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'undone', 'closed'))
) STRICT;
CREATE INDEX action_kind ON action (kind, state, id);

-- Each row an action changed: `before` null for a new row, `after` null for one taken out, only changed columns else.
CREATE TABLE change (
    id INTEGER PRIMARY KEY,
    action_id INTEGER NOT NULL REFERENCES action (id),
    tbl TEXT NOT NULL,
    row INTEGER NOT NULL,
    before TEXT,
    after TEXT
) STRICT;
CREATE INDEX change_action ON change (action_id);
CREATE INDEX change_row ON change (tbl, row);

-- Battles as they were fought, for replay: written once, left alone by undo.
CREATE TABLE record (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    format INTEGER NOT NULL,
    at TEXT NOT NULL,
    data BLOB NOT NULL
) STRICT;
