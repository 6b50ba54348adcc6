PRAGMA foreign_keys = OFF;
CREATE TABLE station (id integer PRIMARY KEY, name text, valley text, altitude integer, founded integer, helipad text);
CREATE TABLE rescuer (id integer PRIMARY KEY, first_name text, last_name text, gender text, birth_year integer, grade text, station_id integer, FOREIGN KEY(station_id) REFERENCES station(id));
CREATE TABLE dog (id integer PRIMARY KEY, name text, breed text, weight real, birth_date text, handler_id integer, FOREIGN KEY(handler_id) REFERENCES rescuer(id));
CREATE TABLE peak (id integer PRIMARY KEY, name text, range_name text, elevation integer);
CREATE TABLE mission (id integer PRIMARY KEY, mission_date text, cause text, weather text, duration_hours real, cost integer, peak_id integer, leader_id integer, deputy_id integer, FOREIGN KEY(peak_id) REFERENCES peak(id), FOREIGN KEY(leader_id) REFERENCES rescuer(id), FOREIGN KEY(deputy_id) REFERENCES rescuer(id));
CREATE TABLE casualty (id integer PRIMARY KEY, mission_id integer, full_name text, nationality text, age integer, injury text, outcome text, FOREIGN KEY(mission_id) REFERENCES mission(id));
INSERT INTO "station" VALUES
(1, 'Talheim', 'Inner Valley', 1210, 1932, 'yes'),
(2, 'Gratspitz', 'Inner Valley', 1840, 1968, 'no'),
(3, 'Sankt Veit', 'Long Valley', 990, 1921, 'yes'),
(4, 'Kaltenbach', 'Long Valley', 1105, 1975, 'no'),
(5, 'Almsee', 'Lake Valley', 760, 1954, 'yes'),
(6, 'Hochwand', 'Stone Valley', 2015, 1999, 'yes'),
(7, 'Rotmoos', 'Stone Valley', 1530, 1983, 'no'),
(8, 'Brandau', 'Lake Valley', 845, 2006, 'yes');
INSERT INTO "rescuer" VALUES
(1, 'Peter', 'Egger', 'M', 1971, 'Senior', 1),
(2, 'Martina', 'Hofer', 'F', 1984, 'Senior', 1),
(3, 'Jonas', 'Lechner', 'M', 1996, 'Junior', 1),
(4, 'Katrin', 'Steiner', 'F', 1990, 'Regular', 2),
(5, 'Georg', 'Mair', 'M', 1965, 'Senior', 3),
(6, 'Lisa', 'Hofer', 'F', 1998, 'Junior', 3),
(7, 'Stefan', 'Auer', 'M', 1988, 'Regular', 3),
(8, 'Daniel', 'Pichler', 'M', 1979, 'Senior', 4),
(9, 'Eva', 'Gruber', 'F', 1993, 'Regular', 5),
(10, 'Andreas', 'Moser', 'M', 1982, 'Regular', 5),
(11, 'Sabine', 'Wolf', 'F', 1976, 'Senior', 6),
(12, 'Florian', 'Egger', 'M', 2000, 'Junior', 6),
(13, 'Markus', 'Thaler', 'M', 1987, 'Regular', 6),
(14, 'Peter', 'Kofler', 'M', 1994, 'Regular', 6),
(15, 'Judith', 'Brunner', 'F', 1985, 'Regular', 7);
INSERT INTO "dog" VALUES
(1, 'Rex', 'German Shepherd', 34.5, '2015-03-12', 2),
(2, 'Luna', 'Border Collie', 19.2, '2017-06-01', 4),
(3, 'Barry', 'Saint Bernard', 71.0, '2014-11-23', 5),
(4, 'Asko', 'Labrador', 30.8, '2018-02-17', 7),
(5, 'Nala', 'Border Collie', 18.4, '2019-09-05', 9),
(6, 'Bruno', 'Labrador', 33.1, '2016-07-30', 11),
(7, 'Fina', 'German Shepherd', 29.9, '2020-01-14', 11),
(8, 'Yuki', 'Border Collie', 20.6, '2021-04-08', NULL);
INSERT INTO "peak" VALUES
(1, 'Grosser Zahn', 'Northern Chain', 3120),
(2, 'Silberhorn', 'Northern Chain', 2875),
(3, 'Teufelsgrat', 'Central Massif', 3455),
(4, 'Mittagskogel', 'Southern Chain', 2140),
(5, 'Weisse Wand', 'Central Massif', 3290),
(6, 'Hennenkopf', 'Southern Chain', 1875),
(7, 'Drei Brueder', 'Northern Chain', 2610),
(8, 'Nebelspitze', 'Central Massif', 3015);
INSERT INTO "mission" VALUES
(1, '2019-01-14', 'avalanche', 'snow', 7.5, 8200, 3, 1, 2),
(2, '2019-02-20', 'avalanche', 'clear', 5.0, 6100, 5, 11, 13),
(3, '2019-07-08', 'fall', 'clear', 3.5, 2900, 1, 5, 7),
(4, '2019-08-19', 'lost hiker', 'fog', 6.0, 2400, 4, 9, 10),
(5, '2020-01-29', 'avalanche', 'snow', 9.0, 9700, 3, 11, 12),
(6, '2020-06-13', 'rockfall', 'rain', 4.0, 4300, 2, 1, 3),
(7, '2020-08-02', 'fall', 'clear', 2.5, 2150, 4, 5, 6),
(8, '2020-09-26', 'lost hiker', 'fog', 8.0, 3600, 8, 11, 14),
(9, '2021-02-11', 'avalanche', 'snow', 6.5, 7400, 5, 8, NULL),
(10, '2021-07-17', 'fall', 'clear', 3.0, 2600, 1, 2, 1),
(11, '2021-07-30', 'fall', 'storm', 5.5, 5200, 3, 11, 13),
(12, '2021-10-09', 'exhaustion', 'clear', 2.0, 1250, 6, 10, 9),
(13, '2022-03-05', 'avalanche', 'clear', 4.5, 5800, 8, 4, NULL),
(14, '2022-06-25', 'rockfall', 'storm', 7.0, 6600, 3, 5, 7),
(15, '2022-08-14', 'exhaustion', 'clear', 1.5, 980, 4, 9, NULL);
INSERT INTO "casualty" VALUES
(1, 1, 'Henrik Olsen', 'Norway', 41, 'hypothermia', 'recovered'),
(2, 1, 'Mia Olsen', 'Norway', 38, 'broken leg', 'recovered'),
(3, 2, 'Thomas Baer', 'Germany', 29, 'suffocation', 'deceased'),
(4, 3, 'Luca Ferri', 'Italy', 35, 'broken arm', 'recovered'),
(5, 4, 'Ingrid Sommer', 'Germany', 67, NULL, 'recovered'),
(6, 5, 'Karel Novak', 'Czechia', 44, 'hypothermia', 'deceased'),
(7, 5, 'Petr Dvorak', 'Czechia', 26, 'hypothermia', 'recovered'),
(8, 5, 'Jana Novak', 'Czechia', 42, 'broken leg', 'recovered'),
(9, 6, 'Ulrich Lang', 'Germany', 53, 'head injury', 'recovered'),
(10, 7, 'Emma Clarke', 'United Kingdom', 22, 'sprained ankle', 'recovered'),
(11, 8, 'Bas de Vries', 'Netherlands', 58, 'hypothermia', 'recovered'),
(12, 9, 'Anna Richter', 'Germany', 31, 'broken leg', 'recovered'),
(13, 10, 'Marco Galli', 'Italy', 47, 'head injury', 'deceased'),
(14, 11, 'Felix Braun', 'Germany', 24, 'broken arm', 'recovered'),
(15, 11, 'Nina Braun', 'Germany', 23, 'head injury', 'recovered'),
(16, 12, 'George Hall', 'United Kingdom', 71, NULL, 'recovered'),
(17, 13, 'Ole Hansen', 'Norway', 36, 'broken leg', 'recovered'),
(18, 14, 'Paolo Ricci', 'Italy', 50, 'head injury', 'deceased'),
(19, 15, 'Ruth Kern', 'Germany', 63, NULL, 'recovered');
