PRAGMA foreign_keys = OFF;
CREATE TABLE designers (designerId INTEGER PRIMARY KEY, fullName TEXT, nationality TEXT, birthYear INTEGER);
CREATE TABLE storageRooms (roomId INTEGER PRIMARY KEY, roomName TEXT, floorNumber INTEGER, maxItems INTEGER);
CREATE TABLE costumes (costumeId INTEGER PRIMARY KEY, costumeName TEXT, era TEXT, garmentSize TEXT, mainColor TEXT, dailyRate REAL, yearMade INTEGER, designerId INTEGER, roomId INTEGER,
 FOREIGN KEY (designerId) REFERENCES designers(designerId), FOREIGN KEY (roomId) REFERENCES storageRooms(roomId));
CREATE TABLE companies (companyId INTEGER PRIMARY KEY, companyName TEXT, homeTown TEXT, contactPerson TEXT, isProfessional TEXT);
CREATE TABLE productions (productionId INTEGER PRIMARY KEY, playTitle TEXT, genre TEXT, companyId INTEGER, openingDate TEXT, castSize INTEGER,
 FOREIGN KEY (companyId) REFERENCES companies(companyId));
CREATE TABLE rentals (rentalId INTEGER PRIMARY KEY, costumeId INTEGER, productionId INTEGER, dateOut TEXT, dateBack TEXT, depositPaid REAL, damageFee REAL,
 FOREIGN KEY (costumeId) REFERENCES costumes(costumeId), FOREIGN KEY (productionId) REFERENCES productions(productionId));
INSERT INTO "designers" VALUES
(1, 'Beatrix Thornbury', 'British', 1951),
(2, 'Luc Moreau', 'French', 1963),
(3, 'Agnes Holloway', 'British', 1978),
(4, 'Giulia Ferrante', 'Italian', 1969),
(5, 'Desmond Clarke', 'Irish', 1984),
(6, 'Yuki Morimoto', 'Japanese', 1990),
(7, 'Carla Benitez', 'Spanish', 1974),
(8, 'Edwin Strand', 'British', 1945);
INSERT INTO "storageRooms" VALUES
(1, 'North Loft', 3, 60),
(2, 'Velvet Room', 1, 25),
(3, 'Cellar A', 0, 90),
(4, 'Cellar B', 0, 75),
(5, 'Annex', 2, 40),
(6, 'Cedar Closet', 1, 15),
(7, 'Attic', 4, 30),
(8, 'Quarantine', 0, 10);
INSERT INTO "costumes" VALUES
(1, 'Tudor King Robe', 'Tudor', 'L', 'Crimson', 42.0, 1998, 1, 2),
(2, 'Pirate Captain Coat', 'Georgian', 'XL', 'Black', 28.5, 2007, 5, 1),
(3, 'Flapper Dress', '1920s', 'S', 'Gold', 24.0, 2012, 3, 2),
(4, 'Ophelia Gown', 'Medieval', 'M', 'White', 31.0, 2003, 2, 2),
(5, 'Roman Toga', 'Ancient', 'L', 'White', 12.0, 2010, 4, 3),
(6, 'Victorian Mourning Dress', 'Victorian', 'M', 'Black', 36.0, 1995, 1, 5),
(7, 'Footman Livery', 'Georgian', 'M', 'Blue', 26.0, 2001, 8, 1),
(8, 'Fairy Wings Set', 'Fantasy', 'S', 'Silver', 15.5, 2018, 6, 3),
(9, 'Detective Trench Coat', '1940s', 'L', 'Beige', 18.0, 2015, 5, 1),
(10, 'Queen Elizabeth Gown', 'Tudor', 'S', 'Gold', 55.0, 1992, 8, 6),
(11, 'Sailor Uniform', '1940s', 'M', 'Blue', 16.5, 2009, 3, 3),
(12, 'Witch Cloak', 'Fantasy', 'XL', 'Black', 14.0, 2016, 6, 4),
(13, 'Chorus Line Leotard', '1970s', 'S', 'Silver', 11.0, 2014, NULL, 4),
(14, 'Venetian Masquerade Suit', 'Georgian', 'L', 'Crimson', 47.5, 2005, 4, 6),
(15, 'Shepherd Tunic', 'Medieval', 'M', 'Brown', 9.5, 2011, NULL, 4),
(16, 'Zoot Suit', '1940s', 'M', 'Purple', 22.0, 2013, 5, 5),
(17, 'Ghost Shroud', 'Victorian', 'L', 'White', 13.0, 2019, 2, 3),
(18, 'Dragon Puppet Suit', 'Fantasy', 'XL', 'Green', 64.0, 2020, 6, 7);
INSERT INTO "companies" VALUES
(1, 'Lantern Street Players', 'Bath', 'Rosalind Kerr', 'No'),
(2, 'Royal Quay Theatre', 'Bristol', 'Martin Ashe', 'Yes'),
(3, 'Saint Olave School', 'Exeter', 'Mrs. Doyle', 'No'),
(4, 'Blue Door Company', 'Bristol', 'Kit Farrow', 'Yes'),
(5, 'Cloudland Opera', 'Cardiff', 'Nerys Vaughan', 'Yes'),
(6, 'The Village Mummers', 'Wells', 'Tom Budd', 'No'),
(7, 'Second Act', 'Bath', 'Helena Cross', 'Yes'),
(8, 'Riverside Youth Stage', 'Exeter', NULL, 'No'),
(9, 'Mill Lane Amateurs', 'Taunton', 'Fred Pike', 'No');
INSERT INTO "productions" VALUES
(1, 'Hamlet', 'Tragedy', 2, '2021-09-10', 24),
(2, 'Peter Pan', 'Family', 3, '2021-12-03', 40),
(3, 'The Mousetrap', 'Mystery', 1, '2022-02-18', 8),
(4, 'A Midsummer Night''s Dream', 'Comedy', 4, '2022-06-11', 21),
(5, 'Don Giovanni', 'Opera', 5, '2022-03-25', 36),
(6, 'Anything Goes', 'Musical', 2, '2022-07-08', 32),
(7, 'The Crucible', 'Tragedy', 7, '2022-10-14', 19),
(8, 'Macbeth', 'Tragedy', 1, '2022-11-04', 22),
(9, 'Nativity Play', 'Family', 6, '2022-12-16', 28),
(10, 'A Chorus Line', 'Musical', 8, '2023-03-17', 26),
(11, 'The Hobbit', 'Family', 3, '2023-05-20', 30),
(12, 'She Stoops to Conquer', 'Comedy', 2, '2023-04-06', 14),
(13, 'Twelfth Night', 'Comedy', 7, '2023-06-23', 17);
INSERT INTO "rentals" VALUES
(1, 4, 1, '2021-08-30', '2021-10-02', 100.0, NULL),
(2, 1, 1, '2021-08-30', '2021-10-02', 150.0, 25.0),
(3, 17, 1, '2021-09-01', '2021-10-04', 50.0, NULL),
(4, 2, 2, '2021-11-20', '2021-12-20', 80.0, 40.0),
(5, 8, 2, '2021-11-20', '2021-12-22', 40.0, NULL),
(6, 9, 3, '2022-02-07', '2022-03-01', 60.0, NULL),
(7, 8, 4, '2022-05-30', '2022-06-27', 40.0, 10.0),
(8, 12, 4, '2022-05-30', '2022-06-28', 35.0, NULL),
(9, 14, 5, '2022-03-10', '2022-04-12', 200.0, NULL),
(10, 7, 5, '2022-03-10', '2022-04-12', 90.0, 15.0),
(11, 11, 6, '2022-06-25', '2022-08-01', 60.0, NULL),
(12, 3, 6, '2022-06-25', '2022-08-02', 75.0, 30.0),
(13, 16, 6, '2022-06-27', '2022-08-01', 70.0, NULL),
(14, 6, 7, '2022-10-01', '2022-11-03', 110.0, NULL),
(15, 12, 8, '2022-10-20', '2022-11-22', 35.0, NULL),
(16, 1, 8, '2022-10-21', '2022-11-22', 150.0, 60.0),
(17, 17, 8, '2022-10-22', '2022-11-25', 50.0, 5.0),
(18, 15, 9, '2022-12-05', '2022-12-29', 25.0, NULL),
(19, 13, 10, '2023-03-02', '2023-04-04', 30.0, NULL),
(20, 18, 11, '2023-05-08', '2023-06-06', 300.0, 120.0),
(21, 12, 11, '2023-05-08', '2023-06-05', 35.0, NULL),
(22, 7, 12, '2023-03-24', '2023-05-01', 90.0, NULL),
(23, 14, 12, '2023-03-24', '2023-05-02', 200.0, 45.0),
(24, 2, 12, '2023-03-25', '2023-05-01', 80.0, NULL),
(25, 11, 13, '2023-06-10', NULL, 60.0, NULL),
(26, 8, 13, '2023-06-10', NULL, 40.0, NULL);
