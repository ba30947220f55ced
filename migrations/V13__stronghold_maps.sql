-- The map of hexes a stronghold is assaulted on (SG-5), by its name; nothing for the map of its kind.
ALTER TABLE stronghold ADD COLUMN map TEXT CHECK (length(map) BETWEEN 1 AND 200);
