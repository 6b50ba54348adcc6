PRAGMA foreign_keys = OFF;
CREATE TABLE garage (
id INTEGER PRIMARY KEY,
name TEXT,
city TEXT,
street TEXT,
capacity INTEGER,
opened_year INTEGER,
hourly_rate REAL
);
CREATE TABLE attendant (
id INTEGER PRIMARY KEY,
first_name TEXT,
last_name TEXT,
salary INTEGER,
hire_date TEXT,
garage_id INTEGER,
FOREIGN KEY (garage_id) REFERENCES garage(id)
);
CREATE TABLE driver (
id INTEGER PRIMARY KEY,
name TEXT,
age INTEGER,
city TEXT,
email TEXT
);
CREATE TABLE vehicle (
plate TEXT PRIMARY KEY,
make TEXT,
model TEXT,
color TEXT,
year INTEGER,
driver_id INTEGER,
FOREIGN KEY (driver_id) REFERENCES driver(id)
);
CREATE TABLE parking_session (
id INTEGER PRIMARY KEY,
plate TEXT,
garage_id INTEGER,
session_date TEXT,
hours INTEGER,
fee REAL,
payment_method TEXT,
FOREIGN KEY (plate) REFERENCES vehicle(plate),
FOREIGN KEY (garage_id) REFERENCES garage(id)
);
CREATE TABLE fine (
id INTEGER PRIMARY KEY,
plate TEXT,
attendant_id INTEGER,
reason TEXT,
amount INTEGER,
issue_date TEXT,
paid TEXT,
FOREIGN KEY (plate) REFERENCES vehicle(plate),
FOREIGN KEY (attendant_id) REFERENCES attendant(id)
);
CREATE TABLE shuttle (
id INTEGER PRIMARY KEY,
from_garage_id INTEGER,
to_garage_id INTEGER,
departure_time TEXT,
minutes INTEGER,
seats INTEGER,
FOREIGN KEY (from_garage_id) REFERENCES garage(id),
FOREIGN KEY (to_garage_id) REFERENCES garage(id)
);
INSERT INTO "garage" VALUES
(1, 'Central Deck', 'Denver', 'Market Street', 420, 1998, 4.5),
(2, 'Union Garage', 'Denver', 'Wynkoop Street', 650, 2005, 5.0),
(3, 'River Lot', 'Portland', 'Front Avenue', 180, 1985, 2.5),
(4, 'Pearl Park', 'Portland', 'Lovejoy Street', 300, 2012, 3.5),
(5, 'Harbor Garage', 'Seattle', 'Alaskan Way', 520, 2001, 6.0),
(6, 'Stadium Lot', 'Seattle', 'First Avenue', 900, 1999, 3.0),
(7, 'Airport East', 'Denver', 'Pena Boulevard', 1500, 1995, 2.0),
(8, 'Airport West', 'Denver', 'Pena Boulevard', 1100, 2010, 2.25),
(9, 'Capitol Garage', 'Salem', 'Court Street', 210, 1990, 1.75);
INSERT INTO "attendant" VALUES
(1, 'Rita', 'Gomez', 34000, '2012-05-01', 1),
(2, 'Walt', 'Henson', 31500, '2016-08-19', 1),
(3, 'Joyce', 'Adair', 36500, '2009-02-11', 2),
(4, 'Malik', 'Stone', 29800, '2019-10-07', 2),
(5, 'Becky', 'Tran', 30500, '2018-03-26', 3),
(6, 'Curtis', 'Dole', 33000, '2013-07-15', 4),
(7, 'Nadia', 'Popov', 38000, '2008-01-22', 5),
(8, 'Victor', 'Stone', 30000, '2020-06-01', 6),
(9, 'Paula', 'Reyes', 32750, '2014-11-30', 7),
(10, 'Greg', 'Odom', 31000, '2017-09-09', 7),
(11, 'Tina', 'Walsh', 28900, '2021-04-12', 7),
(12, 'Omar', 'Khalil', 35250, '2011-12-05', NULL);
INSERT INTO "driver" VALUES
(1, 'Alice Benton', 34, 'Denver', 'abenton@mailbox.com'),
(2, 'Brad Koch', 52, 'Denver', 'bkoch@fastnet.org'),
(3, 'Carmen Diaz', 27, 'Portland', 'cdiaz@mailbox.com'),
(4, 'Derek Yu', 45, 'Seattle', NULL),
(5, 'Elise Monroe', 61, 'Seattle', 'emonroe@fastnet.org'),
(6, 'Frank Oakes', 38, 'Salem', 'foakes@mailbox.com'),
(7, 'Gloria Hart', 23, 'Portland', 'ghart@webpost.com'),
(8, 'Henry Platt', 70, 'Boulder', 'hplatt@webpost.com'),
(9, 'Irma Novak', 41, 'Denver', 'inovak@mailbox.com'),
(10, 'Jack Sims', 30, 'Boulder', NULL);
INSERT INTO "vehicle" VALUES
('AKD-201', 'Toyota', 'Corolla', 'white', 2014, 1),
('AKD-877', 'Subaru', 'Outback', 'green', 2018, 1),
('BRM-114', 'Ford', 'F-150', 'black', 2016, 2),
('CPT-390', 'Honda', 'Civic', 'blue', 2011, 3),
('CPT-452', 'Toyota', 'Prius', 'silver', 2019, 4),
('DWL-630', 'BMW', 'X3', 'black', 2020, 5),
('DWL-631', 'BMW', 'Z4', 'red', 2007, 5),
('EFG-008', 'Ford', 'Focus', 'white', 2012, 6),
('FHJ-215', 'Honda', 'Fit', 'red', 2015, 7),
('GKN-743', 'Buick', 'LeSabre', 'silver', 2003, 8),
('HMO-518', 'Toyota', 'Camry', 'black', 2017, 9),
('HMO-519', 'Toyota', 'Tacoma', 'white', 2021, 9),
('HMO-777', 'Nissan', 'Leaf', 'blue', 2020, 9),
('JPR-960', 'Subaru', 'Forester', 'green', 2010, NULL);
INSERT INTO "parking_session" VALUES
(1, 'AKD-201', 1, '2022-01-05', 3, 13.5, 'card'),
(2, 'AKD-201', 2, '2022-01-12', 8, 40.0, 'card'),
(3, 'AKD-877', 7, '2022-02-01', 72, 144.0, 'app'),
(4, 'BRM-114', 2, '2022-01-12', 5, 25.0, 'cash'),
(5, 'BRM-114', 7, '2022-03-18', 48, 96.0, 'card'),
(6, 'CPT-390', 3, '2022-01-20', 2, 5.0, 'cash'),
(7, 'CPT-390', 4, '2022-02-14', 4, 14.0, 'app'),
(8, 'CPT-390', 3, '2022-03-02', 6, 15.0, 'cash'),
(9, 'CPT-452', 5, '2022-01-30', 2, 12.0, 'app'),
(10, 'CPT-452', 6, '2022-02-20', 7, 21.0, 'app'),
(11, 'DWL-630', 5, '2022-01-09', 9, 54.0, 'card'),
(12, 'DWL-630', 5, '2022-02-27', 4, 24.0, 'card'),
(13, 'DWL-631', 6, '2022-03-11', 5, 15.0, 'card'),
(14, 'EFG-008', 9, '2022-01-17', 3, 5.25, 'cash'),
(15, 'EFG-008', 4, '2022-03-21', 5, 17.5, 'card'),
(16, 'FHJ-215', 4, '2022-02-08', 1, 3.5, 'app'),
(17, 'HMO-518', 1, '2022-02-22', 6, 27.0, 'card'),
(18, 'HMO-518', 7, '2022-03-25', 96, 192.0, 'app'),
(19, 'HMO-519', 2, '2022-03-28', 2, 10.0, NULL),
(20, 'HMO-777', 1, '2022-03-30', 4, 18.0, 'app'),
(21, 'FHJ-215', 3, '2022-03-15', 3, 7.5, 'card'),
(22, 'AKD-877', 7, '2022-03-19', 24, 48.0, 'app'),
(23, 'GKN-743', 8, '2022-02-16', 30, 67.5, 'cash'),
(24, 'DWL-630', 1, '2022-03-08', 2, 9.0, 'card');
INSERT INTO "fine" VALUES
(1, 'AKD-201', 1, 'Expired Ticket', 35, '2022-01-05', 'Yes'),
(2, 'BRM-114', 3, 'Double Parking', 60, '2022-01-12', 'Yes'),
(3, 'BRM-114', 9, 'Expired Ticket', 35, '2022-03-20', 'No'),
(4, 'CPT-390', 5, 'Expired Ticket', 30, '2022-01-20', 'No'),
(5, 'CPT-390', 6, 'Blocked Exit', 85, '2022-02-14', 'Yes'),
(6, 'CPT-452', 7, 'No Permit', 50, '2022-01-30', 'Yes'),
(7, 'DWL-630', 7, 'Disabled Space', 150, '2022-02-27', 'No'),
(8, 'DWL-631', 8, 'Double Parking', 60, '2022-03-11', 'Yes'),
(9, 'EFG-008', 6, 'Expired Ticket', 30, '2022-03-21', 'Yes'),
(10, 'HMO-518', 2, 'No Permit', 45, '2022-02-22', 'No'),
(11, 'HMO-518', 9, 'Blocked Exit', 90, '2022-03-27', 'No'),
(12, 'DWL-630', 7, 'Expired Ticket', 40, '2022-01-09', 'Yes'),
(13, 'BRM-114', 4, 'No Permit', 50, '2022-02-03', 'No');
INSERT INTO "shuttle" VALUES
(1, 7, 1, '06:00', 35, 20),
(2, 7, 2, '06:30', 40, 20),
(3, 8, 1, '07:00', 38, 14),
(4, 1, 7, '09:15', 35, 20),
(5, 2, 8, '10:00', 42, 14),
(6, 6, 5, '12:00', 12, 28),
(7, 5, 6, '12:30', 12, 28),
(8, 3, 4, '08:45', 9, 10),
(9, 7, 8, '05:30', 6, 30),
(10, 2, 7, '17:20', 44, 20),
(11, 7, 1, '18:10', 41, 20);
