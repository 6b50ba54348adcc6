PRAGMA foreign_keys = OFF;
CREATE TABLE "Airport" (
"Airport_Code" TEXT PRIMARY KEY,
"Airport_Name" TEXT,
"City" TEXT,
"Country" TEXT,
"Runway_Length" INTEGER
);
CREATE TABLE "Aircraft" (
"Tail_No" TEXT PRIMARY KEY,
"Model" TEXT,
"Manufacturer" TEXT,
"Max_Payload" INTEGER,
"Year_Built" INTEGER,
"Home_Base" TEXT,
FOREIGN KEY ("Home_Base") REFERENCES "Airport"("Airport_Code")
);
CREATE TABLE "Pilot" (
"Pilot_ID" INTEGER PRIMARY KEY,
"Name" TEXT,
"Age" INTEGER,
"Nationality" TEXT,
"Rank" TEXT,
"Year_Join" INTEGER,
"Flight_Hours" INTEGER
);
CREATE TABLE "Flight" (
"Flight_No" INTEGER PRIMARY KEY,
"Tail_No" TEXT,
"Origin" TEXT,
"Destination" TEXT,
"Captain_ID" INTEGER,
"First_Officer_ID" INTEGER,
"Departure_Date" TEXT,
"Distance_km" INTEGER,
"Fuel_Cost" REAL,
FOREIGN KEY ("Tail_No") REFERENCES "Aircraft"("Tail_No"),
FOREIGN KEY ("Origin") REFERENCES "Airport"("Airport_Code"),
FOREIGN KEY ("Destination") REFERENCES "Airport"("Airport_Code"),
FOREIGN KEY ("Captain_ID") REFERENCES "Pilot"("Pilot_ID"),
FOREIGN KEY ("First_Officer_ID") REFERENCES "Pilot"("Pilot_ID")
);
CREATE TABLE "Shipper" (
"Shipper_ID" INTEGER PRIMARY KEY,
"Company_Name" TEXT,
"Industry" TEXT,
"Headquarter" TEXT,
"Annual_Revenue_in_Million" REAL
);
CREATE TABLE "Shipment" (
"Shipment_ID" INTEGER PRIMARY KEY,
"Shipper_ID" INTEGER,
"Flight_No" INTEGER,
"Cargo_Type" TEXT,
"Weight_kg" INTEGER,
"Price" REAL,
"Hazardous" TEXT,
FOREIGN KEY ("Shipper_ID") REFERENCES "Shipper"("Shipper_ID"),
FOREIGN KEY ("Flight_No") REFERENCES "Flight"("Flight_No")
);
INSERT INTO "Airport" VALUES
('LEJ', 'Leipzig Halle', 'Leipzig', 'Germany', 3600),
('LUX', 'Findel', 'Luxembourg', 'Luxembourg', 4000),
('CGN', 'Cologne Bonn', 'Cologne', 'Germany', 3815),
('ANC', 'Ted Stevens', 'Anchorage', 'United States', 3780),
('MEM', 'Memphis International', 'Memphis', 'United States', 3389),
('NBO', 'Jomo Kenyatta', 'Nairobi', 'Kenya', 4117),
('HKG', 'Chek Lap Kok', 'Hong Kong', 'China', 3800),
('VCP', 'Viracopos', 'Campinas', 'Brazil', 3240),
('DWC', 'Al Maktoum', 'Dubai', 'United Arab Emirates', 4500),
('BOG', 'El Dorado', 'Bogota', 'Colombia', 3795),
('KEF', 'Keflavik', 'Reykjavik', 'Iceland', 3065),
('HHN', 'Frankfurt Hahn', 'Hahn', 'Germany', 3802);
INSERT INTO "Aircraft" VALUES
('D-CRG1', '747-8F', 'Boeing', 134000, 2012, 'LEJ'),
('D-CRG2', '777F', 'Boeing', 103000, 2016, 'LEJ'),
('D-CRG3', 'A330-200F', 'Airbus', 70000, 2013, 'CGN'),
('LX-CG4', '747-400F', 'Boeing', 113000, 1999, 'LUX'),
('LX-CG5', '747-400F', 'Boeing', 113000, 2003, 'LUX'),
('D-CRG6', '767-300F', 'Boeing', 54000, 2008, 'HHN'),
('D-CRG7', 'A300-600F', 'Airbus', 48000, 1994, 'LEJ'),
('D-CRG8', '777F', 'Boeing', 103000, 2019, NULL),
('D-CRG9', 'ATR 72F', 'ATR', 9000, 2021, 'CGN');
INSERT INTO "Pilot" VALUES
(1, 'Jonas Krell', 54, 'German', 'Captain', 1997, 16200),
(2, 'Amelie Dufour', 41, 'French', 'Captain', 2006, 10900),
(3, 'Patrick Nolan', 36, 'Irish', 'First Officer', 2014, 5200),
(4, 'Sabine Roth', 47, 'German', 'Captain', 2002, 12850),
(5, 'Milan Petrovic', 33, 'Serbian', 'First Officer', 2016, 4100),
(6, 'Luc Weber', 59, 'Luxembourgish', 'Captain', 1992, 19400),
(7, 'Hanna Lindqvist', 29, 'Swedish', 'First Officer', 2019, 1800),
(8, 'Diego Sousa', 44, 'Brazilian', 'Captain', 2010, 9700),
(9, 'Erik Thoma', 38, 'German', 'First Officer', 2012, 6050),
(10, 'Joyce Wambui', 31, 'Kenyan', 'First Officer', 2018, 2650),
(11, 'Arno Feld', 62, 'German', 'Captain', 1990, NULL);
INSERT INTO "Flight" VALUES
(501, 'D-CRG1', 'LEJ', 'ANC', 1, 3, '2022-01-04', 7350, 98000.0),
(502, 'D-CRG1', 'ANC', 'HKG', 1, 3, '2022-01-05', 8160, 105500.0),
(503, 'D-CRG2', 'LEJ', 'DWC', 4, 5, '2022-01-06', 4590, 41200.0),
(504, 'LX-CG4', 'LUX', 'NBO', 6, 9, '2022-01-06', 6480, 87300.0),
(505, 'LX-CG4', 'NBO', 'LUX', 6, 9, '2022-01-08', 6480, 88150.0),
(506, 'LX-CG5', 'LUX', 'VCP', 8, 10, '2022-01-09', 9660, 131000.0),
(507, 'D-CRG3', 'CGN', 'KEF', 2, 7, '2022-01-10', 2380, 14800.0),
(508, 'D-CRG3', 'KEF', 'MEM', 2, 7, '2022-01-11', 5510, 36600.0),
(509, 'D-CRG6', 'HHN', 'KEF', 4, 5, '2022-01-12', 2290, 12100.0),
(510, 'D-CRG2', 'DWC', 'HKG', 4, 3, '2022-01-13', 5950, NULL),
(511, 'LX-CG5', 'VCP', 'BOG', 8, 10, '2022-01-14', 4350, 59900.0),
(512, 'D-CRG7', 'LEJ', 'CGN', 2, 9, '2022-01-15', 390, 3300.0),
(513, 'D-CRG1', 'HKG', 'LEJ', 1, 5, '2022-02-01', 8870, 112400.0),
(514, 'LX-CG4', 'LUX', 'DWC', 6, 3, '2022-02-03', 4890, 66200.0),
(515, 'D-CRG2', 'LEJ', 'MEM', 4, 9, '2022-02-05', 7680, 70300.0),
(516, 'D-CRG6', 'HHN', 'DWC', 8, 7, '2022-02-08', 5010, 29700.0);
INSERT INTO "Shipper" VALUES
(1, 'Rosa Blooms', 'Flowers', 'Nairobi', 48.5),
(2, 'TeutoChem', 'Chemicals', 'Leverkusen', 1310.0),
(3, 'Pacific Gadgets', 'Electronics', 'Hong Kong', 2275.4),
(4, 'Nordfisk', 'Seafood', 'Reykjavik', 186.0),
(5, 'Autowerk Sachsen', 'Automotive', 'Leipzig', 3920.0),
(6, 'MedAir Supply', 'Pharmaceuticals', 'Cologne', 640.2),
(7, 'Campo Cafe', 'Coffee', 'Campinas', 92.7),
(8, 'Gallery Movers', 'Art', 'Luxembourg', NULL),
(9, 'Volta Cells', 'Electronics', 'Leipzig', 415.0),
(10, 'Brightlight Studios', 'Art', 'Cologne', 21.3);
INSERT INTO "Shipment" VALUES
(1, 5, 501, 'Car Parts', 42000, 88000.0, 'no'),
(2, 2, 501, 'Solvents', 9500, 31500.0, 'yes'),
(3, 5, 502, 'Car Parts', 38000, 91000.0, 'no'),
(4, 6, 503, 'Vaccines', 3200, 54000.0, 'no'),
(5, 1, 505, 'Roses', 61000, 97600.0, 'no'),
(6, 6, 504, 'Vaccines', 4100, 60500.0, 'no'),
(7, 2, 504, 'Fertilizer', 27000, 35200.0, 'yes'),
(8, 8, 506, 'Paintings', 850, 42000.0, 'no'),
(9, 4, 508, 'Salmon', 33500, 46900.0, 'no'),
(10, 5, 506, 'Car Parts', 51000, 120500.0, 'no'),
(11, 9, 503, 'Batteries', 12500, 39900.0, 'yes'),
(12, 3, 513, 'Phones', 57000, 214000.0, 'no'),
(13, 3, 513, 'Batteries', 8800, 36400.0, 'yes'),
(14, 7, 511, 'Coffee Beans', 22000, 24500.0, 'no'),
(15, 6, 507, 'Insulin', 640, 12800.0, 'no'),
(16, 9, 512, 'Batteries', 5100, 4700.0, 'yes'),
(17, 1, 505, 'Carnations', 18500, 26100.0, 'no'),
(18, 6, 515, 'Vaccines', 2750, 49300.0, 'no'),
(19, 2, 514, 'Solvents', 7300, 22800.0, 'yes'),
(20, 8, 514, 'Sculptures', 2400, 38500.0, 'no'),
(21, 5, 515, 'Car Parts', 47500, 99100.0, 'no'),
(22, 6, 509, 'Insulin', 910, 15700.0, 'no'),
(23, 3, 510, 'Phones', 1900, 9800.0, 'no');
