-- What an action and a record were when they were written, drawn together into numbers: damage that no table shows is
-- found by them. Those of before have none.

ALTER TABLE action ADD COLUMN words_digest INTEGER;
ALTER TABLE action ADD COLUMN changes_digest INTEGER;
ALTER TABLE record ADD COLUMN digest INTEGER;
