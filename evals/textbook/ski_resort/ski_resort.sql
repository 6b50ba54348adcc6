PRAGMA foreign_keys = OFF;
CREATE TABLE Slope (
slopeId INTEGER PRIMARY KEY, slopeName TEXT, difficulty TEXT, lengthM INTEGER, verticalDrop INTEGER, nightSkiing TEXT
);
CREATE TABLE Lift (
liftId INTEGER PRIMARY KEY, liftName TEXT, liftType TEXT, builtYear INTEGER, hourlyCapacity INTEGER, rideMinutes REAL
);
CREATE TABLE LiftXSlope (
liftId INTEGER, slopeId INTEGER,
PRIMARY KEY (liftId, slopeId),
FOREIGN KEY (liftId) REFERENCES Lift(liftId),
FOREIGN KEY (slopeId) REFERENCES Slope(slopeId)
);
CREATE TABLE Guest (
guestId INTEGER PRIMARY KEY, guestName TEXT, age INTEGER, homeCountry TEXT, skillLevel TEXT
);
CREATE TABLE Instructor (
instructorId INTEGER PRIMARY KEY, instructorName TEXT, discipline TEXT, hourlyWage REAL, hireYear INTEGER, homeTown TEXT
);
CREATE TABLE SkiPass (
passId INTEGER PRIMARY KEY, guestId INTEGER, passType TEXT, price REAL, validFrom TEXT, validTo TEXT,
FOREIGN KEY (guestId) REFERENCES Guest(guestId)
);
CREATE TABLE Lesson (
lessonId INTEGER PRIMARY KEY, instructorId INTEGER, slopeId INTEGER, lessonDate TEXT, durationHours REAL,
FOREIGN KEY (instructorId) REFERENCES Instructor(instructorId),
FOREIGN KEY (slopeId) REFERENCES Slope(slopeId)
);
CREATE TABLE GL (
guestId INTEGER, lessonId INTEGER, rating INTEGER,
PRIMARY KEY (guestId, lessonId),
FOREIGN KEY (guestId) REFERENCES Guest(guestId),
FOREIGN KEY (lessonId) REFERENCES Lesson(lessonId)
);
INSERT INTO "Slope" VALUES
(1, 'Bunny Meadow', 'Green', 450, 60, 'T'),
(2, 'Pine Alley', 'Green', 900, 140, 'F'),
(3, 'Marmot Run', 'Blue', 1800, 320, 'T'),
(4, 'Eagle Traverse', 'Blue', 2400, 380, 'F'),
(5, 'Widowmaker', 'Black', 1350, 560, 'F'),
(6, 'North Face', 'Black', 1700, 690, 'F'),
(7, 'Sunset Bowl', 'Red', 2100, 450, 'F'),
(8, 'Chamois', 'Red', 1600, 410, 'T'),
(9, 'Larch Lane', 'Blue', 1250, 210, 'F'),
(10, 'Glacier Drop', 'Black', 2900, 880, 'F');
INSERT INTO "Lift" VALUES
(1, 'Meadow Carpet', 'Magic Carpet', 2014, 800, 4.0),
(2, 'Pine Tow', 'T-Bar', 1978, 720, 6.5),
(3, 'Marmot Express', 'Chairlift', 2006, 2400, 7.0),
(4, 'Summit Gondola', 'Gondola', 2018, 3000, 11.5),
(5, 'Eagle Chair', 'Chairlift', 1991, 1500, 9.0),
(6, 'Glacier Tram', 'Cable Car', 1972, 900, 8.0),
(7, 'Bowl Quad', 'Chairlift', 2001, 2000, 6.0),
(8, 'Village Gondola', 'Gondola', 2021, 2800, NULL),
(9, 'Training Rope', 'Rope Tow', 1965, 300, 3.0);
INSERT INTO "LiftXSlope" VALUES
(1, 1),
(2, 1),
(2, 2),
(3, 3),
(3, 2),
(3, 9),
(4, 4),
(4, 5),
(4, 6),
(4, 7),
(5, 4),
(5, 9),
(6, 10),
(6, 6),
(7, 7),
(7, 8);
INSERT INTO "Guest" VALUES
(1, 'Hannah Meier', 34, 'Switzerland', 'Advanced'),
(2, 'Jack Sutton', 27, 'United Kingdom', 'Beginner'),
(3, 'Chloe Sutton', 25, 'United Kingdom', 'Beginner'),
(4, 'Lars Nyberg', 45, 'Sweden', 'Advanced'),
(5, 'Bianca Rossi', 19, 'Italy', 'Intermediate'),
(6, 'Pieter de Vries', 52, 'Netherlands', 'Intermediate'),
(7, 'Sanne de Vries', 14, 'Netherlands', 'Beginner'),
(8, 'Marco Rossi', 61, 'Italy', 'Advanced'),
(9, 'Anya Petrova', 38, 'Bulgaria', NULL),
(10, 'Tom Aldridge', 8, 'United Kingdom', 'Beginner'),
(11, 'Emil Nyberg', 16, 'Sweden', 'Intermediate'),
(12, 'Julia Kranz', 30, 'Germany', 'Intermediate');
INSERT INTO "Instructor" VALUES
(1, 'Reto Caduff', 'Alpine', 46.0, 2005, 'Davos'),
(2, 'Marie Jolivet', 'Snowboard', 41.5, 2012, 'Chamonix'),
(3, 'Stefan Gruber', 'Alpine', 52.0, 1999, 'Innsbruck'),
(4, 'Nina Caduff', 'Telemark', 44.0, 2015, 'Davos'),
(5, 'Luis Ortega', 'Snowboard', 35.0, 2021, 'Granada'),
(6, 'Heidi Lang', 'Cross Country', 38.5, 2018, 'Innsbruck'),
(7, 'Ben Farrow', 'Alpine', 33.0, 2022, 'Leeds'),
(8, 'Ursina Frey', 'Freestyle', 40.0, 2017, 'Davos');
INSERT INTO "SkiPass" VALUES
(1, 1, 'Season', 940.0, '2022-12-01', '2023-04-15'),
(2, 2, 'Day', 68.0, '2023-01-14', '2023-01-14'),
(3, 3, 'Day', 68.0, '2023-01-14', '2023-01-14'),
(4, 2, 'Week', 345.0, '2023-02-11', '2023-02-17'),
(5, 4, 'Season', 890.0, '2022-12-01', '2023-04-15'),
(6, 5, 'Weekend', 125.0, '2023-01-21', '2023-01-22'),
(7, 6, 'Week', 345.0, '2023-02-18', '2023-02-24'),
(8, 7, 'Week', 210.0, '2023-02-18', '2023-02-24'),
(9, 8, 'Day', 54.0, '2023-03-03', '2023-03-03'),
(10, 8, 'Day', 54.0, '2023-03-09', '2023-03-09'),
(11, 8, 'Weekend', 125.0, '2023-03-18', '2023-03-19'),
(12, 10, 'Day', 35.0, '2023-01-15', '2023-01-15'),
(13, 11, 'Season', 620.0, '2022-12-10', '2023-04-15'),
(14, 5, 'Day', 68.0, '2023-02-04', '2023-02-04');
INSERT INTO "Lesson" VALUES
(1, 1, 3, '2023-01-14', 2.0),
(2, 2, 3, '2023-01-14', 3.0),
(3, 7, 1, '2023-01-14', 1.5),
(4, 7, 1, '2023-01-15', 1.5),
(5, 1, 5, '2023-01-21', 2.0),
(6, 3, 10, '2023-01-22', 4.0),
(7, 4, 4, '2023-02-04', 2.5),
(8, 5, 2, '2023-02-12', 2.0),
(9, 7, 2, '2023-02-19', 2.0),
(10, 1, 7, '2023-02-20', 3.0),
(11, 3, 6, '2023-03-03', 3.0),
(12, 8, 8, '2023-03-09', NULL),
(13, 7, 1, '2023-02-21', 1.5),
(14, 2, 9, '2023-02-22', 2.0);
INSERT INTO "GL" VALUES
(2, 3, 4),
(3, 3, 5),
(10, 4, 5),
(10, 3, 3),
(1, 5, 4),
(1, 6, 5),
(4, 6, 5),
(5, 2, 3),
(5, 7, 4),
(11, 1, 4),
(2, 8, 2),
(7, 9, 4),
(7, 13, 5),
(6, 10, 3),
(6, 14, NULL),
(8, 11, 5),
(8, 12, 2),
(4, 11, 4),
(3, 1, 3),
(11, 5, 1),
(7, 4, 5);
