-- Besiegers who have chosen battle with everything fight it: none of them goes before it is settled (SG-4.1).
ALTER TABLE contact ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0 CHECK (accepted IN (0, 1));
