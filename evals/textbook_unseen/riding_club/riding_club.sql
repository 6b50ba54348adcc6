PRAGMA foreign_keys = OFF;
CREATE TABLE stable (
id INTEGER PRIMARY KEY,
name TEXT,
location TEXT,
number_of_boxes INTEGER,
monthly_fee REAL
);
CREATE TABLE horse (
id INTEGER PRIMARY KEY,
name TEXT,
breed TEXT,
color TEXT,
birth_year INTEGER,
height_cm INTEGER,
stable_id INTEGER,
FOREIGN KEY (stable_id) REFERENCES stable(id)
);
CREATE TABLE member (
id INTEGER PRIMARY KEY,
first_name TEXT,
last_name TEXT,
gender TEXT,
age INTEGER,
city TEXT,
membership_level TEXT,
join_date TEXT
);
CREATE TABLE member_horse (
member_id INTEGER,
horse_id INTEGER,
share_percent INTEGER,
PRIMARY KEY (member_id, horse_id),
FOREIGN KEY (member_id) REFERENCES member(id),
FOREIGN KEY (horse_id) REFERENCES horse(id)
);
CREATE TABLE instructor (
id INTEGER PRIMARY KEY,
name TEXT,
nationality TEXT,
years_of_experience INTEGER,
hourly_rate REAL
);
CREATE TABLE lesson (
id INTEGER PRIMARY KEY,
instructor_id INTEGER,
discipline TEXT,
lesson_date TEXT,
duration_minutes INTEGER,
FOREIGN KEY (instructor_id) REFERENCES instructor(id)
);
CREATE TABLE lesson_member_horse (
lesson_id INTEGER,
member_id INTEGER,
horse_id INTEGER,
PRIMARY KEY (lesson_id, member_id),
FOREIGN KEY (lesson_id) REFERENCES lesson(id),
FOREIGN KEY (member_id) REFERENCES member(id),
FOREIGN KEY (horse_id) REFERENCES horse(id)
);
INSERT INTO "stable" VALUES
(1, 'Oak Barn', 'Westfield', 14, 320.0),
(2, 'Hillside Yard', 'Cranmoor', 22, 275.5),
(3, 'Mill Stables', 'Westfield', 9, 410.0),
(4, 'Long Meadow', 'Brackley', 30, 240.0),
(5, 'Old Priory', 'Cranmoor', 6, 525.0),
(6, 'Willow End', 'Deanbury', 12, NULL),
(7, 'Saddlers Court', 'Brackley', 18, 295.0),
(8, 'Fox Hollow', 'Tetsworth', 10, 350.0);
INSERT INTO "horse" VALUES
(1, 'Bramble', 'Connemara', 'grey', 2010, 142, 1),
(2, 'Sultan', 'Arabian', 'bay', 2008, 151, 2),
(3, 'Duchess', 'Hanoverian', 'chestnut', 2012, 168, 2),
(4, 'Pepper', 'Shetland', 'black', 2015, 104, 1),
(5, 'Thunder', 'Friesian', 'black', 2009, 163, 4),
(6, 'Maple', 'Haflinger', 'chestnut', 2013, 145, 4),
(7, 'Aurora', 'Arabian', 'grey', 2016, 149, 3),
(8, 'Captain', 'Irish Cob', 'piebald', 2005, 153, 4),
(9, 'Nimbus', 'Hanoverian', 'bay', 2011, 170, 5),
(10, 'Toffee', 'Shetland', 'chestnut', 2018, 99, 1),
(11, 'Galahad', 'Lipizzaner', 'grey', 2007, 156, 2),
(12, 'Juniper', 'Connemara', 'dun', 2014, 144, 7),
(13, 'Sable', 'Friesian', 'black', 2017, 161, 4),
(14, 'Quill', 'Hanoverian', 'bay', 2019, 166, 5),
(15, 'Bess', 'Irish Cob', 'bay', 2003, 150, 7);
INSERT INTO "member" VALUES
(1, 'Clara', 'Whitlow', 'F', 34, 'Deanbury', 'Gold', '2015-04-12'),
(2, 'Edwin', 'Marr', 'M', 52, 'Westfield', 'Silver', '2009-09-01'),
(3, 'Nadia', 'Ferreira', 'F', 27, 'Cranmoor', 'Bronze', '2019-03-23'),
(4, 'Hugh', 'Whitlow', 'M', 61, 'Deanbury', 'Gold', '2006-01-15'),
(5, 'Sophie', 'Tran', 'F', 19, 'Oxbridge', 'Junior', '2020-06-30'),
(6, 'Lars', 'Bergman', 'M', 44, 'Westfield', 'Gold', '2012-11-08'),
(7, 'Imogen', 'Cole', 'F', 16, 'Brackley', 'Junior', '2021-02-02'),
(8, 'Ravi', 'Menon', 'M', 38, 'Oxbridge', 'Silver', '2016-07-19'),
(9, 'Beatrix', 'Oduya', 'F', 47, 'Cranmoor', 'Silver', '2013-05-05'),
(10, 'Tomas', 'Kral', 'M', 23, 'Deanbury', 'Bronze', '2019-10-10'),
(11, 'Alice', 'Cole', 'F', 41, 'Brackley', 'Bronze', '2018-08-14'),
(12, 'George', 'Pym', 'M', 69, 'Westfield', 'Silver', NULL);
INSERT INTO "member_horse" VALUES
(1, 1, 100),
(2, 2, 50),
(9, 2, 50),
(6, 3, 100),
(4, 5, 60),
(1, 5, 40),
(8, 7, 100),
(6, 9, 70),
(3, 9, 30),
(2, 11, 100),
(11, 12, 100),
(6, 13, 100),
(4, 15, 100),
(12, 8, 50);
INSERT INTO "instructor" VALUES
(1, 'Helga Brandt', 'German', 24, 65.0),
(2, 'Pierre Lacombe', 'French', 15, 58.0),
(3, 'Moira Keane', 'Irish', 31, 72.0),
(4, 'Juan Orellana', 'Spanish', 8, 40.0),
(5, 'Liesl Aumann', 'German', 5, 36.5),
(6, 'Fiona Daly', 'Irish', 12, 52.0),
(7, 'Akio Mori', 'Japanese', 19, 60.0),
(8, 'Rosa Neri', 'Italian', 3, 30.0);
INSERT INTO "lesson" VALUES
(1, 1, 'Dressage', '2021-05-03', 60),
(2, 1, 'Dressage', '2021-05-10', 60),
(3, 2, 'Show Jumping', '2021-05-04', 45),
(4, 3, 'Cross Country', '2021-05-05', 90),
(5, 3, 'Show Jumping', '2021-05-12', 60),
(6, 4, 'Trail Riding', '2021-05-08', 120),
(7, 6, 'Beginner', '2021-05-06', 30),
(8, 6, 'Beginner', '2021-05-13', 30),
(9, 6, 'Beginner', '2021-05-20', 45),
(10, 2, 'Dressage', '2021-05-18', 75),
(11, 4, 'Trail Riding', '2021-06-05', 150),
(12, 3, 'Cross Country', '2021-06-09', 90),
(13, 7, 'Vaulting', '2021-06-11', 60),
(14, 3, 'Dressage', '2021-06-14', 50);
INSERT INTO "lesson_member_horse" VALUES
(1, 1, 3),
(1, 6, 9),
(2, 6, 3),
(2, 8, 11),
(3, 3, 7),
(3, 1, 1),
(4, 6, 13),
(4, 2, 2),
(5, 8, 9),
(6, 4, 5),
(6, 11, 12),
(6, 12, 8),
(6, 9, 6),
(7, 5, 4),
(7, 7, 10),
(8, 5, 10),
(8, 7, 4),
(9, 5, 1),
(9, 10, 6),
(10, 1, 11),
(11, 4, 15),
(11, 9, 8),
(12, 6, 13),
(13, 7, 8),
(14, 1, 3),
(14, 3, 9),
(12, 1, 5);
