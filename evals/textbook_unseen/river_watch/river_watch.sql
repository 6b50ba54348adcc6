PRAGMA foreign_keys = OFF;
CREATE TABLE riv (
riv_id INTEGER PRIMARY KEY,
riv_nm TEXT,
len_km REAL,
basin TEXT,
src_elev INTEGER
);
CREATE TABLE stn (
stn_id TEXT PRIMARY KEY,
stn_nm TEXT,
riv_id INTEGER,
town TEXT,
elev INTEGER,
yr_inst INTEGER,
status TEXT,
FOREIGN KEY (riv_id) REFERENCES riv(riv_id)
);
CREATE TABLE param (
param_cd TEXT PRIMARY KEY,
param_nm TEXT,
unit TEXT,
max_allowed REAL
);
CREATE TABLE tech (
tech_id INTEGER PRIMARY KEY,
fname TEXT,
lname TEXT,
sex TEXT,
age INTEGER,
home_town TEXT
);
CREATE TABLE meas (
meas_id INTEGER PRIMARY KEY,
stn_id TEXT,
param_cd TEXT,
tech_id INTEGER,
meas_dt TEXT,
val REAL,
FOREIGN KEY (stn_id) REFERENCES stn(stn_id),
FOREIGN KEY (param_cd) REFERENCES param(param_cd),
FOREIGN KEY (tech_id) REFERENCES tech(tech_id)
);
CREATE TABLE flood_ev (
ev_id INTEGER PRIMARY KEY,
riv_id INTEGER,
start_dt TEXT,
end_dt TEXT,
peak_lvl REAL,
dmg_cost INTEGER,
FOREIGN KEY (riv_id) REFERENCES riv(riv_id)
);
INSERT INTO "riv" VALUES
(1, 'Aldra', 212.4, 'North', 940),
(2, 'Brusk', 87.0, 'North', 610),
(3, 'Corvane', 341.8, 'East', 1320),
(4, 'Dell Water', 45.3, 'West', 280),
(5, 'Esker', 129.6, 'East', 755),
(6, 'Fennick', 64.9, 'South', 330),
(7, 'Great Ouma', 498.2, 'South', 1785),
(8, 'Little Ouma', 72.1, 'South', 890),
(9, 'Harrow Burn', 23.7, 'West', 410);
INSERT INTO "stn" VALUES
('A01', 'Aldra Bridge', 1, 'Norhaven', 120, 1978, 'Active'),
('A02', 'Upper Aldra', 1, 'Stonegill', 640, 1991, 'Active'),
('A03', 'Mill Weir', 1, 'Norhaven', 98, 2004, 'Closed'),
('B01', 'Brusk Mouth', 2, 'Tarnby', 45, 1985, 'Active'),
('C01', 'Corvane Lock', 3, 'Eastmere', 210, 1969, 'Active'),
('C02', 'Corvane Gorge', 3, 'Hallow', 870, 1998, 'Active'),
('C03', 'Old Ferry', 3, 'Eastmere', 175, 1972, 'Closed'),
('C04', 'Quarry Bend', 3, 'Wick', 402, 2011, 'Active'),
('D01', 'Dell Ford', 4, 'Pellow', 77, 2006, 'Maintenance'),
('E01', 'Esker Dam', 5, 'Hallow', 505, 1988, 'Active'),
('E02', 'Esker Park', 5, 'Eastmere', 190, 2015, 'Active'),
('F01', 'Fennick Bridge', 6, 'Southlea', 60, 1995, 'Closed'),
('G01', 'Ouma Falls', 7, 'Kestle', 1103, 1964, 'Active'),
('G02', 'Ouma Harbor', 7, 'Southlea', 8, 1959, 'Active'),
('G03', 'Ouma Bridge', 7, 'Branmoor', 322, 2001, 'Maintenance'),
('L01', 'Little Ouma Weir', 8, 'Branmoor', 415, 2018, 'Active');
INSERT INTO "param" VALUES
('DO', 'Dissolved Oxygen', 'mg/L', NULL),
('NO3', 'Nitrate', 'mg/L', 50.0),
('PH', 'Acidity', 'pH', 9.0),
('TMP', 'Water Temperature', 'C', 25.0),
('TRB', 'Turbidity', 'NTU', 40.0),
('PB', 'Lead', 'ug/L', 10.0),
('FLW', 'Discharge', 'm3/s', NULL),
('ECO', 'E. coli', 'CFU', 900.0);
INSERT INTO "tech" VALUES
(11, 'Ines', 'Hartog', 'F', 34, 'Eastmere'),
(12, 'Paul', 'Dunmore', 'M', 51, 'Norhaven'),
(13, 'Wendy', 'Achebe', 'F', 45, 'Southlea'),
(14, 'Karl', 'Hartog', 'M', 29, 'Hallow'),
(15, 'Joan', 'Pritchard', 'F', 58, 'Norhaven'),
(16, 'Owen', 'Silva', 'M', 38, 'Kestle'),
(17, 'Mira', 'Tolland', 'F', 26, 'Eastmere'),
(18, 'Bruno', 'Vance', 'M', 62, NULL);
INSERT INTO "meas" VALUES
(1, 'A01', 'NO3', 12, '2019-04-03', 12.5),
(2, 'A01', 'TMP', 12, '2019-04-03', 8.1),
(3, 'A02', 'TMP', 15, '2019-04-05', 6.4),
(4, 'A02', 'DO', 15, '2019-04-05', 11.2),
(5, 'B01', 'PH', 12, '2019-04-11', 7.4),
(6, 'C01', 'NO3', 11, '2019-05-02', 55.3),
(7, 'C01', 'TRB', 11, '2019-05-02', 38.0),
(8, 'C01', 'TMP', 11, '2019-05-02', 14.6),
(9, 'C02', 'FLW', 14, '2019-05-06', 61.0),
(10, 'C02', 'TMP', 14, '2019-05-06', 9.9),
(11, 'C04', 'PB', 11, '2019-05-09', 14.2),
(12, 'C04', 'NO3', 17, '2019-05-21', 21.7),
(13, 'E01', 'FLW', 14, '2019-06-01', 33.5),
(14, 'E01', 'DO', 14, '2019-06-01', 9.3),
(15, 'E02', 'ECO', 17, '2019-06-04', 1150.0),
(16, 'E02', 'TMP', 17, '2019-06-04', 19.5),
(17, 'G01', 'FLW', 16, '2019-06-12', 140.8),
(18, 'G01', 'TMP', 16, '2019-06-12', 10.7),
(19, 'G02', 'NO3', 13, '2019-07-02', 47.9),
(20, 'G02', 'TMP', 13, '2019-07-02', 23.3),
(21, 'G02', 'TRB', 13, '2019-07-02', 62.5),
(22, 'G02', 'ECO', 13, '2019-07-03', 720.0),
(23, 'G03', 'PH', 16, '2019-07-08', 8.2),
(24, 'L01', 'PB', 16, '2019-07-15', 3.1),
(25, 'D01', 'PH', 12, '2019-07-20', 6.8),
(26, 'C01', 'NO3', 17, '2020-03-04', 49.0),
(27, 'C01', 'PB', 11, '2020-03-04', 8.8),
(28, 'A01', 'NO3', 15, '2020-03-19', 15.6),
(29, 'G02', 'TMP', 13, '2020-07-06', 26.1),
(30, 'E01', 'TMP', 14, '2020-07-11', 17.2),
(31, 'C02', 'TRB', 11, '2020-08-01', 12.4);
INSERT INTO "flood_ev" VALUES
(1, 1, '2002-08-11', '2002-08-19', 5.4, 1200000),
(2, 3, '2005-04-02', '2005-04-09', 6.9, 3400000),
(3, 7, '1998-03-15', '1998-04-01', 9.2, 8750000),
(4, 7, '2010-06-20', '2010-06-29', 8.1, 5100000),
(5, 3, '2013-06-03', '2013-06-12', 7.3, 2950000),
(6, 2, '2013-06-04', '2013-06-07', 3.8, 140000),
(7, 5, '2016-11-21', '2016-11-24', 4.6, NULL),
(8, 7, '2018-02-09', '2018-02-20', 8.8, 6300000),
(9, 1, '2018-12-30', '2019-01-04', 4.9, 860000),
(10, 6, '2019-10-15', '2019-10-17', 3.1, 95000);
