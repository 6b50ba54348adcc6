PRAGMA foreign_keys = OFF;
CREATE TABLE "club" ("Club_ID" int, "Club_Name" text, "City" text, "Founded" int, "Number_of_Boards" int, PRIMARY KEY ("Club_ID"));
CREATE TABLE "player" ("Player_ID" int, "Name" text, "Country" text, "Birth_Year" int, "Title" text, "Rating" int, "Club_ID" int, PRIMARY KEY ("Player_ID"), FOREIGN KEY ("Club_ID") REFERENCES "club"("Club_ID"));
CREATE TABLE "arbiter" ("Arbiter_ID" int, "Name" text, "Grade" text, "Year_Licensed" int, PRIMARY KEY ("Arbiter_ID"));
CREATE TABLE "tournament" ("Tournament_ID" int, "Tournament_Name" text, "Host_City" text, "Year" int, "Prize_Fund" real, "Rounds" int, "Chief_Arbiter_ID" int, PRIMARY KEY ("Tournament_ID"), FOREIGN KEY ("Chief_Arbiter_ID") REFERENCES "arbiter"("Arbiter_ID"));
CREATE TABLE "game" ("Game_ID" int, "Tournament_ID" int, "Round" int, "White_Player_ID" int, "Black_Player_ID" int, "Opening" text, "Moves" int, "Result" text, PRIMARY KEY ("Game_ID"), FOREIGN KEY ("Tournament_ID") REFERENCES "tournament"("Tournament_ID"), FOREIGN KEY ("White_Player_ID") REFERENCES "player"("Player_ID"), FOREIGN KEY ("Black_Player_ID") REFERENCES "player"("Player_ID"));
INSERT INTO "club" VALUES
(1, 'Knights of Ghent', 'Ghent', 1921, 24),
(2, 'Rook House', 'Antwerp', 1954, 18),
(3, 'Castle Chess Circle', 'Utrecht', 1933, 30),
(4, 'Zugzwang', 'Leuven', 1998, 10),
(5, 'The Passed Pawn', 'Utrecht', 1976, 16),
(6, 'Endgame Society', 'Bruges', 2005, 8),
(7, 'Black Bishop', 'Antwerp', 1987, 12),
(8, 'North Sea Gambit', 'Ostend', 2012, 6);
INSERT INTO "player" VALUES
(1, 'Bram Vandeput', 'Belgium', 1988, 'GM', 2571, 1),
(2, 'Elise Maertens', 'Belgium', 1995, 'WIM', 2304, 1),
(3, 'Jeroen Kuiper', 'Netherlands', 1979, 'IM', 2455, 3),
(4, 'Daan de Wit', 'Netherlands', 2001, 'FM', 2338, 3),
(5, 'Olga Petrenko', 'Ukraine', 1991, 'WGM', 2412, 2),
(6, 'Karim Belhadj', 'France', 1984, 'GM', 2548, 2),
(7, 'Lotte Claes', 'Belgium', 2006, NULL, 1987, 4),
(8, 'Pieter Janssens', 'Belgium', 1968, 'IM', 2389, 7),
(9, 'Sven Hofmann', 'Germany', 1990, 'FM', 2296, 5),
(10, 'Mei Lin', 'Netherlands', 2003, NULL, 2145, 5),
(11, 'Arno Peeters', 'Belgium', 1975, NULL, 1910, 6),
(12, 'Victor Salas', 'Spain', 1997, 'GM', 2602, 3),
(13, 'Noor Bakker', 'Netherlands', 1999, 'WIM', 2267, 3),
(14, 'Tim Dhondt', 'Belgium', 1993, 'FM', 2321, 1),
(15, 'Ruben Aerts', 'Belgium', 2008, NULL, 1845, NULL),
(16, 'Hugo Fabre', 'France', 1959, 'IM', 2310, 7);
INSERT INTO "arbiter" VALUES
(1, 'Godelieve Smet', 'International', 1994),
(2, 'Hans Vermeer', 'FIDE', 2006),
(3, 'Rita Lambert', 'National', 2015),
(4, 'Cor Brouwer', 'International', 1989),
(5, 'Ilse Goossens', 'National', 2018),
(6, 'Marc Tanghe', 'FIDE', 2001),
(7, 'Yves Collard', 'FIDE', 2011),
(8, 'Petra Mol', 'National', 2020);
INSERT INTO "tournament" VALUES
(1, 'Lowlands Open', 'Ghent', 2018, 15000.0, 9, 1),
(2, 'Harbour Masters', 'Antwerp', 2019, 32000.0, 9, 4),
(3, 'Canal Rapid', 'Utrecht', 2019, 4500.0, 7, 2),
(4, 'Winter Invitational', 'Leuven', 2020, 21000.0, 11, 1),
(5, 'Lowlands Open', 'Ghent', 2021, 18000.0, 9, 6),
(6, 'Belfry Blitz', 'Bruges', 2021, 2000.0, 13, 3),
(7, 'Harbour Masters', 'Antwerp', 2022, 35500.0, 9, 1),
(8, 'Dunes Festival', 'Ostend', 2022, 8000.0, 7, 2),
(9, 'Spring Junior Cup', 'Utrecht', 2023, NULL, 7, 5);
INSERT INTO "game" VALUES
(1, 1, 1, 1, 4, 'Sicilian Defence', 38, '1-0'),
(2, 1, 1, 3, 2, 'Ruy Lopez', 52, '1/2-1/2'),
(3, 1, 2, 6, 1, 'Queen''s Gambit', 44, '1/2-1/2'),
(4, 1, 2, 2, 8, 'Caro-Kann', 61, '0-1'),
(5, 2, 1, 12, 6, 'Ruy Lopez', 71, '1-0'),
(6, 2, 1, 5, 3, 'Sicilian Defence', 33, '0-1'),
(7, 2, 2, 1, 12, 'Catalan', 66, '1/2-1/2'),
(8, 2, 3, 12, 5, 'English Opening', 40, '1-0'),
(9, 3, 1, 10, 9, 'French Defence', 29, '0-1'),
(10, 3, 1, 13, 4, 'Sicilian Defence', 47, '1-0'),
(11, 3, 2, 4, 10, 'Queen''s Gambit', 55, '1-0'),
(12, 4, 1, 6, 12, 'Sicilian Defence', 88, '0-1'),
(13, 4, 1, 1, 5, 'Catalan', 59, '1-0'),
(14, 4, 2, 12, 1, 'King''s Indian', 97, '1/2-1/2'),
(15, 4, 3, 8, 14, 'Caro-Kann', 24, '1/2-1/2'),
(16, 5, 1, 14, 3, 'French Defence', 42, '0-1'),
(17, 5, 1, 7, 1, 'Sicilian Defence', 21, '0-1'),
(18, 5, 2, 1, 14, 'Ruy Lopez', 50, '1-0'),
(19, 6, 1, 11, 7, 'Italian Game', 35, '0-1'),
(20, 6, 2, 9, 11, 'English Opening', 27, '1-0'),
(21, 7, 1, 12, 3, 'Queen''s Gambit', 63, '1-0'),
(22, 7, 1, 5, 6, 'Sicilian Defence', 46, '1/2-1/2'),
(23, 7, 2, 6, 1, 'Catalan', 58, '1-0'),
(24, 7, 3, 1, 12, 'Sicilian Defence', 74, '0-1'),
(25, 8, 1, 13, 9, 'Italian Game', 31, '1-0'),
(26, 8, 2, 10, 13, 'Ruy Lopez', 49, '1/2-1/2'),
(27, 8, 2, 2, 7, 'French Defence', 36, '1-0'),
(28, 3, 3, 12, 4, 'Sicilian Defence', 30, '1-0');
