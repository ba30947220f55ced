-- What the map's picture, a game under way and each decision of it were when they were written, drawn together into a number,
-- as a record's is. The upgrade gives one to all that has none.

ALTER TABLE picture ADD COLUMN digest INTEGER;
ALTER TABLE play ADD COLUMN digest INTEGER;
ALTER TABLE play_decision ADD COLUMN digest INTEGER;
