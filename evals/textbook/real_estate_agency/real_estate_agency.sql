PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Property_Types (property_type_code CHAR(10) PRIMARY KEY, property_type_description VARCHAR(80));
CREATE TABLE Agency_Offices (office_id INTEGER PRIMARY KEY, office_name VARCHAR(80), office_city VARCHAR(50), office_opened_year INTEGER);
CREATE TABLE Agents (agent_id INTEGER PRIMARY KEY, office_id INTEGER, agent_first_name VARCHAR(40), agent_last_name VARCHAR(40), agent_hire_date DATE, agent_salary REAL, agent_phone VARCHAR(20),
 FOREIGN KEY (office_id) REFERENCES Agency_Offices(office_id));
CREATE TABLE Owners (owner_id INTEGER PRIMARY KEY, owner_name VARCHAR(80), owner_city VARCHAR(50), owner_email VARCHAR(80));
CREATE TABLE Buyers (buyer_id INTEGER PRIMARY KEY, buyer_name VARCHAR(80), buyer_budget REAL, buyer_email VARCHAR(80));
CREATE TABLE Properties (property_id INTEGER PRIMARY KEY, property_type_code CHAR(10), owner_id INTEGER, property_address VARCHAR(120), property_city VARCHAR(50), property_bedrooms INTEGER, property_area_sqft INTEGER, property_listing_price REAL,
 FOREIGN KEY (property_type_code) REFERENCES Ref_Property_Types(property_type_code), FOREIGN KEY (owner_id) REFERENCES Owners(owner_id));
CREATE TABLE Viewings (viewing_id INTEGER PRIMARY KEY, property_id INTEGER, buyer_id INTEGER, agent_id INTEGER, viewing_date DATE, viewing_feedback VARCHAR(40),
 FOREIGN KEY (property_id) REFERENCES Properties(property_id), FOREIGN KEY (buyer_id) REFERENCES Buyers(buyer_id), FOREIGN KEY (agent_id) REFERENCES Agents(agent_id));
CREATE TABLE Sales (sale_id INTEGER PRIMARY KEY, property_id INTEGER, buyer_id INTEGER, agent_id INTEGER, sale_date DATE, sale_price REAL,
 FOREIGN KEY (property_id) REFERENCES Properties(property_id), FOREIGN KEY (buyer_id) REFERENCES Buyers(buyer_id), FOREIGN KEY (agent_id) REFERENCES Agents(agent_id));
INSERT INTO "Ref_Property_Types" VALUES
('APT', 'Apartment'),
('HSE', 'Detached House'),
('TWN', 'Townhouse'),
('CND', 'Condominium'),
('LND', 'Vacant Land'),
('STD', 'Studio'),
('FRM', 'Farm'),
('OFC', 'Office Space');
INSERT INTO "Agency_Offices" VALUES
(1, 'Downtown Office', 'Denver', 1996),
(2, 'Cherry Creek Office', 'Denver', 2008),
(3, 'Foothills Office', 'Boulder', 2003),
(4, 'Airport Road Office', 'Aurora', 2015),
(5, 'Old Town Office', 'Fort Collins', 1989),
(6, 'Garden Office', 'Colorado Springs', 2011),
(7, 'Union Office', 'Pueblo', 2019),
(8, 'Lake Office', 'Aurora', 2021);
INSERT INTO "Agents" VALUES
(1, 1, 'Karen', 'Whitfield', '2005-03-14', 71000.0, '303-555-0110'),
(2, 1, 'Raymond', 'Ochoa', '2012-09-01', 58000.0, '303-555-0111'),
(3, 2, 'Judith', 'Lang', '2010-05-20', 64500.0, NULL),
(4, 2, 'Peter', 'Sandoval', '2018-01-08', 49000.0, '303-555-0113'),
(5, 3, 'Amy', 'Castle', '2014-11-30', 61000.0, '303-555-0114'),
(6, 3, 'Brian', 'Whitfield', '2020-06-15', 45500.0, '303-555-0115'),
(7, 4, 'Denise', 'Morrow', '2016-02-11', 53000.0, NULL),
(8, 5, 'Gregory', 'Tate', '1999-07-07', 82000.0, '303-555-0117'),
(9, 5, 'Lucia', 'Romano', '2019-10-21', 47000.0, '303-555-0118'),
(10, 6, 'Samuel', 'Keen', '2013-04-02', 60000.0, '303-555-0119'),
(11, 1, 'Nadia', 'Hussein', '2021-08-16', 44000.0, '303-555-0120'),
(12, 6, 'Victor', 'Lang', '2022-03-28', 42500.0, '303-555-0121');
INSERT INTO "Owners" VALUES
(1, 'Martha Ellison', 'Denver', 'mellison@webmail.com'),
(2, 'Boulder Land Trust', 'Boulder', NULL),
(3, 'George Pappas', 'Aurora', 'gpappas@webmail.com'),
(4, 'Irene Novak', 'Denver', 'inovak@quickmail.org'),
(5, 'Highline Holdings', 'Denver', 'office@highline.com'),
(6, 'Samir Patel', 'Fort Collins', 'spatel@quickmail.org'),
(7, 'Joan Rivera', 'Pueblo', NULL),
(8, 'Theo Lindqvist', 'Boulder', 'theo@webmail.com'),
(9, 'Wanda Fisher', 'Aurora', 'wfisher@quickmail.org'),
(10, 'Carl Jensen', 'Colorado Springs', 'cjensen@webmail.com');
INSERT INTO "Buyers" VALUES
(1, 'Alan Briggs', 420000.0, 'abriggs@webmail.com'),
(2, 'Dana Cho', 310000.0, 'dcho@webmail.com'),
(3, 'Felix Moreau', 780000.0, NULL),
(4, 'Helen Strand', 255000.0, 'hstrand@quickmail.org'),
(5, 'Ivan Petrov', 540000.0, 'ipetrov@webmail.com'),
(6, 'Joyce Abbott', 365000.0, 'jabbott@quickmail.org'),
(7, 'Kurt Weller', 905000.0, 'kweller@webmail.com'),
(8, 'Laura Simms', 295000.0, NULL),
(9, 'Miguel Santos', 475000.0, 'msantos@quickmail.org'),
(10, 'Nora Quinn', 640000.0, 'nquinn@webmail.com'),
(11, 'Oscar Dahl', 230000.0, 'odahl@quickmail.org');
INSERT INTO "Properties" VALUES
(1, 'HSE', 1, '14 Alder Street', 'Denver', 4, 2450, 615000.0),
(2, 'APT', 5, '200 Wynkoop Street Unit 5', 'Denver', 2, 980, 349000.0),
(3, 'APT', 5, '200 Wynkoop Street Unit 9', 'Denver', 1, 720, 289000.0),
(4, 'CND', 4, '88 Pearl Street', 'Denver', 2, 1100, 395000.0),
(5, 'LND', 2, 'Lot 7 Canyon Road', 'Boulder', NULL, 43560, 510000.0),
(6, 'HSE', 8, '31 Mapleton Avenue', 'Boulder', 5, 3300, 1150000.0),
(7, 'TWN', 3, '502 Iliff Avenue', 'Aurora', 3, 1650, 372000.0),
(8, 'TWN', 9, '77 Peoria Street', 'Aurora', 3, 1580, 359500.0),
(9, 'STD', 5, '15 Colfax Avenue', 'Denver', 0, 480, 198000.0),
(10, 'HSE', 6, '9 Mulberry Street', 'Fort Collins', 3, 1980, 468000.0),
(11, 'FRM', 6, '1200 County Road 54', 'Fort Collins', 4, 2800, 890000.0),
(12, 'APT', 7, '41 Grand Avenue', 'Pueblo', 2, 900, 172000.0),
(13, 'HSE', 10, '63 Cascade Avenue', 'Colorado Springs', 4, 2600, 545000.0),
(14, 'CND', 1, '300 Logan Street', 'Denver', 1, 810, 305000.0),
(15, 'HSE', 9, '18 Quincy Place', 'Aurora', 3, 1900, 429000.0),
(16, 'LND', 2, 'Lot 12 Canyon Road', 'Boulder', NULL, 21780, 275000.0);
INSERT INTO "Viewings" VALUES
(1, 1, 3, 1, '2023-01-03', 'positive'),
(2, 1, 10, 1, '2023-06-27', 'negative'),
(3, 1, 5, 2, '2023-12-26', 'undecided'),
(4, 2, 2, 2, '2023-05-20', 'negative'),
(5, 2, 1, 1, '2023-10-02', 'negative'),
(6, 2, 6, 3, '2023-07-21', NULL),
(7, 3, 8, 11, '2023-12-28', 'undecided'),
(8, 4, 1, 3, '2023-09-15', 'undecided'),
(9, 4, 9, 4, '2023-01-28', 'positive'),
(10, 4, 6, 3, '2023-06-15', 'undecided'),
(11, 6, 7, 5, '2023-07-14', 'negative'),
(12, 6, 3, 5, '2023-09-06', 'negative'),
(13, 7, 6, 7, '2023-04-01', 'negative'),
(14, 7, 1, 7, '2023-06-06', 'negative'),
(15, 8, 2, 7, '2023-09-17', 'undecided'),
(16, 10, 9, 8, '2023-09-22', 'negative'),
(17, 10, 5, 9, '2023-08-26', NULL),
(18, 11, 7, 8, '2023-12-17', 'undecided'),
(19, 13, 5, 10, '2023-10-12', 'undecided'),
(20, 13, 10, 10, '2023-08-06', NULL),
(21, 14, 2, 1, '2023-12-24', NULL),
(22, 14, 4, 2, '2023-11-17', 'negative'),
(23, 15, 9, 7, '2023-08-09', NULL),
(24, 12, 4, 10, '2023-09-17', 'undecided'),
(25, 1, 7, 1, '2023-11-15', NULL),
(26, 4, 2, 1, '2023-06-19', NULL),
(27, 3, 4, 11, '2023-08-22', 'negative'),
(28, 9, 4, 11, '2023-06-27', 'negative');
INSERT INTO "Sales" VALUES
(1, 1, 10, 1, '2023-05-12', 602000.0),
(2, 2, 1, 2, '2023-06-30', 341000.0),
(3, 4, 6, 3, '2023-03-22', 362000.0),
(4, 6, 7, 5, '2023-09-15', 1090000.0),
(5, 7, 9, 7, '2023-11-02', 368000.0),
(6, 10, 5, 8, '2024-01-19', 470000.0),
(7, 13, 3, 10, '2024-02-08', 538000.0),
(8, 14, 2, 1, '2023-08-25', 300000.0),
(9, 12, 4, 10, '2023-10-10', 165000.0),
(10, 11, 7, 8, '2024-04-03', 875000.0),
(11, 3, 8, 1, '2024-03-11', 284000.0);
