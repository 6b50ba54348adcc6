PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Vehicle_Types (vehicle_type_code VARCHAR(15) PRIMARY KEY, vehicle_type_description VARCHAR(80));
CREATE TABLE Ref_Move_Status (move_status_code VARCHAR(15) PRIMARY KEY, move_status_description VARCHAR(80));
CREATE TABLE Customers (customer_id INTEGER PRIMARY KEY, customer_name VARCHAR(80), customer_phone VARCHAR(40), customer_city VARCHAR(50), customer_since_date TEXT);
CREATE TABLE Vehicles (vehicle_id INTEGER PRIMARY KEY, vehicle_type_code VARCHAR(15) NOT NULL, vehicle_plate_number VARCHAR(15), vehicle_capacity_m3 INTEGER, vehicle_purchase_year INTEGER, FOREIGN KEY (vehicle_type_code) REFERENCES Ref_Vehicle_Types(vehicle_type_code));
CREATE TABLE Moves (move_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, vehicle_id INTEGER, move_status_code VARCHAR(15), move_date TEXT, move_origin_city VARCHAR(50), move_destination_city VARCHAR(50), move_distance_km INTEGER, move_price DECIMAL(10,2), FOREIGN KEY (customer_id) REFERENCES Customers(customer_id), FOREIGN KEY (vehicle_id) REFERENCES Vehicles(vehicle_id), FOREIGN KEY (move_status_code) REFERENCES Ref_Move_Status(move_status_code));
CREATE TABLE Employees (employee_id INTEGER PRIMARY KEY, employee_name VARCHAR(80), employee_job_title VARCHAR(40), employee_hourly_wage DECIMAL(6,2), employee_hire_date TEXT);
CREATE TABLE Move_Crews (move_id INTEGER, employee_id INTEGER, crew_hours_worked DECIMAL(5,1), PRIMARY KEY (move_id, employee_id), FOREIGN KEY (move_id) REFERENCES Moves(move_id), FOREIGN KEY (employee_id) REFERENCES Employees(employee_id));
CREATE TABLE Damage_Claims (claim_id INTEGER PRIMARY KEY, move_id INTEGER NOT NULL, claim_date TEXT, claim_item_description VARCHAR(80), claim_amount DECIMAL(10,2), FOREIGN KEY (move_id) REFERENCES Moves(move_id));
INSERT INTO "Ref_Vehicle_Types" VALUES
('VAN', 'Small delivery van'),
('BOX', 'Box truck with ramp'),
('SEMI', 'Articulated lorry'),
('LIFT', 'Truck with tail lift'),
('TRLR', 'Towed trailer');
INSERT INTO "Ref_Move_Status" VALUES
('DONE', 'Completed'),
('PLAN', 'Planned'),
('CANC', 'Cancelled'),
('HOLD', 'On hold');
INSERT INTO "Customers" VALUES
(1, 'Adele Thornbury', '555-0142', 'Denver', '2017-04-11'),
(2, 'Marcus Bell', '555-0177', 'Boulder', '2019-08-30'),
(3, 'Fenwick & Sons', '555-0103', 'Denver', '2015-02-02'),
(4, 'Lena Kowalczyk', '555-0199', 'Pueblo', '2020-06-19'),
(5, 'Oscar Dunmore', '555-0115', 'Aurora', '2021-01-07'),
(6, 'Ravi Chandra', NULL, 'Boulder', '2018-10-25'),
(7, 'Juniper Dental Group', '555-0161', 'Aurora', '2016-12-12'),
(8, 'Sheila Oyelaran', '555-0188', 'Denver', '2022-03-03'),
(9, 'Tobias Frey', '555-0120', 'Greeley', '2022-09-14'),
(10, 'Nora Castellano', '555-0134', 'Pueblo', '2019-05-05'),
(11, 'Marcus Bell', '555-0156', 'Golden', '2023-01-16');
INSERT INTO "Vehicles" VALUES
(1, 'VAN', 'CO-4471', 12, 2016),
(2, 'VAN', 'CO-4472', 14, 2019),
(3, 'BOX', 'CO-5120', 30, 2015),
(4, 'BOX', 'CO-5188', 34, 2018),
(5, 'BOX', 'CO-5203', 34, 2021),
(6, 'SEMI', 'CO-9001', 85, 2013),
(7, 'LIFT', 'CO-6310', 45, 2020),
(8, 'LIFT', 'CO-6355', 48, 2022),
(9, 'SEMI', 'CO-9044', 90, 2022);
INSERT INTO "Moves" VALUES
(101, 1, 3, 'DONE', '2021-03-14', 'Denver', 'Boulder', 48, 1250),
(102, 2, 1, 'DONE', '2021-05-02', 'Boulder', 'Golden', 32, 480),
(103, 3, 6, 'DONE', '2021-06-21', 'Denver', 'Santa Fe', 630, 7800),
(104, 4, 4, 'DONE', '2021-09-09', 'Pueblo', 'Denver', 184, 2150),
(105, 5, 3, 'DONE', '2021-11-27', 'Aurora', 'Aurora', 9, 690),
(106, 3, 6, 'DONE', '2022-01-18', 'Denver', 'Cheyenne', 163, 5400),
(107, 6, 2, 'CANC', '2022-02-26', 'Boulder', 'Longmont', 25, 410),
(108, 7, 7, 'DONE', '2022-04-08', 'Aurora', 'Denver', 17, 3100),
(109, 8, 4, 'DONE', '2022-05-30', 'Denver', 'Pueblo', 184, 2300),
(110, 3, 7, 'DONE', '2022-08-15', 'Denver', 'Greeley', 88, 2950),
(111, 10, 5, 'DONE', '2022-10-03', 'Pueblo', 'Albuquerque', 510, 4600),
(112, 7, 6, 'HOLD', '2023-01-20', 'Aurora', 'Omaha', 850, 9900),
(113, 1, 5, 'DONE', '2023-02-11', 'Boulder', 'Denver', 46, 1320),
(114, 11, 1, 'CANC', '2023-03-05', 'Golden', 'Denver', 24, 450),
(115, 4, 4, 'PLAN', '2023-06-17', 'Denver', 'Salt Lake City', 835, 6700),
(116, 8, NULL, 'PLAN', '2023-07-01', 'Pueblo', 'Greeley', 270, 3050),
(117, 10, 8, 'DONE', '2023-04-22', 'Albuquerque', 'Pueblo', 510, 4850),
(118, 3, 8, 'PLAN', '2023-08-08', 'Denver', 'Omaha', 865, 8700);
INSERT INTO "Employees" VALUES
(1, 'Duke Hanlon', 'Driver', 27.5, '2014-05-01'),
(2, 'Vera Stokes', 'Foreman', 32, '2012-03-15'),
(3, 'Emilio Ruiz', 'Packer', 19.75, '2019-07-22'),
(4, 'Tasha Greer', 'Driver', 26, '2018-02-12'),
(5, 'Big Lou Petrakis', 'Loader', 21.5, '2016-09-05'),
(6, 'Hank Sorrel', 'Loader', 20.25, '2020-06-30'),
(7, 'Mina Farouk', 'Packer', 18.9, '2021-04-19'),
(8, 'Cody Wray', 'Loader', 18.5, '2022-01-10'),
(9, 'Irene Blum', 'Foreman', 33.4, '2010-11-08'),
(10, 'Stan Melnik', 'Driver', 24.8, '2023-02-27');
INSERT INTO "Move_Crews" VALUES
(101, 1, 6),
(101, 3, 6.5),
(101, 5, 6),
(102, 4, 3.5),
(102, 3, 4),
(103, 1, 14),
(103, 2, 13),
(103, 5, 12.5),
(103, 6, 12),
(104, 4, 8),
(104, 5, 8),
(105, 1, 4),
(105, 7, 4.5),
(106, 1, 9),
(106, 2, 9.5),
(106, 6, 9),
(108, 9, 7),
(108, 4, 6.5),
(108, 3, 7),
(108, 7, 7.5),
(109, 4, 8.5),
(109, 5, 8),
(110, 1, 6),
(110, 9, 6),
(111, 4, 12),
(111, 2, 12.5),
(111, 8, 12),
(113, 1, 5.5),
(113, 8, 5),
(117, 9, 13),
(117, 1, 12.5),
(117, 5, 12);
INSERT INTO "Damage_Claims" VALUES
(1, 103, '2021-07-02', 'Conference table', 850),
(2, 103, '2021-07-05', 'Glass cabinet', 420),
(3, 104, '2021-09-20', 'Piano', 1900),
(4, 108, '2022-04-19', 'X-ray monitor', 2600),
(5, 109, '2022-06-11', 'Mirror', 140),
(6, 111, '2022-10-12', 'Sofa', 560),
(7, 111, '2022-10-15', 'Glass vase', 75),
(8, 113, '2023-02-20', 'Piano', 1250),
(9, 111, '2022-10-30', 'Bookshelf', NULL);
