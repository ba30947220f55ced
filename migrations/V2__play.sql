-- A battle being played on the screen, so that it opens again at the same moment: how it began, and what was decided
-- since, a row a decision. The dice are the plan's seed. Like a record it is left alone by undo; taking an order back
-- is the game's own, and what is taken back was never played.

CREATE TABLE play (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    house TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE TABLE play_decision (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    play_id INTEGER NOT NULL REFERENCES play (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 0),
    side TEXT NOT NULL CHECK (side IN ('attacker', 'defender')),
    decision TEXT NOT NULL,
    UNIQUE (play_id, number)
) STRICT;
