PRAGMA foreign_keys = OFF;
CREATE TABLE FAMILY (famid INTEGER PRIMARY KEY, famname TEXT, ord TEXT);
CREATE TABLE SPECIES (spid INTEGER PRIMARY KEY, cname TEXT, lname TEXT, famid INTEGER, origin TEXT, maxht REAL, toxic TEXT, FOREIGN KEY (famid) REFERENCES FAMILY(famid));
CREATE TABLE BED (bedno INTEGER PRIMARY KEY, bname TEXT, sect TEXT, area INTEGER, sunexp TEXT, yr_opened INTEGER);
CREATE TABLE GARDENER (gid INTEGER PRIMARY KEY, fname TEXT, surname TEXT, age INTEGER, sal INTEGER, hire_yr INTEGER, mgr_gid INTEGER, FOREIGN KEY (mgr_gid) REFERENCES GARDENER(gid));
CREATE TABLE PLANTING (plid INTEGER PRIMARY KEY, spid INTEGER, bedno INTEGER, gid INTEGER, qty INTEGER, pldate TEXT, FOREIGN KEY (spid) REFERENCES SPECIES(spid), FOREIGN KEY (bedno) REFERENCES BED(bedno), FOREIGN KEY (gid) REFERENCES GARDENER(gid));
INSERT INTO "FAMILY" VALUES
(1, 'Rosaceae', 'Rosales'),
(2, 'Orchidaceae', 'Asparagales'),
(3, 'Cactaceae', 'Caryophyllales'),
(4, 'Fabaceae', 'Fabales'),
(5, 'Ericaceae', 'Ericales'),
(6, 'Arecaceae', 'Arecales'),
(7, 'Lamiaceae', 'Lamiales'),
(8, 'Solanaceae', 'Solanales'),
(9, 'Asphodelaceae', 'Asparagales'),
(10, 'Moraceae', 'Rosales');
INSERT INTO "SPECIES" VALUES
(1, 'Dog Rose', 'Rosa canina', 1, 'Europe', 3.0, 'N'),
(2, 'Japanese Cherry', 'Prunus serrulata', 1, 'Asia', 9.5, 'N'),
(3, 'Vanilla Orchid', 'Vanilla planifolia', 2, 'Central America', 15.0, 'N'),
(4, 'Moth Orchid', 'Phalaenopsis amabilis', 2, 'Asia', 0.6, 'N'),
(5, 'Golden Barrel', 'Echinocactus grusonii', 3, 'Central America', 1.1, 'N'),
(6, 'Prickly Pear', 'Opuntia ficus-indica', 3, 'Central America', 5.0, 'N'),
(7, 'Sweet Pea', 'Lathyrus odoratus', 4, 'Europe', 2.0, 'Y'),
(8, 'Common Wisteria', 'Wisteria sinensis', 4, 'Asia', 20.0, 'Y'),
(9, 'Rhododendron', 'Rhododendron ponticum', 5, 'Europe', 5.5, 'Y'),
(10, 'Highbush Blueberry', 'Vaccinium corymbosum', 5, 'North America', 2.5, 'N'),
(11, 'Date Palm', 'Phoenix dactylifera', 6, 'Africa', 23.0, 'N'),
(12, 'Common Sage', 'Salvia officinalis', 7, 'Europe', 0.7, 'N'),
(13, 'Lavender', 'Lavandula angustifolia', 7, 'Europe', 0.9, 'N'),
(14, 'Angel Trumpet', 'Brugmansia arborea', 8, 'South America', 4.0, 'Y'),
(15, 'Deadly Nightshade', 'Atropa belladonna', 8, 'Europe', 1.5, 'Y'),
(16, 'True Aloe', 'Aloe vera', 9, 'Africa', 1.0, 'N'),
(17, 'Red Hot Poker', 'Kniphofia uvaria', 9, 'Africa', 1.2, NULL),
(18, 'Scarlet Sage', 'Salvia splendens', 7, 'South America', 1.3, 'N');
INSERT INTO "BED" VALUES
(10, 'Rose Walk', 'East', 220, 'full sun', 1954),
(11, 'Palm House', 'Glasshouse', 480, 'full sun', 1902),
(12, 'Orchid Room', 'Glasshouse', 95, 'shade', 1988),
(13, 'Desert Terrace', 'South', 310, 'full sun', 1971),
(14, 'Heath Bank', 'North', 400, 'partial shade', 1963),
(15, 'Herb Spiral', 'East', 60, 'full sun', 2005),
(16, 'Poison Corner', 'North', 75, 'partial shade', 1999),
(17, 'Wisteria Arch', 'South', 130, 'full sun', 1937),
(18, 'Spring Lawn', 'South', 650, 'partial shade', 1954),
(19, 'Fern Gully', 'West', 180, 'shade', 2011);
INSERT INTO "GARDENER" VALUES
(1, 'Hilde', 'Brandt', 58, 61000, 1994, NULL),
(2, 'Rufus', 'Okafor', 44, 48500, 2006, 1),
(3, 'Mei', 'Lindgren', 39, 47200, 2010, 1),
(4, 'Callum', 'Reyes', 31, 36800, 2017, 2),
(5, 'Sadie', 'Moreau', 27, 33900, 2020, 2),
(6, 'Anton', 'Brandt', 52, 45100, 2001, 1),
(7, 'Noor', 'Haddad', 24, 31500, 2022, 3),
(8, 'Pieter', 'Vos', 35, 38200, 2015, 3),
(9, 'Ruth', 'Okafor', 29, 34700, 2020, 2),
(10, 'Jonas', 'Wirth', 47, NULL, 2009, 6);
INSERT INTO "PLANTING" VALUES
(1, 1, 10, 4, 40, '2018-03-12'),
(2, 2, 18, 4, 6, '2018-11-02'),
(3, 3, 12, 3, 12, '2019-04-20'),
(4, 4, 12, 3, 60, '2019-05-03'),
(5, 5, 13, 8, 25, '2017-05-16'),
(6, 6, 13, 8, 14, '2017-05-18'),
(7, 7, 10, 5, 30, '2021-04-09'),
(8, 8, 17, 6, 4, '2012-10-21'),
(9, 9, 14, 2, 18, '2014-09-30'),
(10, 10, 14, 2, 22, '2015-03-27'),
(11, 11, 11, 6, 5, '2008-06-11'),
(12, 12, 15, 5, 35, '2021-05-14'),
(13, 13, 15, 5, 50, '2021-05-15'),
(14, 13, 10, 4, 20, '2019-04-02'),
(15, 14, 16, 7, 3, '2023-05-22'),
(16, 15, 16, 7, 7, '2023-05-23'),
(17, 16, 13, 8, 32, '2018-06-07'),
(18, 16, 11, 3, 10, '2020-02-14'),
(19, 17, 18, 9, 28, '2022-04-18'),
(20, 18, 15, 9, 45, '2022-05-29'),
(21, 9, 18, 2, 5, '2016-10-08'),
(22, 12, 16, 7, 8, '2023-06-01'),
(23, 1, 17, 5, 9, '2022-03-19'),
(24, 4, 11, 3, 16, '2021-01-25');
