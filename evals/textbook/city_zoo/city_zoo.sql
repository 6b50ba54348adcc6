PRAGMA foreign_keys = OFF;
CREATE TABLE Species (SpcCd VARCHAR(4) PRIMARY KEY, SpcName VARCHAR(40), Class VARCHAR(20), Diet VARCHAR(20), EndgFlag VARCHAR(1));
CREATE TABLE Encl (EncID INTEGER PRIMARY KEY, EncName VARCHAR(30), Area_sqm INTEGER, Yr_Built INTEGER, Indoor VARCHAR(1));
CREATE TABLE Keeper (KprID INTEGER PRIMARY KEY, FName VARCHAR(15), LName VARCHAR(15), Sex VARCHAR(1), Age INTEGER, HireDt TEXT, Sal INTEGER);
CREATE TABLE Animal (AnID INTEGER PRIMARY KEY, AnName VARCHAR(20), SpcCd VARCHAR(4), EncID INTEGER, Sex VARCHAR(1), BirthYr INTEGER, Wt_kg REAL,
 FOREIGN KEY(SpcCd) REFERENCES Species(SpcCd), FOREIGN KEY(EncID) REFERENCES Encl(EncID));
CREATE TABLE Cares_For (KprID INTEGER, EncID INTEGER, Hrs_Wk INTEGER, PRIMARY KEY(KprID,EncID), FOREIGN KEY(KprID) REFERENCES Keeper(KprID), FOREIGN KEY(EncID) REFERENCES Encl(EncID));
CREATE TABLE Vet_Visit (VisNo INTEGER PRIMARY KEY, AnID INTEGER, VisDt TEXT, Reason VARCHAR(30), Cost REAL, FOREIGN KEY(AnID) REFERENCES Animal(AnID));
INSERT INTO "Species" VALUES
('LION', 'African Lion', 'Mammal', 'Carnivore', 'N'),
('TIGR', 'Siberian Tiger', 'Mammal', 'Carnivore', 'Y'),
('ELEP', 'Asian Elephant', 'Mammal', 'Herbivore', 'Y'),
('GIRF', 'Giraffe', 'Mammal', 'Herbivore', 'N'),
('PENG', 'Humboldt Penguin', 'Bird', 'Carnivore', 'N'),
('FLAM', 'Greater Flamingo', 'Bird', 'Omnivore', 'N'),
('KOMO', 'Komodo Dragon', 'Reptile', 'Carnivore', 'Y'),
('TORT', 'Radiated Tortoise', 'Reptile', 'Herbivore', 'Y'),
('BBEA', 'Brown Bear', 'Mammal', 'Omnivore', 'N'),
('MACW', 'Hyacinth Macaw', 'Bird', 'Herbivore', 'N'),
('AXOL', 'Axolotl', 'Amphibian', 'Carnivore', 'Y');
INSERT INTO "Encl" VALUES
(1, 'Savanna Field', 5200, 1988, 'N'),
(2, 'Cat Canyon', 2100, 1995, 'N'),
(3, 'Elephant House', 3900, 2006, 'Y'),
(4, 'Penguin Pool', 640, 2011, 'N'),
(5, 'Wetland Walk', 1500, 1979, 'N'),
(6, 'Reptile Hall', 480, 2001, 'Y'),
(7, 'Bear Ridge', 2700, 1999, 'N'),
(8, 'Parrot Dome', 350, 2014, 'Y'),
(9, 'Night Cave', 290, 2018, 'Y');
INSERT INTO "Keeper" VALUES
(101, 'Nora', 'Whitfield', 'F', 34, '2012-04-02', 41000),
(102, 'Jamal', 'Peters', 'M', 45, '2001-09-15', 52000),
(103, 'Rosa', 'Delgado', 'F', 28, '2018-06-01', 36500),
(104, 'Erik', 'Lund', 'M', 51, '1997-03-20', 58000),
(105, 'Keiko', 'Mori', 'F', 39, '2009-11-11', 45500),
(106, 'Paul', 'Whitfield', 'M', 30, '2016-02-29', 38000),
(107, 'Amara', 'Okoye', 'F', 42, '2005-07-07', 49500),
(108, 'Leo', 'Brandt', 'M', 25, '2020-05-18', 33000),
(109, 'Sofia', 'Petrov', 'F', 57, '1991-01-10', NULL);
INSERT INTO "Animal" VALUES
(1, 'Kibo', 'LION', 2, 'M', 2012, 190.5),
(2, 'Asha', 'LION', 2, 'F', 2014, 128.0),
(3, 'Nala', 'LION', 2, 'F', 2016, 121.3),
(4, 'Boris', 'TIGR', 2, 'M', 2011, 205.0),
(5, 'Zima', 'TIGR', 2, 'F', 2015, 140.2),
(6, 'Rani', 'ELEP', 3, 'F', 1989, 3100.0),
(7, 'Bindu', 'ELEP', 3, 'F', 2003, 2750.0),
(8, 'Tusker', 'ELEP', 3, 'M', 1995, 4150.0),
(9, 'Twiga', 'GIRF', 1, 'F', 2010, 790.0),
(10, 'Stretch', 'GIRF', 1, 'M', 2013, 1150.0),
(11, 'Pip', 'PENG', 4, 'M', 2018, 4.4),
(12, 'Waddle', 'PENG', 4, 'F', 2017, 4.1),
(13, 'Pebble', 'PENG', 4, 'F', 2019, 3.9),
(14, 'Flip', 'PENG', 4, 'M', 2016, 4.6),
(15, 'Rosie', 'FLAM', 5, 'F', 2009, 2.8),
(16, 'Coral', 'FLAM', 5, 'F', 2012, 2.6),
(17, 'Drago', 'KOMO', 6, 'M', 2008, 78.0),
(18, 'Sheldon', 'TORT', 6, 'M', 1964, 14.5),
(19, 'Pebble', 'TORT', 6, 'F', 1971, 12.2),
(20, 'Bruno', 'BBEA', 7, 'M', 2005, 310.0),
(21, 'Masha', 'BBEA', 7, 'F', 2007, 195.0),
(22, 'Azul', 'MACW', 8, 'M', 2001, 1.5),
(23, 'Indigo', 'MACW', 8, 'F', 2004, 1.3),
(24, 'Lulu', 'FLAM', 5, NULL, 2020, 2.2);
INSERT INTO "Cares_For" VALUES
(101, 1, 20),
(101, 2, 15),
(102, 2, 25),
(102, 7, 12),
(103, 4, 30),
(104, 3, 35),
(105, 5, 18),
(105, 8, 16),
(105, 4, 6),
(106, 6, 28),
(107, 3, 22),
(107, 1, 14),
(108, 4, 20),
(104, 7, 5);
INSERT INTO "Vet_Visit" VALUES
(1, 1, '2021-01-12', 'Dental', 420.0),
(2, 4, '2021-01-30', 'Checkup', 150.0),
(3, 6, '2021-02-14', 'Foot Care', 610.0),
(4, 6, '2021-05-03', 'Foot Care', 580.0),
(5, 8, '2021-03-22', 'Checkup', 260.0),
(6, 11, '2021-03-25', 'Checkup', 60.0),
(7, 17, '2021-04-08', 'Injury', 340.0),
(8, 20, '2021-04-19', 'Dental', 505.0),
(9, 9, '2021-06-02', 'Checkup', 175.0),
(10, 1, '2021-07-16', 'Injury', 290.0),
(11, 22, '2021-08-01', 'Checkup', 55.0),
(12, 6, '2021-09-09', 'Checkup', 240.0),
(13, 18, '2021-09-27', 'Checkup', 70.0),
(14, 13, '2021-10-04', 'Injury', 115.0),
(15, 7, '2021-11-20', 'Foot Care', 450.0),
(16, 2, '2021-12-01', 'Dental', NULL);
