-- How a battle stood after a decision, drawn together into a number: a program whose rules have been mended finds by it from
-- where on a battle under way would run otherwise. Decisions of before have none, and those given along with others.

ALTER TABLE play_decision ADD COLUMN stood INTEGER;
