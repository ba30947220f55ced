-- Who is named in terms as a hostage (SG-3.3), in the order in which they were named. Terms that are agreed name all of theirs.
CREATE TABLE siege_hostage (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    offer_id INTEGER NOT NULL REFERENCES siege_offer (id),
    person_id INTEGER NOT NULL REFERENCES person (id),
    UNIQUE (offer_id, person_id)
) STRICT;
CREATE INDEX siege_hostage_person ON siege_hostage (person_id);
