PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Cuisine_Types (
cuisine_code CHAR(10) PRIMARY KEY,
cuisine_description VARCHAR(80)
);
CREATE TABLE owners (
owner_id INTEGER PRIMARY KEY,
first_name TEXT, last_name TEXT, home_city TEXT, phone TEXT, year_started INTEGER
);
CREATE TABLE trucks (
truck_id INTEGER PRIMARY KEY,
truck_name TEXT, owner_id INTEGER, cuisine_code CHAR(10), license_plate TEXT, seating_capacity INTEGER, hygiene_score REAL,
FOREIGN KEY (owner_id) REFERENCES owners(owner_id),
FOREIGN KEY (cuisine_code) REFERENCES Ref_Cuisine_Types(cuisine_code)
);
CREATE TABLE menu_items (
item_id INTEGER PRIMARY KEY,
truck_id INTEGER, item_name TEXT, price REAL, calories INTEGER, is_vegetarian CHAR(1),
FOREIGN KEY (truck_id) REFERENCES trucks(truck_id)
);
CREATE TABLE festivals (
festival_id INTEGER PRIMARY KEY,
festival_name TEXT, city TEXT, start_date TEXT, end_date TEXT, attendance INTEGER
);
CREATE TABLE festival_pitches (
festival_id INTEGER, truck_id INTEGER, pitch_number INTEGER, pitch_fee REAL, total_sales REAL,
PRIMARY KEY (festival_id, truck_id),
FOREIGN KEY (festival_id) REFERENCES festivals(festival_id),
FOREIGN KEY (truck_id) REFERENCES trucks(truck_id)
);
CREATE TABLE reviews (
review_id INTEGER PRIMARY KEY,
truck_id INTEGER, reviewer_name TEXT, stars INTEGER, review_date TEXT,
FOREIGN KEY (truck_id) REFERENCES trucks(truck_id)
);
INSERT INTO "Ref_Cuisine_Types" VALUES
('MEX', 'Mexican street food'),
('KOR', 'Korean barbecue'),
('BBQ', 'Southern barbecue'),
('VGN', 'Plant based'),
('ITA', 'Wood fired pizza'),
('DES', 'Desserts and sweets'),
('IND', 'Indian curries'),
('ETH', 'Ethiopian stews');
INSERT INTO "owners" VALUES
(1, 'Rosa', 'Delgado', 'Austin', '512-555-0144', 2009),
(2, 'Minjun', 'Park', 'Dallas', '214-555-0170', 2014),
(3, 'Harold', 'Boone', 'Memphis', NULL, 2003),
(4, 'Tessa', 'Whitlock', 'Austin', '512-555-0181', 2017),
(5, 'Luca', 'Ferrante', 'Houston', '713-555-0119', 2011),
(6, 'Priya', 'Raman', 'Dallas', '214-555-0102', 2015),
(7, 'Ana', 'Delgado', 'San Antonio', NULL, 2019),
(8, 'Greg', 'Olsen', 'Houston', '713-555-0163', 2016),
(9, 'Selam', 'Bekele', 'El Paso', '512-555-0135', 2020);
INSERT INTO "trucks" VALUES
(101, 'Taco Comet', 1, 'MEX', 'TXF-2210', 12, 94.5),
(102, 'Seoul Wheels', 2, 'KOR', 'TXF-1183', 8, 97.0),
(103, 'Smoke Signal', 3, 'BBQ', 'TNB-0091', 20, 88.0),
(104, 'Green Fork', 4, 'VGN', 'TXF-7720', 10, 99.0),
(105, 'Forno Mobile', 5, 'ITA', 'TXH-3401', 16, 91.5),
(106, 'Sugar Rush', 8, 'DES', 'TXH-9914', 0, 92.0),
(107, 'Curry Caravan', 6, 'IND', 'TXD-5512', 14, 90.0),
(108, 'El Burro Loco', 1, 'MEX', 'TXF-2254', 6, 85.5),
(109, 'Brisket Brothers', 3, 'BBQ', 'TNB-0107', 18, NULL),
(110, 'Churro Cart', 7, 'DES', 'TXS-6408', 0, 95.5),
(111, 'Salsa Sisters', 7, 'MEX', 'TXS-6455', 9, 93.0);
INSERT INTO "menu_items" VALUES
(1, 101, 'Carnitas Taco', 4.5, 310, 'N'),
(2, 101, 'Mushroom Taco', 4.0, 240, 'Y'),
(3, 101, 'Horchata', 3.0, 180, 'Y'),
(4, 102, 'Bulgogi Bowl', 11.5, 720, 'N'),
(5, 102, 'Kimchi Fries', 7.5, 560, 'Y'),
(6, 102, 'Spicy Chicken Bun', 6.25, 430, 'N'),
(7, 103, 'Pulled Pork Plate', 13.0, 980, 'N'),
(8, 103, 'Smoked Ribs', 16.5, 1150, 'N'),
(9, 103, 'Corn Bread', 3.5, 290, 'Y'),
(10, 104, 'Lentil Wrap', 8.75, 410, 'Y'),
(11, 104, 'Jackfruit Taco', 5.0, 265, 'Y'),
(12, 104, 'Kale Salad', 7.0, NULL, 'Y'),
(13, 105, 'Margherita Pizza', 10.0, 840, 'Y'),
(14, 105, 'Salami Pizza', 12.0, 960, 'N'),
(15, 106, 'Funnel Cake', 6.0, 690, 'Y'),
(16, 106, 'Fudge Sundae', 6.5, 610, 'Y'),
(17, 107, 'Chicken Tikka', 11.0, 650, 'N'),
(18, 107, 'Chana Masala', 9.0, 480, 'Y'),
(19, 107, 'Mango Lassi', 4.25, 220, 'Y'),
(20, 107, 'Garlic Naan', 3.0, 260, 'Y'),
(21, 108, 'Beef Burrito', 9.5, 870, 'N'),
(22, 108, 'Fish Taco', 5.5, 330, 'N'),
(23, 109, 'Brisket Sandwich', 14.0, 910, 'N'),
(24, 110, 'Cinnamon Churro', 4.0, 350, 'Y');
INSERT INTO "festivals" VALUES
(1, 'Rolling Kitchens Fest', 'Austin', '2021-04-16', '2021-04-18', 18500),
(2, 'Lone Star Street Eats', 'Dallas', '2021-09-03', '2021-09-06', 26400),
(3, 'Bayou Bites', 'Houston', '2022-03-25', '2022-03-27', 15200),
(4, 'Wheels and Meals', 'Austin', '2022-10-07', '2022-10-09', 21900),
(5, 'Beale Street Food Rally', 'Memphis', '2022-05-20', '2022-05-22', 12750),
(6, 'Alamo Truck Jam', 'San Antonio', '2023-02-10', '2023-02-12', 9800),
(7, 'Night Market on Wheels', 'Houston', '2023-06-02', '2023-06-03', 7300),
(8, 'Harvest Truck Fair', 'Waco', '2023-11-04', '2023-11-05', NULL);
INSERT INTO "festival_pitches" VALUES
(1, 101, 4, 450.0, 8200.0),
(1, 102, 7, 450.0, 9650.0),
(1, 104, 2, 400.0, 5100.0),
(1, 106, 11, 300.0, 4300.0),
(2, 101, 1, 600.0, 10400.0),
(2, 102, 5, 600.0, 12800.0),
(2, 103, 9, 650.0, 15100.0),
(2, 105, 3, 600.0, 9900.0),
(2, 107, 8, 600.0, 11200.0),
(3, 103, 2, 500.0, 9100.0),
(3, 105, 6, 480.0, 7700.0),
(3, 106, 10, 350.0, 3900.0),
(4, 101, 3, 550.0, 9300.0),
(4, 104, 5, 500.0, 6800.0),
(4, 107, 1, 550.0, 8750.0),
(4, 108, 12, 500.0, 4100.0),
(5, 103, 1, 400.0, 10900.0),
(5, 109, 2, 400.0, 8600.0),
(6, 101, 6, 350.0, 5600.0),
(6, 110, 4, 250.0, NULL),
(7, 105, 2, 300.0, 3650.0),
(7, 102, 1, 320.0, 4700.0),
(7, 106, 5, 250.0, 2150.0);
INSERT INTO "reviews" VALUES
(1, 101, 'Dana K.', 5, '2021-04-17'),
(2, 101, 'Miguel S.', 4, '2021-09-04'),
(3, 101, 'Joy P.', 5, '2022-10-08'),
(4, 102, 'Dana K.', 5, '2021-04-18'),
(5, 102, 'Omar H.', 3, '2021-09-05'),
(6, 103, 'Beth L.', 4, '2021-09-05'),
(7, 103, 'Omar H.', 2, '2022-03-26'),
(8, 104, 'Joy P.', 4, '2022-10-08'),
(9, 105, 'Carl W.', 3, '2021-09-06'),
(10, 105, 'Beth L.', 4, '2022-03-27'),
(11, 106, 'Dana K.', 2, '2021-04-16'),
(12, 107, 'Miguel S.', 5, '2022-10-09'),
(13, 107, 'Joy P.', 5, '2021-09-03'),
(14, 108, 'Carl W.', 1, '2022-10-07'),
(15, 103, 'Dana K.', 5, '2022-05-21'),
(16, 101, 'Carl W.', 4, '2023-02-11');
