PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Garment_Types (
 garment_type_code VARCHAR(6) PRIMARY KEY,
 garment_type_description VARCHAR(40)
);
CREATE TABLE Designers (
 designer_id INTEGER PRIMARY KEY,
 designer_name VARCHAR(50),
 designer_nationality VARCHAR(30),
 designer_birth_year INTEGER,
 designer_date_joined DATETIME
);
CREATE TABLE Collections (
 collection_id INTEGER PRIMARY KEY,
 collection_name VARCHAR(50),
 collection_season VARCHAR(10),
 collection_year INTEGER,
 lead_designer_id INTEGER NOT NULL,
 FOREIGN KEY (lead_designer_id) REFERENCES Designers(designer_id)
);
CREATE TABLE Garments (
 garment_id INTEGER PRIMARY KEY,
 collection_id INTEGER NOT NULL,
 garment_type_code VARCHAR(6) NOT NULL,
 garment_name VARCHAR(50),
 garment_color VARCHAR(20),
 garment_price DECIMAL(10,2),
 FOREIGN KEY (collection_id) REFERENCES Collections(collection_id),
 FOREIGN KEY (garment_type_code) REFERENCES Ref_Garment_Types(garment_type_code)
);
CREATE TABLE Fabrics (
 fabric_id INTEGER PRIMARY KEY,
 fabric_name VARCHAR(30),
 fabric_origin_country VARCHAR(30),
 fabric_cost_per_meter REAL
);
CREATE TABLE Garment_Fabrics (
 garment_id INTEGER NOT NULL,
 fabric_id INTEGER NOT NULL,
 garment_fabric_percentage INTEGER,
 PRIMARY KEY (garment_id, fabric_id),
 FOREIGN KEY (garment_id) REFERENCES Garments(garment_id),
 FOREIGN KEY (fabric_id) REFERENCES Fabrics(fabric_id)
);
CREATE TABLE Boutiques (
 boutique_id INTEGER PRIMARY KEY,
 boutique_name VARCHAR(40),
 boutique_city VARCHAR(30),
 boutique_country VARCHAR(30),
 boutique_floor_area INTEGER,
 boutique_opening_year INTEGER
);
CREATE TABLE Boutique_Sales (
 boutique_sale_id INTEGER PRIMARY KEY,
 boutique_id INTEGER NOT NULL,
 garment_id INTEGER NOT NULL,
 boutique_sale_date DATETIME,
 boutique_sale_quantity INTEGER,
 FOREIGN KEY (boutique_id) REFERENCES Boutiques(boutique_id),
 FOREIGN KEY (garment_id) REFERENCES Garments(garment_id)
);
INSERT INTO "Ref_Garment_Types" VALUES
('DRS', 'Dress'),
('COA', 'Coat'),
('SKT', 'Skirt'),
('TRS', 'Trousers'),
('BLS', 'Blouse'),
('SUI', 'Suit'),
('SCF', 'Scarf'),
('HAT', 'Hat');
INSERT INTO "Designers" VALUES
(1, 'Elena Marchetti', 'Italian', 1972, '2005-03-01'),
(2, 'Jules Fontaine', 'French', 1980, '2009-09-15'),
(3, 'Akiko Mori', 'Japanese', 1985, '2013-01-20'),
(4, 'Rosa Delgado', 'Spanish', 1978, '2010-06-11'),
(5, 'Henrik Lund', 'Danish', 1990, '2016-04-04'),
(6, 'Paolo Bassi', 'Italian', 1968, '2005-03-01'),
(7, 'Chloe Martin', 'French', 1993, '2019-02-18'),
(8, 'Ines Carvalho', 'Portuguese', 1988, NULL);
INSERT INTO "Collections" VALUES
(11, 'Silent Garden', 'Spring', 2017, 1),
(12, 'Iron Lace', 'Fall', 2017, 2),
(13, 'Paper Moon', 'Spring', 2018, 3),
(14, 'Salt and Sand', 'Summer', 2018, 4),
(15, 'Winter Atlas', 'Winter', 2018, 1),
(16, 'Northern Line', 'Fall', 2019, 5),
(17, 'Opera Night', 'Winter', 2019, 1),
(18, 'Lagoon', 'Summer', 2020, 2),
(19, 'Kite', 'Spring', 2020, 3),
(20, 'Quiet Hours', 'Fall', 2020, 7);
INSERT INTO "Garments" VALUES
(201, 11, 'DRS', 'Petal Dress', 'Pink', 420),
(202, 11, 'BLS', 'Fern Blouse', 'Green', 180),
(203, 11, 'SCF', 'Ivy Scarf', 'Green', 75),
(204, 12, 'COA', 'Rivet Coat', 'Black', 890),
(205, 12, 'SKT', 'Lace Skirt', 'Black', 310),
(206, 13, 'DRS', 'Crescent Dress', 'White', 510),
(207, 13, 'TRS', 'Fold Trousers', 'White', 265),
(208, 13, 'HAT', 'Origami Hat', 'Ivory', 140),
(209, 14, 'DRS', 'Dune Dress', 'Beige', 350),
(210, 14, 'HAT', 'Beach Hat', 'Beige', 95),
(211, 15, 'COA', 'Glacier Coat', 'Blue', 1150),
(212, 15, 'SCF', 'Compass Scarf', 'Blue', 110),
(213, 15, 'TRS', 'Tundra Trousers', 'Grey', 290),
(214, 16, 'SUI', 'Fjord Suit', 'Grey', 980),
(215, 16, 'COA', 'Harbor Coat', 'Navy', 760),
(216, 17, 'DRS', 'Aria Dress', 'Red', 1480),
(217, 17, 'SUI', 'Tenor Suit', 'Black', 1320),
(218, 17, 'BLS', 'Velvet Blouse', 'Red', 360),
(219, 18, 'SKT', 'Tide Skirt', 'Blue', 225),
(220, 18, 'BLS', 'Reef Blouse', 'White', 195),
(221, 19, 'DRS', 'Breeze Dress', 'Yellow', 390),
(222, 19, 'SKT', 'String Skirt', 'Yellow', 240),
(223, 20, 'COA', 'Dusk Coat', 'Black', 940),
(224, 20, 'TRS', 'Lullaby Trousers', 'Navy', NULL),
(225, 17, 'SCF', 'Ivy Scarf', 'Red', 130);
INSERT INTO "Fabrics" VALUES
(1, 'Silk', 'China', 42.0),
(2, 'Cotton', 'Egypt', 12.5),
(3, 'Merino Wool', 'Australia', 35.0),
(4, 'Linen', 'France', 18.0),
(5, 'Cashmere', 'Mongolia', 88.0),
(6, 'Polyester', 'China', 6.0),
(7, 'Velvet', 'Italy', 31.0),
(8, 'Denim', 'Turkey', 14.0),
(9, 'Lace', 'France', 27.5);
INSERT INTO "Garment_Fabrics" VALUES
(201, 1, 80),
(201, 9, 20),
(202, 2, 100),
(203, 1, 100),
(204, 3, 70),
(204, 6, 30),
(205, 9, 60),
(205, 6, 40),
(206, 1, 90),
(206, 6, 10),
(207, 4, 100),
(208, 2, 100),
(209, 4, 70),
(209, 8, 30),
(210, 4, 100),
(211, 3, 60),
(211, 5, 40),
(212, 5, 100),
(213, 3, 80),
(213, 6, 20),
(214, 3, 100),
(215, 3, 85),
(215, 6, 15),
(216, 7, 70),
(216, 1, 30),
(217, 3, 90),
(217, 1, 10),
(218, 7, 100),
(219, 2, 60),
(219, 6, 40),
(220, 2, 100),
(221, 2, 50),
(221, 4, 50),
(222, 4, 100),
(223, 3, 50),
(223, 5, 50),
(224, 2, 100),
(225, 5, 100);
INSERT INTO "Boutiques" VALUES
(1, 'Via Roma', 'Milan', 'Italy', 210, 2006),
(2, 'Rive Gauche', 'Paris', 'France', 180, 2010),
(3, 'Ginza Corner', 'Tokyo', 'Japan', 95, 2014),
(4, 'Gran Via', 'Madrid', 'Spain', 160, 2012),
(5, 'Le Marais', 'Paris', 'France', 120, 2018),
(6, 'Soho Loft', 'New York', 'USA', 240, 2015),
(7, 'Brera', 'Milan', 'Italy', 85, 2019),
(8, 'Nyhavn', 'Copenhagen', 'Denmark', 110, 2017),
(9, 'Chiado', 'Lisbon', 'Portugal', 70, 2021);
INSERT INTO "Boutique_Sales" VALUES
(1, 1, 201, '2017-04-02', 12),
(2, 2, 201, '2017-04-10', 8),
(3, 2, 204, '2017-10-05', 5),
(4, 6, 204, '2017-10-21', 9),
(5, 3, 206, '2018-03-30', 14),
(6, 1, 206, '2018-04-12', 6),
(7, 4, 209, '2018-07-01', 20),
(8, 4, 210, '2018-07-01', 35),
(9, 6, 211, '2018-12-03', 7),
(10, 8, 211, '2018-12-11', 10),
(11, 1, 212, '2018-12-15', 22),
(12, 8, 214, '2019-09-19', 6),
(13, 6, 214, '2019-10-02', 11),
(14, 8, 215, '2019-10-10', 13),
(15, 1, 216, '2019-12-20', 3),
(16, 2, 216, '2019-12-22', 4),
(17, 6, 217, '2019-12-28', 5),
(18, 5, 218, '2019-12-29', 16),
(19, 5, 219, '2020-06-15', 18),
(20, 7, 220, '2020-06-20', 9),
(21, 3, 221, '2020-04-09', 25),
(22, 3, 222, '2020-04-11', 17),
(23, 5, 223, '2020-10-30', 8),
(24, 6, 223, '2020-11-07', 12),
(25, 1, 203, '2017-05-01', 30),
(26, 6, 201, '2017-05-13', 10);
