PRAGMA foreign_keys = OFF;
CREATE TABLE "Department" (
"Department_ID" int,
"Dept_Name" text,
"Aisle" int,
PRIMARY KEY ("Department_ID")
);
CREATE TABLE "Employee" (
"Employee_ID" int,
"Name" text,
"Position" text,
"Hourly_Wage" real,
"Year_Hired" int,
"Department_ID" int,
"Supervisor_ID" int,
PRIMARY KEY ("Employee_ID"),
FOREIGN KEY ("Department_ID") REFERENCES "Department"("Department_ID"),
FOREIGN KEY ("Supervisor_ID") REFERENCES "Employee"("Employee_ID")
);
CREATE TABLE "Supplier" (
"Supplier_ID" int,
"Company" text,
"City" text,
"State" text,
"Rating" int,
PRIMARY KEY ("Supplier_ID")
);
CREATE TABLE "Product" (
"Product_ID" int,
"Product_Name" text,
"Brand" text,
"Price" real,
"Stock" int,
"Department_ID" int,
"Supplier_ID" int,
PRIMARY KEY ("Product_ID"),
FOREIGN KEY ("Department_ID") REFERENCES "Department"("Department_ID"),
FOREIGN KEY ("Supplier_ID") REFERENCES "Supplier"("Supplier_ID")
);
CREATE TABLE "Customer" (
"Customer_ID" int,
"Customer_Name" text,
"Customer_Type" text,
"City" text,
"Loyalty_Points" int,
PRIMARY KEY ("Customer_ID")
);
CREATE TABLE "Orders" (
"Order_ID" int,
"Customer_ID" int,
"Employee_ID" int,
"Order_Date" text,
"Payment_Method" text,
PRIMARY KEY ("Order_ID"),
FOREIGN KEY ("Customer_ID") REFERENCES "Customer"("Customer_ID"),
FOREIGN KEY ("Employee_ID") REFERENCES "Employee"("Employee_ID")
);
CREATE TABLE "Order_Detail" (
"Order_ID" int,
"Product_ID" int,
"Quantity" int,
PRIMARY KEY ("Order_ID","Product_ID"),
FOREIGN KEY ("Order_ID") REFERENCES "Orders"("Order_ID"),
FOREIGN KEY ("Product_ID") REFERENCES "Product"("Product_ID")
);
INSERT INTO "Department" VALUES
(1, 'Hand Tools', 3),
(2, 'Power Tools', 4),
(3, 'Paint', 7),
(4, 'Plumbing', 9),
(5, 'Electrical', 10),
(6, 'Garden', 14),
(7, 'Lumber', 20),
(8, 'Fasteners', 2);
INSERT INTO "Employee" VALUES
(1, 'Walter Briggs', 'Store Manager', 34.5, 2001, 1, NULL),
(2, 'Denise Cole', 'Supervisor', 24.0, 2008, 2, 1),
(3, 'Arturo Vega', 'Supervisor', 23.5, 2011, 4, 1),
(4, 'Kim Tran', 'Cashier', 16.0, 2018, 1, 2),
(5, 'Joe Patterson', 'Cashier', 15.5, 2020, 2, 2),
(6, 'Lydia Moss', 'Sales Associate', 17.25, 2015, 3, 3),
(7, 'Brent Hughes', 'Sales Associate', 16.75, 2017, 4, 3),
(8, 'Sue Ellen Ray', 'Cashier', 15.0, 2021, 6, 2),
(9, 'Malik Dixon', 'Sales Associate', 18.0, 2013, 5, 3),
(10, 'Gary Stone', 'Forklift Operator', 19.5, 2012, 7, 3),
(11, 'Pam Nowak', 'Sales Associate', 16.25, 2019, 6, 2);
INSERT INTO "Supplier" VALUES
(1, 'Ironside Tools', 'Toledo', 'Ohio', 5),
(2, 'ColorMax', 'Dayton', 'Ohio', 4),
(3, 'PipeWorks', 'Gary', 'Indiana', 3),
(4, 'BrightWire', 'Chicago', 'Illinois', 4),
(5, 'Green Acre Supply', 'Madison', 'Wisconsin', 5),
(6, 'Timberline', 'Duluth', 'Minnesota', 2),
(7, 'BoltHouse', 'Chicago', 'Illinois', 3),
(8, 'Volt & Co', 'Detroit', 'Michigan', NULL);
INSERT INTO "Product" VALUES
(1, 'Claw Hammer', 'Ironside', 18.99, 45, 1, 1),
(2, 'Tape Measure', 'Ironside', 9.5, 80, 1, 1),
(3, 'Socket Set', 'Stanwell', 54.0, 20, 1, 1),
(4, 'Cordless Drill', 'Makura', 129.0, 18, 2, 1),
(5, 'Circular Saw', 'Makura', 159.0, 9, 2, 1),
(6, 'Angle Grinder', 'Dewitt', 89.0, 14, 2, 8),
(7, 'Interior Paint', 'ColorMax', 32.0, 60, 3, 2),
(8, 'Exterior Paint', 'ColorMax', 41.0, 40, 3, 2),
(9, 'Paint Roller', 'Stanwell', 7.25, 110, 3, 2),
(10, 'Copper Pipe', 'PipeWorks', 14.0, 95, 4, 3),
(11, 'Kitchen Faucet', 'Delmar', 112.0, 12, 4, 3),
(12, 'Pipe Wrench', 'Stanwell', 27.5, 25, 4, 1),
(13, 'Extension Cord', 'BrightWire', 22.0, 55, 5, 4),
(14, 'LED Bulb', 'BrightWire', 4.5, 300, 5, 4),
(15, 'Circuit Breaker', 'BrightWire', 16.0, 70, 5, 4),
(16, 'Lawn Mower', 'Greenfield', 349.0, 6, 6, 5),
(17, 'Garden Hose', 'Greenfield', 29.0, 33, 6, 5),
(18, 'Leaf Rake', 'Greenfield', 19.0, 28, 6, 5),
(19, 'Plywood Sheet', NULL, 38.0, 120, 7, 6),
(20, 'Pine Board', NULL, 11.0, 200, 7, 6),
(21, 'Wood Screws', 'BoltHouse', 6.0, 410, 8, 7),
(22, 'Hex Bolts', 'BoltHouse', 8.0, 350, 8, 7);
INSERT INTO "Customer" VALUES
(1, 'Hillcrest Builders', 'Contractor', 'Toledo', 2400),
(2, 'Nora Fields', 'Household', 'Maumee', 150),
(3, 'Ed Kowalski', 'Household', 'Toledo', 320),
(4, 'Lakeside Plumbing', 'Contractor', 'Sylvania', 1750),
(5, 'Faith Academy', 'School', 'Toledo', 600),
(6, 'Rita Gomez', 'Household', 'Perrysburg', NULL),
(7, 'Bell Electric', 'Contractor', 'Maumee', 1980),
(8, 'Otis Freeman', 'Household', 'Sylvania', 85),
(9, 'Green Thumb Landscaping', 'Contractor', 'Perrysburg', 1320),
(10, 'Dale Winters', 'Household', 'Toledo', 40);
INSERT INTO "Orders" VALUES
(1, 1, 4, '2021-03-02', 'Account'),
(2, 2, 5, '2021-03-05', 'Cash'),
(3, 3, 4, '2021-03-19', 'Credit Card'),
(4, 4, 5, '2021-04-01', 'Account'),
(5, 1, 4, '2021-04-12', 'Account'),
(6, 5, 8, '2021-05-07', 'Check'),
(7, 7, 4, '2021-05-21', 'Credit Card'),
(8, 9, 8, '2021-06-03', 'Credit Card'),
(9, 3, 5, '2021-06-15', 'Cash'),
(10, 1, 5, '2021-07-08', 'Credit Card'),
(11, 6, 4, '2021-08-14', 'Cash'),
(12, 4, 4, '2021-09-09', 'Account'),
(13, 9, 8, '2021-09-28', 'Credit Card'),
(14, 8, 5, '2021-10-30', 'Credit Card'),
(15, 1, 4, '2021-12-11', 'Account'),
(16, 2, 4, '2022-01-06', 'Credit Card');
INSERT INTO "Order_Detail" VALUES
(1, 19, 40),
(1, 20, 60),
(1, 21, 25),
(2, 7, 2),
(2, 9, 3),
(3, 1, 1),
(3, 2, 1),
(4, 10, 50),
(4, 12, 2),
(5, 4, 3),
(5, 5, 1),
(5, 21, 30),
(6, 14, 80),
(6, 7, 10),
(6, 9, 6),
(7, 13, 12),
(7, 15, 24),
(7, 14, 45),
(8, 16, 2),
(8, 17, 5),
(8, 18, 8),
(9, 14, 4),
(9, 1, 1),
(10, 19, 25),
(10, 22, 40),
(11, 17, 1),
(11, 18, 1),
(12, 10, 35),
(12, 11, 4),
(13, 17, 4),
(14, 7, 1),
(14, 9, 1),
(15, 20, 80),
(15, 21, 20),
(15, 6, 2),
(16, 8, 3);
