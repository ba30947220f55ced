-- What each host brings to a planned battle besides its men (MM-9), as a list: `12 stakes, 2 ladders`.

ALTER TABLE battle ADD COLUMN attacker_gear TEXT NOT NULL DEFAULT '';
ALTER TABLE battle ADD COLUMN defender_gear TEXT NOT NULL DEFAULT '';
