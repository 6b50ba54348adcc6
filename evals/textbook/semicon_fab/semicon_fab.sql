PRAGMA foreign_keys = OFF;
CREATE TABLE fab (
fab_cd VARCHAR(4) PRIMARY KEY, fab_nm VARCHAR(30), loc VARCHAR(20), yr_opnd INTEGER, cln_cls INTEGER
);
CREATE TABLE emp (
empno INTEGER PRIMARY KEY, fname VARCHAR(15), lname VARCHAR(15), pos VARCHAR(20), sal INTEGER, hire_dt TEXT, fab_cd VARCHAR(4), mgr INTEGER,
FOREIGN KEY (fab_cd) REFERENCES fab(fab_cd),
FOREIGN KEY (mgr) REFERENCES emp(empno)
);
CREATE TABLE prod (
prod_id INTEGER PRIMARY KEY, prod_nm VARCHAR(20), cat VARCHAR(12), node_nm INTEGER, unit_prc REAL
);
CREATE TABLE eqp (
eqp_id VARCHAR(6) PRIMARY KEY, eqp_typ VARCHAR(15), vendor VARCHAR(20), cost_musd REAL, stat VARCHAR(6), fab_cd VARCHAR(4),
FOREIGN KEY (fab_cd) REFERENCES fab(fab_cd)
);
CREATE TABLE lot (
lot_no VARCHAR(7) PRIMARY KEY, prod_id INTEGER, fab_cd VARCHAR(4), wfr_qty INTEGER, strt_dt TEXT, yld_pct REAL, prio CHAR(1),
FOREIGN KEY (prod_id) REFERENCES prod(prod_id),
FOREIGN KEY (fab_cd) REFERENCES fab(fab_cd)
);
CREATE TABLE lot_run (
run_id INTEGER PRIMARY KEY, lot_no VARCHAR(7), eqp_id VARCHAR(6), opr INTEGER, dur_min INTEGER, dfct_cnt INTEGER,
FOREIGN KEY (lot_no) REFERENCES lot(lot_no),
FOREIGN KEY (eqp_id) REFERENCES eqp(eqp_id),
FOREIGN KEY (opr) REFERENCES emp(empno)
);
INSERT INTO "fab" VALUES
('F1', 'Mesa Ridge', 'Phoenix', 1998, 100),
('F2', 'Elbe Valley', 'Dresden', 2003, 10),
('F3', 'Science Park', 'Hsinchu', 2011, 1),
('F4', 'Green Glen', 'Cork', 2007, 10),
('F5', 'Lone Pine', 'Phoenix', 2016, 1),
('F6', 'Harbour Point', 'Penang', 1995, 1000),
('F7', 'Kawa', 'Kumamoto', 2022, 1),
('F8', 'Old Mill', 'Cork', 1989, 1000);
INSERT INTO "emp" VALUES
(1001, 'Marta', 'Keller', 'Plant Manager', 148000, '2003-02-01', 'F2', NULL),
(1002, 'Wei', 'Chang', 'Plant Manager', 152000, '2010-09-15', 'F3', NULL),
(1003, 'Dale', 'Ortiz', 'Plant Manager', 139000, '1999-06-21', 'F1', NULL),
(1004, 'Sinead', 'Foley', 'Shift Lead', 84000, '2008-03-10', 'F4', 1001),
(1005, 'Jonas', 'Weber', 'Operator', 52000, '2012-05-02', 'F2', 1001),
(1006, 'Yi-Ting', 'Lin', 'Process Engineer', 97000, '2014-07-28', 'F3', 1002),
(1007, 'Hao', 'Chang', 'Operator', 49500, '2018-11-05', 'F3', 1006),
(1008, 'Ruth', 'Begay', 'Operator', 47000, '2005-01-17', 'F1', 1003),
(1009, 'Carlos', 'Ortiz', 'Shift Lead', 79000, '2009-10-12', 'F1', 1003),
(1010, 'Lena', 'Vogt', 'Process Engineer', 91500, '2016-04-04', 'F2', 1001),
(1011, 'Aoife', 'Byrne', 'Operator', 50500, '2019-08-19', 'F4', 1004),
(1012, 'Farid', 'Rahman', 'Operator', 31000, '2001-12-03', 'F6', NULL),
(1013, 'Tyler', 'Nez', 'Operator', 48000, '2017-02-27', 'F5', 1009),
(1014, 'Grace', 'Kim', 'Yield Analyst', 88000, '2020-01-06', 'F5', 1003);
INSERT INTO "prod" VALUES
(11, 'Falcon-8', 'CPU', 7, 182.5),
(12, 'Falcon-8 Lite', 'CPU', 14, 96.0),
(13, 'Orca DRAM', 'Memory', 16, 8.4),
(14, 'Orca Flash', 'Memory', 28, 5.9),
(15, 'Wren MCU', 'MCU', 40, 2.35),
(16, 'Heron RF', 'Analog', 65, 3.8),
(17, 'Tern PMIC', 'Analog', 90, 1.6),
(18, 'Eagle AI', 'GPU', 5, 940.0),
(19, 'Robin MCU', 'MCU', 90, 1.1);
INSERT INTO "eqp" VALUES
('E101', 'Stepper', 'ASML', 32.0, 'UP', 'F3'),
('E102', 'EUV Scanner', 'ASML', 165.0, 'UP', 'F3'),
('E103', 'Etcher', 'Lam', 4.8, 'DOWN', 'F3'),
('E104', 'Etcher', 'Lam', 4.6, 'UP', 'F2'),
('E105', 'Implanter', 'Axcelis', 5.5, 'UP', 'F2'),
('E106', 'Furnace', 'Kokusai', 1.9, 'UP', 'F1'),
('E107', 'Stepper', 'Nikon', 18.5, 'DOWN', 'F1'),
('E108', 'CMP', 'Ebara', 3.1, 'UP', 'F4'),
('E109', 'Etcher', 'TEL', 5.2, 'UP', 'F4'),
('E110', 'Furnace', 'TEL', 2.2, 'MAINT', 'F6'),
('E111', 'EUV Scanner', 'ASML', 171.5, 'UP', 'F5'),
('E112', 'Implanter', 'Axcelis', 6.1, 'MAINT', 'F5'),
('E113', 'CMP', 'Ebara', NULL, 'UP', 'F1');
INSERT INTO "lot" VALUES
('L2001', 11, 'F3', 25, '2023-01-09', 81.5, 'H'),
('L2002', 11, 'F3', 24, '2023-01-23', 84.0, 'N'),
('L2003', 18, 'F3', 12, '2023-02-14', 62.5, 'H'),
('L2004', 13, 'F2', 25, '2023-01-30', 92.0, 'N'),
('L2005', 14, 'F2', 25, '2023-03-06', 94.5, 'N'),
('L2006', 12, 'F5', 25, '2023-03-20', 88.0, 'N'),
('L2007', 15, 'F1', 50, '2023-02-01', 96.5, 'L'),
('L2008', 16, 'F4', 30, '2023-04-11', 90.5, 'N'),
('L2009', 17, 'F1', 48, '2023-04-17', 97.0, 'L'),
('L2010', 15, 'F1', 50, '2023-05-02', 95.0, 'N'),
('L2011', 18, 'F5', 10, '2023-05-15', NULL, 'H'),
('L2012', 13, 'F2', 20, '2023-06-05', 89.5, 'H'),
('L2013', 17, 'F6', 40, '2023-06-12', 85.5, 'L'),
('L2014', 11, 'F5', 25, '2023-06-26', 79.0, 'N'),
('L2015', 15, 'F3', 36, '2023-07-03', 93.5, 'L');
INSERT INTO "lot_run" VALUES
(1, 'L2001', 'E101', 1007, 95, 12),
(2, 'L2001', 'E103', 1007, 40, 5),
(3, 'L2001', 'E102', 1006, 120, 3),
(4, 'L2002', 'E101', 1007, 93, 9),
(5, 'L2003', 'E102', 1006, 150, 31),
(6, 'L2004', 'E104', 1005, 45, 2),
(7, 'L2004', 'E105', 1005, 60, 1),
(8, 'L2005', 'E104', 1010, 44, 0),
(9, 'L2006', 'E111', 1013, 110, 7),
(10, 'L2007', 'E106', 1008, 240, 4),
(11, 'L2007', 'E107', 1008, 130, 6),
(12, 'L2008', 'E108', 1011, 35, 2),
(13, 'L2008', 'E109', 1011, 50, 3),
(14, 'L2009', 'E106', 1009, 235, NULL),
(15, 'L2010', 'E107', 1008, 128, 8),
(16, 'L2011', 'E111', 1013, 160, 22),
(17, 'L2012', 'E105', 1005, 58, 1),
(18, 'L2013', 'E110', 1012, 260, 14),
(19, 'L2014', 'E111', 1013, 115, 10),
(20, 'L2003', 'E103', 1007, 48, 11),
(21, 'L2015', 'E101', 1007, 70, 1),
(22, 'L2006', 'E111', 1013, 88, 2);
