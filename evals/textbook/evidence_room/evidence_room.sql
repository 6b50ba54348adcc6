PRAGMA foreign_keys = OFF;
CREATE TABLE dept (
 dcd VARCHAR(4) PRIMARY KEY,
 dname VARCHAR(30),
 bldg VARCHAR(20),
 ph VARCHAR(12)
);
CREATE TABLE ofc (
 ofc_id INTEGER PRIMARY KEY,
 fname VARCHAR(20),
 lname VARCHAR(20),
 rnk VARCHAR(15),
 age INTEGER,
 sal INTEGER,
 dcd VARCHAR(4),
 FOREIGN KEY (dcd) REFERENCES dept(dcd)
);
CREATE TABLE pcase (
 case_no INTEGER PRIMARY KEY,
 crime_typ VARCHAR(20),
 dist VARCHAR(20),
 open_dt TEXT,
 close_dt TEXT,
 lead_ofc INTEGER,
 FOREIGN KEY (lead_ofc) REFERENCES ofc(ofc_id)
);
CREATE TABLE shelf (
 shelf_id INTEGER PRIMARY KEY,
 room VARCHAR(10),
 cap INTEGER,
 lock_typ VARCHAR(15)
);
CREATE TABLE item (
 item_id INTEGER PRIMARY KEY,
 case_no INTEGER,
 descr VARCHAR(40),
 categ VARCHAR(15),
 wt_kg REAL,
 est_val INTEGER,
 rcv_dt TEXT,
 shelf_id INTEGER,
 FOREIGN KEY (case_no) REFERENCES pcase(case_no),
 FOREIGN KEY (shelf_id) REFERENCES shelf(shelf_id)
);
CREATE TABLE chkout (
 chk_id INTEGER PRIMARY KEY,
 item_id INTEGER,
 rel_by INTEGER,
 taken_by INTEGER,
 out_dt TEXT,
 ret_dt TEXT,
 purp VARCHAR(20),
 FOREIGN KEY (item_id) REFERENCES item(item_id),
 FOREIGN KEY (rel_by) REFERENCES ofc(ofc_id),
 FOREIGN KEY (taken_by) REFERENCES ofc(ofc_id)
);
INSERT INTO "dept" VALUES
('HOM', 'Homicide', 'North Tower', '555-0110'),
('NAR', 'Narcotics', 'North Tower', '555-0121'),
('FRD', 'Fraud', 'Annex', '555-0133'),
('PAT', 'Patrol', 'Main Hall', '555-0140'),
('EVD', 'Evidence Control', 'Basement', '555-0155'),
('CYB', 'Cyber Crime', 'Annex', NULL),
('TRF', 'Traffic', 'Main Hall', '555-0171'),
('K9', 'Canine Unit', 'Kennel Block', '555-0182');
INSERT INTO "ofc" VALUES
(101, 'Dana', 'Whitlock', 'Sergeant', 44, 71000, 'HOM'),
(102, 'Luis', 'Ortega', 'Detective', 38, 66000, 'HOM'),
(103, 'Priya', 'Nair', 'Detective', 35, 64500, 'NAR'),
(104, 'Tom', 'Becker', 'Lieutenant', 51, 83000, 'NAR'),
(105, 'Grace', 'Okafor', 'Detective', 41, 67500, 'FRD'),
(106, 'Hank', 'Doyle', 'Patrolman', 26, 48000, 'PAT'),
(107, 'Mia', 'Sandoval', 'Patrolman', 29, 49500, 'PAT'),
(108, 'Carl', 'Jensen', 'Sergeant', 47, 70500, 'EVD'),
(109, 'Ruth', 'Abrams', 'Clerk', 55, 45000, 'EVD'),
(110, 'Owen', 'Fitch', 'Clerk', 33, 43000, 'EVD'),
(111, 'Nadia', 'Petrov', 'Detective', 30, 65000, 'CYB'),
(112, 'Sam', 'Doyle', 'Patrolman', 24, 46500, 'PAT'),
(113, 'Irene', 'Castle', 'Captain', 58, 97000, 'HOM'),
(114, 'Victor', 'Hale', 'Sergeant', 39, 69000, 'TRF'),
(115, 'Boyd', 'Larsen', 'Sergeant', 42, 68000, 'K9');
INSERT INTO "pcase" VALUES
(5001, 'Homicide', 'Harbor', '2018-02-11', '2019-06-30', 102),
(5002, 'Burglary', 'Old Town', '2018-05-20', '2018-09-14', 107),
(5003, 'Drug Trafficking', 'Harbor', '2018-07-03', NULL, 103),
(5004, 'Fraud', 'Midtown', '2019-01-17', '2020-03-02', 105),
(5005, 'Homicide', 'Riverside', '2019-03-25', NULL, 102),
(5006, 'Burglary', 'Midtown', '2019-04-08', '2019-05-19', 106),
(5007, 'Arson', 'Old Town', '2019-08-29', '2020-01-11', 101),
(5008, 'Cyber Fraud', 'Midtown', '2020-02-14', NULL, 111),
(5009, 'Drug Trafficking', 'Riverside', '2020-06-06', '2021-02-27', 104),
(5010, 'Burglary', 'Harbor', '2020-10-31', NULL, 107),
(5011, 'Homicide', 'Harbor', '2021-01-09', '2021-12-01', 102),
(5012, 'Fraud', 'Harbor', '2021-04-22', NULL, 105),
(5013, 'Vandalism', 'Riverside', '2021-05-05', '2021-05-28', 112);
INSERT INTO "shelf" VALUES
(1, 'E1', 40, 'Padlock'),
(2, 'E1', 35, 'Keypad'),
(3, 'E2', 60, 'Keypad'),
(4, 'E2', 25, 'Biometric'),
(5, 'Vault', 10, 'Biometric'),
(6, 'Vault', 12, 'Keypad'),
(7, 'Cold Room', 15, 'Padlock'),
(8, 'E3', 50, 'Padlock'),
(9, 'E3', 45, 'Keypad');
INSERT INTO "item" VALUES
(1, 5001, 'Kitchen knife', 'Weapon', 0.3, 25, '2018-02-12', 4),
(2, 5001, 'Blood sample', 'Biological', 0.1, NULL, '2018-02-12', 7),
(3, 5001, 'Leather jacket', 'Clothing', 1.4, 180, '2018-02-13', 1),
(4, 5002, 'Crowbar', 'Tool', 2.5, 30, '2018-05-21', 1),
(5, 5002, 'Gold necklace', 'Jewelry', 0.2, 2400, '2018-05-24', 5),
(6, 5003, 'Heroin package', 'Drug', 4.8, 96000, '2018-07-04', 5),
(7, 5003, 'Revolver', 'Weapon', 1.1, 650, '2018-07-04', 4),
(8, 5003, 'Cash bundle', 'Money', 0.9, 15000, '2018-07-05', 6),
(9, 5004, 'Forged cheque book', 'Document', 0.15, NULL, '2019-01-18', 2),
(10, 5004, 'Laptop', 'Electronics', 2.1, 900, '2019-01-20', 3),
(11, 5005, 'Pistol', 'Weapon', 0.95, 520, '2019-03-25', 4),
(12, 5005, 'Hair sample', 'Biological', 0.05, NULL, '2019-03-26', 7),
(13, 5006, 'Screwdriver', 'Tool', 0.25, 8, '2019-04-09', 1),
(14, 5006, 'Television', 'Electronics', 12.6, 450, '2019-04-11', 8),
(15, 5007, 'Gasoline can', 'Tool', 3.2, 15, '2019-08-30', 8),
(16, 5008, 'Laptop', 'Electronics', 1.8, 1300, '2020-02-15', 3),
(17, 5008, 'Hard drive', 'Electronics', 0.6, 110, '2020-02-15', 3),
(18, 5008, 'Mobile phone', 'Electronics', 0.2, 700, '2020-02-18', 3),
(19, 5009, 'Cocaine brick', 'Drug', 6.4, 210000, '2020-06-07', 5),
(20, 5009, 'Digital scale', 'Tool', 1.3, 60, '2020-06-07', 8),
(21, 5009, 'Shotgun', 'Weapon', 3.4, 780, '2020-06-08', 4),
(22, 5010, 'Silver watch', 'Jewelry', 0.15, 1750, '2020-11-01', 6),
(23, 5011, 'Hunting rifle', 'Weapon', 3.9, 1200, '2021-01-10', 4),
(24, 5011, 'Bloody shirt', 'Clothing', 0.4, 20, '2021-01-10', 7),
(25, 5012, 'Fake passport', 'Document', 0.1, NULL, '2021-04-23', 2),
(26, 5012, 'Ledger', 'Document', 0.75, 5, '2021-04-24', 2),
(27, 5013, 'Machete', 'Weapon', 0.8, 40, '2021-05-05', 9);
INSERT INTO "chkout" VALUES
(1, 1, 108, 102, '2018-03-01', '2018-03-15', 'Lab Test'),
(2, 2, 109, 102, '2018-03-01', '2018-03-20', 'Lab Test'),
(3, 6, 108, 103, '2018-08-02', '2018-08-09', 'Lab Test'),
(4, 7, 110, 103, '2018-08-10', '2018-09-01', 'Ballistics'),
(5, 5, 109, 107, '2018-09-02', '2018-09-14', 'Court'),
(6, 10, 110, 105, '2019-02-03', '2019-04-18', 'Forensic Copy'),
(7, 11, 109, 102, '2019-04-01', '2019-04-22', 'Ballistics'),
(8, 12, 109, 102, '2019-04-01', '2019-05-05', 'Lab Test'),
(9, 1, 109, 101, '2019-05-27', '2019-06-30', 'Court'),
(10, 16, 110, 111, '2020-03-01', NULL, 'Forensic Copy'),
(11, 17, 110, 111, '2020-03-01', NULL, 'Forensic Copy'),
(12, 19, 108, 104, '2020-06-20', '2020-07-04', 'Lab Test'),
(13, 21, 109, 104, '2020-07-01', '2020-07-29', 'Ballistics'),
(14, 19, 109, 104, '2021-01-15', '2021-02-27', 'Court'),
(15, 23, 109, 102, '2021-02-01', '2021-03-03', 'Ballistics'),
(16, 23, 108, 113, '2021-10-11', '2021-12-01', 'Court'),
(17, 25, 110, 105, '2021-06-14', NULL, 'Court'),
(18, 1, 110, 102, '2019-06-02', '2019-06-10', 'Lab Test');
