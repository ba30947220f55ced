-- A campaign as the third shipped schema holds it, with games of Castles settled and half played; a fixture, never
-- changed.
PRAGMA application_id = 1112429140;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    side_id INTEGER UNIQUE REFERENCES side (id),
    person_id INTEGER UNIQUE REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED,
    pence INTEGER NOT NULL DEFAULT 0,
    CHECK (side_id IS NULL OR person_id IS NULL),
    CHECK (pence >= 0 OR (side_id IS NULL AND person_id IS NULL))
) STRICT;
INSERT INTO "account" VALUES(1,NULL,NULL,0);
INSERT INTO "account" VALUES(2,1,NULL,0);
INSERT INTO "account" VALUES(3,2,NULL,0);
CREATE TABLE action (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    arguments TEXT NOT NULL DEFAULT '{}',
    sentence TEXT NOT NULL DEFAULT '',
    day INTEGER NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'do' CHECK (kind IN ('do', 'undo', 'redo')),
    target_id INTEGER REFERENCES action (id),
    state TEXT NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'undone', 'closed'))
) STRICT;
INSERT INTO "action" VALUES(1,'new campaign','{"name":"The old border"}','The old border begins.',2208787,'2026-11-20T11:35:47.735Z','do',NULL,'done');
INSERT INTO "action" VALUES(2,'import','{"side":"Estmark","men":10}','10 men of Host of Estmark taken in for Estmark.',2208787,'2026-11-20T11:35:47.848Z','do',NULL,'done');
INSERT INTO "action" VALUES(3,'import','{"side":"Gorwen","men":6}','6 men of Host of Gorwen taken in for Gorwen.',2208787,'2026-11-20T11:35:47.911Z','do',NULL,'done');
INSERT INTO "action" VALUES(4,'relation','{"sides":[1,2],"state":"war","until":null}','Estmark and Gorwen are at war.',2208787,'2026-11-20T11:35:47.978Z','do',NULL,'done');
INSERT INTO "action" VALUES(5,'turn','{}','Turn 1 played to 8 May 1335; one contact waits.',2208794,'2026-11-20T11:35:48.041Z','do',NULL,'done');
INSERT INTO "action" VALUES(6,'battle','{"attacker":1,"defender":5,"seed":1,"struck":[]}','Battle of The muster: Host of Estmark won against Host of Gorwen; Host of Estmark lost 2 dead and 0 taken, Host of Gorwen lost 4 dead and 2 taken.',2208794,'2026-11-20T11:35:48.114Z','do',NULL,'done');
INSERT INTO "action" VALUES(7,'ask ransom','{"captive":2,"pence":800}','5 m was asked for Sir Owain Gethin.',2208794,'2026-11-20T11:35:48.806Z','do',NULL,'done');
INSERT INTO "action" VALUES(8,'turn','{}','Turn 2 played to 15 May 1335.',2208801,'2026-11-20T11:35:48.859Z','do',NULL,'done');
INSERT INTO "action" VALUES(9,'import','{"side":"Gorwen","men":4}','4 men of Second host taken in for Gorwen.',2208801,'2026-11-22T14:54:41.256Z','do',NULL,'done');
INSERT INTO "action" VALUES(10,'battle','{"attacker":1,"defender":9,"seed":3,"struck":[],"ruled":[]}','Second battle of The muster: Host of Estmark and Second host parted undecided; Host of Estmark lost 0 dead and 0 taken, Second host lost 0 dead and 0 taken.',2208801,'2026-11-22T14:54:42.872Z','do',NULL,'done');
INSERT INTO "action" VALUES(11,'undo','{}','Undid: Second battle of The muster: Host of Estmark and Second host parted undecided; Host of Estmark lost 0 dead and 0 taken, Second host lost 0 dead and 0 taken.',2208801,'2026-11-22T14:54:42.948Z','undo',10,'done');
INSERT INTO "action" VALUES(12,'redo','{}','Redid: Second battle of The muster: Host of Estmark and Second host parted undecided; Host of Estmark lost 0 dead and 0 taken, Second host lost 0 dead and 0 taken.',2208801,'2026-11-22T14:54:43.164Z','redo',10,'done');
INSERT INTO "action" VALUES(13,'import','{"side":"Gorwen","men":7}','7 men of Third host, Fourth host taken in for Gorwen.',2208801,'2026-11-22T14:54:43.575Z','do',NULL,'done');
INSERT INTO "action" VALUES(14,'plan battle','{"attacker":1,"defender":9,"seed":5,"ground":"open field","gear":{"attacker":"","defender":""}}','Third battle of The muster planned: 10 men on the rosters.',2208801,'2026-11-22T14:55:07.989Z','do',NULL,'done');
INSERT INTO "action" VALUES(15,'plan battle','{"attacker":1,"defender":17,"seed":6,"ground":"open field","gear":{"attacker":"","defender":""}}','Battle of The muster, the 4th planned: 9 men on the rosters.',2208801,'2026-11-22T14:55:09.544Z','do',NULL,'done');
CREATE TABLE bargain (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    captive_id INTEGER NOT NULL REFERENCES captive (id),
    day INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('asked', 'offered', 'agreed', 'paid')),
    pence INTEGER NOT NULL CHECK (pence >= 0)
) STRICT;
INSERT INTO "bargain" VALUES(1,2,2208794,'asked',5600);
INSERT INTO "bargain" VALUES(2,2,2208794,'asked',800);
CREATE TABLE battle (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    day INTEGER NOT NULL,
    place_id INTEGER NOT NULL REFERENCES place (id),
    name TEXT NOT NULL,
    attacker_id INTEGER NOT NULL REFERENCES formation (id),
    defender_id INTEGER NOT NULL REFERENCES formation (id),
    ground TEXT NOT NULL DEFAULT 'open field',
    rules TEXT NOT NULL DEFAULT 'man-to-man',
    seed INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'settled')),
    settled TEXT NOT NULL DEFAULT '' CHECK (settled IN ('', 'app', 'table')),
    winner TEXT NOT NULL DEFAULT '' CHECK (winner IN ('', 'attacker', 'defender', 'neither')),
    attacker_half_points INTEGER NOT NULL DEFAULT 0,
    defender_half_points INTEGER NOT NULL DEFAULT 0,
    turns INTEGER,
    record_id INTEGER REFERENCES record (id), attacker_gear TEXT NOT NULL DEFAULT '', defender_gear TEXT NOT NULL DEFAULT '',
    CHECK (attacker_id <> defender_id)
) STRICT;
INSERT INTO "battle" VALUES(1,2208794,1,'Battle of The muster',1,5,'open field','man-to-man',1,'settled','app','attacker',717,18,8,1,'','');
INSERT INTO "battle" VALUES(2,2208801,1,'Second battle of The muster',1,9,'open field','castles',3,'settled','app','neither',0,0,17,2,'','');
INSERT INTO "battle" VALUES(3,2208801,1,'Third battle of The muster',1,9,'open field','man-to-man',5,'planned','','',0,0,NULL,NULL,'','');
INSERT INTO "battle" VALUES(4,2208801,1,'Battle of The muster, the 4th',1,17,'open field','man-to-man',6,'planned','','',0,0,NULL,NULL,'','');
CREATE TABLE battle_man (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL REFERENCES battle (id),
    person_id INTEGER NOT NULL REFERENCES person (id),
    side TEXT NOT NULL CHECK (side IN ('attacker', 'defender')),
    number TEXT NOT NULL,
    class TEXT NOT NULL,
    rank TEXT NOT NULL,
    grade INTEGER NOT NULL,
    fate TEXT NOT NULL DEFAULT '' CHECK (fate IN ('', 'unhurt', 'wounded', 'dead', 'fled', 'captive', 'missing')),
    wounded INTEGER NOT NULL DEFAULT 0 CHECK (wounded IN (0, 1)),
    captor_id INTEGER REFERENCES person (id),
    UNIQUE (battle_id, person_id),
    UNIQUE (battle_id, number)
) STRICT;
INSERT INTO "battle_man" VALUES(1,1,1,'attacker','A1','knight','knight',3,'dead',1,NULL);
INSERT INTO "battle_man" VALUES(2,1,2,'attacker','A2','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(3,1,3,'attacker','A3','sergeant','',3,'wounded',1,NULL);
INSERT INTO "battle_man" VALUES(4,1,4,'attacker','A4','sergeant','',3,'wounded',1,NULL);
INSERT INTO "battle_man" VALUES(5,1,5,'attacker','A5','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(6,1,6,'attacker','A6','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(7,1,7,'attacker','A7','sergeant','',3,'dead',1,NULL);
INSERT INTO "battle_man" VALUES(8,1,8,'attacker','A8','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(9,1,9,'attacker','A9','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(10,1,10,'attacker','A10','sergeant','',3,'wounded',1,NULL);
INSERT INTO "battle_man" VALUES(11,1,11,'defender','B1','knight','knight',2,'captive',0,1);
INSERT INTO "battle_man" VALUES(12,1,12,'defender','B2','sergeant','',2,'captive',1,10);
INSERT INTO "battle_man" VALUES(13,1,13,'defender','B3','sergeant','',2,'dead',0,NULL);
INSERT INTO "battle_man" VALUES(14,1,14,'defender','B4','sergeant','',2,'dead',1,NULL);
INSERT INTO "battle_man" VALUES(15,1,15,'defender','B5','sergeant','',2,'dead',1,NULL);
INSERT INTO "battle_man" VALUES(16,1,16,'defender','B6','sergeant','',2,'dead',0,NULL);
INSERT INTO "battle_man" VALUES(17,2,2,'attacker','A1','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(18,2,4,'attacker','A2','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(19,2,5,'attacker','A3','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(20,2,6,'attacker','A4','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(21,2,9,'attacker','A5','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(22,2,10,'attacker','A6','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(23,2,17,'defender','B1','knight','knight',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(24,2,18,'defender','B2','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(25,2,19,'defender','B3','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(26,2,20,'defender','B4','sergeant','',3,'unhurt',0,NULL);
INSERT INTO "battle_man" VALUES(27,3,2,'attacker','A1','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(28,3,4,'attacker','A2','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(29,3,5,'attacker','A3','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(30,3,6,'attacker','A4','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(31,3,9,'attacker','A5','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(32,3,10,'attacker','A6','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(33,3,17,'defender','B1','knight','knight',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(34,3,18,'defender','B2','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(35,3,19,'defender','B3','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(36,3,20,'defender','B4','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(37,4,2,'attacker','A1','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(38,4,4,'attacker','A2','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(39,4,5,'attacker','A3','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(40,4,6,'attacker','A4','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(41,4,9,'attacker','A5','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(42,4,10,'attacker','A6','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(43,4,25,'defender','B1','knight','knight',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(44,4,26,'defender','B2','sergeant','',3,'',0,NULL);
INSERT INTO "battle_man" VALUES(45,4,27,'defender','B3','sergeant','',3,'',0,NULL);
CREATE TABLE campaign (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id = 1),
    name TEXT NOT NULL,
    first_day INTEGER NOT NULL,
    day INTEGER NOT NULL,
    turn INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0),
    turn_days INTEGER NOT NULL DEFAULT 7 CHECK (turn_days BETWEEN 1 AND 30),
    seed INTEGER NOT NULL,
    blurb TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO "campaign" VALUES(1,'The old border',2208787,2208801,2,7,4177810321299422,'');
CREATE TABLE captive (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES person (id),
    holder_side_id INTEGER NOT NULL REFERENCES side (id),
    holder_id INTEGER REFERENCES person (id),
    army_id INTEGER REFERENCES formation (id),
    place_id INTEGER REFERENCES place (id),
    battle_id INTEGER REFERENCES battle (id),
    from_id INTEGER REFERENCES formation (id),
    taken_day INTEGER NOT NULL,
    class TEXT NOT NULL,
    rank TEXT NOT NULL,
    grade INTEGER NOT NULL,
    asked_pence INTEGER,
    offered_pence INTEGER,
    agreed_pence INTEGER,
    state TEXT NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'ended')),
    ended_day INTEGER,
    ended TEXT NOT NULL DEFAULT ''
        CHECK (ended IN ('', 'ransomed', 'freed', 'escaped', 'recruited', 'exchanged', 'dead')),
    CHECK ((state = 'ended') = (ended <> '')),
    CHECK (asked_pence IS NULL OR asked_pence >= 0),
    CHECK (offered_pence IS NULL OR offered_pence >= 0)
) STRICT;
INSERT INTO "captive" VALUES(1,12,1,10,NULL,NULL,1,8,2208794,'sergeant','',2,NULL,NULL,NULL,'ended',2208801,'dead');
INSERT INTO "captive" VALUES(2,11,1,1,1,NULL,1,7,2208794,'knight','knight',2,800,NULL,NULL,'held',NULL,'');
CREATE TABLE change (
    id INTEGER PRIMARY KEY,
    action_id INTEGER NOT NULL REFERENCES action (id),
    tbl TEXT NOT NULL,
    row INTEGER NOT NULL,
    before TEXT,
    after TEXT
) STRICT;
INSERT INTO "change" VALUES(1,1,'campaign',1,NULL,'{"id":1,"name":"The old border","first_day":2208787,"day":2208787,"turn":0,"turn_days":7,"seed":4177810321299422,"blurb":""}');
INSERT INTO "change" VALUES(2,1,'account',1,NULL,'{"id":1,"side_id":null,"person_id":null,"pence":0}');
INSERT INTO "change" VALUES(3,2,'side',1,NULL,'{"id":1,"name":"Estmark","tincture":"or","people":"English","lord_id":null}');
INSERT INTO "change" VALUES(4,2,'account',2,NULL,'{"id":2,"side_id":1,"person_id":null,"pence":0}');
INSERT INTO "change" VALUES(5,2,'place',1,NULL,'{"id":1,"name":"The muster","kind":"field","side_id":null,"x":500,"y":500,"people":0,"fiefs":0,"levied":0,"stripped_weeks":0}');
INSERT INTO "change" VALUES(6,2,'formation',1,NULL,'{"id":1,"side_id":1,"parent_id":null,"army_id":null,"level":"army","name":"Host of Estmark","ordinal":0,"commander_id":null,"place_id":1,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(7,2,'formation',1,'{"army_id":null}','{"army_id":1}');
INSERT INTO "change" VALUES(8,2,'formation',2,NULL,'{"id":2,"side_id":1,"parent_id":1,"army_id":1,"level":"battle","name":"Main battle","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(9,2,'formation',3,NULL,'{"id":3,"side_id":1,"parent_id":2,"army_id":1,"level":"force","name":"Company","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(10,2,'person',1,NULL,'{"id":1,"side_id":1,"formation_id":3,"name":"Hugh Tempest","named":1,"class":"knight","rank":"knight","grade":3,"protection":2,"weapons":"sword","horse":"unbarded","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(11,2,'formation',4,NULL,'{"id":4,"side_id":1,"parent_id":3,"army_id":1,"level":"unit","name":"Foot","ordinal":1,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(12,2,'person',2,NULL,'{"id":2,"side_id":1,"formation_id":4,"name":"Jordan Rogerson","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"bill","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(13,2,'person',3,NULL,'{"id":3,"side_id":1,"formation_id":4,"name":"John atte Weir","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"bill","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(14,2,'person',4,NULL,'{"id":4,"side_id":1,"formation_id":4,"name":"John Pattinson","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"bill","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(15,2,'person',5,NULL,'{"id":5,"side_id":1,"formation_id":4,"name":"Peter Grosvenor","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"bill","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(16,2,'person',6,NULL,'{"id":6,"side_id":1,"formation_id":4,"name":"Simon Allgood","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"bill","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(17,2,'person',7,NULL,'{"id":7,"side_id":1,"formation_id":4,"name":"John of Dinton","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"bill","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(18,2,'person',8,NULL,'{"id":8,"side_id":1,"formation_id":4,"name":"Richard Hopper","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"bill","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(19,2,'person',9,NULL,'{"id":9,"side_id":1,"formation_id":4,"name":"Robert Pershore","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"bill","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(20,2,'person',10,NULL,'{"id":10,"side_id":1,"formation_id":4,"name":"Nicholas Woodlark","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"bill","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(21,2,'formation',1,'{"commander_id":null}','{"commander_id":1}');
INSERT INTO "change" VALUES(22,2,'formation',2,'{"commander_id":null}','{"commander_id":1}');
INSERT INTO "change" VALUES(23,2,'formation',3,'{"commander_id":null}','{"commander_id":1}');
INSERT INTO "change" VALUES(24,2,'formation',4,'{"commander_id":null}','{"commander_id":2}');
INSERT INTO "change" VALUES(25,2,'person',3,'{"standard":""}','{"standard":"army"}');
INSERT INTO "change" VALUES(26,3,'side',2,NULL,'{"id":2,"name":"Gorwen","tincture":"argent","people":"English","lord_id":null}');
INSERT INTO "change" VALUES(27,3,'account',3,NULL,'{"id":3,"side_id":2,"person_id":null,"pence":0}');
INSERT INTO "change" VALUES(28,3,'formation',5,NULL,'{"id":5,"side_id":2,"parent_id":null,"army_id":null,"level":"army","name":"Host of Gorwen","ordinal":0,"commander_id":null,"place_id":1,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(29,3,'formation',5,'{"army_id":null}','{"army_id":5}');
INSERT INTO "change" VALUES(30,3,'formation',6,NULL,'{"id":6,"side_id":2,"parent_id":5,"army_id":5,"level":"battle","name":"Main battle","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(31,3,'formation',7,NULL,'{"id":7,"side_id":2,"parent_id":6,"army_id":5,"level":"force","name":"Company","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(32,3,'person',11,NULL,'{"id":11,"side_id":2,"formation_id":7,"name":"Owain Gethin","named":1,"class":"knight","rank":"knight","grade":2,"protection":3,"weapons":"sword","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(33,3,'formation',8,NULL,'{"id":8,"side_id":2,"parent_id":7,"army_id":5,"level":"unit","name":"Spears","ordinal":1,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(34,3,'person',12,NULL,'{"id":12,"side_id":2,"formation_id":8,"name":"Humphrey atte Yew","named":0,"class":"sergeant","rank":"","grade":2,"protection":4,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(35,3,'person',13,NULL,'{"id":13,"side_id":2,"formation_id":8,"name":"Amery Penny","named":0,"class":"sergeant","rank":"","grade":2,"protection":4,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(36,3,'person',14,NULL,'{"id":14,"side_id":2,"formation_id":8,"name":"Ralph Sampson","named":0,"class":"sergeant","rank":"","grade":2,"protection":4,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(37,3,'person',15,NULL,'{"id":15,"side_id":2,"formation_id":8,"name":"John atte Ash","named":0,"class":"sergeant","rank":"","grade":2,"protection":4,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(38,3,'person',16,NULL,'{"id":16,"side_id":2,"formation_id":8,"name":"Adam atte Hedge","named":0,"class":"sergeant","rank":"","grade":2,"protection":4,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(39,3,'formation',5,'{"commander_id":null}','{"commander_id":11}');
INSERT INTO "change" VALUES(40,3,'formation',6,'{"commander_id":null}','{"commander_id":11}');
INSERT INTO "change" VALUES(41,3,'formation',7,'{"commander_id":null}','{"commander_id":11}');
INSERT INTO "change" VALUES(42,3,'formation',8,'{"commander_id":null}','{"commander_id":12}');
INSERT INTO "change" VALUES(43,3,'person',13,'{"standard":""}','{"standard":"army"}');
INSERT INTO "change" VALUES(44,4,'relation',1,NULL,'{"id":1,"side_a_id":1,"side_b_id":2,"state":"war","until_day":null}');
INSERT INTO "change" VALUES(45,5,'campaign',1,'{"day":2208787,"turn":0}','{"day":2208788,"turn":1}');
INSERT INTO "change" VALUES(46,5,'contact',1,NULL,'{"id":1,"day":2208788,"place_id":1,"attacker_id":1,"defender_id":5,"state":"waiting","battle_id":null}');
INSERT INTO "change" VALUES(47,5,'campaign',1,'{"day":2208788}','{"day":2208789}');
INSERT INTO "change" VALUES(48,5,'campaign',1,'{"day":2208789}','{"day":2208790}');
INSERT INTO "change" VALUES(49,5,'campaign',1,'{"day":2208790}','{"day":2208791}');
INSERT INTO "change" VALUES(50,5,'campaign',1,'{"day":2208791}','{"day":2208792}');
INSERT INTO "change" VALUES(51,5,'campaign',1,'{"day":2208792}','{"day":2208793}');
INSERT INTO "change" VALUES(52,5,'campaign',1,'{"day":2208793}','{"day":2208794}');
INSERT INTO "change" VALUES(53,5,'formation',1,'{"unpaid_weeks":0}','{"unpaid_weeks":1}');
INSERT INTO "change" VALUES(54,5,'formation',5,'{"unpaid_weeks":0}','{"unpaid_weeks":1}');
INSERT INTO "change" VALUES(55,5,'place',1,'{"stripped_weeks":0}','{"stripped_weeks":1}');
INSERT INTO "change" VALUES(56,5,'line',1,NULL,'{"id":1,"day":2208788,"kind":"contact","text":"Host of Estmark and Host of Gorwen are face to face at The muster.","clause":"CP-2.2","person_id":null}');
INSERT INTO "change" VALUES(57,5,'line',2,NULL,'{"id":2,"day":2208794,"kind":"pay","text":"Host of Estmark went unpaid for a week: £3 17s was owed and 0d was there.","clause":"CP-7.4","person_id":null}');
INSERT INTO "change" VALUES(58,5,'line',3,NULL,'{"id":3,"day":2208794,"kind":"pay","text":"Host of Gorwen went unpaid for a week: £2 9s was owed and 0d was there.","clause":"CP-7.4","person_id":null}');
INSERT INTO "change" VALUES(59,6,'battle',1,NULL,'{"id":1,"day":2208794,"place_id":1,"name":"Battle of The muster","attacker_id":1,"defender_id":5,"ground":"open field","rules":"man-to-man","seed":1,"state":"planned","settled":"","winner":"","attacker_half_points":0,"defender_half_points":0,"turns":null,"record_id":null}');
INSERT INTO "change" VALUES(60,6,'battle_man',1,NULL,'{"id":1,"battle_id":1,"person_id":1,"side":"attacker","number":"A1","class":"knight","rank":"knight","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(61,6,'battle_man',2,NULL,'{"id":2,"battle_id":1,"person_id":2,"side":"attacker","number":"A2","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(62,6,'battle_man',3,NULL,'{"id":3,"battle_id":1,"person_id":3,"side":"attacker","number":"A3","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(63,6,'battle_man',4,NULL,'{"id":4,"battle_id":1,"person_id":4,"side":"attacker","number":"A4","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(64,6,'battle_man',5,NULL,'{"id":5,"battle_id":1,"person_id":5,"side":"attacker","number":"A5","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(65,6,'battle_man',6,NULL,'{"id":6,"battle_id":1,"person_id":6,"side":"attacker","number":"A6","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(66,6,'battle_man',7,NULL,'{"id":7,"battle_id":1,"person_id":7,"side":"attacker","number":"A7","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(67,6,'battle_man',8,NULL,'{"id":8,"battle_id":1,"person_id":8,"side":"attacker","number":"A8","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(68,6,'battle_man',9,NULL,'{"id":9,"battle_id":1,"person_id":9,"side":"attacker","number":"A9","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(69,6,'battle_man',10,NULL,'{"id":10,"battle_id":1,"person_id":10,"side":"attacker","number":"A10","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(70,6,'battle_man',11,NULL,'{"id":11,"battle_id":1,"person_id":11,"side":"defender","number":"B1","class":"knight","rank":"knight","grade":2,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(71,6,'battle_man',12,NULL,'{"id":12,"battle_id":1,"person_id":12,"side":"defender","number":"B2","class":"sergeant","rank":"","grade":2,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(72,6,'battle_man',13,NULL,'{"id":13,"battle_id":1,"person_id":13,"side":"defender","number":"B3","class":"sergeant","rank":"","grade":2,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(73,6,'battle_man',14,NULL,'{"id":14,"battle_id":1,"person_id":14,"side":"defender","number":"B4","class":"sergeant","rank":"","grade":2,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(74,6,'battle_man',15,NULL,'{"id":15,"battle_id":1,"person_id":15,"side":"defender","number":"B5","class":"sergeant","rank":"","grade":2,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(75,6,'battle_man',16,NULL,'{"id":16,"battle_id":1,"person_id":16,"side":"defender","number":"B6","class":"sergeant","rank":"","grade":2,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(76,6,'contact',1,'{"battle_id":null}','{"battle_id":1}');
INSERT INTO "change" VALUES(77,6,'battle',1,'{"state":"planned","settled":"","winner":"","attacker_half_points":0,"defender_half_points":0,"turns":null,"record_id":null}','{"state":"settled","settled":"app","winner":"attacker","attacker_half_points":717,"defender_half_points":18,"turns":8,"record_id":1}');
INSERT INTO "change" VALUES(78,6,'battle_man',2,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(79,6,'deed',1,NULL,'{"id":1,"battle_id":1,"person_id":2,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(80,6,'deed',2,NULL,'{"id":2,"battle_id":1,"person_id":2,"what":"killed","other_id":14,"detail":""}');
INSERT INTO "change" VALUES(81,6,'battle_man',3,'{"fate":"","wounded":0}','{"fate":"wounded","wounded":1}');
INSERT INTO "change" VALUES(82,6,'deed',3,NULL,'{"id":3,"battle_id":1,"person_id":3,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(83,6,'battle_man',4,'{"fate":"","wounded":0}','{"fate":"wounded","wounded":1}');
INSERT INTO "change" VALUES(84,6,'deed',4,NULL,'{"id":4,"battle_id":1,"person_id":4,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(85,6,'battle_man',5,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(86,6,'deed',5,NULL,'{"id":5,"battle_id":1,"person_id":5,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(87,6,'deed',6,NULL,'{"id":6,"battle_id":1,"person_id":5,"what":"killed","other_id":15,"detail":""}');
INSERT INTO "change" VALUES(88,6,'battle_man',6,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(89,6,'deed',7,NULL,'{"id":7,"battle_id":1,"person_id":6,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(90,6,'battle_man',7,'{"fate":"","wounded":0}','{"fate":"dead","wounded":1}');
INSERT INTO "change" VALUES(91,6,'deed',8,NULL,'{"id":8,"battle_id":1,"person_id":7,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(92,6,'battle_man',8,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(93,6,'battle_man',9,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(94,6,'deed',9,NULL,'{"id":9,"battle_id":1,"person_id":9,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(95,6,'deed',10,NULL,'{"id":10,"battle_id":1,"person_id":9,"what":"killed","other_id":13,"detail":""}');
INSERT INTO "change" VALUES(96,6,'deed',11,NULL,'{"id":11,"battle_id":1,"person_id":9,"what":"took_standard","other_id":null,"detail":"army"}');
INSERT INTO "change" VALUES(97,6,'battle_man',10,'{"fate":"","wounded":0}','{"fate":"wounded","wounded":1}');
INSERT INTO "change" VALUES(98,6,'deed',12,NULL,'{"id":12,"battle_id":1,"person_id":10,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(99,6,'deed',13,NULL,'{"id":13,"battle_id":1,"person_id":10,"what":"killed","other_id":16,"detail":""}');
INSERT INTO "change" VALUES(100,6,'battle_man',1,'{"fate":"","wounded":0}','{"fate":"dead","wounded":1}');
INSERT INTO "change" VALUES(101,6,'deed',14,NULL,'{"id":14,"battle_id":1,"person_id":1,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(102,6,'battle_man',12,'{"fate":"","wounded":0,"captor_id":null}','{"fate":"captive","wounded":1,"captor_id":10}');
INSERT INTO "change" VALUES(103,6,'deed',15,NULL,'{"id":15,"battle_id":1,"person_id":12,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(104,6,'deed',16,NULL,'{"id":16,"battle_id":1,"person_id":12,"what":"made_to_flee","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(105,6,'battle_man',13,'{"fate":""}','{"fate":"dead"}');
INSERT INTO "change" VALUES(106,6,'deed',17,NULL,'{"id":17,"battle_id":1,"person_id":13,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(107,6,'battle_man',14,'{"fate":"","wounded":0}','{"fate":"dead","wounded":1}');
INSERT INTO "change" VALUES(108,6,'deed',18,NULL,'{"id":18,"battle_id":1,"person_id":14,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(109,6,'deed',19,NULL,'{"id":19,"battle_id":1,"person_id":14,"what":"killed","other_id":7,"detail":""}');
INSERT INTO "change" VALUES(110,6,'battle_man',15,'{"fate":"","wounded":0}','{"fate":"dead","wounded":1}');
INSERT INTO "change" VALUES(111,6,'deed',20,NULL,'{"id":20,"battle_id":1,"person_id":15,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(112,6,'deed',21,NULL,'{"id":21,"battle_id":1,"person_id":15,"what":"killed","other_id":1,"detail":""}');
INSERT INTO "change" VALUES(113,6,'battle_man',16,'{"fate":""}','{"fate":"dead"}');
INSERT INTO "change" VALUES(114,6,'deed',22,NULL,'{"id":22,"battle_id":1,"person_id":16,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(115,6,'battle_man',11,'{"fate":"","captor_id":null}','{"fate":"captive","captor_id":1}');
INSERT INTO "change" VALUES(116,6,'deed',23,NULL,'{"id":23,"battle_id":1,"person_id":11,"what":"fought_hand_to_hand","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(117,6,'deed',24,NULL,'{"id":24,"battle_id":1,"person_id":11,"what":"made_to_flee","other_id":null,"detail":""}');
INSERT INTO "change" VALUES(118,6,'line',4,NULL,'{"id":4,"day":2208794,"kind":"aftermath","text":"John of Dinton was killed.","clause":"MM-6.1","person_id":7}');
INSERT INTO "change" VALUES(119,6,'person',7,'{"formation_id":4,"state":"fit"}','{"formation_id":null,"state":"dead"}');
INSERT INTO "change" VALUES(120,6,'line',5,NULL,'{"id":5,"day":2208794,"kind":"aftermath","text":"Sir Hugh Tempest was killed.","clause":"MM-6.1","person_id":1}');
INSERT INTO "change" VALUES(121,6,'formation',1,'{"commander_id":1}','{"commander_id":null}');
INSERT INTO "change" VALUES(122,6,'formation',2,'{"commander_id":1}','{"commander_id":null}');
INSERT INTO "change" VALUES(123,6,'formation',3,'{"commander_id":1}','{"commander_id":null}');
INSERT INTO "change" VALUES(124,6,'person',1,'{"formation_id":3,"state":"fit"}','{"formation_id":null,"state":"dead"}');
INSERT INTO "change" VALUES(125,6,'line',6,NULL,'{"id":6,"day":2208794,"kind":"aftermath","text":"Amery Penny was killed.","clause":"MM-6.1","person_id":13}');
INSERT INTO "change" VALUES(126,6,'person',13,'{"standard":"army"}','{"standard":""}');
INSERT INTO "change" VALUES(127,6,'person',13,'{"formation_id":8,"state":"fit"}','{"formation_id":null,"state":"dead"}');
INSERT INTO "change" VALUES(128,6,'line',7,NULL,'{"id":7,"day":2208794,"kind":"aftermath","text":"Ralph Sampson was killed.","clause":"MM-6.1","person_id":14}');
INSERT INTO "change" VALUES(129,6,'person',14,'{"formation_id":8,"state":"fit"}','{"formation_id":null,"state":"dead"}');
INSERT INTO "change" VALUES(130,6,'line',8,NULL,'{"id":8,"day":2208794,"kind":"aftermath","text":"John atte Ash was killed.","clause":"MM-6.1","person_id":15}');
INSERT INTO "change" VALUES(131,6,'person',15,'{"formation_id":8,"state":"fit"}','{"formation_id":null,"state":"dead"}');
INSERT INTO "change" VALUES(132,6,'line',9,NULL,'{"id":9,"day":2208794,"kind":"aftermath","text":"Adam atte Hedge was killed.","clause":"MM-6.1","person_id":16}');
INSERT INTO "change" VALUES(133,6,'person',16,'{"formation_id":8,"state":"fit"}','{"formation_id":null,"state":"dead"}');
INSERT INTO "change" VALUES(134,6,'line',10,NULL,'{"id":10,"day":2208794,"kind":"aftermath","text":"Humphrey atte Yew was taken by Nicholas Woodlark, wounded.","clause":"MM-7.7","person_id":12}');
INSERT INTO "change" VALUES(135,6,'formation',8,'{"commander_id":12}','{"commander_id":null}');
INSERT INTO "change" VALUES(136,6,'person',12,'{"state":"fit","wounded":0}','{"state":"wounded","wounded":1}');
INSERT INTO "change" VALUES(137,6,'person',12,'{"formation_id":8,"state":"wounded"}','{"formation_id":null,"state":"captive"}');
INSERT INTO "change" VALUES(138,6,'captive',1,NULL,'{"id":1,"person_id":12,"holder_side_id":1,"holder_id":10,"army_id":1,"place_id":null,"battle_id":1,"from_id":8,"taken_day":2208794,"class":"sergeant","rank":"","grade":2,"asked_pence":null,"offered_pence":null,"agreed_pence":null,"state":"held","ended_day":null,"ended":""}');
INSERT INTO "change" VALUES(139,6,'line',11,NULL,'{"id":11,"day":2208794,"kind":"aftermath","text":"Sir Owain Gethin was taken by Sir Hugh Tempest; 35 marks are asked.","clause":"MM-8.4","person_id":11}');
INSERT INTO "change" VALUES(140,6,'formation',5,'{"commander_id":11}','{"commander_id":null}');
INSERT INTO "change" VALUES(141,6,'formation',6,'{"commander_id":11}','{"commander_id":null}');
INSERT INTO "change" VALUES(142,6,'formation',7,'{"commander_id":11}','{"commander_id":null}');
INSERT INTO "change" VALUES(143,6,'person',11,'{"formation_id":7,"state":"fit"}','{"formation_id":null,"state":"captive"}');
INSERT INTO "change" VALUES(144,6,'captive',2,NULL,'{"id":2,"person_id":11,"holder_side_id":1,"holder_id":1,"army_id":1,"place_id":null,"battle_id":1,"from_id":7,"taken_day":2208794,"class":"knight","rank":"knight","grade":2,"asked_pence":5600,"offered_pence":null,"agreed_pence":null,"state":"held","ended_day":null,"ended":""}');
INSERT INTO "change" VALUES(145,6,'bargain',1,NULL,'{"id":1,"captive_id":2,"day":2208794,"what":"asked","pence":5600}');
INSERT INTO "change" VALUES(146,6,'line',12,NULL,'{"id":12,"day":2208794,"kind":"aftermath","text":"John atte Weir was wounded.","clause":"MM-6.1","person_id":3}');
INSERT INTO "change" VALUES(147,6,'person',3,'{"state":"fit","wounded":0}','{"state":"wounded","wounded":1}');
INSERT INTO "change" VALUES(148,6,'line',13,NULL,'{"id":13,"day":2208794,"kind":"aftermath","text":"John Pattinson was wounded.","clause":"MM-6.1","person_id":4}');
INSERT INTO "change" VALUES(149,6,'person',4,'{"state":"fit","wounded":0}','{"state":"wounded","wounded":1}');
INSERT INTO "change" VALUES(150,6,'line',14,NULL,'{"id":14,"day":2208794,"kind":"aftermath","text":"Nicholas Woodlark was wounded.","clause":"MM-6.1","person_id":10}');
INSERT INTO "change" VALUES(151,6,'person',10,'{"state":"fit","wounded":0}','{"state":"wounded","wounded":1}');
INSERT INTO "change" VALUES(152,6,'line',15,NULL,'{"id":15,"day":2208794,"kind":"aftermath","text":"Robert Pershore took an army’s standard.","clause":"MM-8.8","person_id":9}');
INSERT INTO "change" VALUES(153,6,'line',16,NULL,'{"id":16,"day":2208794,"kind":"aftermath","text":"Host of Gorwen leaves the field, a march away.","clause":"CP-3.6","person_id":null}');
INSERT INTO "change" VALUES(154,6,'contact',1,'{"state":"waiting"}','{"state":"fought"}');
INSERT INTO "change" VALUES(155,6,'line',17,NULL,'{"id":17,"day":2208794,"kind":"battle","text":"Battle of The muster: Host of Estmark won against Host of Gorwen; Host of Estmark lost 2 dead and 0 taken, Host of Gorwen lost 4 dead and 2 taken.","clause":"CP-3","person_id":null}');
INSERT INTO "change" VALUES(156,7,'bargain',2,NULL,'{"id":2,"captive_id":2,"day":2208794,"what":"asked","pence":800}');
INSERT INTO "change" VALUES(157,7,'captive',2,'{"asked_pence":5600}','{"asked_pence":800}');
INSERT INTO "change" VALUES(158,8,'campaign',1,'{"day":2208794,"turn":1}','{"day":2208795,"turn":2}');
INSERT INTO "change" VALUES(159,8,'campaign',1,'{"day":2208795}','{"day":2208796}');
INSERT INTO "change" VALUES(160,8,'campaign',1,'{"day":2208796}','{"day":2208797}');
INSERT INTO "change" VALUES(161,8,'campaign',1,'{"day":2208797}','{"day":2208798}');
INSERT INTO "change" VALUES(162,8,'campaign',1,'{"day":2208798}','{"day":2208799}');
INSERT INTO "change" VALUES(163,8,'campaign',1,'{"day":2208799}','{"day":2208800}');
INSERT INTO "change" VALUES(164,8,'campaign',1,'{"day":2208800}','{"day":2208801}');
INSERT INTO "change" VALUES(165,8,'formation',1,'{"unpaid_weeks":1}','{"unpaid_weeks":2}');
INSERT INTO "change" VALUES(166,8,'person',3,'{"formation_id":4,"state":"wounded","wounded":1}','{"formation_id":null,"state":"left","wounded":0}');
INSERT INTO "change" VALUES(167,8,'person',8,'{"formation_id":4,"state":"fit"}','{"formation_id":null,"state":"left"}');
INSERT INTO "change" VALUES(168,8,'place',1,'{"stripped_weeks":1}','{"stripped_weeks":2}');
INSERT INTO "change" VALUES(169,8,'person',4,'{"state":"wounded","wounded":1}','{"state":"fit","wounded":0}');
INSERT INTO "change" VALUES(170,8,'person',10,'{"state":"wounded","wounded":1}','{"state":"fit","wounded":0}');
INSERT INTO "change" VALUES(171,8,'captive',1,'{"army_id":1,"state":"held","ended_day":null,"ended":""}','{"army_id":null,"state":"ended","ended_day":2208801,"ended":"dead"}');
INSERT INTO "change" VALUES(172,8,'person',12,'{"state":"captive","wounded":1}','{"state":"dead","wounded":0}');
INSERT INTO "change" VALUES(173,8,'line',18,NULL,'{"id":18,"day":2208801,"kind":"pay","text":"Host of Estmark went unpaid for 2 weeks: £2 16s was owed and 0d was there.","clause":"CP-7.4","person_id":null}');
INSERT INTO "change" VALUES(174,8,'line',19,NULL,'{"id":19,"day":2208801,"kind":"pay","text":"2 deserted from Host of Estmark, 2 weeks unpaid.","clause":"CP-7.4","person_id":null}');
INSERT INTO "change" VALUES(175,8,'line',20,NULL,'{"id":20,"day":2208801,"kind":"death","text":"Humphrey atte Yew died of his wounds (a 1).","clause":"CP-2.1","person_id":12}');
INSERT INTO "change" VALUES(176,8,'line',21,NULL,'{"id":21,"day":2208801,"kind":"healing","text":"2 men healed, One man died of wounds.","clause":"CP-2.1","person_id":null}');
INSERT INTO "change" VALUES(177,9,'formation',9,NULL,'{"id":9,"side_id":2,"parent_id":null,"army_id":null,"level":"army","name":"Second host","ordinal":0,"commander_id":null,"place_id":1,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(178,9,'formation',9,'{"army_id":null}','{"army_id":9}');
INSERT INTO "change" VALUES(179,9,'formation',10,NULL,'{"id":10,"side_id":2,"parent_id":9,"army_id":9,"level":"battle","name":"Main battle","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(180,9,'formation',11,NULL,'{"id":11,"side_id":2,"parent_id":10,"army_id":9,"level":"force","name":"Company","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(181,9,'formation',12,NULL,'{"id":12,"side_id":2,"parent_id":11,"army_id":9,"level":"unit","name":"Men","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(182,9,'person',17,NULL,'{"id":17,"side_id":2,"formation_id":12,"name":"Humphrey Lamb","named":0,"class":"knight","rank":"knight","grade":3,"protection":2,"weapons":"sword;shield","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(183,9,'person',18,NULL,'{"id":18,"side_id":2,"formation_id":12,"name":"Sewal Crookback","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(184,9,'person',19,NULL,'{"id":19,"side_id":2,"formation_id":12,"name":"John Wilson","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(185,9,'person',20,NULL,'{"id":20,"side_id":2,"formation_id":12,"name":"Richard atte Slough","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(186,9,'formation',9,'{"commander_id":null}','{"commander_id":17}');
INSERT INTO "change" VALUES(187,9,'formation',10,'{"commander_id":null}','{"commander_id":17}');
INSERT INTO "change" VALUES(188,9,'formation',11,'{"commander_id":null}','{"commander_id":17}');
INSERT INTO "change" VALUES(189,9,'formation',12,'{"commander_id":null}','{"commander_id":17}');
INSERT INTO "change" VALUES(190,9,'person',18,'{"standard":""}','{"standard":"army"}');
INSERT INTO "change" VALUES(191,10,'battle',2,NULL,'{"id":2,"day":2208801,"place_id":1,"name":"Second battle of The muster","attacker_id":1,"defender_id":9,"ground":"open field","rules":"castles","seed":3,"state":"planned","settled":"","winner":"","attacker_half_points":0,"defender_half_points":0,"turns":null,"record_id":null,"attacker_gear":"","defender_gear":""}');
INSERT INTO "change" VALUES(192,10,'battle_man',17,NULL,'{"id":17,"battle_id":2,"person_id":2,"side":"attacker","number":"A1","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(193,10,'battle_man',18,NULL,'{"id":18,"battle_id":2,"person_id":4,"side":"attacker","number":"A2","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(194,10,'battle_man',19,NULL,'{"id":19,"battle_id":2,"person_id":5,"side":"attacker","number":"A3","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(195,10,'battle_man',20,NULL,'{"id":20,"battle_id":2,"person_id":6,"side":"attacker","number":"A4","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(196,10,'battle_man',21,NULL,'{"id":21,"battle_id":2,"person_id":9,"side":"attacker","number":"A5","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(197,10,'battle_man',22,NULL,'{"id":22,"battle_id":2,"person_id":10,"side":"attacker","number":"A6","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(198,10,'battle_man',23,NULL,'{"id":23,"battle_id":2,"person_id":17,"side":"defender","number":"B1","class":"knight","rank":"knight","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(199,10,'battle_man',24,NULL,'{"id":24,"battle_id":2,"person_id":18,"side":"defender","number":"B2","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(200,10,'battle_man',25,NULL,'{"id":25,"battle_id":2,"person_id":19,"side":"defender","number":"B3","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(201,10,'battle_man',26,NULL,'{"id":26,"battle_id":2,"person_id":20,"side":"defender","number":"B4","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(202,10,'battle',2,'{"state":"planned","settled":"","winner":"","turns":null,"record_id":null}','{"state":"settled","settled":"app","winner":"neither","turns":17,"record_id":2}');
INSERT INTO "change" VALUES(203,10,'battle_man',17,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(204,10,'battle_man',18,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(205,10,'battle_man',19,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(206,10,'battle_man',20,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(207,10,'battle_man',21,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(208,10,'battle_man',22,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(209,10,'battle_man',23,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(210,10,'battle_man',24,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(211,10,'battle_man',25,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(212,10,'battle_man',26,'{"fate":""}','{"fate":"unhurt"}');
INSERT INTO "change" VALUES(213,10,'line',22,NULL,'{"id":22,"day":2208801,"kind":"aftermath","text":"Host of Estmark: 5 men as 5 pikemen, 0 of them struck.","clause":"CP-3.5","person_id":null}');
INSERT INTO "change" VALUES(214,10,'line',23,NULL,'{"id":23,"day":2208801,"kind":"aftermath","text":"Host of Estmark: Jordan Rogerson as the general, not struck.","clause":"CP-3.5","person_id":null}');
INSERT INTO "change" VALUES(215,10,'line',24,NULL,'{"id":24,"day":2208801,"kind":"aftermath","text":"Second host: 3 men as 3 pikemen, 0 of them struck.","clause":"CP-3.5","person_id":null}');
INSERT INTO "change" VALUES(216,10,'line',25,NULL,'{"id":25,"day":2208801,"kind":"aftermath","text":"Second host: Sir Humphrey Lamb as the general, not struck.","clause":"CP-3.5","person_id":null}');
INSERT INTO "change" VALUES(217,10,'line',26,NULL,'{"id":26,"day":2208801,"kind":"aftermath","text":"The lot chose the 0 men of the struck pieces and who of them is dead, wounded or taken (CP-3.5).","clause":"CP-3.5","person_id":null}');
INSERT INTO "change" VALUES(218,10,'line',27,NULL,'{"id":27,"day":2208801,"kind":"battle","text":"Second battle of The muster: Host of Estmark and Second host parted undecided; Host of Estmark lost 0 dead and 0 taken, Second host lost 0 dead and 0 taken.","clause":"CP-3","person_id":null}');
INSERT INTO "change" VALUES(219,13,'formation',13,NULL,'{"id":13,"side_id":2,"parent_id":null,"army_id":null,"level":"army","name":"Third host","ordinal":0,"commander_id":null,"place_id":1,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(220,13,'formation',13,'{"army_id":null}','{"army_id":13}');
INSERT INTO "change" VALUES(221,13,'formation',14,NULL,'{"id":14,"side_id":2,"parent_id":13,"army_id":13,"level":"battle","name":"Main battle","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(222,13,'formation',15,NULL,'{"id":15,"side_id":2,"parent_id":14,"army_id":13,"level":"force","name":"Company","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(223,13,'formation',16,NULL,'{"id":16,"side_id":2,"parent_id":15,"army_id":13,"level":"unit","name":"Men","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(224,13,'person',21,NULL,'{"id":21,"side_id":2,"formation_id":16,"name":"Amery Tempest","named":0,"class":"knight","rank":"knight","grade":3,"protection":2,"weapons":"sword;shield","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(225,13,'person',22,NULL,'{"id":22,"side_id":2,"formation_id":16,"name":"Adkin Crakehorn","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(226,13,'person',23,NULL,'{"id":23,"side_id":2,"formation_id":16,"name":"Hugh atte Chapel","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(227,13,'person',24,NULL,'{"id":24,"side_id":2,"formation_id":16,"name":"Alwin atte Mill","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(228,13,'formation',13,'{"commander_id":null}','{"commander_id":21}');
INSERT INTO "change" VALUES(229,13,'formation',14,'{"commander_id":null}','{"commander_id":21}');
INSERT INTO "change" VALUES(230,13,'formation',15,'{"commander_id":null}','{"commander_id":21}');
INSERT INTO "change" VALUES(231,13,'formation',16,'{"commander_id":null}','{"commander_id":21}');
INSERT INTO "change" VALUES(232,13,'person',22,'{"standard":""}','{"standard":"army"}');
INSERT INTO "change" VALUES(233,13,'formation',17,NULL,'{"id":17,"side_id":2,"parent_id":null,"army_id":null,"level":"army","name":"Fourth host","ordinal":1,"commander_id":null,"place_id":1,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(234,13,'formation',17,'{"army_id":null}','{"army_id":17}');
INSERT INTO "change" VALUES(235,13,'formation',18,NULL,'{"id":18,"side_id":2,"parent_id":17,"army_id":17,"level":"battle","name":"Main battle","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(236,13,'formation',19,NULL,'{"id":19,"side_id":2,"parent_id":18,"army_id":17,"level":"force","name":"Company","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(237,13,'formation',20,NULL,'{"id":20,"side_id":2,"parent_id":19,"army_id":17,"level":"unit","name":"Men","ordinal":0,"commander_id":null,"place_id":null,"stronghold_id":null,"train":0,"unpaid_weeks":0,"hungry_weeks":0}');
INSERT INTO "change" VALUES(238,13,'person',25,NULL,'{"id":25,"side_id":2,"formation_id":20,"name":"Nigel Coster","named":0,"class":"knight","rank":"knight","grade":3,"protection":2,"weapons":"sword","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(239,13,'person',26,NULL,'{"id":26,"side_id":2,"formation_id":20,"name":"Gregory Young","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(240,13,'person',27,NULL,'{"id":27,"side_id":2,"formation_id":20,"name":"Walter of Arden","named":0,"class":"sergeant","rank":"","grade":3,"protection":3,"weapons":"spear","horse":"none","state":"fit","standard":"","wounded":0,"healing_rolls":0,"lord_id":null,"serves_until":null,"note":""}');
INSERT INTO "change" VALUES(241,13,'formation',17,'{"commander_id":null}','{"commander_id":25}');
INSERT INTO "change" VALUES(242,13,'formation',18,'{"commander_id":null}','{"commander_id":25}');
INSERT INTO "change" VALUES(243,13,'formation',19,'{"commander_id":null}','{"commander_id":25}');
INSERT INTO "change" VALUES(244,13,'formation',20,'{"commander_id":null}','{"commander_id":25}');
INSERT INTO "change" VALUES(245,13,'person',26,'{"standard":""}','{"standard":"army"}');
INSERT INTO "change" VALUES(246,14,'battle',3,NULL,'{"id":3,"day":2208801,"place_id":1,"name":"Third battle of The muster","attacker_id":1,"defender_id":9,"ground":"open field","rules":"man-to-man","seed":5,"state":"planned","settled":"","winner":"","attacker_half_points":0,"defender_half_points":0,"turns":null,"record_id":null,"attacker_gear":"","defender_gear":""}');
INSERT INTO "change" VALUES(247,14,'battle_man',27,NULL,'{"id":27,"battle_id":3,"person_id":2,"side":"attacker","number":"A1","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(248,14,'battle_man',28,NULL,'{"id":28,"battle_id":3,"person_id":4,"side":"attacker","number":"A2","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(249,14,'battle_man',29,NULL,'{"id":29,"battle_id":3,"person_id":5,"side":"attacker","number":"A3","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(250,14,'battle_man',30,NULL,'{"id":30,"battle_id":3,"person_id":6,"side":"attacker","number":"A4","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(251,14,'battle_man',31,NULL,'{"id":31,"battle_id":3,"person_id":9,"side":"attacker","number":"A5","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(252,14,'battle_man',32,NULL,'{"id":32,"battle_id":3,"person_id":10,"side":"attacker","number":"A6","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(253,14,'battle_man',33,NULL,'{"id":33,"battle_id":3,"person_id":17,"side":"defender","number":"B1","class":"knight","rank":"knight","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(254,14,'battle_man',34,NULL,'{"id":34,"battle_id":3,"person_id":18,"side":"defender","number":"B2","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(255,14,'battle_man',35,NULL,'{"id":35,"battle_id":3,"person_id":19,"side":"defender","number":"B3","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(256,14,'battle_man',36,NULL,'{"id":36,"battle_id":3,"person_id":20,"side":"defender","number":"B4","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(257,15,'battle',4,NULL,'{"id":4,"day":2208801,"place_id":1,"name":"Battle of The muster, the 4th","attacker_id":1,"defender_id":17,"ground":"open field","rules":"man-to-man","seed":6,"state":"planned","settled":"","winner":"","attacker_half_points":0,"defender_half_points":0,"turns":null,"record_id":null,"attacker_gear":"","defender_gear":""}');
INSERT INTO "change" VALUES(258,15,'battle_man',37,NULL,'{"id":37,"battle_id":4,"person_id":2,"side":"attacker","number":"A1","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(259,15,'battle_man',38,NULL,'{"id":38,"battle_id":4,"person_id":4,"side":"attacker","number":"A2","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(260,15,'battle_man',39,NULL,'{"id":39,"battle_id":4,"person_id":5,"side":"attacker","number":"A3","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(261,15,'battle_man',40,NULL,'{"id":40,"battle_id":4,"person_id":6,"side":"attacker","number":"A4","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(262,15,'battle_man',41,NULL,'{"id":41,"battle_id":4,"person_id":9,"side":"attacker","number":"A5","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(263,15,'battle_man',42,NULL,'{"id":42,"battle_id":4,"person_id":10,"side":"attacker","number":"A6","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(264,15,'battle_man',43,NULL,'{"id":43,"battle_id":4,"person_id":25,"side":"defender","number":"B1","class":"knight","rank":"knight","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(265,15,'battle_man',44,NULL,'{"id":44,"battle_id":4,"person_id":26,"side":"defender","number":"B2","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
INSERT INTO "change" VALUES(266,15,'battle_man',45,NULL,'{"id":45,"battle_id":4,"person_id":27,"side":"defender","number":"B3","class":"sergeant","rank":"","grade":3,"fate":"","wounded":0,"captor_id":null}');
CREATE TABLE contact (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    day INTEGER NOT NULL,
    place_id INTEGER NOT NULL REFERENCES place (id),
    attacker_id INTEGER NOT NULL REFERENCES formation (id),
    defender_id INTEGER NOT NULL REFERENCES formation (id),
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'fought', 'retired', 'shut in', 'lapsed')),
    battle_id INTEGER REFERENCES battle (id)
) STRICT;
INSERT INTO "contact" VALUES(1,2208788,1,1,5,'fought',1);
CREATE TABLE deed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL REFERENCES battle (id),
    person_id INTEGER NOT NULL REFERENCES person (id),
    what TEXT NOT NULL,
    other_id INTEGER REFERENCES person (id),
    detail TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO "deed" VALUES(1,1,2,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(2,1,2,'killed',14,'');
INSERT INTO "deed" VALUES(3,1,3,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(4,1,4,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(5,1,5,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(6,1,5,'killed',15,'');
INSERT INTO "deed" VALUES(7,1,6,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(8,1,7,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(9,1,9,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(10,1,9,'killed',13,'');
INSERT INTO "deed" VALUES(11,1,9,'took_standard',NULL,'army');
INSERT INTO "deed" VALUES(12,1,10,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(13,1,10,'killed',16,'');
INSERT INTO "deed" VALUES(14,1,1,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(15,1,12,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(16,1,12,'made_to_flee',NULL,'');
INSERT INTO "deed" VALUES(17,1,13,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(18,1,14,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(19,1,14,'killed',7,'');
INSERT INTO "deed" VALUES(20,1,15,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(21,1,15,'killed',1,'');
INSERT INTO "deed" VALUES(22,1,16,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(23,1,11,'fought_hand_to_hand',NULL,'');
INSERT INTO "deed" VALUES(24,1,11,'made_to_flee',NULL,'');
CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    day INTEGER NOT NULL,
    from_id INTEGER NOT NULL REFERENCES account (id),
    to_id INTEGER NOT NULL REFERENCES account (id),
    pence INTEGER NOT NULL CHECK (pence > 0),
    what TEXT NOT NULL,
    clause TEXT NOT NULL DEFAULT '',
    CHECK (from_id <> to_id)
) STRICT;
CREATE TABLE formation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    side_id INTEGER NOT NULL REFERENCES side (id),
    parent_id INTEGER REFERENCES formation (id),
    army_id INTEGER REFERENCES formation (id) DEFERRABLE INITIALLY DEFERRED,
    level TEXT NOT NULL CHECK (level IN ('army', 'battle', 'force', 'unit')),
    name TEXT NOT NULL CHECK (name <> ''),
    ordinal INTEGER NOT NULL DEFAULT 0,
    commander_id INTEGER REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED,
    place_id INTEGER REFERENCES place (id),
    stronghold_id INTEGER REFERENCES stronghold (id),
    train INTEGER NOT NULL DEFAULT 0 CHECK (train IN (0, 1)),
    unpaid_weeks INTEGER NOT NULL DEFAULT 0 CHECK (unpaid_weeks >= 0),
    hungry_weeks INTEGER NOT NULL DEFAULT 0 CHECK (hungry_weeks >= 0),
    CHECK ((level = 'army') = (parent_id IS NULL)),
    CHECK ((level = 'army') = (place_id IS NOT NULL)),
    CHECK (level = 'army' OR stronghold_id IS NULL)
) STRICT;
INSERT INTO "formation" VALUES(1,1,NULL,1,'army','Host of Estmark',0,NULL,1,NULL,0,2,0);
INSERT INTO "formation" VALUES(2,1,1,1,'battle','Main battle',0,NULL,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(3,1,2,1,'force','Company',0,NULL,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(4,1,3,1,'unit','Foot',1,2,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(5,2,NULL,5,'army','Host of Gorwen',0,NULL,1,NULL,0,1,0);
INSERT INTO "formation" VALUES(6,2,5,5,'battle','Main battle',0,NULL,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(7,2,6,5,'force','Company',0,NULL,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(8,2,7,5,'unit','Spears',1,NULL,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(9,2,NULL,9,'army','Second host',0,17,1,NULL,0,0,0);
INSERT INTO "formation" VALUES(10,2,9,9,'battle','Main battle',0,17,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(11,2,10,9,'force','Company',0,17,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(12,2,11,9,'unit','Men',0,17,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(13,2,NULL,13,'army','Third host',0,21,1,NULL,0,0,0);
INSERT INTO "formation" VALUES(14,2,13,13,'battle','Main battle',0,21,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(15,2,14,13,'force','Company',0,21,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(16,2,15,13,'unit','Men',0,21,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(17,2,NULL,17,'army','Fourth host',1,25,1,NULL,0,0,0);
INSERT INTO "formation" VALUES(18,2,17,17,'battle','Main battle',0,25,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(19,2,18,17,'force','Company',0,25,NULL,NULL,0,0,0);
INSERT INTO "formation" VALUES(20,2,19,17,'unit','Men',0,25,NULL,NULL,0,0,0);
CREATE TABLE grade_change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES person (id),
    day INTEGER NOT NULL,
    battle_id INTEGER REFERENCES battle (id),
    from_grade INTEGER NOT NULL,
    to_grade INTEGER NOT NULL,
    clause TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE house (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE instalment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    captive_id INTEGER NOT NULL REFERENCES captive (id),
    payer_id INTEGER NOT NULL REFERENCES account (id),
    due_day INTEGER NOT NULL,
    pence INTEGER NOT NULL CHECK (pence > 0),
    state TEXT NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'paid', 'missed', 'ended')),
    paid_day INTEGER
) STRICT;
CREATE TABLE line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    day INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    clause TEXT NOT NULL DEFAULT '',
    person_id INTEGER REFERENCES person (id)
) STRICT;
INSERT INTO "line" VALUES(1,2208788,'contact','Host of Estmark and Host of Gorwen are face to face at The muster.','CP-2.2',NULL);
INSERT INTO "line" VALUES(2,2208794,'pay','Host of Estmark went unpaid for a week: £3 17s was owed and 0d was there.','CP-7.4',NULL);
INSERT INTO "line" VALUES(3,2208794,'pay','Host of Gorwen went unpaid for a week: £2 9s was owed and 0d was there.','CP-7.4',NULL);
INSERT INTO "line" VALUES(4,2208794,'aftermath','John of Dinton was killed.','MM-6.1',7);
INSERT INTO "line" VALUES(5,2208794,'aftermath','Sir Hugh Tempest was killed.','MM-6.1',1);
INSERT INTO "line" VALUES(6,2208794,'aftermath','Amery Penny was killed.','MM-6.1',13);
INSERT INTO "line" VALUES(7,2208794,'aftermath','Ralph Sampson was killed.','MM-6.1',14);
INSERT INTO "line" VALUES(8,2208794,'aftermath','John atte Ash was killed.','MM-6.1',15);
INSERT INTO "line" VALUES(9,2208794,'aftermath','Adam atte Hedge was killed.','MM-6.1',16);
INSERT INTO "line" VALUES(10,2208794,'aftermath','Humphrey atte Yew was taken by Nicholas Woodlark, wounded.','MM-7.7',12);
INSERT INTO "line" VALUES(11,2208794,'aftermath','Sir Owain Gethin was taken by Sir Hugh Tempest; 35 marks are asked.','MM-8.4',11);
INSERT INTO "line" VALUES(12,2208794,'aftermath','John atte Weir was wounded.','MM-6.1',3);
INSERT INTO "line" VALUES(13,2208794,'aftermath','John Pattinson was wounded.','MM-6.1',4);
INSERT INTO "line" VALUES(14,2208794,'aftermath','Nicholas Woodlark was wounded.','MM-6.1',10);
INSERT INTO "line" VALUES(15,2208794,'aftermath','Robert Pershore took an army’s standard.','MM-8.8',9);
INSERT INTO "line" VALUES(16,2208794,'aftermath','Host of Gorwen leaves the field, a march away.','CP-3.6',NULL);
INSERT INTO "line" VALUES(17,2208794,'battle','Battle of The muster: Host of Estmark won against Host of Gorwen; Host of Estmark lost 2 dead and 0 taken, Host of Gorwen lost 4 dead and 2 taken.','CP-3',NULL);
INSERT INTO "line" VALUES(18,2208801,'pay','Host of Estmark went unpaid for 2 weeks: £2 16s was owed and 0d was there.','CP-7.4',NULL);
INSERT INTO "line" VALUES(19,2208801,'pay','2 deserted from Host of Estmark, 2 weeks unpaid.','CP-7.4',NULL);
INSERT INTO "line" VALUES(20,2208801,'death','Humphrey atte Yew died of his wounds (a 1).','CP-2.1',12);
INSERT INTO "line" VALUES(21,2208801,'healing','2 men healed, One man died of wounds.','CP-2.1',NULL);
INSERT INTO "line" VALUES(22,2208801,'aftermath','Host of Estmark: 5 men as 5 pikemen, 0 of them struck.','CP-3.5',NULL);
INSERT INTO "line" VALUES(23,2208801,'aftermath','Host of Estmark: Jordan Rogerson as the general, not struck.','CP-3.5',NULL);
INSERT INTO "line" VALUES(24,2208801,'aftermath','Second host: 3 men as 3 pikemen, 0 of them struck.','CP-3.5',NULL);
INSERT INTO "line" VALUES(25,2208801,'aftermath','Second host: Sir Humphrey Lamb as the general, not struck.','CP-3.5',NULL);
INSERT INTO "line" VALUES(26,2208801,'aftermath','The lot chose the 0 men of the struck pieces and who of them is dead, wounded or taken (CP-3.5).','CP-3.5',NULL);
INSERT INTO "line" VALUES(27,2208801,'battle','Second battle of The muster: Host of Estmark and Second host parted undecided; Host of Estmark lost 0 dead and 0 taken, Second host lost 0 dead and 0 taken.','CP-3',NULL);
CREATE TABLE march (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    army_id INTEGER NOT NULL UNIQUE REFERENCES formation (id),
    path TEXT NOT NULL,
    miles_done INTEGER NOT NULL DEFAULT 0 CHECK (miles_done >= 0)
) STRICT;
CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    side_id INTEGER NOT NULL REFERENCES side (id),
    formation_id INTEGER REFERENCES formation (id),
    name TEXT NOT NULL CHECK (name <> ''),
    named INTEGER NOT NULL DEFAULT 0 CHECK (named IN (0, 1)),
    class TEXT NOT NULL CHECK (class IN ('knight', 'sergeant', 'peasant', 'cleric')),
    rank TEXT NOT NULL DEFAULT '' CHECK (rank IN ('', 'knight', 'baron', 'viscount', 'count', 'earl', 'duke', 'king')),
    grade INTEGER NOT NULL,
    protection INTEGER NOT NULL DEFAULT 4 CHECK (protection BETWEEN 1 AND 4),
    weapons TEXT NOT NULL DEFAULT '',
    horse TEXT NOT NULL DEFAULT 'none' CHECK (horse IN ('none', 'unbarded', 'barded')),
    state TEXT NOT NULL DEFAULT 'fit'
        CHECK (state IN ('fit', 'wounded', 'captive', 'labourer', 'missing', 'dead', 'left')),
    standard TEXT NOT NULL DEFAULT '' CHECK (standard IN ('', 'army', 'battle', 'force')),
    wounded INTEGER NOT NULL DEFAULT 0 CHECK (wounded IN (0, 1)),
    healing_rolls INTEGER NOT NULL DEFAULT 0 CHECK (healing_rolls >= 0),
    lord_id INTEGER REFERENCES person (id),
    serves_until INTEGER,
    note TEXT NOT NULL DEFAULT '',
    CHECK (CASE class WHEN 'knight' THEN grade BETWEEN 1 AND 104 WHEN 'sergeant' THEN grade BETWEEN 1 AND 4
        WHEN 'peasant' THEN grade BETWEEN 1 AND 3 ELSE grade BETWEEN 4 AND 5 END),
    CHECK ((class = 'knight') = (rank <> '')),
    CHECK (state NOT IN ('dead', 'left', 'captive', 'missing') OR formation_id IS NULL),
    CHECK (state <> 'wounded' OR wounded = 1)
) STRICT;
INSERT INTO "person" VALUES(1,1,NULL,'Hugh Tempest',1,'knight','knight',3,2,'sword','unbarded','dead','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(2,1,4,'Jordan Rogerson',0,'sergeant','',3,3,'bill','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(3,1,NULL,'John atte Weir',0,'sergeant','',3,3,'bill','none','left','army',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(4,1,4,'John Pattinson',0,'sergeant','',3,3,'bill','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(5,1,4,'Peter Grosvenor',0,'sergeant','',3,3,'bill','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(6,1,4,'Simon Allgood',0,'sergeant','',3,3,'bill','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(7,1,NULL,'John of Dinton',0,'sergeant','',3,3,'bill','none','dead','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(8,1,NULL,'Richard Hopper',0,'sergeant','',3,3,'bill','none','left','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(9,1,4,'Robert Pershore',0,'sergeant','',3,3,'bill','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(10,1,4,'Nicholas Woodlark',0,'sergeant','',3,3,'bill','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(11,2,NULL,'Owain Gethin',1,'knight','knight',2,3,'sword','none','captive','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(12,2,NULL,'Humphrey atte Yew',0,'sergeant','',2,4,'spear','none','dead','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(13,2,NULL,'Amery Penny',0,'sergeant','',2,4,'spear','none','dead','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(14,2,NULL,'Ralph Sampson',0,'sergeant','',2,4,'spear','none','dead','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(15,2,NULL,'John atte Ash',0,'sergeant','',2,4,'spear','none','dead','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(16,2,NULL,'Adam atte Hedge',0,'sergeant','',2,4,'spear','none','dead','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(17,2,12,'Humphrey Lamb',0,'knight','knight',3,2,'sword;shield','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(18,2,12,'Sewal Crookback',0,'sergeant','',3,3,'spear','none','fit','army',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(19,2,12,'John Wilson',0,'sergeant','',3,3,'spear','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(20,2,12,'Richard atte Slough',0,'sergeant','',3,3,'spear','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(21,2,16,'Amery Tempest',0,'knight','knight',3,2,'sword;shield','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(22,2,16,'Adkin Crakehorn',0,'sergeant','',3,3,'spear','none','fit','army',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(23,2,16,'Hugh atte Chapel',0,'sergeant','',3,3,'spear','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(24,2,16,'Alwin atte Mill',0,'sergeant','',3,3,'spear','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(25,2,20,'Nigel Coster',0,'knight','knight',3,2,'sword','none','fit','',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(26,2,20,'Gregory Young',0,'sergeant','',3,3,'spear','none','fit','army',0,0,NULL,NULL,'');
INSERT INTO "person" VALUES(27,2,20,'Walter of Arden',0,'sergeant','',3,3,'spear','none','fit','',0,0,NULL,NULL,'');
CREATE TABLE place (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    kind TEXT NOT NULL,
    side_id INTEGER REFERENCES side (id),
    x INTEGER NOT NULL,
    y INTEGER NOT NULL,
    people INTEGER NOT NULL DEFAULT 0 CHECK (people >= 0),
    fiefs INTEGER NOT NULL DEFAULT 0 CHECK (fiefs >= 0),
    levied INTEGER NOT NULL DEFAULT 0 CHECK (levied >= 0),
    stripped_weeks INTEGER NOT NULL DEFAULT 0 CHECK (stripped_weeks >= 0)
) STRICT;
INSERT INTO "place" VALUES(1,'The muster','field',NULL,500,500,0,0,0,2);
CREATE TABLE play (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    house TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
INSERT INTO "play" VALUES(1,3,'{"hands":["a person","knight"],"names":["Host of Estmark","Second host"],"seed":5,"terms":["small","pusher",2,15],"armies":["PPPPP","PPP"],"camps":[["",true],["",true]],"record":"Castles 1\nBoard: small\nEnd zone: 2\nMen: 15\nCrush: pusher\nWhite: Host of Estmark\nBlack: Second host\nWhite setup: PPP...PP/....G...\nBlack setup: ....PPP./.....G..\n\n1. e1-d1 f8-g8\n2. d1-c1\n\nResult: unfinished\n"}','castles','2026-11-22T12:00:00.000Z');
INSERT INTO "play" VALUES(2,4,'{}','{}','2026-11-22T12:00:00.000Z');
CREATE TABLE play_decision (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    play_id INTEGER NOT NULL REFERENCES play (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 0),
    side TEXT NOT NULL CHECK (side IN ('attacker', 'defender')),
    decision TEXT NOT NULL,
    UNIQUE (play_id, number)
) STRICT;
CREATE TABLE record (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    format INTEGER NOT NULL,
    at TEXT NOT NULL,
    data BLOB NOT NULL
) STRICT;
INSERT INTO "record" VALUES(1,1,'2026-11-20T11:35:48.114Z',X'426E427401000000D55C5B8F9B4A12FE2B886727A26F5CF296D9EC265A29BB51B2D2D12A1A598CDDB6D160F0013C3EA368FEFBA96E1A683760639BF138CA43C654D375EDAAAF0AE35FF6260E13FBC32F7B95E6452EFE088B229C3DF24CFC9D846B6E7FB0BF00CD4A17D63FF3621D668FF6C4CE7818AF81D25C99A5EB7598CCC57DCEC45EA4D98CC3763FEB3DFE91AE3761F20C2B1F80432C2E7D0DA3C4529FCC0DB64954ECDDFFAF342DF657A189BDE6895CB3163AC0E764BB7E1024FB2386B5EACE7FA7D93C4CACEFE99267799A884DE23087CDED9C674B1E2662DF2C4C1EE10AFCB5CCC2B91418FEDE6469C1674504777D20137BC7C34D9A08B1EC87288EEDFB09982DCBC5EA244D8412BB740BC2CDED0F8B30CEF9C4CE0B1036CCE042B28DE397891215EBA2125DD455628141B8F5078FB23792D40EB3F5B35DCB4A7459A921EB3710364A6EC4AA54979435927EE305CFACCF599A3FF124CD6E4154A68BEA36A2FE88D669627D8CE3659ACE6F41505717D433BC0F29E1539414B7E17D4F97D46F24FD1ECD56B0DAFA926E36FC269CEFEB92069AA4295C2BAC6F90A660637E0BA206BAA8C86964FD0F583505E9AC3F2050635502DE4ADAFB17B8258F92A5282B553970F644D78F58667DD92E57D6FFF87AC3F34213FC3189962B4DECFA739FF0784FF87C079546977E9B3C80907C3E488397893DE70B5ED6B656E9FD9C663B9E6895B7BEA057C48B2B2FEA2ABD3F363CCC726361ABFAEAE5F74E2BBF5FB6EBCD2AE3CF655DFB3FDF0D8D944F86B1E9BEB18550E70736D24BF09D56823FAE79F60C673091167B13418D028CF40A7CA755E0EF61BC59593FC2F5E68402FCBA56D54BF01DEB02361FF3D56D88AA97E03BAD047F9C87EB52D42F7CBEE46F2A6C6762437A66BB3332DB7F77E2687FE6C52A4A4EC96C9F0EA6E556661B2CFECB8BE02196C15DE98627D622E2B1C88839173722A017E143CC65EFF104A54FB2B79DF7E8BD2837AB742B18425B32DDC4DB7C5A7627D38734D9E632C73F84399F2E44732064969FD6C0AE109B830F620EFA65D3349BCE629E45B369221C217A0529C77417CD8B9548074E7565CE37E24A00C867196EA60FBCD8719E4C557FC4609D50037614FBC20A5905C0CCC5B4D866C23D3E2CD945C56A9E853BB83D4E77201A1386E0803F556A0DB32C7C1632FE02B6CB6D2653F64F07A2F32F581D10E0FE2CCE13F55F26C8BD9FFC448AE4FBBE49C215893A26892892176093442B12A526895562A0EA2EC75124B7E2E55293E45524E49A24BFE2E5FA2629284914D52A635AA9EC18225237705F26D417346468A6D34C83E83462D851A751C3FC3AADB209638A9F87B0A48910FF6597BEAFFE47F2DA4C9E845F6549EEB9E8C88BEBF4A98C858774FE2CC37A194610D1F62E8C05B2DAAD9EC5F1112127D1C48190C14E633F43558D645A48239921A391CC90D148AD90093CB72F641A522B641A522B642AD27D97C5D009160B2A517DAFD402791EECDCED49FC869E74EB43D2F264436A79B221B53CD9905A9E6C48A62731447C8F273592E9498D647AB2268DE6499FA89D03E2F47A925CC56904D5116C3A4D23994ED348A6D33492E9348D643A8D20ECF7384D23994ED348A6D36AD2684EF35050EECC08D69CD679D4F63D49E5B539077093195284250C50C264DBC4966BC324DFF1BDB5B0A848CB5B244DC03B015EECC3EA891D2BEDC45841E2C30EE518F354056122B778DDCA8D1F7D5E7DEA5AD1D7905AD1D7905AD1D7905AD1D7905AD1E739B42FFA1A522BFA1A522BFA2AD2811831CC886B33E645394B3B60C71A69F804A9EA1E00322544471A7E850A3C4A2A5A37D2286935D2A8D10B0D2A1AAD6981A23925BF52C1BCC8B6B347A9CCB31CC288B8161D8BC2DF0A6E97085DA828F13974E429F4E442671823D81335CA97960A85A120E83761A610289C1E09ADEDAF5FDFB1F7541A48B029E31A7A0EB8F214C65B69E07B715C8A3016874FCD2966BCD998351B372B19AC5C090F48693BF4120A098EC1887A35EC4997A0C32CA03542BD3630342B609264A48C99D85DB64F6B1E732EDA272184B8C226680271D0238BF79E34B2D49D5A871CA2138408DEC63235F13C8DB705B73BE52107E5016926F85C7926075697ED65BDF89D2EBDBB27FC2C93AD7547BA6743D3BDCC973D8BB13A43EDDAF02CBA3EBD132B03535487402E502D640C0DA0B9285D2C2211566A6273300D1D2B1D750E62750E722097B0BD1CC47CA2D1E85E0E7251D509B9D8CC412CA83A1A04651C533D07315AD52A07CE0CA22795F8338AA0B131E9DE386EE5E8BA0373950D5840AF505B3D4FB90323619E40ABAD9EAB2C4E1055245CA31B62922A5FB8AE320B71AA0D6B5778CA4D5822BB40ABAD1E521506D3EAAEAAB6BAAA91A1C8638A54D55697D424AC48556D75B12A3DD82D373C505BBBEB91333C6F03B6CA8A8B32373B3B73BF3B92BA2F56AEBB28E12ED5F05BAA26743A526FE598F214D5CEC611233B79AFB01C35041AC910AF06A8E82886388EC0F0AD47041EC510E4A821C8488640231802BFE5D1A0B71E11681443E0CA10A07D6987D536DBC3772D0B1C39F2EE7BD4C5DE42569A59D8CCD98FF0A05B7F70C26769024F23CA0725FD6D056EC3F8C91E40D5403D05504F8781FA364C3F04EA67C0895B12340DED0322E84DC24242AC613C04A0B6EAE7CD96D4ADBBEC05837B2074A407A263F46407C4D9EB6ADC9E4645D568DC6E547A3B207C5E07D42CEE45C9C77A16A786990AB7320C35073B1A467659D57950A874D8D730B25B0F4DC4F059926A8CEC30B5A187E47050C3C84CE171C65C09FF1B8CEC12A77A36036210AA6164E8154A1274400646666AC84499E3295E1546668EA3B51AF8CA9D111EBEF1AD358F9DCDD880D6E20C88DAD75A0CC7DFEE2815C51B8A3AD9E5BAD12EDDE811FC74A8F875C3C211241DDEE0F5EA343670BBDCA8AF0541BAA1987FCDB380BA56A2A360897583A57DBE0331CF402046C70562423553A65ADD9E1160D0390134E5F78FCA3FDC36FB11529574D21B21F2FB946FD7C6BAE34C368EF6B1E4D60D71AD118F4A1922755C64881B6C634F9C752943E05E43446BE0F214E57CB40767D0162CF8C49A87CB25B42C906C1A1696627BA0FD79BBBE78CFB2CED15CDFB6E96809ED0C8834E2F0F58CC1D9C582F6B21F09C99D8E218E26847D5C70368EBB08421CACD6FB26F0474A89EE0829D11B77D6FBAE73C6D97F7069B789D96013F70FA69C130653EE04FE0D9BB45C63D454AC322E7858EB34E31698D08A12AB5261EC6915D29F7A3FA4F1DC1E3AE7DB33201B3AAABABDC91E0F672BEBCF2D882E8AE4C22A56DC12AF9C08CBBF86C1D1C0819C575F33BE0C80A5E1C599FEE03A7D8B486BD180D1DE80719D737C5C77D698A87A3CED920046414C1F13B9ACFE4635388106FD6322D7E91F1301EDFE8447F087A68BCC65D5B48C8829DC6B0E179BEF630525ABD6009161F33BAF6EADB84714ABC303C473A763A7F77B7D0301B7AB48BBD768E17AAA34194DB5E1639CD7EB455A95978C381FE96E74D0898DCE8081DD78ADCEAB0D604F1B1354C3427C8313583364F0D1C78F67474CF324E8E6E78AA8DB0AE8722B3847070427B705BF6B26FD4D14A347BF99354CB1B38276DC91CABE62DED1143EB6C7AED772E2D1BAFAA135958EB0B53362F26D6D8EC6EBC2ABF76DA745F8C8652F9347F275DEFA9704DAEF954FAA98539E38F014D619F1FB7147A697BDB17BB0A0FB574F09639F9C13BFEA235EB7CEA6AB305EE8F3003CC1BFEF377D06CE03E86BCF70AA73D21E268C33887006BEEEE0F78C189C66C24058CF1ADAACC17D6BFC660D22A74F2ABA5E9770CAD725FC83AF4B38DAC352E15FFB55A603845D713CC0469E0F2072D21781E2DED7D8A8AFC6348C106DDBCEB903B0923F38B38B9244BE0759FF001CA4284834D34D1A25E64FC379C8D37FAE06063E2F22D433BE49CB6A67FE329BAA4BDADE0BC812321464816CFF96844CE82A8CD4A539E773990E17E976B92A200F42512C52F9BF0DAA544513E2FA5E9A51FDD65A2FF38AA7C6BD2CB8A7326FD891EBB2A3D7362DD54CCBAEC1BC61E71E603787AC33A65DBD91556B76F6AFED312CEB409A3E4E5B3F31D448155C236C75A998C6DCB9A26351938C34905C3213197253444FBCC297E205C08B9506BE732E3E2EE4639C4612DC2F494BED8B0F0F222770BBD8BDAEE65D44AFC9D9D139B3AB5AD83921B29CBDC83AF7949BA1757F52C99E74D67C81187309E6FE06');
INSERT INTO "record" VALUES(2,1,'2026-11-22T14:54:42.872Z',X'436173746C657320310A426F6172643A20736D616C6C0A456E64207A6F6E653A20320A4D656E3A2031350A43727573683A207075736865720A57686974653A20486F7374206F66204573746D61726B0A426C61636B3A205365636F6E6420686F73740A57686974652073657475703A205050502E2E2E50502F2E2E2E2E472E2E2E0A426C61636B2073657475703A202E2E2E2E5050502E2F2E2E2E2E2E472E2E0A0A312E2065312D64312066382D67380A322E2064312D63312067382D68380A332E2063312D62312066372D66360A342E2062312D61312066362D66350A352E2068322D68332066352D66340A362E2068332D68342066342D66330A372E2068342D68352067372D67360A382E2062322D62332066332D66320A392E2062332D62342066322D65320A31302E2063322D63312065322D64320A31312E2062342D62352064322D63320A31322E2063312D64312063322D62320A31332E2061322D61332062322D62310A31342E2061312D61322062312D62320A31352E2061322D61312062322D62310A31362E2061312D61322062312D62320A31372E2061322D61310A0A526573756C743A2073696567652C20706F736974696F6E2072657065617465640A');
CREATE TABLE refinery_schema_history(
             version int4 PRIMARY KEY,
             name VARCHAR(255),
             applied_on VARCHAR(255),
             checksum VARCHAR(255));
INSERT INTO "refinery_schema_history" VALUES(1,'campaign','2026-11-20T11:35:47.660460393Z','465294231205721536');
INSERT INTO "refinery_schema_history" VALUES(2,'play','2026-11-22T14:54:14.782059921Z','3259112466678363415');
INSERT INTO "refinery_schema_history" VALUES(3,'gear','2026-11-22T14:54:14.782073584Z','4751880944672232833');
CREATE TABLE relation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    side_a_id INTEGER NOT NULL REFERENCES side (id),
    side_b_id INTEGER NOT NULL REFERENCES side (id),
    state TEXT NOT NULL CHECK (state IN ('war', 'truce', 'allied')),
    until_day INTEGER,
    CHECK (side_a_id < side_b_id),
    UNIQUE (side_a_id, side_b_id)
) STRICT;
INSERT INTO "relation" VALUES(1,1,2,'war',NULL);
CREATE TABLE route (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    a_id INTEGER NOT NULL REFERENCES place (id),
    b_id INTEGER NOT NULL REFERENCES place (id),
    miles INTEGER NOT NULL CHECK (miles > 0),
    kind TEXT NOT NULL DEFAULT 'road',
    CHECK (a_id <> b_id)
) STRICT;
CREATE TABLE side (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    tincture TEXT NOT NULL CHECK (tincture IN ('or', 'argent', 'gules', 'azure', 'vert', 'purpure', 'sable')),
    people TEXT NOT NULL DEFAULT 'English',
    lord_id INTEGER REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
INSERT INTO "side" VALUES(1,'Estmark','or','English',NULL);
INSERT INTO "side" VALUES(2,'Gorwen','argent','English',NULL);
CREATE TABLE stronghold (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    place_id INTEGER NOT NULL REFERENCES place (id),
    side_id INTEGER NOT NULL REFERENCES side (id),
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    kind TEXT NOT NULL,
    capacity INTEGER NOT NULL CHECK (capacity >= 0),
    rations INTEGER NOT NULL DEFAULT 0 CHECK (rations >= 0),
    store_capacity INTEGER NOT NULL DEFAULT 0 CHECK (store_capacity >= 0),
    CHECK (rations <= store_capacity)
) STRICT;
CREATE INDEX entry_from ON entry (from_id);
CREATE INDEX entry_to ON entry (to_id);
CREATE INDEX route_a ON route (a_id);
CREATE INDEX route_b ON route (b_id);
CREATE INDEX stronghold_place ON stronghold (place_id);
CREATE INDEX formation_parent ON formation (parent_id);
CREATE INDEX formation_army ON formation (army_id);
CREATE INDEX formation_commander ON formation (commander_id) WHERE commander_id IS NOT NULL;
CREATE UNIQUE INDEX formation_army_name ON formation (side_id, name) WHERE level = 'army';
CREATE INDEX person_formation ON person (formation_id) WHERE formation_id IS NOT NULL;
CREATE INDEX person_side ON person (side_id);
CREATE INDEX person_wounded ON person (id) WHERE wounded = 1;
CREATE INDEX battle_man_person ON battle_man (person_id);
CREATE INDEX deed_person ON deed (person_id);
CREATE INDEX grade_change_person ON grade_change (person_id);
CREATE UNIQUE INDEX captive_one_holder ON captive (person_id) WHERE state = 'held';
CREATE INDEX captive_person ON captive (person_id);
CREATE INDEX bargain_captive ON bargain (captive_id);
CREATE INDEX instalment_captive ON instalment (captive_id);
CREATE INDEX contact_waiting ON contact (id) WHERE state = 'waiting';
CREATE INDEX line_day ON line (day);
CREATE INDEX line_person ON line (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX action_kind ON action (kind, state, id);
CREATE INDEX change_action ON change (action_id);
CREATE INDEX change_row ON change (tbl, row);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('action',15);
INSERT INTO "sqlite_sequence" VALUES('campaign',1);
INSERT INTO "sqlite_sequence" VALUES('account',3);
INSERT INTO "sqlite_sequence" VALUES('side',2);
INSERT INTO "sqlite_sequence" VALUES('place',1);
INSERT INTO "sqlite_sequence" VALUES('formation',20);
INSERT INTO "sqlite_sequence" VALUES('person',27);
INSERT INTO "sqlite_sequence" VALUES('relation',1);
INSERT INTO "sqlite_sequence" VALUES('contact',1);
INSERT INTO "sqlite_sequence" VALUES('line',27);
INSERT INTO "sqlite_sequence" VALUES('record',2);
INSERT INTO "sqlite_sequence" VALUES('battle',4);
INSERT INTO "sqlite_sequence" VALUES('battle_man',45);
INSERT INTO "sqlite_sequence" VALUES('deed',24);
INSERT INTO "sqlite_sequence" VALUES('captive',2);
INSERT INTO "sqlite_sequence" VALUES('bargain',2);
INSERT INTO "sqlite_sequence" VALUES('play',2);
COMMIT;
