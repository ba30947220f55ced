-- The day up to which an army that is at a siege or in a besieged place, or was so in this week, has eaten (SG-2.2). Any other
-- army has eaten up to the end of the last week.
ALTER TABLE formation ADD COLUMN fed_day INTEGER;

-- What those who went away from a siege in its present siege turn have had of the country (SG-2.2).
ALTER TABLE siege_host ADD COLUMN foraged INTEGER NOT NULL DEFAULT 0 CHECK (foraged >= 0);

-- When a man was wounded: days of a siege may be played ahead of the campaign's (CP-2.1), and his wound is not older than that.
ALTER TABLE person ADD COLUMN wounded_day INTEGER;

-- When a district was last exhausted by a week (CP-7.2): it is once in a week, whoever lives off it.
ALTER TABLE place ADD COLUMN stripped_day INTEGER;
