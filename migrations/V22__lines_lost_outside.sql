-- How many lines, from the outermost, a relief has won from besiegers who are shut in (SG-4.3): they hold those behind.
ALTER TABLE siege ADD COLUMN outer_lost INTEGER NOT NULL DEFAULT 0 CHECK (outer_lost BETWEEN 0 AND 10);
