-- Every column that refers to a row has an index: taking a row out looks for what refers to it, and without one each man
-- taken back would mean a walk through every table. Most of these columns are seldom filled, so most of the indexes
-- hold the filled ones alone.

CREATE INDEX side_lord ON side (lord_id) WHERE lord_id IS NOT NULL;
CREATE INDEX relation_b ON relation (side_b_id);
CREATE INDEX place_side ON place (side_id) WHERE side_id IS NOT NULL;
CREATE INDEX stronghold_side ON stronghold (side_id);
CREATE INDEX formation_side ON formation (side_id);
CREATE INDEX formation_place ON formation (place_id) WHERE place_id IS NOT NULL;
CREATE INDEX formation_stronghold ON formation (stronghold_id) WHERE stronghold_id IS NOT NULL;
CREATE INDEX person_lord ON person (lord_id) WHERE lord_id IS NOT NULL;
CREATE INDEX battle_place ON battle (place_id);
CREATE INDEX battle_attacker ON battle (attacker_id);
CREATE INDEX battle_defender ON battle (defender_id);
CREATE INDEX battle_record ON battle (record_id) WHERE record_id IS NOT NULL;
CREATE INDEX battle_man_captor ON battle_man (captor_id) WHERE captor_id IS NOT NULL;
CREATE INDEX deed_battle ON deed (battle_id);
CREATE INDEX deed_other ON deed (other_id) WHERE other_id IS NOT NULL;
CREATE INDEX grade_change_battle ON grade_change (battle_id) WHERE battle_id IS NOT NULL;
CREATE INDEX captive_holder_side ON captive (holder_side_id);
CREATE INDEX captive_holder ON captive (holder_id) WHERE holder_id IS NOT NULL;
CREATE INDEX captive_army ON captive (army_id) WHERE army_id IS NOT NULL;
CREATE INDEX captive_place ON captive (place_id) WHERE place_id IS NOT NULL;
CREATE INDEX captive_battle ON captive (battle_id) WHERE battle_id IS NOT NULL;
CREATE INDEX captive_from ON captive (from_id) WHERE from_id IS NOT NULL;
CREATE INDEX instalment_payer ON instalment (payer_id);
CREATE INDEX contact_place ON contact (place_id);
CREATE INDEX contact_attacker ON contact (attacker_id);
CREATE INDEX contact_defender ON contact (defender_id);
CREATE INDEX contact_battle ON contact (battle_id) WHERE battle_id IS NOT NULL;
CREATE INDEX action_target ON action (target_id) WHERE target_id IS NOT NULL;

-- A repair is where taking back ends; see `undoable`.
CREATE INDEX action_repair ON action (id) WHERE name = 'repair';
