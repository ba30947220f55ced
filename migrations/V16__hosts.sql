-- Several armies on a side of a battle, and who of a host comes later (CP-3.1): an army beside the two that lead, or a battle
-- or force of any of them with the turn on which it comes.
CREATE TABLE battle_host (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL REFERENCES battle (id),
    formation_id INTEGER NOT NULL REFERENCES formation (id),
    side TEXT NOT NULL CHECK (side IN ('attacker', 'defender')),
    arrives INTEGER NOT NULL DEFAULT 0 CHECK (arrives >= 0),
    UNIQUE (battle_id, formation_id)
) STRICT;
CREATE INDEX battle_host_formation ON battle_host (formation_id);

-- The weather it is fought in.
ALTER TABLE battle ADD COLUMN weather TEXT NOT NULL DEFAULT 'fair';
