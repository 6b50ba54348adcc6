PRAGMA foreign_keys = OFF;
CREATE TABLE launchVehicle (vehicleId INTEGER PRIMARY KEY, vehicleName TEXT, builderCountry TEXT, maxPayloadKg INTEGER, firstFlightYear INTEGER);
CREATE TABLE satellite (satId INTEGER PRIMARY KEY, satName TEXT, orbitType TEXT, massKg REAL, launchDate TEXT, designLifeYears INTEGER, status TEXT, vehicleId INTEGER REFERENCES launchVehicle(vehicleId));
CREATE TABLE groundStation (stationId INTEGER PRIMARY KEY, stationName TEXT, city TEXT, country TEXT, antennaDiameterM REAL, openedYear INTEGER);
CREATE TABLE contactPass (passId INTEGER PRIMARY KEY, satId INTEGER REFERENCES satellite(satId), stationId INTEGER REFERENCES groundStation(stationId), passDate TEXT, durationMin INTEGER, dataGb REAL);
CREATE TABLE client (clientId INTEGER PRIMARY KEY, clientName TEXT, sector TEXT, hqCountry TEXT);
CREATE TABLE capacityLease (leaseId INTEGER PRIMARY KEY, satId INTEGER REFERENCES satellite(satId), clientId INTEGER REFERENCES client(clientId), startYear INTEGER, endYear INTEGER, transponders INTEGER, annualFee REAL);
INSERT INTO "launchVehicle" VALUES
(1, 'Ariane 5', 'France', 10500, 1996),
(2, 'Falcon 9', 'United States', 8300, 2010),
(3, 'Proton-M', 'Russia', 6300, 2001),
(4, 'Soyuz-2', 'Russia', 3250, 2004),
(5, 'Long March 3B', 'China', 5100, 1996),
(6, 'Vega', 'Italy', 1500, 2012),
(7, 'PSLV', 'India', 1425, 1993),
(8, 'Atlas V', 'United States', 8900, 2002),
(9, 'Electron', 'New Zealand', 300, 2017);
INSERT INTO "satellite" VALUES
(1, 'Aurora-1', 'GEO', 5400.0, '2008-03-14', 15, 'Retired', 1),
(2, 'Aurora-2', 'GEO', 5650.0, '2011-09-22', 15, 'Active', 1),
(3, 'Aurora-3', 'GEO', 6020.0, '2016-06-18', 16, 'Active', 1),
(4, 'Meridian A', 'MEO', 780.0, '2014-08-22', 12, 'Active', 4),
(5, 'Meridian B', 'MEO', 785.0, '2015-03-27', 12, 'Active', 4),
(6, 'Meridian C', 'MEO', 790.0, '2015-09-11', 12, 'Failed', 4),
(7, 'SkyLens 1', 'LEO', 420.0, '2017-02-15', 7, 'Active', 7),
(8, 'SkyLens 2', 'LEO', 435.0, '2018-04-12', 7, 'Active', 7),
(9, 'SkyLens 3', 'LEO', 450.0, '2019-07-09', 7, 'Standby', 6),
(10, 'PolarWatch', 'LEO', 1120.0, '2013-05-07', 8, 'Retired', 6),
(11, 'TitanSat', 'GEO', 6200.0, '2020-01-16', 18, 'Active', 2),
(12, 'Bluebird', 'LEO', 260.0, '2021-11-03', 5, 'Active', 9),
(13, 'NordCom 7', 'GEO', 4700.0, '2005-10-30', 14, 'Retired', 3),
(14, 'NordCom 8', 'GEO', 5150.0, '2012-12-08', 15, 'Standby', 3),
(15, 'Bluebird 2', 'LEO', 270.0, '2023-03-19', NULL, 'Active', 9);
INSERT INTO "groundStation" VALUES
(1, 'Kiruna North', 'Kiruna', 'Sweden', 13.0, 1998),
(2, 'Svalbard Dish', 'Longyearbyen', 'Norway', 11.0, 2004),
(3, 'Perth South', 'Perth', 'Australia', 15.0, 2001),
(4, 'Fucino', 'Avezzano', 'Italy', 26.5, 1973),
(5, 'Hartebeest', 'Pretoria', 'South Africa', 12.0, 1989),
(6, 'Punta Arenas Link', 'Punta Arenas', 'Chile', 7.3, 2016),
(7, 'Maspalomas', 'Las Palmas', 'Spain', 15.0, 1985),
(8, 'Tromso Array', 'Tromso', 'Norway', 9.3, 2011),
(9, 'Inuvik Gate', 'Inuvik', 'Canada', 13.0, 2010);
INSERT INTO "contactPass" VALUES
(1, 7, 1, '2023-05-01', 11, 42.5),
(2, 7, 2, '2023-05-01', 12, 48.0),
(3, 8, 2, '2023-05-01', 10, 39.2),
(4, 9, 1, '2023-05-02', 9, 12.4),
(5, 12, 2, '2023-05-02', 8, 20.1),
(6, 4, 3, '2023-05-02', 45, 8.8),
(7, 5, 5, '2023-05-03', 50, 9.1),
(8, 2, 4, '2023-05-03', 120, 150.0),
(9, 3, 4, '2023-05-03', 95, 133.7),
(10, 11, 7, '2023-05-04', 140, 210.6),
(11, 7, 8, '2023-05-04', 12, 44.4),
(12, 8, 1, '2023-05-05', 11, NULL),
(13, 12, 6, '2023-05-05', 7, 15.9),
(14, 2, 7, '2023-05-06', 80, 98.5),
(15, 7, 2, '2023-05-06', 13, 51.3),
(16, 8, 6, '2023-05-06', 9, 33.0),
(17, 11, 3, '2023-05-07', 110, 187.2),
(18, 4, 5, '2023-05-07', 40, 7.6),
(19, 14, 4, '2023-05-08', 33, 4.0),
(20, 12, 2, '2023-05-08', 9, 22.2),
(21, 9, 2, '2023-05-09', 10, 14.8),
(22, 15, 8, '2023-05-09', 6, 11.3);
INSERT INTO "client" VALUES
(1, 'Baltic Broadcast', 'Television', 'Estonia'),
(2, 'OceanLine Shipping', 'Maritime', 'Denmark'),
(3, 'AgriVision', 'Agriculture', 'Brazil'),
(4, 'Telesur Net', 'Internet', 'Chile'),
(5, 'Highland TV', 'Television', 'United Kingdom'),
(6, 'JetLink Airways', 'Aviation', 'Germany'),
(7, 'Sahara Telecom', 'Internet', 'Morocco'),
(8, 'Geo Survey Bureau', 'Government', 'Norway'),
(9, 'Kite Weather', 'Agriculture', 'Netherlands'),
(10, 'Fjord Ferries', 'Maritime', 'Norway');
INSERT INTO "capacityLease" VALUES
(1, 2, 1, 2012, 2025, 6, 3.4),
(2, 2, 5, 2013, 2022, 4, 2.5),
(3, 3, 1, 2017, 2030, 8, 4.9),
(4, 3, 7, 2018, 2028, 10, 6.2),
(5, 11, 4, 2020, 2035, 14, 9.8),
(6, 11, 6, 2021, 2027, 5, 3.9),
(7, 11, 2, 2021, 2026, 3, 2.2),
(8, 7, 3, 2018, 2023, 1, 0.6),
(9, 8, 3, 2019, 2024, 1, 0.7),
(10, 8, 8, 2019, 2025, 2, 1.1),
(11, 4, 2, 2015, 2024, 2, 1.3),
(12, 14, 5, 2014, 2026, 5, 2.9),
(13, 1, 5, 2009, 2013, 4, 2.1),
(14, 12, 8, 2022, 2026, 1, 0.4),
(15, 3, 6, 2019, 2026, 4, 3.1),
(16, 13, 1, 2006, 2012, 5, 2.0);
