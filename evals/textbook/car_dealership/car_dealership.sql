PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Vehicle_Types (Vehicle_Type_Code VARCHAR(15) NOT NULL PRIMARY KEY, Vehicle_Type_Description VARCHAR(80));
CREATE TABLE Ref_Payment_Methods (Payment_Method_Code VARCHAR(15) NOT NULL PRIMARY KEY, Payment_Method_Description VARCHAR(80));
CREATE TABLE Manufacturers (Manufacturer_ID INTEGER NOT NULL PRIMARY KEY, Manufacturer_Name VARCHAR(50), Manufacturer_Country VARCHAR(50), Manufacturer_Founding_Year INTEGER);
CREATE TABLE Vehicles (Vehicle_ID INTEGER NOT NULL PRIMARY KEY, Manufacturer_ID INTEGER NOT NULL, Vehicle_Type_Code VARCHAR(15) NOT NULL, Vehicle_Model_Name VARCHAR(50), Vehicle_Model_Year INTEGER, Vehicle_Color VARCHAR(20), Vehicle_Mileage INTEGER, Vehicle_Asking_Price DECIMAL(10,2),
 FOREIGN KEY (Manufacturer_ID) REFERENCES Manufacturers(Manufacturer_ID), FOREIGN KEY (Vehicle_Type_Code) REFERENCES Ref_Vehicle_Types(Vehicle_Type_Code));
CREATE TABLE Salespersons (Salesperson_ID INTEGER NOT NULL PRIMARY KEY, Salesperson_Name VARCHAR(60), Salesperson_Hire_Date DATE, Salesperson_Monthly_Salary DECIMAL(10,2), Salesperson_Commission_Rate REAL);
CREATE TABLE Customers (Customer_ID INTEGER NOT NULL PRIMARY KEY, Customer_Name VARCHAR(60), Customer_City VARCHAR(40), Customer_Phone VARCHAR(20), Customer_Email VARCHAR(60));
CREATE TABLE Sales (Sale_ID INTEGER NOT NULL PRIMARY KEY, Vehicle_ID INTEGER NOT NULL, Customer_ID INTEGER NOT NULL, Salesperson_ID INTEGER NOT NULL, Payment_Method_Code VARCHAR(15), Sale_Date DATE, Sale_Agreed_Price DECIMAL(10,2),
 FOREIGN KEY (Vehicle_ID) REFERENCES Vehicles(Vehicle_ID), FOREIGN KEY (Customer_ID) REFERENCES Customers(Customer_ID), FOREIGN KEY (Salesperson_ID) REFERENCES Salespersons(Salesperson_ID), FOREIGN KEY (Payment_Method_Code) REFERENCES Ref_Payment_Methods(Payment_Method_Code));
CREATE TABLE Test_Drives (Test_Drive_ID INTEGER NOT NULL PRIMARY KEY, Vehicle_ID INTEGER NOT NULL, Customer_ID INTEGER NOT NULL, Test_Drive_Date DATE, Test_Drive_Minutes INTEGER,
 FOREIGN KEY (Vehicle_ID) REFERENCES Vehicles(Vehicle_ID), FOREIGN KEY (Customer_ID) REFERENCES Customers(Customer_ID));
INSERT INTO "Ref_Vehicle_Types" VALUES
('SED', 'Sedan'),
('SUV', 'Sport utility vehicle'),
('TRK', 'Pickup truck'),
('HAT', 'Hatchback'),
('CNV', 'Convertible'),
('VAN', 'Minivan'),
('WGN', 'Station wagon'),
('CPE', 'Coupe');
INSERT INTO "Ref_Payment_Methods" VALUES
('CASH', 'Cash in full'),
('LOAN', 'Bank loan'),
('LEASE', 'Lease contract'),
('CARD', 'Credit card'),
('TRADE', 'Trade in'),
('CHECK', 'Certified check'),
('WIRE', 'Wire transfer'),
('INHOUSE', 'In-house financing');
INSERT INTO "Manufacturers" VALUES
(1, 'Toyota', 'Japan', 1937),
(2, 'Ford', 'USA', 1903),
(3, 'BMW', 'Germany', 1916),
(4, 'Honda', 'Japan', 1948),
(5, 'Volkswagen', 'Germany', 1937),
(6, 'Hyundai', 'South Korea', 1967),
(7, 'Volvo', 'Sweden', 1927),
(8, 'Mazda', 'Japan', 1920),
(9, 'Chevrolet', 'USA', 1911);
INSERT INTO "Vehicles" VALUES
(101, 1, 'SED', 'Camry', 2019, 'Silver', 32000, 21500),
(102, 1, 'SUV', 'RAV4', 2021, 'White', 15400, 28900),
(103, 2, 'TRK', 'F-150', 2018, 'Black', 61000, 27750),
(104, 2, 'CPE', 'Mustang', 2020, 'Red', 18500, 31200),
(105, 3, 'SED', '330i', 2020, 'Black', 24000, 33900),
(106, 3, 'CNV', 'Z4', 2022, 'Blue', 6000, 49800),
(107, 4, 'HAT', 'Fit', 2016, 'Blue', 72000, 10900),
(108, 4, 'SED', 'Accord', 2021, 'Silver', 20100, 25600),
(109, 5, 'HAT', 'Golf', 2017, 'White', 58000, 13900),
(110, 5, 'WGN', 'Passat Variant', 2015, 'Grey', 98000, 9800),
(111, 6, 'SUV', 'Tucson', 2022, 'Red', 9000, 27300),
(112, 6, 'SED', 'Elantra', 2020, 'White', 27500, 16900),
(113, 7, 'SUV', 'XC60', 2019, 'Black', 41000, 32400),
(114, 7, 'WGN', 'V70', 2012, 'Green', 143000, 6500),
(115, 1, 'VAN', 'Sienna', 2018, 'Grey', 69000, 22800),
(116, 2, 'SUV', 'Escape', 2017, 'Blue', 77000, 14300),
(117, 8, 'CNV', 'MX-5', 2019, 'Red', 22000, 23700),
(118, 8, 'SUV', 'CX-5', 2021, 'White', 19000, 26400),
(119, 1, 'SED', 'Corolla', 2022, 'White', 4000, 20900),
(120, 3, 'SUV', 'X3', 2018, NULL, 55000, 29500);
INSERT INTO "Salespersons" VALUES
(1, 'Diane Foster', '2012-04-16', 3900, 0.03),
(2, 'Miguel Santos', '2018-09-01', 3200, 0.025),
(3, 'Karen Liu', '2015-01-12', 3600, 0.03),
(4, 'Owen Brady', '2021-06-07', 2800, 0.02),
(5, 'Tamara Wells', '2009-11-23', 4300, 0.035),
(6, 'Jerome Hicks', '2022-02-14', 2700, 0.02),
(7, 'Paula Stein', '2019-03-18', 3100, 0.025),
(8, 'Rick Dalton', '2022-08-01', 2650, NULL);
INSERT INTO "Customers" VALUES
(1, 'Alan Whitaker', 'Springfield', '555-0101', 'alanw@mail.com'),
(2, 'Beatrice Cho', 'Riverton', '555-0102', 'bcho@inbox.net'),
(3, 'Carlos Mendes', 'Springfield', '555-0103', NULL),
(4, 'Deborah Flynn', 'Lakeside', '555-0104', 'dflynn@mail.com'),
(5, 'Edgar Nowak', 'Riverton', '555-0105', 'edgar@webpost.org'),
(6, 'Fiona Marsh', 'Oakdale', '555-0106', 'fmarsh@inbox.net'),
(7, 'George Tanaka', 'Springfield', '555-0107', 'gtanaka@mail.com'),
(8, 'Helen Ibarra', 'Lakeside', NULL, 'helen.i@webpost.org'),
(9, 'Ivan Petrovic', 'Oakdale', '555-0109', NULL),
(10, 'Julia Stone', 'Springfield', '555-0110', 'jstone@mail.com'),
(11, 'Kevin Marsh', 'Oakdale', '555-0111', 'kevinm@inbox.net'),
(12, 'Laura Bianchi', 'Hillcrest', '555-0112', 'laurab@mail.com'),
(13, 'Martin Yoder', 'Riverton', '555-0113', NULL),
(14, 'Nora Whitaker', 'Springfield', '555-0114', 'noraw@webpost.org'),
(15, 'Oscar Lund', 'Riverton', NULL, NULL);
INSERT INTO "Sales" VALUES
(1, 101, 1, 5, 'LOAN', '2022-01-15', 20900),
(2, 103, 3, 1, 'CASH', '2022-02-03', 27000),
(3, 105, 2, 5, 'LEASE', '2022-02-20', 33500),
(4, 107, 6, 2, 'CASH', '2022-03-11', 10200),
(5, 109, 5, 3, 'LOAN', '2022-04-02', 13500),
(6, 110, 9, 4, 'CASH', '2022-04-19', 9000),
(7, 102, 1, 5, 'LOAN', '2022-06-08', 28500),
(8, 112, 10, 3, 'LOAN', '2022-07-21', 16500),
(9, 113, 4, 1, 'WIRE', '2022-08-13', 31800),
(10, 115, 3, 5, 'TRADE', '2022-10-05', 21900),
(11, 116, 7, 7, 'CARD', '2022-11-17', 13700),
(12, 106, 12, 5, 'LEASE', '2023-01-09', 49000),
(13, 117, 8, 2, 'LOAN', '2023-02-25', 23000),
(14, 111, 1, 3, 'LEASE', '2023-03-30', 26900),
(15, 104, 10, 1, 'LOAN', '2023-05-04', 30500);
INSERT INTO "Test_Drives" VALUES
(1, 101, 1, '2022-01-10', 25),
(2, 105, 1, '2022-01-10', 30),
(3, 103, 3, '2022-01-29', 40),
(4, 105, 2, '2022-02-15', 35),
(5, 107, 6, '2022-03-05', 15),
(6, 109, 6, '2022-03-05', 20),
(7, 109, 5, '2022-03-28', 20),
(8, 113, 11, '2022-05-14', 45),
(9, 102, 1, '2022-06-01', 30),
(10, 108, 13, '2022-06-20', 20),
(11, 112, 10, '2022-07-15', 25),
(12, 113, 4, '2022-08-08', 40),
(13, 118, 13, '2022-09-09', 30),
(14, 106, 12, '2022-12-28', 50),
(15, 106, 11, '2023-01-04', 55),
(16, 104, 10, '2023-04-27', 35),
(17, 106, 2, '2022-12-12', 30),
(18, 119, 14, '2023-05-19', 15);
