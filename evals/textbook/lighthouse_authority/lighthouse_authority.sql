PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Light_Types (Light_Type_Code VARCHAR(10) PRIMARY KEY, Light_Type_Description VARCHAR(80));
CREATE TABLE Regions (Region_ID INTEGER PRIMARY KEY, Region_Name VARCHAR(40), Region_Office_City VARCHAR(40), Region_Annual_Budget INTEGER);
CREATE TABLE Keepers (Keeper_ID INTEGER PRIMARY KEY, Keeper_First_Name VARCHAR(30), Keeper_Last_Name VARCHAR(30), Keeper_Age INTEGER, Keeper_Nationality VARCHAR(30), Keeper_Monthly_Salary INTEGER);
CREATE TABLE Lighthouses (Lighthouse_ID INTEGER PRIMARY KEY, Lighthouse_Name VARCHAR(60), Region_ID INTEGER, Light_Type_Code VARCHAR(10), Lighthouse_Height REAL, Lighthouse_Year_Built INTEGER, Lighthouse_Tower_Color VARCHAR(20), Head_Keeper_ID INTEGER, Assistant_Keeper_ID INTEGER,
 FOREIGN KEY (Region_ID) REFERENCES Regions(Region_ID), FOREIGN KEY (Light_Type_Code) REFERENCES Ref_Light_Types(Light_Type_Code),
 FOREIGN KEY (Head_Keeper_ID) REFERENCES Keepers(Keeper_ID), FOREIGN KEY (Assistant_Keeper_ID) REFERENCES Keepers(Keeper_ID));
CREATE TABLE Inspections (Inspection_ID INTEGER PRIMARY KEY, Lighthouse_ID INTEGER, Inspection_Date DATE, Inspection_Result VARCHAR(20), Inspection_Cost INTEGER,
 FOREIGN KEY (Lighthouse_ID) REFERENCES Lighthouses(Lighthouse_ID));
CREATE TABLE Shipwrecks (Shipwreck_ID INTEGER PRIMARY KEY, Shipwreck_Vessel_Name VARCHAR(60), Shipwreck_Year INTEGER, Shipwreck_Lives_Lost INTEGER, Nearest_Lighthouse_ID INTEGER,
 FOREIGN KEY (Nearest_Lighthouse_ID) REFERENCES Lighthouses(Lighthouse_ID));
INSERT INTO "Ref_Light_Types" VALUES
('FIX', 'Fixed white light'),
('FLW', 'Flashing white light'),
('FLR', 'Flashing red light'),
('FLG', 'Flashing green light'),
('OCC', 'Occulting light'),
('ISO', 'Isophase light'),
('LED', 'Modern LED beacon'),
('MOR', 'Morse code light');
INSERT INTO "Regions" VALUES
(1, 'North Coast', 'Skarvik', 820000),
(2, 'Eastern Islands', 'Port Ellery', 640000),
(3, 'South Bay', 'Marlow', 910000),
(4, 'Western Cliffs', 'Dunhaven', 450000),
(5, 'Grand Strait', 'Marlow', 1200000),
(6, 'Inner Lakes', 'Tarnby', 150000),
(7, 'Outer Shoals', 'Port Ellery', 380000),
(8, 'Polar Reach', 'Skarvik', 95000);
INSERT INTO "Keepers" VALUES
(1, 'Olaf', 'Brekke', 58, 'Norwegian', 4100),
(2, 'Mary', 'Quill', 45, 'Irish', 3900),
(3, 'Jonas', 'Thorne', 36, 'British', 3200),
(4, 'Elsa', 'Brekke', 33, 'Norwegian', 3000),
(5, 'Patrick', 'Doyle', 61, 'Irish', 4500),
(6, 'Helen', 'Marsh', 29, 'British', 2700),
(7, 'Anders', 'Lund', 50, 'Danish', 3800),
(8, 'Ruth', 'Carver', 42, 'British', 3500),
(9, 'Sean', 'Doyle', 27, 'Irish', 2600),
(10, 'Ivar', 'Holt', 39, 'Norwegian', 3350),
(11, 'Clara', 'Voss', 24, 'German', 2500),
(12, 'Peter', 'Marsh', 55, 'British', 4000),
(13, 'Nils', 'Lund', 31, NULL, 2900),
(14, 'Agnes', 'Pike', 47, 'Scottish', 3650);
INSERT INTO "Lighthouses" VALUES
(1, 'Cape Sorrow Light', 1, 'FLW', 42.5, 1862, 'White', 1, 4),
(2, 'Gull Rock Light', 1, 'FIX', 18.0, 1905, 'Red', 7, 10),
(3, 'Ellery Point Light', 2, 'FLR', 27.3, 1889, 'White', 2, 9),
(4, 'Sandwick Tower', 2, 'OCC', 31.0, 1921, 'Striped', 8, NULL),
(5, 'Marlow Harbor Light', 3, 'LED', 12.4, 1998, 'Green', 3, 6),
(6, 'Old Beacon', 3, 'FIX', 22.8, 1798, 'Stone', 12, NULL),
(7, 'Three Sisters Light', 3, 'FLW', 35.6, 1874, 'White', 12, 3),
(8, 'Widow Head Light', 4, 'FLW', 48.9, 1857, 'Black', 5, 9),
(9, 'Kestrel Cliff Light', 4, 'ISO', 29.5, 1933, 'Red', 5, 6),
(10, 'Strait Gate North', 5, 'LED', 39.2, 1975, 'Striped', 8, 11),
(11, 'Strait Gate South', 5, 'LED', 38.7, 1976, 'Striped', 2, 11),
(12, 'Long Shoal Light', 5, 'FLG', 24.0, 1948, 'White', 14, 13),
(13, 'Tarnby Lake Light', 6, 'FIX', 9.8, 1912, 'White', NULL, NULL),
(14, 'Outer Fang', 7, 'FLR', 51.3, 1901, 'Red', 1, 13),
(15, 'Seal Island Light', 7, 'OCC', 20.1, 1880, 'White', 7, NULL),
(16, 'Anchor Point Light', 5, 'FLW', 33.3, 1867, 'White', 14, 4);
INSERT INTO "Inspections" VALUES
(500, 1, '2014-03-12', 'Passed', 1200),
(501, 1, '2016-04-02', 'Failed', 1450),
(502, 1, '2017-05-20', 'Passed', 1300),
(503, 2, '2015-07-19', 'Passed', 800),
(504, 3, '2014-09-30', 'Passed', 950),
(505, 3, '2017-10-11', 'Minor Repair', 1100),
(506, 4, '2016-01-25', 'Failed', 1600),
(507, 5, '2017-02-14', 'Passed', 400),
(508, 6, '2013-06-06', 'Failed', 2100),
(509, 6, '2015-06-08', 'Minor Repair', 1900),
(510, 6, '2016-06-07', 'Failed', 2250),
(511, 6, '2017-06-05', 'Passed', 1750),
(512, 7, '2015-11-03', 'Passed', 1000),
(513, 8, '2014-08-17', 'Minor Repair', 1850),
(514, 8, '2016-08-21', 'Passed', 1500),
(515, 9, '2016-12-01', 'Passed', 1050),
(516, 10, '2017-03-03', 'Passed', 600),
(517, 11, '2017-03-04', 'Passed', 620),
(518, 12, '2015-05-15', 'Minor Repair', 990),
(519, 14, '2013-10-10', 'Failed', 2600),
(520, 14, '2016-09-09', 'Minor Repair', 2300),
(521, 15, '2014-04-04', 'Passed', 700);
INSERT INTO "Shipwrecks" VALUES
(1, 'Northern Star', 1871, 34, 1),
(2, 'Mary Adelaide', 1893, 12, 3),
(3, 'Bluebell', 1926, 0, 4),
(4, 'Iron Duchess', 1911, 87, 14),
(5, 'Santa Rosalia', 1859, 140, 8),
(6, 'Fair Wind', 1902, 5, 8),
(7, 'Kittiwake', 1968, 0, 2),
(8, 'Prince Edmund', 1884, 61, 16),
(9, 'Grey Heron', 1951, 3, 12),
(10, 'Ocean Bride', 1899, 22, 8),
(11, 'Halcyon', 1936, 9, 1),
(12, 'Bluebell', 1880, 17, NULL);
