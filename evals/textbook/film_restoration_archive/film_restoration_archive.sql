PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Damage_Types (damage_type_code VARCHAR(10) PRIMARY KEY, damage_type_description VARCHAR(80));
CREATE TABLE Directors (director_id INTEGER PRIMARY KEY, director_name VARCHAR(60), director_country VARCHAR(40), director_birth_year INTEGER);
CREATE TABLE Films (film_id INTEGER PRIMARY KEY, director_id INTEGER, film_title VARCHAR(80), film_release_year INTEGER, film_genre VARCHAR(30), film_running_time INTEGER, film_sound_or_silent VARCHAR(10), FOREIGN KEY (director_id) REFERENCES Directors(director_id));
CREATE TABLE Film_Reels (reel_id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL, damage_type_code VARCHAR(10), reel_gauge_mm REAL, reel_length_metres INTEGER, reel_date_received VARCHAR(20), FOREIGN KEY (film_id) REFERENCES Films(film_id), FOREIGN KEY (damage_type_code) REFERENCES Ref_Damage_Types(damage_type_code));
CREATE TABLE Restorers (restorer_id INTEGER PRIMARY KEY, restorer_first_name VARCHAR(40), restorer_last_name VARCHAR(40), restorer_email_address VARCHAR(80), restorer_hourly_rate REAL);
CREATE TABLE Restoration_Projects (project_id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL, project_sponsor_name VARCHAR(60), project_budget_amount INTEGER, project_start_date VARCHAR(20), project_end_date VARCHAR(20), project_status_code VARCHAR(15), FOREIGN KEY (film_id) REFERENCES Films(film_id));
CREATE TABLE Project_Assignments (project_id INTEGER, restorer_id INTEGER, assignment_role VARCHAR(30), assignment_hours_worked INTEGER, PRIMARY KEY (project_id, restorer_id), FOREIGN KEY (project_id) REFERENCES Restoration_Projects(project_id), FOREIGN KEY (restorer_id) REFERENCES Restorers(restorer_id));
INSERT INTO "Ref_Damage_Types" VALUES
('VINEG', 'Vinegar syndrome'),
('SCRA', 'Scratches'),
('MOLD', 'Mold growth'),
('SHRK', 'Shrinkage'),
('TEAR', 'Torn perforations'),
('FADE', 'Color fading'),
('NITR', 'Nitrate decay'),
('WATR', 'Water stains');
INSERT INTO "Directors" VALUES
(1, 'Edvard Lindqvist', 'Sweden', 1889),
(2, 'Giovanna Marchetti', 'Italy', 1915),
(3, 'Henri Vasseur', 'France', 1878),
(4, 'Otto Reinhold', 'Germany', 1892),
(5, 'Carmen Aldana', 'Spain', 1931),
(6, 'Walter Pryce', 'United Kingdom', 1904),
(7, 'Luigi Bonfanti', 'Italy', 1922),
(8, 'Marguerite Olivier', 'France', 1908);
INSERT INTO "Films" VALUES
(1, 1, 'The Frozen Ferry', 1921, 'Drama', 84, 'Silent'),
(2, 1, 'Daughters of the Fjord', 1925, 'Drama', 102, 'Silent'),
(3, 2, 'Via dei Sogni', 1951, 'Drama', 118, 'Sound'),
(4, 3, 'Le Moulin Rouge de Lune', 1908, 'Fantasy', 17, 'Silent'),
(5, 3, 'A Voyage Under Ice', 1911, 'Fantasy', 24, 'Silent'),
(6, 4, 'Night Over Leipzig', 1927, 'Thriller', 136, 'Silent'),
(7, 4, 'The Clockmaker', 1933, 'Thriller', 97, 'Sound'),
(8, 5, 'Arena Blanca', 1968, 'Western', 109, 'Sound'),
(9, 6, 'Harvest in Kent', 1938, 'Documentary', 46, 'Sound'),
(10, 6, 'The Lighthouse Men', 1947, 'Documentary', 61, 'Sound'),
(11, 7, 'Polvere', 1959, 'Western', 93, 'Sound'),
(12, 7, 'La Notte Lunga', 1963, 'Thriller', 121, 'Sound'),
(13, NULL, 'Untitled Parade Footage', 1913, 'Documentary', 9, 'Silent'),
(14, 4, 'Shadow of the Mill', 1930, 'Drama', 88, 'Sound');
INSERT INTO "Film_Reels" VALUES
(101, 1, 'NITR', 35.0, 1650, '1998-04-12'),
(102, 1, 'SCRA', 35.0, 420, '1998-04-12'),
(103, 2, 'NITR', 35.0, 2050, '2001-09-30'),
(104, 3, 'VINEG', 35.0, 2900, '2005-02-18'),
(105, 4, 'NITR', 35.0, 310, '1987-11-03'),
(106, 4, 'SHRK', 35.0, 290, '1994-06-21'),
(107, 5, NULL, 35.0, 440, '1994-06-21'),
(108, 6, 'SCRA', 35.0, 3150, '2003-08-08'),
(109, 6, 'TEAR', 35.0, 610, '2003-08-08'),
(110, 6, 'MOLD', 16.0, 980, '2010-01-25'),
(111, 7, 'SCRA', 35.0, 2400, '2008-05-14'),
(112, 8, 'FADE', 16.0, 1180, '2012-10-02'),
(113, 8, 'FADE', 35.0, 2870, '2015-03-19'),
(114, 9, 'VINEG', 16.0, 505, '1999-12-07'),
(115, 10, NULL, 16.0, 670, '2000-07-16'),
(116, 11, 'SCRA', 35.0, 2540, '2011-04-29'),
(117, 12, 'VINEG', 35.0, 3300, '2014-09-11'),
(118, 13, 'MOLD', 9.5, 120, '2018-02-27'),
(119, 12, 'FADE', 16.0, 1290, '2016-06-06');
INSERT INTO "Restorers" VALUES
(1, 'Agnes', 'Holm', 'a.holm@archive.org', 52.0),
(2, 'Bernard', 'Leclerc', 'bleclerc@archive.org', 61.5),
(3, 'Chiara', 'Fontana', 'chiara.fontana@filmlab.it', 47.0),
(4, 'Dieter', 'Kranz', 'd.kranz@archive.org', 70.0),
(5, 'Emilia', 'Soto', 'emilia.soto@filmlab.it', 39.5),
(6, 'Frank', 'Adler', 'f.adler@archive.org', 58.0),
(7, 'Grace', 'Holm', 'g.holm@archive.org', 44.0),
(8, 'Hiro', 'Tanabe', 'hiro@colorlab.jp', 82.0),
(9, 'Irene', 'Lopez', NULL, 36.0);
INSERT INTO "Restoration_Projects" VALUES
(1, 1, 'Nordic Film Fund', 85000, '2010-03-01', '2011-08-15', 'Completed'),
(2, 4, 'Fondation Lumen', 42000, '2009-01-12', '2009-11-30', 'Completed'),
(3, 6, 'Stiftung Kinemathek', 240000, '2012-05-07', '2015-02-20', 'Completed'),
(4, 3, 'Cineteca Friends', 130000, '2016-09-01', NULL, 'Ongoing'),
(5, 8, 'Fondo Iberico', 98000, '2018-02-15', NULL, 'Suspended'),
(6, 12, 'Cineteca Friends', 155000, '2019-04-04', NULL, 'Ongoing'),
(7, 2, 'Nordic Film Fund', 91500, '2013-10-10', '2014-12-01', 'Completed'),
(8, 7, 'Stiftung Kinemathek', 76000, '2020-06-22', NULL, 'Ongoing'),
(9, 6, 'Cineteca Friends', 60000, '2021-01-18', NULL, 'Ongoing'),
(10, 9, 'County Heritage Board', 18000, '2017-07-03', '2017-12-20', 'Cancelled'),
(11, 11, 'County Heritage Board', 35000, '2022-02-01', NULL, 'Ongoing');
INSERT INTO "Project_Assignments" VALUES
(1, 1, 'Lead', 620),
(1, 2, 'Scanning', 180),
(2, 2, 'Lead', 340),
(2, 7, 'Cleaning', 150),
(3, 4, 'Lead', 1450),
(3, 1, 'Cleaning', 560),
(3, 6, 'Sound', 90),
(3, 8, 'Grading', 300),
(4, 3, 'Lead', 710),
(4, 5, 'Cleaning', 420),
(5, 5, 'Lead', 260),
(5, 8, 'Grading', 190),
(6, 3, 'Lead', 530),
(6, 8, 'Grading', 275),
(6, 6, 'Sound', 330),
(7, 1, 'Lead', 480),
(7, 7, 'Scanning', 210),
(8, 4, 'Lead', 390),
(8, 6, 'Sound', 240),
(9, 4, 'Lead', 160),
(10, 7, 'Lead', 120);
