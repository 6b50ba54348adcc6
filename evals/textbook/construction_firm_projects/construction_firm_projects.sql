PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Project_Types (project_type_code VARCHAR(15) PRIMARY KEY, project_type_description VARCHAR(80));
CREATE TABLE Clients (client_id INTEGER PRIMARY KEY, client_name VARCHAR(80), client_city VARCHAR(40), client_phone VARCHAR(20), client_email VARCHAR(80));
CREATE TABLE Workers (worker_id INTEGER PRIMARY KEY, worker_first_name VARCHAR(30), worker_last_name VARCHAR(30), worker_trade VARCHAR(30), worker_hourly_wage DECIMAL(6,2), worker_date_hired DATETIME);
CREATE TABLE Projects (project_id INTEGER PRIMARY KEY, project_type_code VARCHAR(15) NOT NULL, client_id INTEGER NOT NULL, project_name VARCHAR(80), project_city VARCHAR(40), project_start_date DATETIME, project_end_date DATETIME, project_cost INTEGER, project_status VARCHAR(15),
 FOREIGN KEY (project_type_code) REFERENCES Ref_Project_Types(project_type_code), FOREIGN KEY (client_id) REFERENCES Clients(client_id));
CREATE TABLE Project_Assignments (assignment_id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, worker_id INTEGER NOT NULL, assignment_role VARCHAR(20), assignment_hours INTEGER,
 FOREIGN KEY (project_id) REFERENCES Projects(project_id), FOREIGN KEY (worker_id) REFERENCES Workers(worker_id));
CREATE TABLE Suppliers (supplier_id INTEGER PRIMARY KEY, supplier_name VARCHAR(60), supplier_country VARCHAR(30));
CREATE TABLE Material_Orders (material_order_id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, supplier_id INTEGER NOT NULL, material_name VARCHAR(40), material_order_quantity INTEGER, material_order_amount DECIMAL(10,2), material_order_date DATETIME,
 FOREIGN KEY (project_id) REFERENCES Projects(project_id), FOREIGN KEY (supplier_id) REFERENCES Suppliers(supplier_id));
INSERT INTO "Ref_Project_Types" VALUES
('RES', 'Residential building'),
('COM', 'Commercial building'),
('BRI', 'Bridge and overpass'),
('ROAD', 'Road works'),
('REN', 'Renovation'),
('SCH', 'School building'),
('DAM', 'Dam and water works'),
('PAR', 'Public park');
INSERT INTO "Clients" VALUES
(1, 'Harborview Homes', 'Tacoma', '253-555-0110', 'office@harborview.com'),
(2, 'City of Olden', 'Olden', '360-555-0182', NULL),
(3, 'Maple Retail Group', 'Seattle', '206-555-0147', 'build@mapleretail.com'),
(4, 'Northgate Schools', 'Seattle', '206-555-0133', 'admin@northgate.org'),
(5, 'Pine County', 'Yakima', '509-555-0101', 'works@pinecounty.gov'),
(6, 'Delta Hotels', 'Spokane', '509-555-0166', 'projects@deltahotels.com'),
(7, 'Janet Moss', 'Tacoma', '253-555-0129', NULL),
(8, 'Evergreen Clinics', 'Spokane', NULL, 'plan@evergreen.com');
INSERT INTO "Workers" VALUES
(1, 'Hector', 'Alvarez', 'Carpenter', 31.5, '2011-03-14'),
(2, 'Dana', 'Cole', 'Electrician', 38, '2009-06-22'),
(3, 'Ivan', 'Petrenko', 'Mason', 29.75, '2014-09-01'),
(4, 'Lucy', 'Barnes', 'Engineer', 52, '2007-01-15'),
(5, 'Moses', 'Kamau', 'Welder', 34.25, '2012-11-05'),
(6, 'Peter', 'Cole', 'Carpenter', 28, '2018-05-21'),
(7, 'Gwen', 'Harper', 'Plumber', 36.5, '2010-08-30'),
(8, 'Omar', 'Said', 'Mason', 30.5, '2016-02-11'),
(9, 'Tina', 'Rossi', 'Electrician', 35.75, '2015-10-19'),
(10, 'Walter', 'Ng', 'Engineer', 49.5, '2013-04-08'),
(11, 'Brian', 'Foley', 'Crane Operator', 41, '2008-12-03'),
(12, 'Sara', 'Lindqvist', 'Carpenter', 30, '2019-07-01'),
(13, 'Hector', 'Ruiz', 'Painter', 24.5, '2020-03-02');
INSERT INTO "Projects" VALUES
(1, 'RES', 1, 'Harbor Terrace', 'Tacoma', '2018-02-01', '2019-05-30', 4200000, 'Completed'),
(2, 'BRI', 2, 'Olden River Bridge', 'Olden', '2017-06-15', '2020-01-20', 9800000, 'Completed'),
(3, 'COM', 3, 'Maple Plaza', 'Seattle', '2019-03-01', '2020-11-15', 7600000, 'Completed'),
(4, 'SCH', 4, 'Northgate Elementary', 'Seattle', '2020-01-10', '2021-08-20', 5300000, 'Completed'),
(5, 'ROAD', 5, 'Route 9 Widening', 'Yakima', '2020-04-01', NULL, 3100000, 'Active'),
(6, 'COM', 6, 'Delta Riverside Hotel', 'Spokane', '2020-09-05', NULL, 11200000, 'Active'),
(7, 'REN', 7, 'Moss House', 'Tacoma', '2021-01-18', '2021-04-30', 95000, 'Completed'),
(8, 'COM', 8, 'Evergreen West Clinic', 'Spokane', '2021-05-03', NULL, 2800000, 'Active'),
(9, 'RES', 1, 'Harbor Gardens', 'Tacoma', '2021-06-21', NULL, 5100000, 'Active'),
(10, 'ROAD', 2, 'Main Street Repaving', 'Olden', '2021-07-12', NULL, 640000, 'On Hold'),
(11, 'REN', 3, 'Maple Plaza Food Court', 'Seattle', '2021-08-01', '2021-12-10', 410000, 'Completed'),
(12, 'DAM', 5, 'Pine Creek Dam', 'Yakima', '2021-10-01', NULL, 8700000, 'On Hold'),
(13, 'RES', 1, 'Harbor Point', 'Gig Harbor', '2021-11-15', NULL, 3900000, 'Active');
INSERT INTO "Project_Assignments" VALUES
(1, 1, 1, 'Builder', 620),
(2, 1, 2, 'Builder', 410),
(3, 1, 4, 'Supervisor', 300),
(4, 2, 3, 'Builder', 900),
(5, 2, 5, 'Builder', 860),
(6, 2, 4, 'Supervisor', 540),
(7, 2, 11, 'Operator', 700),
(8, 3, 1, 'Builder', 480),
(9, 3, 9, 'Builder', 390),
(10, 3, 10, 'Supervisor', 450),
(11, 4, 6, 'Builder', 520),
(12, 4, 7, 'Builder', 300),
(13, 4, 10, 'Supervisor', 410),
(14, 5, 8, 'Builder', 350),
(15, 5, 4, 'Supervisor', 210),
(16, 6, 2, 'Builder', 640),
(17, 6, 5, 'Builder', 590),
(18, 6, 11, 'Operator', 610),
(19, 6, 10, 'Supervisor', 380),
(20, 6, 7, 'Builder', 275),
(21, 7, 1, 'Supervisor', 120),
(22, 8, 9, 'Builder', 260),
(23, 8, 3, 'Builder', 330),
(24, 9, 6, 'Builder', 280),
(25, 9, 4, 'Supervisor', 150),
(26, 11, 1, 'Builder', 160),
(27, 11, 2, 'Builder', 140),
(28, 3, 2, 'Builder', 225);
INSERT INTO "Suppliers" VALUES
(1, 'Cascade Lumber', 'USA'),
(2, 'Rainier Steel', 'USA'),
(3, 'Vancouver Cement', 'Canada'),
(4, 'Fraser Glass', 'Canada'),
(5, 'Monterrey Tile', 'Mexico'),
(6, 'Sound Pipe Supply', 'USA'),
(7, 'Osaka Tools', 'Japan'),
(8, 'Prairie Brick', 'Canada');
INSERT INTO "Material_Orders" VALUES
(1, 1, 1, 'Lumber', 800, 96000, '2018-02-20'),
(2, 1, 4, 'Window Glass', 240, 38400, '2018-09-03'),
(3, 2, 2, 'Steel Beam', 500, 725000, '2017-07-11'),
(4, 2, 3, 'Cement', 3000, 210000, '2017-08-01'),
(5, 3, 2, 'Steel Beam', 320, 448000, '2019-03-18'),
(6, 3, 4, 'Window Glass', 900, 151000, '2019-10-09'),
(7, 3, 5, 'Floor Tile', 5200, 83200, '2020-05-14'),
(8, 4, 8, 'Brick', 40000, 36000, '2020-02-17'),
(9, 4, 1, 'Lumber', 350, 45500, '2020-03-30'),
(10, 5, 3, 'Cement', 1800, 131000, '2020-04-22'),
(11, 6, 2, 'Steel Beam', 610, 905000, '2020-10-01'),
(12, 6, 3, 'Cement', 2500, 184000, '2020-10-20'),
(13, 6, 6, 'Copper Pipe', 1500, 57000, '2021-03-08'),
(14, 7, 5, 'Floor Tile', 150, 2700, '2021-02-02'),
(15, 8, 8, 'Brick', 22000, 20900, '2021-05-25'),
(16, 9, 1, 'Lumber', 950, 142500, '2021-07-06'),
(17, 11, 5, 'Floor Tile', 700, 11900, '2021-08-16'),
(18, 8, 6, 'Copper Pipe', 400, 15800, '2021-06-14');
