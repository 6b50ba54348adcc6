PRAGMA foreign_keys = OFF;
CREATE TABLE village (
vid INTEGER PRIMARY KEY,
vname TEXT,
region TEXT,
alt_m INTEGER
);
CREATE TABLE grower (
gid INTEGER PRIMARY KEY,
fname TEXT,
lname TEXT,
sex TEXT,
age INTEGER,
vid INTEGER,
yr_join INTEGER,
FOREIGN KEY (vid) REFERENCES village(vid)
);
CREATE TABLE grape (
grp_code TEXT PRIMARY KEY,
grp_name TEXT,
color TEXT,
origin TEXT
);
CREATE TABLE plot (
pid INTEGER PRIMARY KEY,
gid INTEGER,
grp_code TEXT,
area_ha REAL,
yr_planted INTEGER,
soil TEXT,
FOREIGN KEY (gid) REFERENCES grower(gid),
FOREIGN KEY (grp_code) REFERENCES grape(grp_code)
);
CREATE TABLE deliv (
did INTEGER PRIMARY KEY,
pid INTEGER,
d_date TEXT,
qty_kg INTEGER,
sugar REAL,
FOREIGN KEY (pid) REFERENCES plot(pid)
);
CREATE TABLE wine (
wid INTEGER PRIMARY KEY,
wname TEXT,
vint INTEGER,
wtype TEXT,
price REAL,
alc REAL,
bottles INTEGER
);
CREATE TABLE blend (
wid INTEGER,
grp_code TEXT,
pct INTEGER,
PRIMARY KEY (wid, grp_code),
FOREIGN KEY (wid) REFERENCES wine(wid),
FOREIGN KEY (grp_code) REFERENCES grape(grp_code)
);
INSERT INTO "village" VALUES
(1, 'Serralunga', 'Langhe', 414),
(2, 'Barolo', 'Langhe', 301),
(3, 'Monforte', 'Langhe', 480),
(4, 'Canelli', 'Asti', 157),
(5, 'Nizza', 'Asti', 137),
(6, 'Gavi', 'Alessandria', 233),
(7, 'Ovada', 'Alessandria', 186),
(8, 'Neive', 'Langhe', 308),
(9, 'Costigliole', 'Asti', 242);
INSERT INTO "grower" VALUES
(1, 'Carlo', 'Bruno', 'M', 61, 1, 1988),
(2, 'Lucia', 'Ferrero', 'F', 47, 1, 2004),
(3, 'Piero', 'Rinaldi', 'M', 72, 2, 1979),
(4, 'Anna', 'Ferrero', 'F', 39, 3, 2012),
(5, 'Marco', 'Gallo', 'M', 55, 4, 1999),
(6, 'Teresa', 'Bosio', 'F', 66, 5, 1985),
(7, 'Davide', 'Conti', 'M', 33, 5, 2017),
(8, 'Elena', 'Sacco', 'F', 51, 6, 2001),
(9, 'Giorgio', 'Vola', 'M', 44, 6, 2008),
(10, 'Silvia', 'Conti', 'F', 29, 8, 2020),
(11, 'Luigi', 'Oddero', 'M', 70, 2, 1981),
(12, 'Paolo', 'Negro', 'M', 58, 4, 1996),
(13, 'Irene', 'Marengo', 'F', 36, 9, 2015),
(14, 'Bruno', 'Gallo', 'M', 48, NULL, 2010);
INSERT INTO "grape" VALUES
('NEB', 'Nebbiolo', 'red', 'Italy'),
('BAR', 'Barbera', 'red', 'Italy'),
('DOL', 'Dolcetto', 'red', 'Italy'),
('MOS', 'Moscato', 'white', 'Greece'),
('COR', 'Cortese', 'white', 'Italy'),
('ARN', 'Arneis', 'white', 'Italy'),
('CHA', 'Chardonnay', 'white', 'France'),
('MER', 'Merlot', 'red', 'France'),
('FRE', 'Freisa', 'red', 'Italy');
INSERT INTO "plot" VALUES
(1, 1, 'NEB', 2.4, 1985, 'marl'),
(2, 1, 'DOL', 0.8, 1992, 'clay'),
(3, 2, 'NEB', 1.9, 2001, 'marl'),
(4, 3, 'NEB', 3.6, 1970, 'marl'),
(5, 3, 'BAR', 1.2, 1988, 'clay'),
(6, 4, 'ARN', 0.7, 2013, 'sand'),
(7, 4, 'NEB', 1.1, 2012, 'marl'),
(8, 5, 'MOS', 4.2, 1995, 'sand'),
(9, 6, 'BAR', 2.8, 1979, 'clay'),
(10, 6, 'MOS', 1.5, 1990, 'sand'),
(11, 7, 'BAR', 1.3, 2016, 'clay'),
(12, 8, 'COR', 3.1, 1998, 'clay'),
(13, 8, 'CHA', 0.9, 2006, 'limestone'),
(14, 9, 'COR', 2.2, 2009, 'limestone'),
(15, 11, 'NEB', 2.0, 1983, 'marl'),
(16, 11, 'BAR', 0.6, 1983, 'clay'),
(17, 11, 'DOL', 1.0, 1999, 'marl'),
(18, 12, 'MOS', 2.6, 2000, 'sand'),
(19, 10, 'NEB', 0.5, 2019, NULL),
(20, 13, 'MER', 1.4, 2014, 'clay');
INSERT INTO "deliv" VALUES
(1, 1, '2019-10-04', 9200, 24.1),
(2, 1, '2020-10-01', 8800, 24.6),
(3, 2, '2019-09-15', 5100, 21.0),
(4, 3, '2020-10-03', 7400, 23.8),
(5, 4, '2019-10-08', 12900, 24.9),
(6, 4, '2020-10-06', 13300, 25.2),
(7, 5, '2020-09-22', 7700, 22.3),
(8, 6, '2020-09-08', 4300, 20.4),
(9, 7, '2020-10-02', 4600, 23.5),
(10, 8, '2019-09-02', 30500, 19.8),
(11, 8, '2020-09-01', 28800, 20.1),
(12, 9, '2019-09-24', 19400, 22.7),
(13, 9, '2020-09-20', 18100, 23.0),
(14, 10, '2020-09-03', 11200, 19.5),
(15, 11, '2020-09-25', 8300, 21.9),
(16, 12, '2019-09-12', 24600, 20.2),
(17, 12, '2020-09-10', 23900, 20.6),
(18, 13, '2020-08-29', 6100, 21.2),
(19, 14, '2020-09-14', 15800, 20.0),
(20, 15, '2020-10-05', 7900, 24.4),
(21, 16, '2020-09-26', 3900, 22.1),
(22, 18, '2020-09-04', 18700, NULL),
(23, 17, '2019-09-17', 6600, 20.9);
INSERT INTO "wine" VALUES
(1, 'Torre Antica', 2016, 'red', 38.5, 14.5, 12000),
(2, 'Torre Antica', 2017, 'red', 36.0, 14.0, 11500),
(3, 'Collina Rossa', 2019, 'red', 11.0, 13.5, 40000),
(4, 'Dolce Canelli', 2020, 'sparkling', 9.5, 5.5, 65000),
(5, 'Gavi Bianco', 2020, 'white', 10.5, 12.5, 38000),
(6, 'Duetto', 2018, 'red', 17.0, 14.0, 15000),
(7, 'Fiore di Langa', 2020, 'white', 12.0, 13.0, 9000),
(8, 'Riserva del Socio', 2013, 'red', 64.0, 14.5, 3200),
(9, 'Rosa Nostra', 2020, 'rose', 8.5, 12.0, 21000),
(10, 'Brut Cooperativo', 2018, 'sparkling', 15.0, 12.5, 14000),
(11, 'Merenda', 2019, 'red', 7.5, 13.0, NULL),
(12, 'Passito Vecchio', 2015, 'sweet', 28.0, 15.0, 1800);
INSERT INTO "blend" VALUES
(1, 'NEB', 100),
(2, 'NEB', 100),
(3, 'BAR', 85),
(3, 'DOL', 15),
(4, 'MOS', 100),
(5, 'COR', 100),
(6, 'NEB', 60),
(6, 'BAR', 40),
(7, 'ARN', 80),
(7, 'CHA', 20),
(8, 'NEB', 100),
(9, 'NEB', 30),
(9, 'BAR', 45),
(9, 'DOL', 25),
(10, 'CHA', 55),
(10, 'COR', 45),
(11, 'DOL', 70),
(11, 'MER', 30);
