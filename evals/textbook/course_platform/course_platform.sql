PRAGMA foreign_keys = OFF;
CREATE TABLE Category (
categoryId INTEGER PRIMARY KEY,
categoryName TEXT,
parentField TEXT
);
CREATE TABLE Instructor (
instructorId INTEGER PRIMARY KEY,
fullName TEXT,
homeCountry TEXT,
yearJoined INTEGER,
hourlyPay REAL
);
CREATE TABLE Course (
courseId INTEGER PRIMARY KEY,
courseTitle TEXT,
categoryId INTEGER,
instructorId INTEGER,
difficultyLevel TEXT,
durationHours INTEGER,
listPrice REAL,
releaseDate TEXT,
FOREIGN KEY (categoryId) REFERENCES Category(categoryId),
FOREIGN KEY (instructorId) REFERENCES Instructor(instructorId)
);
CREATE TABLE Lesson (
lessonId INTEGER PRIMARY KEY,
courseId INTEGER,
lessonTitle TEXT,
lessonMinutes INTEGER,
isFree TEXT,
FOREIGN KEY (courseId) REFERENCES Course(courseId)
);
CREATE TABLE Learner (
learnerId INTEGER PRIMARY KEY,
firstName TEXT,
lastName TEXT,
birthYear INTEGER,
city TEXT,
planType TEXT
);
CREATE TABLE Enrollment (
enrollmentId INTEGER PRIMARY KEY,
learnerId INTEGER,
courseId INTEGER,
enrollDate TEXT,
progressPercent INTEGER,
finalScore INTEGER,
FOREIGN KEY (learnerId) REFERENCES Learner(learnerId),
FOREIGN KEY (courseId) REFERENCES Course(courseId)
);
CREATE TABLE Review (
reviewId INTEGER PRIMARY KEY,
courseId INTEGER,
learnerId INTEGER,
starRating INTEGER,
reviewDate TEXT,
FOREIGN KEY (courseId) REFERENCES Course(courseId),
FOREIGN KEY (learnerId) REFERENCES Learner(learnerId)
);
INSERT INTO "Category" VALUES
(1, 'Web Development', 'Technology'),
(2, 'Data Science', 'Technology'),
(3, 'Photography', 'Arts'),
(4, 'Drawing', 'Arts'),
(5, 'Marketing', 'Business'),
(6, 'Accounting', 'Business'),
(7, 'Spanish', 'Languages'),
(8, 'Japanese', 'Languages'),
(9, 'Cyber Security', 'Technology');
INSERT INTO "Instructor" VALUES
(1, 'Priya Raman', 'India', 2015, 62.0),
(2, 'Owen Clarke', 'Canada', 2014, 55.5),
(3, 'Mariko Abe', 'Japan', 2018, 48.0),
(4, 'Hugo Silva', 'Brazil', 2016, 51.0),
(5, 'Dana Whitfield', 'USA', 2013, 75.0),
(6, 'Lena Kowalski', 'Poland', 2019, 44.5),
(7, 'Samir Haddad', 'Canada', 2020, 39.0),
(8, 'Rosa Ibarra', 'Spain', 2017, 47.0),
(9, 'Ken Otieno', 'Kenya', 2021, 36.0),
(10, 'Julia Park', 'USA', 2016, 58.0);
INSERT INTO "Course" VALUES
(1, 'HTML from Zero', 1, 2, 'Beginner', 12, 19.99, '2017-02-10'),
(2, 'Modern JavaScript', 1, 2, 'Intermediate', 34, 49.99, '2018-05-21'),
(3, 'Python for Data', 2, 1, 'Beginner', 28, 39.99, '2018-01-15'),
(4, 'Deep Learning Lab', 2, 1, 'Advanced', 52, 99.99, '2020-09-01'),
(5, 'Portrait Photography', 3, 4, 'Beginner', 9, 24.99, '2017-11-03'),
(6, 'Night Photography', 3, 4, 'Intermediate', 11, 29.99, '2019-04-12'),
(7, 'Sketching Basics', 4, 6, 'Beginner', 8, 14.99, '2019-12-05'),
(8, 'Social Media Marketing', 5, 5, 'Beginner', 15, 34.99, '2016-08-30'),
(9, 'Brand Strategy', 5, 5, 'Advanced', 22, 79.99, '2019-03-18'),
(10, 'Bookkeeping 101', 6, 10, 'Beginner', 18, 29.99, '2017-07-07'),
(11, 'Spanish for Travel', 7, 8, 'Beginner', 20, 27.5, '2018-10-10'),
(12, 'Spanish Grammar', 7, 8, 'Intermediate', 30, 37.5, '2020-02-02'),
(13, 'Japanese Kanji', 8, 3, 'Intermediate', 40, 45.0, '2019-06-25'),
(14, 'React in Depth', 1, 7, 'Advanced', 38, 69.99, '2021-03-09'),
(15, 'Statistics Refresher', 2, 10, 'Intermediate', 24, 42.0, '2021-05-17'),
(16, 'Tax Planning', 6, 10, 'Advanced', 16, 59.0, NULL);
INSERT INTO "Lesson" VALUES
(1, 1, 'Your First Page', 14, 'Yes'),
(2, 1, 'Links and Images', 22, 'No'),
(3, 2, 'Closures', 31, 'No'),
(4, 2, 'Promises', 36, 'No'),
(5, 2, 'Course Overview', 6, 'Yes'),
(6, 3, 'Course Overview', 8, 'Yes'),
(7, 3, 'Pandas Tables', 41, 'No'),
(8, 3, 'Plotting', 33, 'No'),
(9, 3, 'Cleaning Data', 47, 'No'),
(10, 4, 'Neurons', 39, 'Yes'),
(11, 4, 'Backpropagation', 58, 'No'),
(12, 5, 'Soft Light', 17, 'Yes'),
(13, 5, 'Posing', 19, 'No'),
(14, 6, 'Long Exposure', 25, 'No'),
(15, 8, 'Course Overview', 5, 'Yes'),
(16, 8, 'Audiences', 27, 'No'),
(17, 9, 'Positioning', 44, 'No'),
(18, 11, 'At the Airport', 16, 'Yes'),
(19, 11, 'At the Hotel', 18, 'No'),
(20, 12, 'The Subjunctive', 35, 'No'),
(21, 13, 'Radicals', 29, 'Yes'),
(22, 14, 'Hooks', 46, 'No'),
(23, 10, 'Debit and Credit', 21, 'Yes');
INSERT INTO "Learner" VALUES
(1, 'Amy', 'Nolan', 1994, 'Dublin', 'Premium'),
(2, 'Ben', 'Fischer', 1988, 'Berlin', 'Free'),
(3, 'Chloe', 'Martin', 2001, 'Paris', 'Premium'),
(4, 'Diego', 'Torres', 1979, 'Madrid', 'Basic'),
(5, 'Eva', 'Fischer', 1999, 'Berlin', 'Basic'),
(6, 'Farid', 'Aziz', 1990, 'Dubai', 'Free'),
(7, 'Gina', 'Lopez', 2003, 'Madrid', 'Free'),
(8, 'Hiro', 'Tanaka', 1985, 'Osaka', 'Premium'),
(9, 'Isla', 'Reid', 1997, 'Glasgow', 'Basic'),
(10, 'Jon', 'Berg', 1972, 'Oslo', 'Premium'),
(11, 'Kim', 'Nolan', 2000, 'Dublin', 'Free'),
(12, 'Leo', 'Rossi', 1993, NULL, 'Basic'),
(13, 'Mona', 'Saleh', 1996, 'Dubai', 'Premium'),
(14, 'Nils', 'Vogel', 1982, 'Berlin', 'Free');
INSERT INTO "Enrollment" VALUES
(1, 1, 2, '2021-01-04', 100, 91),
(2, 1, 3, '2021-02-11', 100, 84),
(3, 1, 14, '2021-06-30', 45, NULL),
(4, 2, 1, '2020-03-15', 100, 77),
(5, 3, 3, '2021-03-01', 100, 95),
(6, 3, 4, '2021-09-12', 80, 88),
(7, 3, 15, '2021-10-05', 20, NULL),
(8, 3, 5, '2020-12-24', 100, 73),
(9, 4, 8, '2019-05-05', 100, 68),
(10, 4, 10, '2019-08-19', 60, NULL),
(11, 5, 3, '2021-04-22', 100, 79),
(12, 5, 1, '2020-11-02', 100, 82),
(13, 6, 3, '2022-01-10', 35, NULL),
(14, 7, 11, '2022-02-14', 10, NULL),
(15, 8, 4, '2021-01-29', 100, 97),
(16, 8, 13, '2019-09-09', 100, 99),
(17, 9, 11, '2020-06-16', 100, 86),
(18, 9, 12, '2021-07-07', 70, 71),
(19, 10, 9, '2020-01-20', 100, 74),
(20, 10, 8, '2018-04-03', 100, 80),
(21, 13, 4, '2022-03-03', 55, NULL),
(22, 13, 3, '2021-11-11', 100, 90),
(23, 12, 2, '2020-10-10', 90, 66),
(24, 8, 2, '2020-05-28', 100, 89);
INSERT INTO "Review" VALUES
(1, 2, 1, 5, '2021-03-01'),
(2, 3, 1, 4, '2021-04-01'),
(3, 1, 2, 3, '2020-05-02'),
(4, 3, 3, 5, '2021-05-06'),
(5, 4, 3, 5, '2021-12-20'),
(6, 5, 3, 2, '2021-01-15'),
(7, 8, 4, 3, '2019-07-14'),
(8, 3, 5, 4, '2021-06-18'),
(9, 1, 5, 4, '2020-12-30'),
(10, 4, 8, 5, '2021-05-05'),
(11, 13, 8, 5, '2020-02-27'),
(12, 11, 9, 4, '2020-09-09'),
(13, 12, 9, 3, '2021-10-19'),
(14, 9, 10, 4, '2020-07-21'),
(15, 8, 10, 2, '2018-08-08'),
(16, 2, 12, 1, '2021-01-31'),
(17, 3, 13, 5, '2022-01-22'),
(18, 2, 8, 4, '2020-11-16');
