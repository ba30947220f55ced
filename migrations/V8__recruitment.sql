-- Recruitment (CP-5): how each man serves and where he comes from, who trains, and what a place has given.

-- How he serves: '' in pay like any retainer, or levied, for a fief, or hired; the place he was levied or summoned from;
-- and the day his training ends.
ALTER TABLE person ADD COLUMN tenure TEXT NOT NULL DEFAULT '' CHECK (tenure IN ('', 'levied', 'fief', 'hired'));
ALTER TABLE person ADD COLUMN home_id INTEGER REFERENCES place (id);
ALTER TABLE person ADD COLUMN training_day INTEGER;
CREATE INDEX person_home ON person (home_id) WHERE home_id IS NOT NULL;
CREATE INDEX person_training ON person (id) WHERE training_day IS NOT NULL;

-- The day its season of levies began (CP-7.3), and the knights its fiefs have sent or paid for since their year began.
ALTER TABLE place ADD COLUMN levied_day INTEGER;
ALTER TABLE place ADD COLUMN summoned INTEGER NOT NULL DEFAULT 0 CHECK (summoned >= 0);
ALTER TABLE place ADD COLUMN summoned_day INTEGER;
