PRAGMA foreign_keys = OFF;
CREATE TABLE airport (airport_code TEXT PRIMARY KEY, airport_name TEXT, city TEXT, country TEXT);
CREATE TABLE airline (id INTEGER PRIMARY KEY, name TEXT, country TEXT, founded INTEGER, fleet_size INTEGER);
CREATE TABLE flight (flight_no TEXT PRIMARY KEY, airline_id INTEGER, source_airport TEXT, dest_airport TEXT, flight_date TEXT, passengers INTEGER, duration_hours REAL,
 FOREIGN KEY (airline_id) REFERENCES airline(id), FOREIGN KEY (source_airport) REFERENCES airport(airport_code), FOREIGN KEY (dest_airport) REFERENCES airport(airport_code));
CREATE TABLE kitchen (id INTEGER PRIMARY KEY, name TEXT, airport_code TEXT, capacity INTEGER, opened_year INTEGER, FOREIGN KEY (airport_code) REFERENCES airport(airport_code));
CREATE TABLE chef (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, nationality TEXT, kitchen_id INTEGER, monthly_salary INTEGER, FOREIGN KEY (kitchen_id) REFERENCES kitchen(id));
CREATE TABLE meal (id INTEGER PRIMARY KEY, name TEXT, category TEXT, calories INTEGER, unit_price REAL, created_by INTEGER, FOREIGN KEY (created_by) REFERENCES chef(id));
CREATE TABLE flight_meal (flight_no TEXT, meal_id INTEGER, kitchen_id INTEGER, quantity INTEGER, PRIMARY KEY (flight_no, meal_id), FOREIGN KEY (flight_no) REFERENCES flight(flight_no), FOREIGN KEY (meal_id) REFERENCES meal(id), FOREIGN KEY (kitchen_id) REFERENCES kitchen(id));
INSERT INTO "airport" VALUES
('LIS', 'Humberto Delgado Airport', 'Lisbon', 'Portugal'),
('MAD', 'Barajas Airport', 'Madrid', 'Spain'),
('BCN', 'El Prat Airport', 'Barcelona', 'Spain'),
('FRA', 'Frankfurt Airport', 'Frankfurt', 'Germany'),
('MUC', 'Munich Airport', 'Munich', 'Germany'),
('VIE', 'Vienna Airport', 'Vienna', 'Austria'),
('IST', 'Istanbul Airport', 'Istanbul', 'Turkey'),
('CMN', 'Mohammed V Airport', 'Casablanca', 'Morocco'),
('OSL', 'Gardermoen Airport', 'Oslo', 'Norway');
INSERT INTO "airline" VALUES
(1, 'Tagus Air', 'Portugal', 1972, 34),
(2, 'Iberwings', 'Spain', 1985, 58),
(3, 'Rhein Express', 'Germany', 1994, 71),
(4, 'Bosphorus Airlines', 'Turkey', 1968, 112),
(5, 'Atlas Jet', 'Morocco', 2003, 19),
(6, 'Alpine Sky', 'Austria', 1999, 22),
(7, 'Nordlys Air', 'Norway', 2008, 15),
(8, 'Sol Charter', 'Spain', 2014, 9);
INSERT INTO "flight" VALUES
('TG101', 1, 'LIS', 'MAD', '2022-03-01', 122, 1.3),
('TG204', 1, 'LIS', 'FRA', '2022-03-02', 148, 3.1),
('TG310', 1, 'LIS', 'OSL', '2022-03-09', 96, 4.2),
('IW220', 2, 'MAD', 'BCN', '2022-03-01', 160, 1.2),
('IW415', 2, 'BCN', 'IST', '2022-03-03', 175, 3.6),
('IW501', 2, 'MAD', 'VIE', '2022-03-07', 131, 2.9),
('RX012', 3, 'FRA', 'MUC', '2022-03-02', 88, 0.9),
('RX118', 3, 'MUC', 'LIS', '2022-03-04', 140, 3.2),
('RX333', 3, 'FRA', 'IST', '2022-03-05', 182, 3.0),
('RX340', 3, 'FRA', 'OSL', '2022-03-06', 115, 2.1),
('BA700', 4, 'IST', 'FRA', '2022-03-01', 210, 3.3),
('BA712', 4, 'IST', 'MAD', '2022-03-04', 198, 4.4),
('BA733', 4, 'IST', 'CMN', '2022-03-08', 164, 4.9),
('AJ051', 5, 'CMN', 'LIS', '2022-03-03', 72, 1.6),
('AJ066', 5, 'CMN', 'BCN', '2022-03-10', NULL, 2.0),
('AS810', 6, 'VIE', 'MUC', '2022-03-02', 64, 1.0),
('AS822', 6, 'VIE', 'MAD', '2022-03-06', 119, 3.0),
('NL150', 7, 'OSL', 'FRA', '2022-03-05', 101, 2.2);
INSERT INTO "kitchen" VALUES
(1, 'Tejo Kitchen', 'LIS', 3200, 1998),
(2, 'Castilla Catering', 'MAD', 4500, 1990),
(3, 'Main Kitchen', 'FRA', 6100, 1987),
(4, 'Bavaria Galley', 'MUC', 2700, 2005),
(5, 'Golden Horn Foods', 'IST', 7000, 2018),
(6, 'Danube Plates', 'VIE', 1800, 2009),
(7, 'Atlas Table', 'CMN', 1200, 2012),
(8, 'Runway Kitchen', 'FRA', 2400, 2016);
INSERT INTO "chef" VALUES
(1, 'Rita Moura', 44, 'Portuguese', 1, 3100),
(2, 'Joao Pires', 29, 'Portuguese', 1, 2300),
(3, 'Carmen Vidal', 51, 'Spanish', 2, 3700),
(4, 'Luis Ortega', 36, 'Spanish', 2, 2900),
(5, 'Anke Schulz', 47, 'German', 3, 4300),
(6, 'Dieter Braun', 58, 'German', 3, 4700),
(7, 'Jonas Keller', 33, 'Austrian', 4, 3300),
(8, 'Emre Yildiz', 40, 'Turkish', 5, 3400),
(9, 'Selin Acar', 27, 'Turkish', 5, 2500),
(10, 'Marta Huber', 38, 'Austrian', 6, 3000),
(11, 'Youssef Amrani', 45, 'Moroccan', 7, 2100),
(12, 'Paolo Ricci', 31, 'Italian', 5, 2800),
(13, 'Ana Sousa', 35, 'Portuguese', 8, 3050),
(14, 'Ole Berg', 26, 'Norwegian', NULL, 2750);
INSERT INTO "meal" VALUES
(1, 'Cod with Potatoes', 'Fish', 620, 9.5, 1),
(2, 'Chicken Piri Piri', 'Poultry', 710, 8.2, 2),
(3, 'Vegetable Paella', 'Vegetarian', 540, 7.4, 3),
(4, 'Beef Stew', 'Beef', 830, 10.8, 5),
(5, 'Sausage Plate', 'Pork', 890, 7.9, 6),
(6, 'Spinach Dumplings', 'Vegetarian', 480, 6.6, 7),
(7, 'Lamb Kebab', 'Lamb', 760, 11.2, 8),
(8, 'Lentil Soup', 'Vegetarian', 310, 4.1, 9),
(9, 'Veal Schnitzel', 'Beef', 850, 12.5, 10),
(10, 'Chicken Tagine', 'Poultry', 640, 8.9, 11),
(11, 'Mushroom Pasta', 'Vegetarian', 590, 6.9, 12),
(12, 'Salmon Fillet', 'Fish', 560, 12.9, 5),
(13, 'Fruit Bowl', 'Dessert', 180, 3.2, NULL),
(14, 'Honey Cake', 'Dessert', 420, 3.9, 8),
(15, 'Tuna Salad', 'Fish', 350, 6.2, 1);
INSERT INTO "flight_meal" VALUES
('TG101', 1, 1, 60),
('TG101', 3, 1, 45),
('TG204', 2, 1, 90),
('TG204', 13, 1, 148),
('TG310', 1, 1, 55),
('IW220', 3, 2, 80),
('IW415', 11, 2, 70),
('IW415', 2, 2, 105),
('IW501', 3, 2, 50),
('IW501', 14, 2, 120),
('RX012', 5, 3, 88),
('RX118', 6, 4, 60),
('RX118', 4, 4, 75),
('RX333', 4, 3, 110),
('RX333', 12, 8, 72),
('RX333', 13, 8, 150),
('BA700', 7, 5, 130),
('BA700', 8, 5, 80),
('BA712', 7, 5, 115),
('BA712', 14, 5, 190),
('BA733', 10, 5, 95),
('AJ051', 10, 7, 72),
('AS810', 9, 6, 64),
('AS822', 9, 6, 85),
('AS822', 6, 6, 34),
('NL150', 12, NULL, 65);
