PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Claim_Status (
claim_status_code CHAR(10) NOT NULL,
claim_status_description VARCHAR(80),
PRIMARY KEY (claim_status_code)
);
CREATE TABLE Owners (
owner_id INTEGER NOT NULL,
owner_name VARCHAR(80),
owner_city VARCHAR(50),
owner_country VARCHAR(50),
owner_founded_year INTEGER,
PRIMARY KEY (owner_id)
);
CREATE TABLE Ships (
ship_id INTEGER NOT NULL,
owner_id INTEGER NOT NULL,
ship_name VARCHAR(80),
ship_type VARCHAR(30),
ship_flag VARCHAR(30),
ship_built_year INTEGER,
ship_gross_tonnage INTEGER,
PRIMARY KEY (ship_id),
FOREIGN KEY (owner_id) REFERENCES Owners (owner_id)
);
CREATE TABLE Insurers (
insurer_id INTEGER NOT NULL,
insurer_name VARCHAR(80),
insurer_city VARCHAR(50),
insurer_rating VARCHAR(5),
PRIMARY KEY (insurer_id)
);
CREATE TABLE Brokers (
broker_id INTEGER NOT NULL,
broker_first_name VARCHAR(40),
broker_last_name VARCHAR(40),
broker_commission_percent REAL,
broker_date_hired DATETIME,
PRIMARY KEY (broker_id)
);
CREATE TABLE Policies (
policy_id INTEGER NOT NULL,
ship_id INTEGER NOT NULL,
insurer_id INTEGER NOT NULL,
broker_id INTEGER NOT NULL,
policy_type_code CHAR(15),
policy_date_from DATETIME,
policy_date_to DATETIME,
policy_premium INTEGER,
policy_insured_amount INTEGER,
PRIMARY KEY (policy_id),
FOREIGN KEY (ship_id) REFERENCES Ships (ship_id),
FOREIGN KEY (insurer_id) REFERENCES Insurers (insurer_id),
FOREIGN KEY (broker_id) REFERENCES Brokers (broker_id)
);
CREATE TABLE Claims (
claim_id INTEGER NOT NULL,
policy_id INTEGER NOT NULL,
claim_status_code CHAR(10),
claim_date DATETIME,
claim_cause VARCHAR(40),
claim_amount INTEGER,
claim_amount_paid INTEGER,
PRIMARY KEY (claim_id),
FOREIGN KEY (policy_id) REFERENCES Policies (policy_id),
FOREIGN KEY (claim_status_code) REFERENCES Ref_Claim_Status (claim_status_code)
);
INSERT INTO "Ref_Claim_Status" VALUES
('Open', 'Claim has been reported'),
('Review', 'Surveyor is looking at the damage'),
('Paid', 'Claim has been paid in full'),
('Part', 'Claim has been paid in part'),
('Reject', 'Claim has been rejected'),
('Appeal', 'Owner has appealed'),
('Court', 'Claim is in court'),
('Closed', 'Claim closed without payment');
INSERT INTO "Owners" VALUES
(1, 'Nordhavn Shipping', 'Bergen', 'Norway', 1921),
(2, 'Aegean Lines', 'Piraeus', 'Greece', 1954),
(3, 'Blue Anchor Freight', 'Rotterdam', 'Netherlands', 1978),
(4, 'Kestrel Tankers', 'London', 'United Kingdom', 1986),
(5, 'Poseidon Bulk', 'Piraeus', 'Greece', 1992),
(6, 'Fjordline Ferries', 'Bergen', 'Norway', 1967),
(7, 'Pacific Crest', 'Singapore', 'Singapore', 2003),
(8, 'Hanse Kontor', 'Hamburg', 'Germany', 1899),
(9, 'Maas Towage', 'Rotterdam', 'Netherlands', 2010),
(10, 'Lagos Marine', 'Lagos', 'Nigeria', 1999);
INSERT INTO "Ships" VALUES
(101, 1, 'Nordic Star', 'Tanker', 'Norway', 2008, 58200),
(102, 1, 'Nordic Dawn', 'Bulk Carrier', 'Liberia', 2012, 43100),
(103, 2, 'Athena', 'Ferry', 'Greece', 1998, 12400),
(104, 2, 'Hermes', 'Container', 'Panama', 2015, 91000),
(105, 3, 'Blue Tulip', 'Container', 'Netherlands', 2017, 104500),
(106, 3, 'Blue Heron', 'Container', 'Liberia', 2005, 66800),
(107, 4, 'Kestrel One', 'Tanker', 'Panama', 2010, 81300),
(108, 4, 'Kestrel Two', 'Tanker', 'Panama', 2011, 81750),
(109, 5, 'Poseidon Glory', 'Bulk Carrier', 'Greece', 1994, 37900),
(110, 5, 'Poseidon Grace', 'Bulk Carrier', 'Malta', 2001, 39200),
(111, 6, 'Fjord Queen', 'Ferry', 'Norway', 2014, 18600),
(112, 7, 'Crest of Asia', 'Container', 'Singapore', 2019, 142300),
(113, 7, 'Crest of India', 'Container', 'Singapore', 2016, 118700),
(114, 8, 'Hamburg Trader', 'Bulk Carrier', 'Liberia', 2003, 45500),
(115, 9, 'Maas Bull', 'Tug', 'Netherlands', 2011, 640),
(116, 9, 'Maas Bear', 'Tug', 'Netherlands', 2013, 710),
(117, 7, 'Crest of Siam', 'Tanker', 'Panama', 2009, 75400);
INSERT INTO "Insurers" VALUES
(1, 'Lloyd Harbor Mutual', 'London', 'AA'),
(2, 'Skuld Nord', 'Oslo', 'A'),
(3, 'Baltic Marine', 'Hamburg', 'BBB'),
(4, 'Orient Re', 'Singapore', 'A'),
(5, 'Thames Underwriting', 'London', 'A'),
(6, 'Gard Vest', 'Bergen', 'AA'),
(7, 'Hellas Sea Cover', 'Athens', 'BB'),
(8, 'Delta P&I', 'Rotterdam', NULL);
INSERT INTO "Brokers" VALUES
(1, 'Ingrid', 'Solheim', 2.5, '2009-03-01'),
(2, 'Peter', 'Marsh', 3.0, '2012-09-15'),
(3, 'Eleni', 'Kosta', 2.0, '2015-01-10'),
(4, 'Tom', 'Marsh', 1.5, '2019-06-03'),
(5, 'Wei', 'Lim', 3.5, '2007-11-20'),
(6, 'Anna', 'Visser', 2.25, '2017-04-24'),
(7, 'Jonas', 'Brandt', 1.75, '2020-02-17'),
(8, 'Grace', 'Obi', 1.25, '2022-08-01');
INSERT INTO "Policies" VALUES
(1001, 101, 2, 1, 'Hull', '2020-01-01', '2020-12-31', 210000, 32000000),
(1002, 101, 2, 1, 'Hull', '2021-01-01', '2021-12-31', 225000, 31000000),
(1003, 102, 6, 1, 'Cargo', '2021-03-15', '2022-03-14', 98000, 14500000),
(1004, 103, 7, 3, 'Hull', '2020-05-01', '2021-04-30', 64000, 6200000),
(1005, 104, 1, 3, 'War Risk', '2021-07-01', '2022-06-30', 312000, 75000000),
(1006, 105, 1, 6, 'Hull', '2021-02-01', '2022-01-31', 405000, 98000000),
(1007, 106, 8, 6, 'Cargo', '2020-09-01', '2021-08-31', 131000, 27000000),
(1008, 107, 5, 2, 'Liability', '2020-01-15', '2021-01-14', 254000, 60000000),
(1009, 108, 5, 2, 'Liability', '2021-01-15', '2022-01-14', 261000, 61000000),
(1010, 109, 7, 3, 'Hull', '2020-10-01', '2021-09-30', 88000, 7800000),
(1011, 110, 3, 3, 'Hull', '2021-06-01', '2022-05-31', 93500, 9400000),
(1012, 111, 6, 1, 'Hull', '2022-01-01', '2022-12-31', 152000, 36000000),
(1013, 112, 4, 5, 'Hull', '2022-02-01', '2023-01-31', 530000, 145000000),
(1014, 112, 4, 5, 'War Risk', '2022-02-01', '2023-01-31', 178000, 145000000),
(1015, 113, 4, 5, 'Hull', '2021-11-01', '2022-10-31', 468000, 112000000),
(1016, 114, 3, 7, 'Cargo', '2022-04-01', '2023-03-31', 76000, 11800000),
(1017, 115, 8, 6, 'Hull', '2022-05-01', '2023-04-30', 17500, 2100000),
(1018, 104, 1, 2, 'Hull', '2022-07-01', '2023-06-30', 342000, 80000000),
(1019, 102, 6, 4, 'Hull', '2022-03-15', '2023-03-14', 120500, 17000000),
(1020, 105, 5, 6, 'Liability', '2022-02-01', '2023-01-31', 199000, 50000000),
(1021, 111, 6, 1, 'Hull', '2023-01-01', '2023-12-31', 149000, 35000000);
INSERT INTO "Claims" VALUES
(1, 1001, 'Paid', '2020-06-14', 'Collision', 420000, 400000),
(2, 1002, 'Paid', '2021-09-02', 'Engine Failure', 185000, 185000),
(3, 1004, 'Part', '2020-08-21', 'Grounding', 610000, 350000),
(4, 1004, 'Reject', '2021-02-11', 'Fire', 95000, 0),
(5, 1005, 'Court', '2021-12-05', 'Piracy', 2400000, NULL),
(6, 1006, 'Paid', '2021-10-30', 'Storm', 760000, 720000),
(7, 1007, 'Part', '2021-01-19', 'Storm', 330000, 200000),
(8, 1008, 'Paid', '2020-11-11', 'Oil Spill', 1850000, 1600000),
(9, 1010, 'Reject', '2021-03-03', 'Grounding', 275000, 0),
(10, 1010, 'Open', '2021-08-28', 'Engine Failure', 140000, NULL),
(11, 1011, 'Appeal', '2022-01-07', 'Fire', 520000, NULL),
(12, 1013, 'Review', '2022-12-12', 'Collision', 1300000, NULL),
(13, 1015, 'Paid', '2022-03-25', 'Storm', 890000, 850000),
(14, 1015, 'Closed', '2022-08-16', 'Collision', 45000, 0),
(15, 1018, 'Open', '2023-02-09', 'Fire', 680000, NULL),
(16, 1010, 'Paid', '2021-05-17', 'Storm', 118000, 110000),
(17, 1012, 'Paid', '2022-06-06', 'Collision', 230000, 215000),
(18, 1017, 'Paid', '2022-09-29', 'Collision', 36000, 36000);
