PRAGMA foreign_keys = OFF;
CREATE TABLE club (
 clubId INTEGER PRIMARY KEY,
 clubName TEXT,
 city TEXT,
 foundedYear INTEGER,
 annualBudget INTEGER
);
CREATE TABLE coach (
 coachId INTEGER PRIMARY KEY,
 firstName TEXT,
 lastName TEXT,
 licenseLevel TEXT,
 yearsExperience INTEGER,
 clubId INTEGER,
 FOREIGN KEY (clubId) REFERENCES club(clubId)
);
CREATE TABLE swimmer (
 swimmerId INTEGER PRIMARY KEY,
 firstName TEXT,
 lastName TEXT,
 gender TEXT,
 birthYear INTEGER,
 heightCm INTEGER,
 clubId INTEGER,
 FOREIGN KEY (clubId) REFERENCES club(clubId)
);
CREATE TABLE pool (
 poolId INTEGER PRIMARY KEY,
 poolName TEXT,
 city TEXT,
 laneCount INTEGER,
 poolLength INTEGER,
 seatCapacity INTEGER
);
CREATE TABLE meet (
 meetId INTEGER PRIMARY KEY,
 meetName TEXT,
 startDate TEXT,
 hostClubId INTEGER,
 poolId INTEGER,
 FOREIGN KEY (hostClubId) REFERENCES club(clubId),
 FOREIGN KEY (poolId) REFERENCES pool(poolId)
);
CREATE TABLE raceResult (
 resultId INTEGER PRIMARY KEY,
 meetId INTEGER,
 swimmerId INTEGER,
 stroke TEXT,
 distance INTEGER,
 timeSeconds REAL,
 finalPlace INTEGER,
 FOREIGN KEY (meetId) REFERENCES meet(meetId),
 FOREIGN KEY (swimmerId) REFERENCES swimmer(swimmerId)
);
INSERT INTO "club" VALUES
(1, 'Dolphins', 'Split', 1952, 240000),
(2, 'Blue Marlins', 'Zagreb', 1968, 310000),
(3, 'Otters', 'Rijeka', 1987, 95000),
(4, 'Neptune', 'Zadar', 1934, 180000),
(5, 'Sea Eagles', 'Split', 1999, 120000),
(6, 'Aqua Star', 'Osijek', 2005, 70000),
(7, 'Seahorses', 'Pula', 1976, 88000),
(8, 'Riverside', 'Zagreb', 2011, NULL);
INSERT INTO "coach" VALUES
(1, 'Ivan', 'Horvat', 'A', 22, 2),
(2, 'Marija', 'Babic', 'A', 18, 1),
(3, 'Petar', 'Kovac', 'B', 9, 3),
(4, 'Ana', 'Juric', 'B', 12, 2),
(5, 'Luka', 'Maric', 'C', 3, 6),
(6, 'Sanja', 'Peric', 'B', 7, 4),
(7, 'Dino', 'Vukic', 'C', 2, 5),
(8, 'Nina', 'Radic', 'A', 15, 4),
(9, 'Filip', 'Matic', 'C', 5, 1);
INSERT INTO "swimmer" VALUES
(1, 'Tea', 'Lovric', 'F', 2001, 174, 1),
(2, 'Marko', 'Simic', 'M', 1999, 188, 2),
(3, 'Ema', 'Blazevic', 'F', 2003, 169, 2),
(4, 'Josip', 'Tomic', 'M', 2000, 191, 1),
(5, 'Lana', 'Grgic', 'F', 2002, 172, 4),
(6, 'Karlo', 'Pavic', 'M', 2004, 182, 3),
(7, 'Iva', 'Simic', 'F', 1998, 177, 2),
(8, 'Toni', 'Bilic', 'M', 2001, 185, 4),
(9, 'Mia', 'Kralj', 'F', 2005, 165, 6),
(10, 'Dario', 'Novak', 'M', 1997, 194, 5),
(11, 'Petra', 'Lukic', 'F', 2000, 170, 3),
(12, 'Roko', 'Jukic', 'M', 2003, 180, 1),
(13, 'Nika', 'Zoric', 'F', 2004, 167, 5),
(14, 'Jan', 'Vidic', 'M', 2002, 187, 2),
(15, 'Sara', 'Knez', 'F', 1999, NULL, 7),
(16, 'Leon', 'Bosnjak', 'M', 2005, 178, 6),
(17, 'Dora', 'Kos', 'F', 2001, 171, 4),
(18, 'Ante', 'Rados', 'M', 1998, 190, 7),
(19, 'Vito', 'Klaric', 'M', 2006, 173, 8);
INSERT INTO "pool" VALUES
(1, 'Poljud', 'Split', 10, 50, 3500),
(2, 'Mladost', 'Zagreb', 8, 50, 2000),
(3, 'Kantrida', 'Rijeka', 10, 50, 1200),
(4, 'Visnjik', 'Zadar', 8, 25, 900),
(5, 'Utrine', 'Zagreb', 6, 25, 300),
(6, 'Gradski', 'Osijek', 6, 25, 450),
(7, 'Marina', 'Pula', 8, 50, 650),
(8, 'Spinut', 'Split', 5, 25, 150),
(9, 'Gospino Polje', 'Dubrovnik', 10, 50, 800);
INSERT INTO "meet" VALUES
(1, 'Spring Cup', '2019-03-16', 1, 1),
(2, 'Capital Open', '2019-06-08', 2, 2),
(3, 'Adriatic Trophy', '2019-09-21', 3, 3),
(4, 'Winter Sprint', '2019-12-07', 4, 4),
(5, 'Spring Cup', '2020-03-14', 5, 1),
(6, 'Capital Open', '2021-06-12', 2, 2),
(7, 'Slavonia Meeting', '2021-10-02', 6, 6),
(8, 'Junior Night', '2021-11-20', 2, 5),
(9, 'Istria Masters', '2022-02-19', 7, 7);
INSERT INTO "raceResult" VALUES
(1, 1, 1, 'Freestyle', 100, 57.2, 1),
(2, 1, 3, 'Freestyle', 100, 59.8, 3),
(3, 1, 7, 'Freestyle', 100, 58.1, 2),
(4, 1, 2, 'Butterfly', 100, 54.9, 1),
(5, 1, 4, 'Butterfly', 100, 55.6, 2),
(6, 2, 2, 'Butterfly', 100, 54.1, 1),
(7, 2, 10, 'Butterfly', 100, 54.7, 2),
(8, 2, 5, 'Backstroke', 200, 135.4, 1),
(9, 2, 11, 'Backstroke', 200, 138.9, 2),
(10, 2, 4, 'Freestyle', 50, 23.4, 1),
(11, 3, 6, 'Freestyle', 50, 24.6, 3),
(12, 3, 4, 'Freestyle', 50, 23.1, 1),
(13, 3, 14, 'Freestyle', 50, 23.9, 2),
(14, 3, 17, 'Breaststroke', 100, 70.3, 1),
(15, 3, 13, 'Breaststroke', 100, 73.5, 2),
(16, 4, 8, 'Freestyle', 50, 23.7, 2),
(17, 4, 10, 'Freestyle', 50, 22.9, 1),
(18, 4, 12, 'Breaststroke', 200, 140.2, 1),
(19, 4, 1, 'Butterfly', 100, 62.0, 1),
(20, 5, 1, 'Freestyle', 100, 56.7, 1),
(21, 5, 7, 'Freestyle', 100, 57.9, 2),
(22, 5, 5, 'Freestyle', 100, 59.0, 3),
(23, 5, 2, 'Freestyle', 200, 111.8, 1),
(24, 6, 2, 'Butterfly', 200, 121.5, 1),
(25, 6, 14, 'Butterfly', 200, 125.0, 2),
(26, 6, 3, 'Backstroke', 100, 63.3, 1),
(27, 6, 5, 'Backstroke', 100, 62.8, NULL),
(28, 7, 9, 'Freestyle', 50, 28.4, 2),
(29, 7, 16, 'Breaststroke', 100, 66.9, 1),
(30, 7, 13, 'Freestyle', 50, 28.0, 1),
(31, 8, 3, 'Freestyle', 50, 27.1, 1),
(32, 8, 6, 'Breaststroke', 100, 67.8, 1),
(33, 8, 9, 'Freestyle', 50, 28.2, 2),
(34, 6, 1, 'Freestyle', 100, 56.5, 1),
(35, 9, 1, 'Freestyle', 50, 26.2, 1),
(36, 9, 10, 'Freestyle', 50, 22.7, 1);
