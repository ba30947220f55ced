-- Whether a garrison’s test of surrender is put off until what waits at the siege is decided (SG-1.1, SG-3.1).
ALTER TABLE siege ADD COLUMN test_due INTEGER NOT NULL DEFAULT 0 CHECK (test_due IN (0, 1));
