PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Plan_Types (plan_type_code VARCHAR(10) PRIMARY KEY, plan_type_description VARCHAR(80));
CREATE TABLE Ref_Claim_Status (claim_status_code VARCHAR(10) PRIMARY KEY, claim_status_description VARCHAR(80));
CREATE TABLE Plans (plan_id INTEGER PRIMARY KEY, plan_type_code VARCHAR(10) NOT NULL, plan_name VARCHAR(50), plan_monthly_premium REAL, plan_annual_maximum INTEGER, plan_deductible INTEGER,
 FOREIGN KEY (plan_type_code) REFERENCES Ref_Plan_Types(plan_type_code));
CREATE TABLE Members (member_id INTEGER PRIMARY KEY, plan_id INTEGER, member_first_name VARCHAR(30), member_last_name VARCHAR(30), member_gender VARCHAR(1), member_date_of_birth DATE, member_city VARCHAR(30), member_phone VARCHAR(20),
 FOREIGN KEY (plan_id) REFERENCES Plans(plan_id));
CREATE TABLE Dentists (dentist_id INTEGER PRIMARY KEY, dentist_name VARCHAR(50), dentist_specialty VARCHAR(30), dentist_city VARCHAR(30), dentist_years_in_network INTEGER);
CREATE TABLE Procedures (procedure_code VARCHAR(10) PRIMARY KEY, procedure_name VARCHAR(50), procedure_category VARCHAR(20), procedure_standard_fee REAL);
CREATE TABLE Claims (claim_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL, dentist_id INTEGER NOT NULL, procedure_code VARCHAR(10) NOT NULL, claim_status_code VARCHAR(10) NOT NULL, claim_date DATE, claim_amount_billed REAL, claim_amount_paid REAL,
 FOREIGN KEY (member_id) REFERENCES Members(member_id), FOREIGN KEY (dentist_id) REFERENCES Dentists(dentist_id),
 FOREIGN KEY (procedure_code) REFERENCES Procedures(procedure_code), FOREIGN KEY (claim_status_code) REFERENCES Ref_Claim_Status(claim_status_code));
INSERT INTO "Ref_Plan_Types" VALUES
('PPO', 'Preferred Provider Plan'),
('HMO', 'Health Maintenance Plan'),
('IND', 'Indemnity Plan'),
('DIS', 'Discount Card');
INSERT INTO "Ref_Claim_Status" VALUES
('PD', 'Paid'),
('PN', 'Pending'),
('DN', 'Denied'),
('AP', 'Under Appeal');
INSERT INTO "Plans" VALUES
(1, 'PPO', 'Bright Smile Basic', 24.5, 1000, 100),
(2, 'PPO', 'Bright Smile Plus', 38.0, 1750, 75),
(3, 'PPO', 'Bright Smile Premier', 61.25, 3000, 50),
(4, 'HMO', 'Neighborhood Care', 17.9, 1200, 0),
(5, 'HMO', 'Neighborhood Care Family', 42.0, 2400, 0),
(6, 'IND', 'Open Choice', 55.0, 2000, 150),
(7, 'IND', 'Open Choice Senior', 49.5, 1500, 125),
(8, 'DIS', 'Saver Card', 8.0, NULL, NULL);
INSERT INTO "Members" VALUES
(101, 1, 'Rosa', 'Delgado', 'F', '1984-03-12', 'Tucson', '520-555-0134'),
(102, 3, 'Henry', 'Okafor', 'M', '1971-11-02', 'Mesa', '480-555-0110'),
(103, 4, 'Linda', 'Pruitt', 'F', '1992-06-25', 'Tucson', '520-555-0178'),
(104, 2, 'Tomas', 'Delgado', 'M', '1986-01-30', 'Tucson', NULL),
(105, 5, 'Grace', 'Whitfield', 'F', '1979-09-14', 'Flagstaff', '928-555-0102'),
(106, 7, 'Walter', 'Stein', 'M', '1949-04-08', 'Yuma', '928-555-0191'),
(107, 1, 'Priya', 'Nair', 'F', '1998-12-19', 'Phoenix', '602-555-0156'),
(108, 6, 'Daniel', 'Moreau', 'M', '1965-07-21', 'Phoenix', '602-555-0123'),
(109, 5, 'Amina', 'Yusuf', 'F', '1990-02-17', 'Mesa', '480-555-0199'),
(110, 4, 'Carl', 'Jensen', 'M', '1958-10-05', 'Yuma', '928-555-0144'),
(111, 2, 'Grace', 'Holloway', 'F', '2001-05-03', 'Phoenix', '602-555-0187'),
(112, 1, 'Victor', 'Lund', 'M', '1995-08-11', 'Tempe', '480-555-0165'),
(113, 3, 'Beatriz', 'Campos', 'F', '1968-03-29', 'Phoenix', '602-555-0119'),
(114, 7, 'Edith', 'Marsh', 'F', '1944-12-01', 'Tucson', '520-555-0108'),
(115, 5, 'Samuel', 'Ortega', 'M', '1983-06-06', 'Phoenix', NULL),
(116, 1, 'Noah', 'Fields', 'M', '2003-01-23', 'Tempe', '480-555-0172'),
(117, 4, 'Irene', 'Kowalski', 'F', '1976-04-15', 'Flagstaff', '928-555-0133'),
(118, 1, 'Peter', 'Nguyen', 'M', '1988-11-27', 'Mesa', '480-555-0150');
INSERT INTO "Dentists" VALUES
(1, 'Dr. Alan Brightman', 'General', 'Tucson', 14),
(2, 'Dr. Susan Cho', 'Orthodontics', 'Phoenix', 9),
(3, 'Dr. Miguel Santos', 'General', 'Phoenix', 21),
(4, 'Dr. Hannah Weiss', 'Endodontics', 'Mesa', 6),
(5, 'Dr. Rajiv Patel', 'Oral Surgery', 'Phoenix', 12),
(6, 'Dr. Emily Stroud', 'General', 'Flagstaff', 3),
(7, 'Dr. Oscar Lindqvist', 'Pediatric', 'Tempe', 5),
(8, 'Dr. Karen Bly', 'Oral Surgery', 'Tucson', 17),
(9, 'Dr. Paul Danforth', 'General', 'Yuma', 25);
INSERT INTO "Procedures" VALUES
('D0120', 'Routine Checkup', 'Preventive', 55.0),
('D1110', 'Teeth Cleaning', 'Preventive', 95.0),
('D0274', 'Bitewing X-Ray', 'Diagnostic', 70.0),
('D0330', 'Panoramic X-Ray', 'Diagnostic', 125.0),
('D2391', 'White Filling', 'Restorative', 180.0),
('D2740', 'Porcelain Crown', 'Restorative', 1150.0),
('D3330', 'Root Canal', 'Endodontic', 1240.0),
('D7140', 'Tooth Extraction', 'Surgical', 210.0),
('D7240', 'Wisdom Tooth Removal', 'Surgical', 480.0),
('D6010', 'Dental Implant', 'Surgical', 2300.0),
('D8080', 'Full Braces', 'Orthodontic', 4900.0);
INSERT INTO "Claims" VALUES
(5001, 101, 1, 'D0120', 'PD', '2021-01-14', 60.0, 60.0),
(5002, 101, 1, 'D1110', 'PD', '2021-01-14', 95.0, 95.0),
(5003, 102, 4, 'D3330', 'PD', '2021-02-02', 1300.0, 910.0),
(5004, 103, 1, 'D2391', 'PD', '2021-02-19', 175.0, 140.0),
(5005, 104, 8, 'D7240', 'DN', '2021-03-08', 520.0, 0.0),
(5006, 105, 6, 'D0120', 'PD', '2021-03-22', 50.0, 50.0),
(5007, 106, 9, 'D7140', 'PD', '2021-04-01', 220.0, 154.0),
(5008, 107, 3, 'D0274', 'PN', '2021-04-17', 75.0, NULL),
(5009, 108, 5, 'D6010', 'DN', '2021-05-05', 2450.0, 0.0),
(5010, 108, 3, 'D0330', 'PD', '2021-05-06', 130.0, 104.0),
(5011, 109, 4, 'D3330', 'PD', '2021-05-28', 1190.0, 952.0),
(5012, 111, 2, 'D8080', 'AP', '2021-06-10', 5100.0, 500.0),
(5013, 113, 3, 'D2740', 'PD', '2021-06-30', 1225.0, 1000.0),
(5014, 113, 5, 'D7240', 'PD', '2021-07-12', 495.0, 396.0),
(5015, 114, 8, 'D7140', 'PD', '2021-07-29', 205.0, 143.5),
(5016, 115, 3, 'D1110', 'PD', '2021-08-03', 99.0, 99.0),
(5017, 101, 8, 'D7240', 'AP', '2021-08-24', 470.0, 100.0),
(5018, 116, 7, 'D0120', 'PD', '2021-09-09', 58.0, 58.0),
(5019, 102, 3, 'D2740', 'PN', '2021-09-30', 1180.0, NULL),
(5020, 117, 6, 'D2391', 'PD', '2021-10-11', 190.0, 152.0),
(5021, 113, 3, 'D0120', 'PD', '2021-11-02', 55.0, 55.0),
(5022, 107, 3, 'D1110', 'PD', '2022-01-10', 92.0, 92.0),
(5023, 106, 9, 'D2740', 'DN', '2022-01-26', 1100.0, 0.0),
(5024, 105, 6, 'D1110', 'PD', '2022-02-15', 90.0, 90.0),
(5025, 109, 3, 'D0120', 'PD', '2022-03-03', 57.0, 57.0),
(5026, 115, 5, 'D7140', 'PN', '2022-03-21', 215.0, NULL),
(5027, 111, 3, 'D1110', 'PD', '2022-04-04', 98.0, 98.0);
