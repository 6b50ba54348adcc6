PRAGMA foreign_keys = OFF;
CREATE TABLE "composer" (
"Composer_ID" int,
"Name" text,
"Nationality" text,
"Birth_Year" int,
"Death_Year" int,
PRIMARY KEY ("Composer_ID")
);
CREATE TABLE "opera" (
"Opera_ID" int,
"Title" text,
"Composer_ID" int,
"Language" text,
"Num_of_Acts" int,
"Premiere_Year" int,
PRIMARY KEY ("Opera_ID"),
FOREIGN KEY ("Composer_ID") REFERENCES "composer"("Composer_ID")
);
CREATE TABLE "conductor" (
"Conductor_ID" int,
"Name" text,
"Country" text,
"Age" int,
"Year_Join" int,
PRIMARY KEY ("Conductor_ID")
);
CREATE TABLE "production" (
"Production_ID" int,
"Opera_ID" int,
"Conductor_ID" int,
"Director" text,
"Season" text,
"Budget_million" real,
PRIMARY KEY ("Production_ID"),
FOREIGN KEY ("Opera_ID") REFERENCES "opera"("Opera_ID"),
FOREIGN KEY ("Conductor_ID") REFERENCES "conductor"("Conductor_ID")
);
CREATE TABLE "singer" (
"Singer_ID" int,
"Name" text,
"Voice" text,
"Country" text,
"Age" int,
"Fee" int,
PRIMARY KEY ("Singer_ID")
);
CREATE TABLE "prod_x_singer" (
"Production_ID" int,
"Singer_ID" int,
"Role_Name" text,
PRIMARY KEY ("Production_ID","Singer_ID"),
FOREIGN KEY ("Production_ID") REFERENCES "production"("Production_ID"),
FOREIGN KEY ("Singer_ID") REFERENCES "singer"("Singer_ID")
);
CREATE TABLE "performance" (
"Performance_ID" int,
"Production_ID" int,
"Date" text,
"Weekday" text,
"Attendance" int,
"Ticket_Income" int,
PRIMARY KEY ("Performance_ID"),
FOREIGN KEY ("Production_ID") REFERENCES "production"("Production_ID")
);
CREATE TABLE "s_lang" (
"Singer_ID" int,
"Language" text,
PRIMARY KEY ("Singer_ID","Language"),
FOREIGN KEY ("Singer_ID") REFERENCES "singer"("Singer_ID")
);
INSERT INTO "composer" VALUES
(1, 'Giuseppe Verdi', 'Italian', 1813, 1901),
(2, 'Giacomo Puccini', 'Italian', 1858, 1924),
(3, 'Wolfgang Amadeus Mozart', 'Austrian', 1756, 1791),
(4, 'Richard Wagner', 'German', 1813, 1883),
(5, 'Georges Bizet', 'French', 1838, 1875),
(6, 'Benjamin Britten', 'British', 1913, 1976),
(7, 'Bedrich Smetana', 'Czech', 1824, 1884),
(8, 'John Adams', 'American', 1947, NULL),
(9, 'Gioachino Rossini', 'Italian', 1792, 1868);
INSERT INTO "opera" VALUES
(1, 'Aida', 1, 'Italian', 4, 1871),
(2, 'La Traviata', 1, 'Italian', 3, 1853),
(3, 'Falstaff', 1, 'Italian', 3, 1893),
(4, 'Tosca', 2, 'Italian', 3, 1900),
(5, 'La Boheme', 2, 'Italian', 4, 1896),
(6, 'The Magic Flute', 3, 'German', 2, 1791),
(7, 'Don Giovanni', 3, 'Italian', 2, 1787),
(8, 'Lohengrin', 4, 'German', 3, 1850),
(9, 'Carmen', 5, 'French', 4, 1875),
(10, 'Peter Grimes', 6, 'English', 3, 1945),
(11, 'The Bartered Bride', 7, 'Czech', 3, 1866),
(12, 'Nixon in China', 8, 'English', 3, 1987),
(13, 'Parsifal', 4, 'German', 3, 1882);
INSERT INTO "conductor" VALUES
(1, 'Marta Lindqvist', 'Sweden', 58, 2006),
(2, 'Enzo Baldini', 'Italy', 66, 1999),
(3, 'Karl Reuter', 'Germany', 49, 2013),
(4, 'Susan Doyle', 'Ireland', 44, 2015),
(5, 'Pavel Hora', 'Czech Republic', 71, 1995),
(6, 'Yuki Mori', 'Japan', 36, 2020),
(7, 'Franz Adler', 'Germany', 62, 2002),
(8, 'Claire Dubois', 'France', 53, 2010);
INSERT INTO "production" VALUES
(1, 1, 2, 'Rolf Steiner', '2018/2019', 2.4),
(2, 2, 1, 'Nina Holm', '2018/2019', 1.3),
(3, 4, 2, 'Rolf Steiner', '2018/2019', 1.6),
(4, 6, 3, 'Jack Farrow', '2019/2020', 1.1),
(5, 9, 8, 'Nina Holm', '2019/2020', 1.9),
(6, 5, 2, 'Carla Renzi', '2019/2020', 1.5),
(7, 8, 3, 'Rolf Steiner', '2021/2022', 2.9),
(8, 7, 4, 'Jack Farrow', '2021/2022', 0.9),
(9, 10, 4, 'Fiona Blake', '2021/2022', 1.2),
(10, 11, 5, 'Milan Rada', '2022/2023', 0.8),
(11, 4, 1, 'Carla Renzi', '2022/2023', 1.4),
(12, 3, 2, 'Fiona Blake', '2022/2023', 1.0),
(13, 9, 8, NULL, '2022/2023', 1.7);
INSERT INTO "singer" VALUES
(1, 'Sofia Marino', 'Soprano', 'Italy', 38, 14000),
(2, 'Andrei Popa', 'Tenor', 'Romania', 42, 15500),
(3, 'Helga Winter', 'Mezzo-soprano', 'Germany', 45, 9800),
(4, 'Luis Ortega', 'Tenor', 'Spain', 35, 12000),
(5, 'Bryn Morgan', 'Bass', 'United Kingdom', 57, 8700),
(6, 'Amelie Roux', 'Soprano', 'France', 31, 7600),
(7, 'Tomas Novotny', 'Baritone', 'Czech Republic', 49, 8200),
(8, 'Grace Okoye', 'Mezzo-soprano', 'Nigeria', 33, 10500),
(9, 'Matteo Ricci', 'Baritone', 'Italy', 40, 11000),
(10, 'Ellen Strand', 'Soprano', 'Norway', 52, 13200),
(11, 'Jin Park', 'Tenor', 'South Korea', 29, 6400),
(12, 'Otto Brandt', 'Bass', 'Germany', 61, 9000),
(13, 'Kate Flynn', 'Soprano', 'Ireland', 27, NULL);
INSERT INTO "prod_x_singer" VALUES
(1, 1, 'Aida'),
(1, 2, 'Radames'),
(1, 3, 'Amneris'),
(2, 1, 'Violetta'),
(2, 4, 'Alfredo'),
(3, 10, 'Tosca'),
(3, 2, 'Cavaradossi'),
(3, 9, 'Scarpia'),
(4, 6, 'Pamina'),
(4, 4, 'Tamino'),
(4, 12, 'Sarastro'),
(5, 8, 'Carmen'),
(5, 4, 'Don Jose'),
(6, 1, 'Mimi'),
(6, 4, 'Rodolfo'),
(6, 9, 'Marcello'),
(7, 10, 'Elsa'),
(7, 3, 'Ortrud'),
(7, 12, 'King Henry'),
(8, 9, 'Don Giovanni'),
(8, 6, 'Zerlina'),
(8, 5, 'Leporello'),
(9, 5, 'Swallow'),
(10, 7, 'Krusina'),
(11, 1, 'Tosca'),
(11, 2, 'Cavaradossi'),
(12, 9, 'Falstaff'),
(13, 8, 'Carmen'),
(13, 2, 'Don Jose');
INSERT INTO "performance" VALUES
(1, 1, '2018-10-05', 'Friday', 1820, 152000),
(2, 1, '2018-10-07', 'Sunday', 1790, 149500),
(3, 1, '2018-10-12', 'Friday', 1850, 158300),
(4, 2, '2018-12-01', 'Saturday', 1640, 121000),
(5, 2, '2018-12-08', 'Saturday', 1585, 117400),
(6, 3, '2019-03-15', 'Friday', 1710, 133000),
(7, 3, '2019-03-17', 'Sunday', 1520, 109800),
(8, 4, '2019-11-02', 'Saturday', 1760, 98000),
(9, 4, '2019-11-03', 'Sunday', 1875, 101500),
(10, 5, '2020-01-17', 'Friday', 1690, 128700),
(11, 6, '2020-02-14', 'Friday', 1880, 163900),
(12, 7, '2021-10-09', 'Saturday', 1210, 99400),
(13, 7, '2021-10-16', 'Saturday', 1145, 92600),
(14, 8, '2022-01-22', 'Saturday', 1330, 88100),
(15, 9, '2022-04-08', 'Friday', 870, 51200),
(16, 10, '2022-11-20', 'Sunday', 940, 47500),
(17, 11, '2023-02-03', 'Friday', 1600, 126500),
(18, 12, '2023-05-13', 'Saturday', 1025, 70300),
(19, 5, '2020-01-19', 'Sunday', 1655, NULL);
INSERT INTO "s_lang" VALUES
(1, 'Italian'),
(1, 'French'),
(2, 'Italian'),
(2, 'French'),
(2, 'German'),
(3, 'German'),
(3, 'Italian'),
(4, 'Spanish'),
(4, 'Italian'),
(5, 'English'),
(6, 'French'),
(6, 'German'),
(7, 'Czech'),
(8, 'English'),
(8, 'French'),
(9, 'Italian'),
(10, 'German'),
(10, 'Italian'),
(10, 'English'),
(10, 'Norwegian'),
(12, 'German'),
(11, 'Korean');
