PRAGMA foreign_keys = OFF;
CREATE TABLE BLDTYPE (bt_cd VARCHAR(3) PRIMARY KEY, bt_descr VARCHAR(30), pct_pop REAL);
CREATE TABLE DONOR (dnr_id INTEGER PRIMARY KEY, fname VARCHAR(20), lname VARCHAR(20), sex VARCHAR(1), age INTEGER, wt_kg INTEGER, bt_cd VARCHAR(3), city VARCHAR(30), reg_dt DATE, FOREIGN KEY (bt_cd) REFERENCES BLDTYPE(bt_cd));
CREATE TABLE SITE (site_id INTEGER PRIMARY KEY, site_nm VARCHAR(40), city VARCHAR(30), n_beds INTEGER);
CREATE TABLE NURSE (nrs_id INTEGER PRIMARY KEY, fname VARCHAR(20), lname VARCHAR(20), yrs_exp INTEGER, sal INTEGER, sup_site INTEGER, FOREIGN KEY (sup_site) REFERENCES SITE(site_id));
CREATE TABLE DRIVE (drv_id INTEGER PRIMARY KEY, site_id INTEGER, drv_dt DATE, sponsor VARCHAR(40), goal_units INTEGER, FOREIGN KEY (site_id) REFERENCES SITE(site_id));
CREATE TABLE DONATION (don_id INTEGER PRIMARY KEY, dnr_id INTEGER, drv_id INTEGER, nrs_id INTEGER, vol_ml INTEGER, hgb REAL, FOREIGN KEY (dnr_id) REFERENCES DONOR(dnr_id), FOREIGN KEY (drv_id) REFERENCES DRIVE(drv_id), FOREIGN KEY (nrs_id) REFERENCES NURSE(nrs_id));
CREATE TABLE DEFERRAL (dnr_id INTEGER, drv_id INTEGER, reason VARCHAR(40), PRIMARY KEY (dnr_id, drv_id), FOREIGN KEY (dnr_id) REFERENCES DONOR(dnr_id), FOREIGN KEY (drv_id) REFERENCES DRIVE(drv_id));
INSERT INTO "BLDTYPE" VALUES
('O+', 'O positive', 37.4),
('O-', 'O negative', 6.6),
('A+', 'A positive', 35.7),
('A-', 'A negative', 6.3),
('B+', 'B positive', 8.5),
('B-', 'B negative', 1.5),
('AB+', 'AB positive', 3.4),
('AB-', 'AB negative', 0.6);
INSERT INTO "DONOR" VALUES
(101, 'Grace', 'Holloway', 'F', 34, 61, 'O+', 'Millbrook', '2015-03-14'),
(102, 'Darnell', 'Pike', 'M', 45, 88, 'A+', 'Millbrook', '2011-07-02'),
(103, 'Yusuf', 'Demir', 'M', 29, 77, 'B+', 'Ashford', '2018-01-20'),
(104, 'Carla', 'Benitez', 'F', 52, 66, 'O-', 'Fairview', '2009-10-11'),
(105, 'Owen', 'Tate', 'M', 19, 70, 'O+', 'Ashford', '2022-09-05'),
(106, 'Priya', 'Nair', 'F', 41, 58, 'A-', 'Fairview', '2014-05-23'),
(107, 'Leon', 'Holloway', 'M', 37, 92, 'O+', 'Millbrook', '2015-03-14'),
(108, 'Mei', 'Zhang', 'F', 26, 53, 'AB+', 'Ridgeton', '2019-11-30'),
(109, 'Stuart', 'Okafor', 'M', 60, 81, 'A+', 'Ridgeton', '2003-02-17'),
(110, 'Hannah', 'Lindqvist', 'F', 31, 64, 'O-', 'Ashford', '2017-06-08'),
(111, 'Tessa', 'Brown', 'F', 23, NULL, 'B-', 'Millbrook', '2021-04-19'),
(112, 'Ray', 'Brown', 'M', 57, 95, 'O+', 'Fairview', '2006-08-28'),
(113, 'Ivana', 'Kovac', 'F', 48, 71, 'A+', 'Ridgeton', '2012-12-12'),
(114, 'Marcus', 'Lyle', 'M', 33, 84, NULL, 'Ashford', '2023-01-15'),
(115, 'Joy', 'Adeyemi', 'F', 39, 68, 'O+', 'Cedar Falls', '2016-02-29'),
(116, 'Grace', 'Kim', 'F', 22, 55, 'B+', 'Cedar Falls', '2022-03-03');
INSERT INTO "SITE" VALUES
(1, 'Millbrook Town Hall', 'Millbrook', 12),
(2, 'Ashford Community College', 'Ashford', 20),
(3, 'St Luke Church', 'Fairview', 8),
(4, 'Ridgeton Fire Station', 'Ridgeton', 6),
(5, 'Fairview High School', 'Fairview', 16),
(6, 'Millbrook Library', 'Millbrook', 5),
(7, 'Cedar Falls Mall', 'Cedar Falls', 15),
(8, 'Ashford Rotary Club', 'Ashford', 7);
INSERT INTO "NURSE" VALUES
(1, 'Paula', 'Grimes', 12, 61500, 1),
(2, 'Kenji', 'Mori', 4, 48200, 2),
(3, 'Aisha', 'Bello', 20, 72300, 5),
(4, 'Dolores', 'Finch', 8, 55000, 1),
(5, 'Sam', 'Whitaker', 1, 43100, 2),
(6, 'Bridget', 'Okafor', 15, 66800, 4),
(7, 'Neil', 'Sandoval', 6, 51900, NULL),
(8, 'Rosa', 'Finch', 10, 58400, 7);
INSERT INTO "DRIVE" VALUES
(1, 1, '2022-02-12', 'Lions Club', 40),
(2, 2, '2022-03-26', 'Student Union', 60),
(3, 3, '2022-05-07', 'St Luke Parish', 25),
(4, 4, '2022-06-18', 'Ridgeton Firefighters', 20),
(5, 1, '2022-08-20', 'Lions Club', 45),
(6, 5, '2022-10-01', 'Acme Tools', 35),
(7, 2, '2022-11-12', 'Student Union', 70),
(8, 7, '2023-01-21', 'Acme Tools', 50),
(9, 1, '2023-02-18', 'City Council', 55),
(10, 8, '2023-04-15', 'Lions Club', 30);
INSERT INTO "DONATION" VALUES
(1, 101, 1, 1, 450, 13.3),
(2, 102, 1, 4, 470, 15.6),
(3, 107, 1, 1, 470, 16.3),
(4, 103, 2, 2, 470, 16.2),
(5, 110, 2, 5, 500, 12.8),
(6, 105, 2, 2, 500, 14.3),
(7, 104, 3, 3, 350, NULL),
(8, 106, 3, 3, 500, 13.3),
(9, 112, 3, 7, 450, 16.1),
(10, 108, 4, 6, 450, 14.4),
(11, 109, 4, 6, 350, 14.9),
(12, 113, 4, 6, 470, 13.8),
(13, 101, 5, 1, 350, 14.5),
(14, 102, 5, 1, 500, 15.1),
(15, 107, 5, 4, 350, 15.6),
(16, 112, 6, 3, 450, 13.6),
(17, 104, 6, 3, 350, 12.7),
(18, 103, 7, 2, 350, 15.0),
(19, 110, 7, 2, 500, 14.0),
(20, 105, 7, 5, 470, 15.1),
(21, 113, 7, 6, 450, 13.9),
(22, 115, 8, 8, 470, 14.3),
(23, 109, 8, 8, 450, 13.7),
(24, 101, 8, 8, 450, 12.9),
(25, 101, 9, 1, 500, 14.6),
(26, 112, 9, 4, 350, 13.9),
(27, 104, 9, 1, 470, 13.6),
(28, 106, 9, 1, 470, 12.8);
INSERT INTO "DEFERRAL" VALUES
(111, 1, 'Low hemoglobin'),
(116, 8, 'Recent travel'),
(108, 7, 'Low hemoglobin'),
(114, 9, 'New tattoo'),
(106, 5, 'Cold symptoms'),
(105, 9, 'New tattoo'),
(111, 9, 'Low hemoglobin'),
(113, 6, 'Medication'),
(103, 8, 'Recent travel');
