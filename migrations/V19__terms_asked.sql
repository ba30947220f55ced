-- Since when those in a besieged place ask for terms, until it is said which, or that they hold out after all (SG-3.1).
ALTER TABLE siege ADD COLUMN asks_day INTEGER;
