BEGIN TRANSACTION;
CREATE TABLE attempts (
        person INTEGER NOT NULL REFERENCES people,
        made TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        gold INTEGER NOT NULL,
        best INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        rush INTEGER NOT NULL,
        points REAL,
        deviation REAL,
        volatility REAL,
        PRIMARY KEY (person, made)
    ) WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,'2026-11-14T19:00:00.000001Z','base-1-4',9,9,1,0,0,1.36202376063443421111e+03,1.78886611335948771282e+02,5.99989208807215346208e-02);
INSERT INTO "attempts" VALUES(1,'2026-11-14T19:05:00.000001Z','mixed-3-2',4,7,0,1,0,1.2727562768730431344e+03,1.6361384414180960789e+02,5.9999959776469921624e-02);
INSERT INTO "attempts" VALUES(1,'2026-11-14T19:15:00.000001Z','nomads-2-2',5,5,1,0,1,NULL,NULL,NULL);
INSERT INTO "attempts" VALUES(2,'2026-11-14T19:10:00.000001Z','own-0123456789abcdef-3',7,7,1,2,0,1.32113820505961189152e+03,1.78886605788636302355e+02,5.99980598950348512077e-02);
CREATE TABLE days (
        person INTEGER NOT NULL REFERENCES people,
        day TEXT NOT NULL,
        made TEXT NOT NULL,
        gold INTEGER NOT NULL,
        lead INTEGER NOT NULL,
        place INTEGER NOT NULL,
        PRIMARY KEY (person, day)
    ) WITHOUT ROWID;
INSERT INTO "days" VALUES(1,'2026-11-16','2026-11-16T21:00:00.000001Z',47,-3,2);
CREATE TABLE earned (
        person INTEGER NOT NULL REFERENCES people,
        achievement TEXT NOT NULL,
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        ended TEXT NOT NULL,
        PRIMARY KEY (person, achievement, game)
    ) WITHOUT ROWID;
INSERT INTO "earned" VALUES(1,'balance.1',1,'2026-11-13T10:00:00Z');
INSERT INTO "earned" VALUES(1,'island.1',1,'2026-11-13T10:00:00Z');
INSERT INTO "earned" VALUES(1,'treasury.1',1,'2026-11-13T10:00:00Z');
CREATE TABLE files (
        path TEXT PRIMARY KEY,
        stamp TEXT NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        identity TEXT NOT NULL UNIQUE,
        ended TEXT NOT NULL,
        boxes TEXT NOT NULL,
        cards TEXT NOT NULL,
        land TEXT NOT NULL,
        players INTEGER NOT NULL,
        rounds INTEGER NOT NULL,
        answers INTEGER NOT NULL,
        file TEXT NOT NULL
    );
INSERT INTO "games" VALUES(1,'eeeeeeeeeeeeeeee','2026-11-13T10:00:00Z',',base,crossroads,island,',',fishermen,lords,miners,','map:f909240715fc',2,13,106,'Ani, Frank 2026-11-13 10-00.kingdom');
INSERT INTO "games" VALUES(2,'dddddddddddddddd','2026-11-16T21:00:00Z',',base,',',knights,citizens,fishermen,','',3,13,165,'Ani, Jenny 2026-11-16 21-00.kingdom');
INSERT INTO "games" VALUES(3,'0123456789abcdef','2026-11-14T18:00:00Z',',base,',',miners,merchants,hermits,','tavern+farm turned+tower+oracle',4,13,217,'Everybody 2026-11-14 18-00.kingdom');
CREATE TABLE gold (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        source TEXT NOT NULL,
        gold INTEGER NOT NULL,
        PRIMARY KEY (game, seat, source)
    ) WITHOUT ROWID;
INSERT INTO "gold" VALUES(1,0,'castles',6);
INSERT INTO "gold" VALUES(1,0,'fishermen',15);
INSERT INTO "gold" VALUES(1,0,'fortress',0);
INSERT INTO "gold" VALUES(1,0,'lords',30);
INSERT INTO "gold" VALUES(1,0,'miners',17);
INSERT INTO "gold" VALUES(1,1,'castles',6);
INSERT INTO "gold" VALUES(1,1,'fishermen',14);
INSERT INTO "gold" VALUES(1,1,'fortress',0);
INSERT INTO "gold" VALUES(1,1,'lords',42);
INSERT INTO "gold" VALUES(1,1,'miners',12);
INSERT INTO "gold" VALUES(2,0,'castles',9);
INSERT INTO "gold" VALUES(2,0,'citizens',6);
INSERT INTO "gold" VALUES(2,0,'fishermen',10);
INSERT INTO "gold" VALUES(2,0,'knights',12);
INSERT INTO "gold" VALUES(2,1,'castles',12);
INSERT INTO "gold" VALUES(2,1,'citizens',10);
INSERT INTO "gold" VALUES(2,1,'fishermen',21);
INSERT INTO "gold" VALUES(2,1,'knights',16);
INSERT INTO "gold" VALUES(2,2,'castles',3);
INSERT INTO "gold" VALUES(2,2,'citizens',9);
INSERT INTO "gold" VALUES(2,2,'fishermen',19);
INSERT INTO "gold" VALUES(2,2,'knights',14);
INSERT INTO "gold" VALUES(3,0,'castles',3);
INSERT INTO "gold" VALUES(3,0,'hermits',2);
INSERT INTO "gold" VALUES(3,0,'merchants',12);
INSERT INTO "gold" VALUES(3,0,'miners',9);
INSERT INTO "gold" VALUES(3,1,'castles',3);
INSERT INTO "gold" VALUES(3,1,'hermits',7);
INSERT INTO "gold" VALUES(3,1,'merchants',0);
INSERT INTO "gold" VALUES(3,1,'miners',11);
INSERT INTO "gold" VALUES(3,2,'castles',6);
INSERT INTO "gold" VALUES(3,2,'hermits',5);
INSERT INTO "gold" VALUES(3,2,'merchants',8);
INSERT INTO "gold" VALUES(3,2,'miners',16);
INSERT INTO "gold" VALUES(3,3,'castles',12);
INSERT INTO "gold" VALUES(3,3,'hermits',6);
INSERT INTO "gold" VALUES(3,3,'merchants',8);
INSERT INTO "gold" VALUES(3,3,'miners',12);
CREATE TABLE lessons (
        lesson TEXT PRIMARY KEY,
        stars INTEGER NOT NULL,
        ended TEXT NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "lessons" VALUES('first_hex',3,'2026-11-12T12:00:00Z');
INSERT INTO "lessons" VALUES('next_to_own',1,'2026-11-12T12:00:00Z');
CREATE TABLE marks (
        day TEXT PRIMARY KEY,
        one INTEGER NOT NULL,
        two INTEGER NOT NULL,
        three INTEGER NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "marks" VALUES('2026-11-16',40,45,52);
CREATE TABLE means (
        source TEXT PRIMARY KEY,
        seats INTEGER NOT NULL,
        gold INTEGER NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "means" VALUES('castles',4,33);
INSERT INTO "means" VALUES('citizens',2,19);
INSERT INTO "means" VALUES('fishermen',3,54);
INSERT INTO "means" VALUES('fortress',1,0);
INSERT INTO "means" VALUES('hermits',1,6);
INSERT INTO "means" VALUES('knights',2,30);
INSERT INTO "means" VALUES('lords',1,42);
INSERT INTO "means" VALUES('merchants',1,8);
INSERT INTO "means" VALUES('miners',2,24);
CREATE TABLE people (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE
    );
INSERT INTO "people" VALUES(1,'Ani');
INSERT INTO "people" VALUES(2,'Bärbel');
INSERT INTO "people" VALUES(3,'=Cem');
CREATE TABLE puzzles (
        puzzle TEXT PRIMARY KEY,
        points REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "puzzles" VALUES('base-1-4',1.16283405481820295785e+03,141.704271339541,5.99990856550871448638e-02);
INSERT INTO "puzzles" VALUES('mixed-3-2',1.31370371847971091486e+03,1.41381864076058889161e+02,6.00011464599973370903e-02);
INSERT INTO "puzzles" VALUES('own-0123456789abcdef-3',1.38837055143584734654e+03,1.41704261330299260629e+02,5.99980926044004492236e-02);
CREATE TABLE rushes (
        person INTEGER NOT NULL REFERENCES people,
        made TEXT NOT NULL,
        solved INTEGER NOT NULL,
        tried INTEGER NOT NULL,
        PRIMARY KEY (person, made)
    ) WITHOUT ROWID;
INSERT INTO "rushes" VALUES(1,'2026-11-14T19:20:00.000001Z',12,15);
CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        ended TEXT NOT NULL,
        name TEXT NOT NULL,
        person INTEGER REFERENCES people,
        kind TEXT NOT NULL,
        colour TEXT NOT NULL,
        gold INTEGER NOT NULL,
        place INTEGER NOT NULL,
        win REAL NOT NULL,
        error REAL,
        luck REAL,
        accuracy REAL,
        points REAL,
        deviation REAL,
        volatility REAL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,'2026-11-13T10:00:00Z','Ani',1,'person','orange',68,2,0.0,NULL,NULL,NULL,9.4848723995981663393e+02,3.18941162355077381098e+02,6.00076795649388330944e-02);
INSERT INTO "seats" VALUES(1,1,'2026-11-13T10:00:00Z','Frank',NULL,'easy','blue',74,1,1.0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(2,0,'2026-11-16T21:00:00Z','Ani',1,'person','orange',37,3,0.0,NULL,NULL,NULL,897.441653290538,2.74716642297440671437e+02,6.00065315449465550012e-02);
INSERT INTO "seats" VALUES(2,1,'2026-11-16T21:00:00Z','Jenny',NULL,'medium','blue',59,1,1.0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(2,2,'2026-11-16T21:00:00Z','Mats',NULL,'hard','white',45,2,0.0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(3,0,'2026-11-14T18:00:00Z','Ani',1,'person','orange',26,3,0.0,9.44,2.6,27.0,9.22425813775131473414e+02,2.95660450760693549899e+02,6.00071396447552848907e-02);
INSERT INTO "seats" VALUES(3,1,'2026-11-14T18:00:00Z','Bärbel',2,'person','blue',21,4,0.0,10.31,2.75,24.0,1.30083094593184569022e+03,2.48215872465614381778e+02,5.99994219754265215027e-02);
INSERT INTO "seats" VALUES(3,2,'2026-11-14T18:00:00Z','=Cem',3,'person','white',35,2,0.0,15.08,3.09,12.0,1.30083094593184569022e+03,2.48215872465614381778e+02,5.99994219754265215027e-02);
INSERT INTO "seats" VALUES(3,3,'2026-11-14T18:00:00Z','Mats',NULL,'medium','black',38,1,1.0,6.95,-4.97,38.0,NULL,NULL,NULL);
CREATE TABLE tiles (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        tile TEXT NOT NULL,
        uses INTEGER NOT NULL,
        PRIMARY KEY (game, seat, tile)
    ) WITHOUT ROWID;
INSERT INTO "tiles" VALUES(1,1,'tavern',1);
INSERT INTO "tiles" VALUES(2,1,'farm',2);
INSERT INTO "tiles" VALUES(2,2,'barn',2);
INSERT INTO "tiles" VALUES(3,0,'tavern',1);
INSERT INTO "tiles" VALUES(3,1,'farm',3);
INSERT INTO "tiles" VALUES(3,3,'farm',2);
CREATE TABLE tries (
        person INTEGER NOT NULL REFERENCES people,
        day TEXT NOT NULL,
        game TEXT NOT NULL,
        PRIMARY KEY (person, day)
    ) WITHOUT ROWID;
INSERT INTO "tries" VALUES(1,'2026-11-16','dddddddddddddddd');
CREATE INDEX games_by_time ON games (ended);
CREATE INDEX seats_by_person ON seats (person, ended, game);
COMMIT;
PRAGMA user_version = 6;
