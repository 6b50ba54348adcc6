PRAGMA foreign_keys = OFF;
CREATE TABLE Species (speciesId INTEGER PRIMARY KEY, latinName TEXT, commonName TEXT, plantFamily TEXT, threatStatus TEXT);
CREATE TABLE Country (countryId INTEGER PRIMARY KEY, countryName TEXT, continent TEXT, areaKm2 INTEGER);
CREATE TABLE sc (speciesId INTEGER, countryId INTEGER, PRIMARY KEY (speciesId, countryId), FOREIGN KEY (speciesId) REFERENCES Species(speciesId), FOREIGN KEY (countryId) REFERENCES Country(countryId));
CREATE TABLE Collector (collectorId INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, birthYear INTEGER, homeCity TEXT);
CREATE TABLE cc (collectorId INTEGER, countryId INTEGER, permitYear INTEGER, PRIMARY KEY (collectorId, countryId), FOREIGN KEY (collectorId) REFERENCES Collector(collectorId), FOREIGN KEY (countryId) REFERENCES Country(countryId));
CREATE TABLE Vault (vaultId INTEGER PRIMARY KEY, vaultName TEXT, tempCelsius REAL, shelfCount INTEGER, yearBuilt INTEGER);
CREATE TABLE Accession (accessionId INTEGER PRIMARY KEY, speciesId INTEGER, collectorId INTEGER, vaultId INTEGER, yearCollected INTEGER, seedCount INTEGER, FOREIGN KEY (speciesId) REFERENCES Species(speciesId), FOREIGN KEY (collectorId) REFERENCES Collector(collectorId), FOREIGN KEY (vaultId) REFERENCES Vault(vaultId));
CREATE TABLE GerminationTest (testId INTEGER PRIMARY KEY, accessionId INTEGER, testDate TEXT, method TEXT, germinationRate REAL, FOREIGN KEY (accessionId) REFERENCES Accession(accessionId));
INSERT INTO "Species" VALUES
(1, 'Triticum dicoccum', 'Emmer Wheat', 'Poaceae', 'Least Concern'),
(2, 'Hordeum spontaneum', 'Wild Barley', 'Poaceae', 'Least Concern'),
(3, 'Vicia faba', 'Broad Bean', 'Fabaceae', 'Not Evaluated'),
(4, 'Lens orientalis', 'Wild Lentil', 'Fabaceae', 'Vulnerable'),
(5, 'Oryza glaberrima', 'African Rice', 'Poaceae', 'Near Threatened'),
(6, 'Malus sieversii', 'Wild Apple', 'Rosaceae', 'Vulnerable'),
(7, 'Rosa arabica', 'Sinai Rose', 'Rosaceae', 'Critically Endangered'),
(8, 'Cicer reticulatum', 'Wild Chickpea', 'Fabaceae', 'Endangered'),
(9, 'Sorghum bicolor', 'Sorghum', 'Poaceae', 'Least Concern'),
(10, 'Papaver alpinum', 'Alpine Poppy', 'Papaveraceae', 'Endangered'),
(11, 'Solanum incanum', 'Thorn Apple', 'Solanaceae', 'Least Concern'),
(12, 'Capsicum chinense', NULL, 'Solanaceae', 'Not Evaluated');
INSERT INTO "Country" VALUES
(1, 'Turkey', 'Asia', 783562),
(2, 'Egypt', 'Africa', 1002450),
(3, 'Kazakhstan', 'Asia', 2724900),
(4, 'Mali', 'Africa', 1240192),
(5, 'Ethiopia', 'Africa', 1104300),
(6, 'Austria', 'Europe', 83879),
(7, 'Syria', 'Asia', 185180),
(8, 'Peru', 'South America', 1285216),
(9, 'Portugal', 'Europe', 92212);
INSERT INTO "sc" VALUES
(1, 1),
(1, 7),
(1, 5),
(2, 1),
(2, 7),
(3, 2),
(3, 1),
(4, 1),
(4, 7),
(5, 4),
(6, 3),
(7, 2),
(8, 1),
(9, 5),
(9, 4),
(9, 2),
(10, 6),
(11, 5),
(12, 8);
INSERT INTO "Collector" VALUES
(1, 'Selin', 'Aydin', 1978, 'Ankara'),
(2, 'Omar', 'Farouk', 1965, 'Cairo'),
(3, 'Johanna', 'Lindner', 1989, 'Vienna'),
(4, 'Moussa', 'Keita', 1972, 'Bamako'),
(5, 'Dana', 'Iskakova', 1993, 'Almaty'),
(6, 'Abebe', 'Tadesse', 1958, 'Addis Ababa'),
(7, 'Rosa', 'Quispe', 1984, 'Cusco'),
(8, 'Tariq', 'Hassan', 1981, 'Cairo'),
(9, 'Ines', 'Duarte', 1996, 'Lisbon');
INSERT INTO "cc" VALUES
(1, 1, 2005),
(1, 7, 2008),
(2, 2, 1998),
(2, 5, 2003),
(3, 6, 2014),
(3, 1, 2017),
(3, 3, 2019),
(4, 4, 2001),
(5, 3, 2018),
(6, 5, 1990),
(6, 4, 1996),
(7, 8, 2012),
(8, 2, 2010),
(8, 7, 2011);
INSERT INTO "Vault" VALUES
(1, 'North Hall', -18.0, 120, 1985),
(2, 'Ice Chamber', -20.5, 300, 2008),
(3, 'Cool Room A', 4.0, 60, 1979),
(4, 'Cool Room B', 4.5, 75, 1979),
(5, 'Deep Store', -196.0, 40, 2015),
(6, 'Granite Tunnel', -15.0, 210, 1994),
(7, 'Annex', 8.0, 30, 2001),
(8, 'Visitor Vault', 2.5, 12, 2019);
INSERT INTO "Accession" VALUES
(1, 1, 1, 1, 2006, 5200),
(2, 1, 1, 2, 2010, 4100),
(3, 2, 1, 2, 2007, 8800),
(4, 3, 2, 3, 1999, 950),
(5, 4, 1, 2, 2009, 1300),
(6, 4, 8, 6, 2012, 760),
(7, 5, 4, 1, 2003, 6400),
(8, 5, 4, 6, 2011, 7150),
(9, 6, 5, 5, 2019, 340),
(10, 7, 2, 5, 2001, 45),
(11, 8, 3, 2, 2018, 620),
(12, 9, 6, 1, 1993, 9900),
(13, 9, 4, 6, 2014, 8300),
(14, 10, 3, 5, 2015, 210),
(15, 10, 3, 2, 2016, 480),
(16, 11, 6, 4, 1997, 1750),
(17, 1, 8, 2, 2013, 3900),
(18, 12, 7, 3, 2020, 1100),
(19, 7, 8, 5, 2016, 60),
(20, 9, 6, 2, 2002, 7700);
INSERT INTO "GerminationTest" VALUES
(1, 1, '2010-04-12', 'Petri dish', 91.5),
(2, 1, '2018-05-03', 'Petri dish', 88.0),
(3, 3, '2012-03-22', 'Paper roll', 95.0),
(4, 4, '2004-09-14', 'Sand tray', 72.5),
(5, 5, '2015-06-30', 'Petri dish', 66.0),
(6, 7, '2009-02-11', 'Paper roll', 84.0),
(7, 7, '2016-02-19', 'Paper roll', 79.5),
(8, 9, '2021-10-05', 'Agar', 41.0),
(9, 10, '2006-07-07', 'Agar', 28.5),
(10, 11, '2020-01-16', 'Petri dish', 83.0),
(11, 12, '1999-11-25', 'Sand tray', 87.0),
(12, 12, '2008-11-20', 'Sand tray', 81.0),
(13, 12, '2017-12-01', 'Paper roll', 76.0),
(14, 14, '2017-03-09', 'Agar', 35.0),
(15, 16, '2003-08-28', 'Sand tray', 69.0),
(16, 17, '2019-04-15', 'Petri dish', 90.0),
(17, 20, '2013-05-21', 'Paper roll', 89.5);
