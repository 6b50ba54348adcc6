PRAGMA foreign_keys = OFF;
CREATE TABLE "section" ("Section_ID" int, "Section_Name" text, "Floor" int, "Annual_Budget" real, PRIMARY KEY ("Section_ID"));
CREATE TABLE "reporter" ("Reporter_ID" int, "Name" text, "Sex" text, "Age" int, "Home_City" text, "Year_Join" int, "Salary" real, "Section_ID" int,
 PRIMARY KEY ("Reporter_ID"), FOREIGN KEY ("Section_ID") REFERENCES "section"("Section_ID"));
CREATE TABLE "article" ("Article_ID" int, "Title" text, "Word_Count" int, "Publish_Date" text, "Page" int, "Author_ID" int, "Editor_ID" int, "Section_ID" int,
 PRIMARY KEY ("Article_ID"), FOREIGN KEY ("Author_ID") REFERENCES "reporter"("Reporter_ID"), FOREIGN KEY ("Editor_ID") REFERENCES "reporter"("Reporter_ID"), FOREIGN KEY ("Section_ID") REFERENCES "section"("Section_ID"));
CREATE TABLE "prize" ("Prize_ID" int, "Prize_Name" text, "Year" int, "Reporter_ID" int, "Money" real, "Result" text,
 PRIMARY KEY ("Prize_ID"), FOREIGN KEY ("Reporter_ID") REFERENCES "reporter"("Reporter_ID"));
INSERT INTO "section" VALUES
(1, 'Politics', 3, 420000.0),
(2, 'Sports', 2, 380000.0),
(3, 'Business', 3, 350000.0),
(4, 'Culture', 1, 150000.0),
(5, 'Science', 4, 210000.0),
(6, 'Travel', 1, 98000.0),
(7, 'Opinion', 4, 120000.0),
(8, 'Obituaries', 1, 40000.0);
INSERT INTO "reporter" VALUES
(1, 'Grace Holloway', 'F', 45, 'Cleveland', 2003, 71000.0, 1),
(2, 'Martin Oduya', 'M', 38, 'Chicago', 2010, 64000.0, 1),
(3, 'Lena Fischer', 'F', 29, 'Chicago', 2017, 48500.0, 2),
(4, 'Tom Barlow', 'M', 52, 'Detroit', 1996, 78000.0, 2),
(5, 'Priya Nair', 'F', 33, 'Cleveland', 2014, 57000.0, 3),
(6, 'Samuel Reyes', 'M', 41, 'Toledo', 2008, 62500.0, 3),
(7, 'Ines Carvalho', 'F', 36, 'Chicago', 2012, 53000.0, 4),
(8, 'Dwight Palmer', 'M', 60, 'Akron', 1989, 69000.0, 4),
(9, 'Hana Sato', 'F', 27, 'Detroit', 2019, 45000.0, 5),
(10, 'Oliver Quinn', 'M', 31, 'Toledo', 2016, 50500.0, 5),
(11, 'Ruth Abramson', 'F', 57, 'Cleveland', 1992, 82000.0, 7),
(12, 'Carl Jensen', 'M', 48, NULL, 2001, 66000.0, 2),
(13, 'Mei Tan', 'F', 24, 'Chicago', 2021, 41000.0, 6),
(14, 'Victor Dumas', 'M', 39, 'Akron', 2009, 59500.0, 1),
(15, 'Bella Novak', 'F', 30, 'Detroit', 2018, 47000.0, NULL);
INSERT INTO "article" VALUES
(1, 'Mayor Loses Budget Vote', 820, '2021-01-14', 1, 1, 11, 1),
(2, 'Senate Race Tightens', 1150, '2021-02-03', 1, 2, 1, 1),
(3, 'Lions Win in Overtime', 640, '2021-02-08', 12, 3, 4, 2),
(4, 'Coach Steps Down', 510, '2021-02-21', 13, 4, 12, 2),
(5, 'Steel Prices Climb', 930, '2021-03-02', 7, 5, 6, 3),
(6, 'Bank Merger Approved', 1020, '2021-03-09', 7, 6, 11, 3),
(7, 'A Night at the Opera', 700, '2021-03-15', 20, 7, 8, 4),
(8, 'Festival Returns to Town', 450, '2021-04-01', 21, 8, 7, 4),
(9, 'New Comet Discovered', 880, '2021-04-11', 16, 9, 10, 5),
(10, 'Lake Water Gets Cleaner', 1300, '2021-04-19', 16, 10, 1, 5),
(11, 'Ten Days in Portugal', 1450, '2021-05-05', 24, 13, 7, 6),
(12, 'City Council Delays Vote', 760, '2021-05-12', 2, 1, 2, 1),
(13, 'Governor Signs School Bill', 980, '2021-05-20', 1, 1, 11, 1),
(14, 'Marathon Draws Record Crowd', 590, '2021-06-06', 12, 3, 4, 2),
(15, 'Rookie of the Year', 610, '2021-06-18', 13, 12, 4, 2),
(16, 'Car Makers Cut Jobs', 1210, '2021-07-01', 8, 5, 11, 3),
(17, 'Vaccine Trial Begins', 1090, '2021-07-13', 17, 9, 1, 5),
(18, 'Museum Opens New Wing', 680, '2021-08-02', 20, 7, NULL, 4),
(19, 'Why the City Needs Trees', 540, '2021-08-15', 10, 11, NULL, 7),
(20, 'Election Night Guide', 1600, '2021-11-02', 1, 14, 1, 1),
(21, 'Jobs Report Disappoints', 845, '2021-11-09', 8, 5, 6, 3),
(22, 'Hockey Season Opens', 470, '2021-10-10', 14, 4, 12, 2);
INSERT INTO "prize" VALUES
(1, 'Golden Pen', 2012, 1, 5000.0, 'Won'),
(2, 'Golden Pen', 2015, 4, 5000.0, 'Nominated'),
(3, 'City Press Award', 2016, 1, 2500.0, 'Won'),
(4, 'Young Reporter Medal', 2018, 3, 1000.0, 'Won'),
(5, 'Young Reporter Medal', 2020, 9, 1200.0, 'Won'),
(6, 'Golden Pen', 2019, 11, 6000.0, 'Won'),
(7, 'City Press Award', 2019, 5, 3000.0, 'Nominated'),
(8, 'Science Writing Prize', 2021, 9, 4000.0, 'Nominated'),
(9, 'Golden Pen', 2021, 1, 6500.0, 'Nominated'),
(10, 'City Press Award', 2021, 6, 3200.0, 'Won'),
(11, 'Business Story Prize', 2020, 5, 3500.0, 'Won');
