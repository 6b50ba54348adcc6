PRAGMA foreign_keys = OFF;
CREATE TABLE region (
 region_id INTEGER PRIMARY KEY,
 name TEXT,
 country TEXT
);
CREATE TABLE hostel (
 hostel_id INTEGER PRIMARY KEY,
 name TEXT,
 town TEXT,
 region_id INTEGER,
 open_since INTEGER,
 altitude INTEGER,
 star_rating REAL,
 FOREIGN KEY (region_id) REFERENCES region(region_id)
);
CREATE TABLE room (
 room_id INTEGER PRIMARY KEY,
 hostel_id INTEGER,
 room_number TEXT,
 room_type TEXT,
 beds INTEGER,
 price_per_night REAL,
 FOREIGN KEY (hostel_id) REFERENCES hostel(hostel_id)
);
CREATE TABLE facility (
 facility_id INTEGER PRIMARY KEY,
 facility_name TEXT,
 is_free TEXT
);
CREATE TABLE hostel_x_facility (
 hostel_id INTEGER,
 facility_id INTEGER,
 PRIMARY KEY (hostel_id, facility_id),
 FOREIGN KEY (hostel_id) REFERENCES hostel(hostel_id),
 FOREIGN KEY (facility_id) REFERENCES facility(facility_id)
);
CREATE TABLE guest (
 guest_id INTEGER PRIMARY KEY,
 first_name TEXT,
 last_name TEXT,
 home_country TEXT,
 age INTEGER,
 membership_level TEXT
);
CREATE TABLE booking (
 booking_id INTEGER PRIMARY KEY,
 guest_id INTEGER,
 room_id INTEGER,
 check_in_date TEXT,
 nights INTEGER,
 amount_paid REAL,
 FOREIGN KEY (guest_id) REFERENCES guest(guest_id),
 FOREIGN KEY (room_id) REFERENCES room(room_id)
);
INSERT INTO "region" VALUES
(1, 'Tyrol', 'Austria'),
(2, 'Salzburg', 'Austria'),
(3, 'Bavaria', 'Germany'),
(4, 'Black Forest', 'Germany'),
(5, 'Ticino', 'Switzerland'),
(6, 'Graubunden', 'Switzerland'),
(7, 'South Tyrol', 'Italy'),
(8, 'Tuscany', 'Italy');
INSERT INTO "hostel" VALUES
(1, 'Alpenrose', 'Innsbruck', 1, 1965, 574, 4.2),
(2, 'Edelweiss', 'Kufstein', 1, 1982, 499, 3.8),
(3, 'Mozart House', 'Salzburg', 2, 1991, 424, 4.5),
(4, 'Isar Lodge', 'Munich', 3, 2004, 519, 4.0),
(5, 'Castle View', 'Fussen', 3, 1958, 808, 4.7),
(6, 'Pine Cabin', 'Freiburg', 4, 1976, 278, 3.5),
(7, 'Lago Blu', 'Lugano', 5, 2010, 273, 4.4),
(8, 'Snow Peak', 'Davos', 6, 1949, 1560, 4.1),
(9, 'Dolomiti', 'Bolzano', 7, 1999, 262, 3.9),
(10, 'Engadin Inn', 'St. Moritz', 6, 2015, 1822, 4.6),
(11, 'Eagle Nest', 'Munich', 3, 1987, 519, NULL);
INSERT INTO "room" VALUES
(1, 1, '101', 'Dorm', 8, 24.0),
(2, 1, '102', 'Double', 2, 62.0),
(3, 1, '201', 'Family', 4, 88.0),
(4, 2, '1', 'Dorm', 10, 19.5),
(5, 2, '2', 'Double', 2, 55.0),
(6, 3, 'A1', 'Dorm', 6, 28.0),
(7, 3, 'A2', 'Single', 1, 48.0),
(8, 3, 'B1', 'Family', 5, 105.0),
(9, 4, '11', 'Dorm', 12, 22.0),
(10, 4, '12', 'Dorm', 8, 26.5),
(11, 4, '21', 'Double', 2, 70.0),
(12, 5, 'T1', 'Dorm', 6, 30.0),
(13, 5, 'T2', 'Double', 2, 79.0),
(14, 6, '1', 'Dorm', 10, 17.0),
(15, 6, '2', 'Family', 4, 66.0),
(16, 7, '101', 'Double', 2, 92.0),
(17, 7, '102', 'Single', 1, 64.0),
(18, 8, '301', 'Dorm', 8, 34.0),
(19, 8, '302', 'Family', 6, 140.0),
(20, 9, '5', 'Dorm', 8, 21.0),
(21, 9, '6', 'Double', 2, 58.0),
(22, 10, 'P1', 'Dorm', 4, 45.0),
(23, 10, 'P2', 'Double', 2, 125.0),
(24, 11, '1', 'Dorm', 14, 16.5);
INSERT INTO "facility" VALUES
(1, 'Wifi', 'Yes'),
(2, 'Bike Rental', 'No'),
(3, 'Sauna', 'No'),
(4, 'Guest Kitchen', 'Yes'),
(5, 'Laundry', 'No'),
(6, 'Garden', 'Yes'),
(7, 'Ski Storage', 'Yes'),
(8, 'Cinema Room', 'Yes');
INSERT INTO "hostel_x_facility" VALUES
(1, 1),
(1, 4),
(1, 7),
(1, 3),
(2, 1),
(2, 4),
(3, 1),
(3, 5),
(3, 6),
(4, 1),
(4, 2),
(4, 5),
(4, 4),
(4, 8),
(5, 1),
(5, 6),
(6, 4),
(6, 2),
(6, 6),
(7, 1),
(7, 2),
(7, 6),
(8, 1),
(8, 3),
(8, 7),
(9, 1),
(9, 2),
(10, 1),
(10, 3),
(10, 7);
INSERT INTO "guest" VALUES
(1, 'Emma', 'Vogel', 'Germany', 22, 'Gold'),
(2, 'Liam', 'Walsh', 'Ireland', 25, 'Basic'),
(3, 'Sofia', 'Rinaldi', 'Italy', 19, 'Silver'),
(4, 'Noah', 'Keller', 'Switzerland', 31, 'Gold'),
(5, 'Olivia', 'Park', 'South Korea', 24, NULL),
(6, 'Lucas', 'Silva', 'Brazil', 28, 'Basic'),
(7, 'Hanna', 'Virtanen', 'Finland', 21, 'Silver'),
(8, 'Jack', 'Turner', 'Australia', 35, 'Basic'),
(9, 'Clara', 'Vogel', 'Austria', 20, 'Basic'),
(10, 'Mateo', 'Ruiz', 'Spain', 27, 'Silver'),
(11, 'Zoe', 'Martin', 'France', 23, 'Gold'),
(12, 'Erik', 'Holm', 'Sweden', 40, NULL),
(13, 'Paul', 'Weber', 'Germany', 18, 'Basic'),
(14, 'Amy', 'Chen', 'Australia', 26, 'Silver');
INSERT INTO "booking" VALUES
(1, 1, 1, '2022-01-14', 3, 72.0),
(2, 1, 12, '2022-06-02', 2, 60.0),
(3, 2, 9, '2022-09-17', 4, 88.0),
(4, 3, 6, '2022-04-21', 2, 56.0),
(5, 3, 20, '2022-07-11', 5, 105.0),
(6, 4, 23, '2022-12-27', 6, 750.0),
(7, 4, 16, '2022-08-05', 3, 276.0),
(8, 5, 13, '2022-05-19', 1, 79.0),
(9, 5, 9, '2022-05-20', 3, 66.0),
(10, 6, 14, '2022-10-03', 7, 119.0),
(11, 7, 18, '2022-02-12', 4, 136.0),
(12, 7, 22, '2022-02-16', 2, 90.0),
(13, 8, 19, '2022-12-20', 5, 700.0),
(14, 9, 4, '2022-08-23', 2, 39.0),
(15, 9, 1, '2022-11-11', 1, 24.0),
(16, 10, 10, '2022-09-24', 3, 79.5),
(17, 11, 8, '2022-07-29', 2, 210.0),
(18, 11, 2, '2022-03-05', 4, 248.0),
(19, 1, 18, '2023-01-08', 5, 170.0),
(20, 13, 24, '2023-02-10', 2, 33.0),
(21, 14, 21, '2023-04-02', 3, 174.0),
(22, 14, 7, '2023-04-06', 2, 96.0),
(23, 2, 14, '2023-05-15', 1, 17.0),
(24, 4, 3, '2023-06-30', 2, 176.0),
(25, 7, 9, '2023-07-08', 3, 66.0),
(26, 1, 10, '2023-08-12', 2, 53.0),
(27, 10, 11, '2022-06-18', 2, 140.0);
