PRAGMA foreign_keys = OFF;
CREATE TABLE district (districtId INTEGER PRIMARY KEY, districtName TEXT, population INTEGER, surchargeRate REAL);
CREATE TABLE courier (courierId INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, birthYear INTEGER, hireDate TEXT, hourlyWage REAL, homeDistrictId INTEGER, FOREIGN KEY (homeDistrictId) REFERENCES district(districtId));
CREATE TABLE bicycle (bicycleId INTEGER PRIMARY KEY, brand TEXT, bikeType TEXT, numGears INTEGER, weightKg REAL, purchaseYear INTEGER, riderId INTEGER, FOREIGN KEY (riderId) REFERENCES courier(courierId));
CREATE TABLE client (clientId INTEGER PRIMARY KEY, companyName TEXT, industry TEXT, contactPhone TEXT, districtId INTEGER, FOREIGN KEY (districtId) REFERENCES district(districtId));
CREATE TABLE delivery (deliveryId INTEGER PRIMARY KEY, courierId INTEGER, senderId INTEGER, receiverId INTEGER, deliveryDate TEXT, distanceKm REAL, parcelWeight REAL, price REAL, serviceType TEXT,
 FOREIGN KEY (courierId) REFERENCES courier(courierId), FOREIGN KEY (senderId) REFERENCES client(clientId), FOREIGN KEY (receiverId) REFERENCES client(clientId));
CREATE TABLE repair (repairId INTEGER PRIMARY KEY, bicycleId INTEGER, repairDate TEXT, partName TEXT, repairCost REAL, FOREIGN KEY (bicycleId) REFERENCES bicycle(bicycleId));
INSERT INTO "district" VALUES
(1, 'Old Town', 18200, 1.5),
(2, 'Harbor', 9400, 1.2),
(3, 'University', 22100, 1.0),
(4, 'Northgate', 31500, 1.3),
(5, 'Riverside', 15800, 1.0),
(6, 'Mill Quarter', 7600, 1.1),
(7, 'Station Square', 12900, 1.6),
(8, 'Hillcrest', 26700, 1.8);
INSERT INTO "courier" VALUES
(1, 'Marco', 'Bellini', 1992, '2015-04-01', 14.5, 1),
(2, 'Jess', 'Tyler', 1988, '2013-06-15', 16.0, 3),
(3, 'Omar', 'Haddad', 1995, '2017-02-20', 13.0, 4),
(4, 'Kate', 'Lowry', 1990, '2014-09-09', 15.5, 3),
(5, 'Ben', 'Sutter', 1998, '2018-05-03', 12.5, 5),
(6, 'Lucia', 'Moreno', 1985, '2012-03-12', 17.5, 1),
(7, 'Tyrone', 'Banks', 1993, '2016-11-01', 14.0, 4),
(8, 'Anna', 'Kraus', 1997, '2018-01-15', 12.5, NULL),
(9, 'Felix', 'Tyler', 1991, '2016-07-07', 14.25, 4),
(10, 'Mina', 'Sato', 1996, '2017-08-28', 13.5, 8),
(11, 'Dario', 'Conti', 1999, '2018-09-10', 12.0, 6);
INSERT INTO "bicycle" VALUES
(1, 'Cannondale', 'road', 18, 8.9, 2015, 1),
(2, 'Surly', 'touring', 27, 12.8, 2013, 2),
(3, 'Bianchi', 'fixed gear', 1, 8.2, 2017, 3),
(4, 'Trek', 'hybrid', 21, 11.4, 2014, 4),
(5, 'Trek', 'road', 20, 8.6, 2018, 5),
(6, 'Bullitt', 'cargo', 11, 24.0, 2016, 6),
(7, 'Bianchi', 'road', 22, 8.1, 2016, 7),
(8, 'Giant', 'hybrid', 24, 11.9, 2018, 8),
(9, 'Surly', 'fixed gear', 1, 9.7, 2016, 9),
(10, 'Trek', 'hybrid', 21, 11.6, 2017, 10),
(11, 'Bullitt', 'cargo', 8, 25.5, 2018, NULL),
(12, 'Giant', 'mountain', 27, 13.2, 2012, 2);
INSERT INTO "client" VALUES
(1, 'Penrose Law', 'Legal', '555-0110', 1),
(2, 'Harbor Dental', 'Healthcare', '555-0123', 2),
(3, 'Inkwell Press', 'Printing', '555-0131', 3),
(4, 'Bluebird Flowers', 'Retail', '555-0144', 5),
(5, 'Stone & Field', 'Architecture', '555-0156', 1),
(6, 'City Archive', 'Government', NULL, 7),
(7, 'Medilab', 'Healthcare', '555-0170', 4),
(8, 'Grand Hotel', 'Hospitality', '555-0188', 7),
(9, 'Kessler Notary', 'Legal', '555-0192', 1),
(10, 'Papaya Cafe', 'Hospitality', '555-0201', 3),
(11, 'Nova Studio', 'Design', NULL, 6),
(12, 'Quick Copy', 'Printing', '555-0222', 4);
INSERT INTO "delivery" VALUES
(2001, 1, 1, 6, '2018-10-01', 2.4, 0.5, 9.0, 'express'),
(2002, 1, 9, 5, '2018-10-01', 0.8, 0.2, 6.5, 'standard'),
(2003, 1, 1, 9, '2018-10-02', 0.6, 0.3, 6.0, 'standard'),
(2004, 2, 3, 8, '2018-10-01', 4.7, 6.2, 15.5, 'standard'),
(2005, 2, 3, 1, '2018-10-02', 3.9, 4.8, 14.0, 'express'),
(2006, 2, 12, 7, '2018-10-03', 1.2, 3.5, 8.0, 'standard'),
(2007, 3, 7, 2, '2018-10-01', 6.3, 1.1, 17.0, 'express'),
(2008, 3, 7, 2, '2018-10-03', 6.3, 0.9, 17.5, 'express'),
(2009, 4, 4, 8, '2018-10-02', 3.1, 2.0, 11.0, 'standard'),
(2010, 4, 4, 10, '2018-10-03', 2.7, 1.8, 10.0, 'standard'),
(2011, 4, 10, 11, '2018-10-04', 3.6, 2.2, 11.5, 'standard'),
(2012, 6, 3, 6, '2018-10-02', 5.2, 18.0, 24.0, 'standard'),
(2013, 6, 12, 5, '2018-10-04', 5.9, 21.5, 26.5, 'standard'),
(2014, 6, 5, 1, '2018-10-05', 0.5, 9.0, 12.0, 'express'),
(2015, 7, 1, 6, '2018-10-03', 2.4, 0.4, 9.0, 'express'),
(2016, 7, 2, 7, '2018-10-04', 6.1, 0.7, 16.5, 'express'),
(2017, 7, 9, 6, '2018-10-05', 2.2, 0.6, 8.5, 'standard'),
(2018, 7, 1, 5, '2018-10-05', 0.9, 0.3, 6.5, 'standard'),
(2019, 9, 5, 3, '2018-10-04', 4.1, 1.5, 13.0, 'standard'),
(2020, 9, 8, 4, '2018-10-05', 3.3, 1.0, 11.0, 'standard'),
(2021, 10, 7, 2, '2018-10-05', 6.3, 1.2, 18.0, 'express'),
(2022, 1, 1, 8, '2018-10-05', 2.6, 0.8, 9.5, 'standard'),
(2023, 7, 7, 10, '2018-10-06', 5.5, 0.5, 15.0, 'express'),
(2024, 1, 6, 9, '2018-10-06', 2.3, 0.4, 8.5, 'standard'),
(2025, 8, 11, 3, '2018-10-06', 4.4, 1.3, 13.5, 'standard'),
(2026, 1, 2, 1, '2018-10-08', 3.0, 0.2, 10.5, 'express');
INSERT INTO "repair" VALUES
(1, 1, '2017-03-14', 'chain', 35.0),
(2, 1, '2018-02-02', 'tire', 28.5),
(3, 2, '2016-09-21', 'brake pads', 18.0),
(4, 2, '2017-10-30', 'chain', 38.0),
(5, 2, '2018-06-06', 'rear wheel', 120.0),
(6, 3, '2018-04-19', 'tire', 26.0),
(7, 4, '2017-01-11', 'derailleur', 75.0),
(8, 6, '2017-05-25', 'chain', 52.0),
(9, 6, '2018-08-17', 'front wheel', 140.0),
(10, 7, '2018-03-08', 'tire', 30.0),
(11, 9, '2018-07-23', 'saddle', 45.0),
(12, 12, '2015-12-01', 'brake pads', 20.0),
(13, 12, '2018-01-20', 'tire', 32.0),
(14, 2, '2018-09-12', 'tire', 29.0);
