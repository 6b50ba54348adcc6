PRAGMA foreign_keys = OFF;
CREATE TABLE "Ref_Program_Genres" (
"Program_Genre_Code" VARCHAR(10) PRIMARY KEY,
"Program_Genre_Description" VARCHAR(80)
);
CREATE TABLE "Hosts" (
"Host_ID" INTEGER PRIMARY KEY,
"Host_Name" VARCHAR(60),
"Host_Birth_Year" INTEGER,
"Host_Hometown" VARCHAR(40),
"Host_Year_Joined" INTEGER,
"Host_Salary" REAL
);
CREATE TABLE "Programs" (
"Program_ID" INTEGER PRIMARY KEY,
"Program_Title" VARCHAR(80),
"Program_Genre_Code" VARCHAR(10) NOT NULL,
"Program_Host_ID" INTEGER,
"Program_Length_Minutes" INTEGER,
"Program_First_Aired_Year" INTEGER,
FOREIGN KEY ("Program_Genre_Code") REFERENCES "Ref_Program_Genres"("Program_Genre_Code"),
FOREIGN KEY ("Program_Host_ID") REFERENCES "Hosts"("Host_ID")
);
CREATE TABLE "Broadcasts" (
"Broadcast_ID" INTEGER PRIMARY KEY,
"Program_ID" INTEGER NOT NULL,
"Broadcast_Date" DATE,
"Broadcast_Weekday" VARCHAR(10),
"Broadcast_Listeners" INTEGER,
FOREIGN KEY ("Program_ID") REFERENCES "Programs"("Program_ID")
);
CREATE TABLE "Donors" (
"Donor_ID" INTEGER PRIMARY KEY,
"Donor_Name" VARCHAR(60),
"Donor_Type" VARCHAR(20),
"Donor_City" VARCHAR(40),
"Donor_Email" VARCHAR(60)
);
CREATE TABLE "Pledges" (
"Pledge_ID" INTEGER PRIMARY KEY,
"Donor_ID" INTEGER NOT NULL,
"Program_ID" INTEGER NOT NULL,
"Pledge_Amount" REAL,
"Pledge_Date" DATE,
"Pledge_Status" VARCHAR(10),
FOREIGN KEY ("Donor_ID") REFERENCES "Donors"("Donor_ID"),
FOREIGN KEY ("Program_ID") REFERENCES "Programs"("Program_ID")
);
INSERT INTO "Ref_Program_Genres" VALUES
('NEWS', 'News and Current Affairs'),
('JAZZ', 'Jazz'),
('CLAS', 'Classical Music'),
('TALK', 'Talk and Interviews'),
('KIDS', 'Children Stories'),
('FOLK', 'Folk and Roots'),
('SCI', 'Science and Nature'),
('DRAM', 'Radio Drama');
INSERT INTO "Hosts" VALUES
(1, 'Marta Ellison', 1968, 'Duluth', 1994, 71500.0),
(2, 'Dev Raghunathan', 1981, 'Fargo', 2010, 58200.0),
(3, 'Colleen Marsh', 1959, 'Duluth', 1988, 83400.0),
(4, 'Tobias Fenn', 1990, 'Madison', 2017, 46900.0),
(5, 'Ruth Okonjo', 1975, 'St. Cloud', 2003, 64100.0),
(6, 'Hal Vinter', 1952, 'Hibbing', 1981, NULL),
(7, 'Priya Lund', 1986, 'Madison', 2014, 52750.0),
(8, 'Sam Arcand', 1993, 'Bemidji', 2019, 43800.0),
(9, 'Greta Nyberg', 1979, 'Duluth', 2006, 61300.0),
(10, 'Leo Castellan', 1984, 'Fargo', 2012, 55600.0),
(11, 'Anita Brandvold', 1971, 'Hibbing', 1999, 68900.0);
INSERT INTO "Programs" VALUES
(101, 'Morning Lakeside', 'NEWS', 1, 120, 1994),
(102, 'Blue Hour', 'JAZZ', 2, 90, 2011),
(103, 'The Long Table', 'TALK', 3, 60, 1990),
(104, 'Evening Strings', 'CLAS', 5, 120, 2004),
(105, 'Pine Cone Tales', 'KIDS', 7, 30, 2015),
(106, 'Fiddle and Bow', 'FOLK', 6, 60, 1983),
(107, 'Noon Report', 'NEWS', 9, 30, 2006),
(108, 'Under the Microscope', 'SCI', 7, 45, 2016),
(109, 'Late Set', 'JAZZ', 2, 150, 2013),
(110, 'Sunday Concert Hall', 'CLAS', 3, 180, 1992),
(111, 'Neighbors', 'TALK', 10, 60, 2012),
(112, 'North Shore Weekly', 'NEWS', 1, 60, 2001),
(113, 'Harbor Songs', 'FOLK', 8, 60, 2019),
(114, 'Story Hour', 'KIDS', NULL, 45, 1998),
(115, 'Night Owl Talk', 'TALK', 4, 90, 2018);
INSERT INTO "Broadcasts" VALUES
(1, 101, '2021-03-01', 'Monday', 18400),
(2, 101, '2021-03-02', 'Tuesday', 17950),
(3, 101, '2021-03-03', 'Wednesday', 19120),
(4, 101, '2021-03-04', 'Thursday', 18730),
(5, 102, '2021-03-05', 'Friday', 6100),
(6, 102, '2021-03-12', 'Friday', 6480),
(7, 103, '2021-03-02', 'Tuesday', 9900),
(8, 103, '2021-03-09', 'Tuesday', 10250),
(9, 103, '2021-03-16', 'Tuesday', 9740),
(10, 104, '2021-03-01', 'Monday', 5200),
(11, 104, '2021-03-08', 'Monday', 5075),
(12, 105, '2021-03-06', 'Saturday', 3900),
(13, 106, '2021-03-07', 'Sunday', 4450),
(14, 106, '2021-03-14', 'Sunday', 4620),
(15, 107, '2021-03-01', 'Monday', 12800),
(16, 107, '2021-03-02', 'Tuesday', 12350),
(17, 107, '2021-03-03', 'Wednesday', 13010),
(18, 107, '2021-03-04', 'Thursday', NULL),
(19, 107, '2021-03-05', 'Friday', 11900),
(20, 108, '2021-03-10', 'Wednesday', 7300),
(21, 109, '2021-03-05', 'Friday', 2900),
(22, 109, '2021-03-06', 'Saturday', 3350),
(23, 110, '2021-03-07', 'Sunday', 8800),
(24, 111, '2021-03-11', 'Thursday', 4100),
(25, 112, '2021-03-06', 'Saturday', 9050),
(26, 112, '2021-03-13', 'Saturday', 8700),
(27, 114, '2021-03-07', 'Sunday', 2750);
INSERT INTO "Donors" VALUES
(1, 'Eleanor Pratt', 'Individual', 'Duluth', 'epratt@mail.com'),
(2, 'Lakehead Credit Union', 'Business', 'Duluth', 'giving@lakeheadcu.com'),
(3, 'Gunnar Holt', 'Individual', 'Superior', NULL),
(4, 'Birchwood Foundation', 'Foundation', 'Minneapolis', 'grants@birchwood.org'),
(5, 'Ida Solberg', 'Individual', 'Two Harbors', 'ida.s@mail.com'),
(6, 'Red Canoe Books', 'Business', 'Superior', 'hello@redcanoe.com'),
(7, 'Martin Ojala', 'Individual', 'Duluth', NULL),
(8, 'Skyline Arts Fund', 'Foundation', 'Duluth', 'office@skylinearts.org'),
(9, 'Paula Reyes', 'Individual', 'Cloquet', 'preyes@post.net'),
(10, 'Gitchi Brewing', 'Business', 'Duluth', 'info@gitchibrew.com'),
(11, 'Eleanor Pratt', 'Individual', 'Cloquet', 'eleanor.p@post.net'),
(12, 'Nils Aaker', 'Individual', 'Two Harbors', NULL),
(13, 'Zenith Dental', 'Business', 'Hermantown', 'front@zenithdental.com');
INSERT INTO "Pledges" VALUES
(1, 1, 101, 120.0, '2021-02-01', 'Paid'),
(2, 1, 103, 60.0, '2021-02-01', 'Paid'),
(3, 2, 101, 1500.0, '2021-02-03', 'Paid'),
(4, 3, 106, 45.0, '2021-02-04', 'Pending'),
(5, 4, 110, 5000.0, '2021-01-15', 'Paid'),
(6, 4, 104, 2500.0, '2021-01-15', 'Pending'),
(7, 5, 105, 80.0, '2021-02-06', 'Paid'),
(8, 6, 103, 400.0, '2021-02-07', 'Cancelled'),
(9, 6, 114, 350.0, '2021-02-07', 'Paid'),
(10, 7, 102, 75.0, '2021-02-08', 'Paid'),
(11, 8, 110, 3200.0, '2021-01-20', 'Paid'),
(12, 8, 102, 900.0, '2021-01-22', 'Paid'),
(13, 9, 101, 50.0, '2021-02-10', 'Cancelled'),
(14, 10, 106, 650.0, '2021-02-11', 'Paid'),
(15, 10, 102, 300.0, '2021-02-12', 'Pending'),
(16, 1, 107, 40.0, '2021-02-13', 'Paid'),
(17, 7, 101, 90.0, '2021-02-14', 'Pending'),
(18, 11, 103, 110.0, '2021-02-14', 'Paid'),
(19, 2, 108, 1100.0, '2021-02-16', 'Paid'),
(20, 1, 112, 35.0, '2021-02-18', 'Cancelled'),
(21, 5, 101, 65.0, '2021-02-19', 'Paid');
