PRAGMA foreign_keys = OFF;
CREATE TABLE Ref_Languages (
language_code CHAR(2) PRIMARY KEY,
language_name VARCHAR(30),
language_family VARCHAR(30)
);
CREATE TABLE Exam_Centres (
exam_centre_id INTEGER PRIMARY KEY,
exam_centre_name VARCHAR(60),
exam_centre_city VARCHAR(30),
exam_centre_country VARCHAR(30),
exam_centre_capacity INTEGER
);
CREATE TABLE Candidates (
candidate_id INTEGER PRIMARY KEY,
candidate_name VARCHAR(60),
candidate_date_of_birth DATE,
candidate_nationality VARCHAR(30),
candidate_email VARCHAR(60),
candidate_native_language_code CHAR(2),
FOREIGN KEY (candidate_native_language_code) REFERENCES Ref_Languages(language_code)
);
CREATE TABLE Examiners (
examiner_id INTEGER PRIMARY KEY,
examiner_name VARCHAR(60),
examiner_hourly_rate DECIMAL(6,2),
examiner_years_of_experience INTEGER,
examiner_home_centre_id INTEGER,
FOREIGN KEY (examiner_home_centre_id) REFERENCES Exam_Centres(exam_centre_id)
);
CREATE TABLE Exams (
exam_id INTEGER PRIMARY KEY,
exam_title VARCHAR(60),
exam_level_code CHAR(2),
exam_fee DECIMAL(6,2),
exam_duration_minutes INTEGER,
exam_language_code CHAR(2),
FOREIGN KEY (exam_language_code) REFERENCES Ref_Languages(language_code)
);
CREATE TABLE Exam_Sessions (
exam_session_id INTEGER PRIMARY KEY,
exam_id INTEGER,
exam_centre_id INTEGER,
examiner_id INTEGER,
exam_session_date DATE,
FOREIGN KEY (exam_id) REFERENCES Exams(exam_id),
FOREIGN KEY (exam_centre_id) REFERENCES Exam_Centres(exam_centre_id),
FOREIGN KEY (examiner_id) REFERENCES Examiners(examiner_id)
);
CREATE TABLE Candidate_Results (
candidate_id INTEGER,
exam_session_id INTEGER,
result_score INTEGER,
result_grade VARCHAR(12),
PRIMARY KEY (candidate_id, exam_session_id),
FOREIGN KEY (candidate_id) REFERENCES Candidates(candidate_id),
FOREIGN KEY (exam_session_id) REFERENCES Exam_Sessions(exam_session_id)
);
INSERT INTO "Ref_Languages" VALUES
('EN', 'English', 'Germanic'),
('DE', 'German', 'Germanic'),
('FR', 'French', 'Romance'),
('ES', 'Spanish', 'Romance'),
('JA', 'Japanese', 'Japonic'),
('PT', 'Portuguese', 'Romance'),
('PL', 'Polish', 'Slavic'),
('AR', 'Arabic', 'Semitic'),
('FI', 'Finnish', 'Uralic');
INSERT INTO "Exam_Centres" VALUES
(1, 'Alsterhaus Language Hall', 'Hamburg', 'Germany', 120),
(2, 'Institut Bellecour', 'Lyon', 'France', 80),
(3, 'Casa de Lenguas', 'Valencia', 'Spain', 150),
(4, 'Vistula Test House', 'Warsaw', 'Poland', 95),
(5, 'Shibuya Exam Tower', 'Tokyo', 'Japan', 300),
(6, 'Isar Language Hall', 'Munich', 'Germany', 60),
(7, 'Porto Exam Rooms', 'Porto', 'Portugal', 40),
(8, 'Aurora Test Centre', 'Turku', 'Finland', 35);
INSERT INTO "Candidates" VALUES
(1, 'Piotr Nowak', '1994-03-12', 'Polish', 'pnowak@mailbox.eu', 'PL'),
(2, 'Amelie Girard', '2001-07-30', 'French', 'amelie.g@courriel.fr', 'FR'),
(3, 'Haruto Sato', '1999-11-02', 'Japanese', NULL, 'JA'),
(4, 'Lucia Navarro', '1988-05-19', 'Spanish', 'lucia@navarro.es', 'ES'),
(5, 'Omar Haddad', '1996-01-25', 'Moroccan', 'ohaddad@mailbox.eu', 'AR'),
(6, 'Greta Lindholm', '2003-09-08', 'Finnish', 'greta@turku.fi', 'FI'),
(7, 'Tiago Moreira', '1992-12-14', 'Portuguese', 'tmoreira@porto.pt', 'PT'),
(8, 'Yui Tanaka', '2000-04-21', 'Japanese', 'yui.t@mailbox.jp', 'JA'),
(9, 'Rafael Souza', '1997-08-03', 'Brazilian', NULL, 'PT'),
(10, 'Katrin Vogel', '1985-02-17', 'German', 'kvogel@post.de', 'DE'),
(11, 'Ewa Nowak', '2002-06-06', 'Polish', 'ewa@mailbox.eu', 'PL'),
(12, 'Leila Haddad', '1990-10-10', 'Moroccan', 'leila.h@mailbox.eu', 'AR'),
(13, 'Mateo Ruiz', '1998-03-27', 'Spanish', 'mruiz@correo.es', 'ES');
INSERT INTO "Examiners" VALUES
(1, 'Dr. Ingrid Petersen', 62.5, 21, 1),
(2, 'Paul Marchetti', 48, 9, 2),
(3, 'Carmen Ibarra', 45.5, 12, 3),
(4, 'Zofia Wrona', 39, 5, 4),
(5, 'Kenji Ono', 55, 15, 5),
(6, 'Helga Brandt', 51, 18, 1),
(7, 'Nuno Teles', 36, 3, 7),
(8, 'Satu Koskela', 42, 7, NULL);
INSERT INTO "Exams" VALUES
(1, 'Certificate in General English', 'B2', 185, 170, 'EN'),
(2, 'Advanced English Diploma', 'C1', 240, 235, 'EN'),
(3, 'Zertifikat Deutsch Basis', 'A2', 110, 90, 'DE'),
(4, 'Zertifikat Deutsch Plus', 'B2', 190, 180, 'DE'),
(5, 'Diplome de Francais', 'B1', 150, 120, 'FR'),
(6, 'Diplome Superieur', 'C1', 225, 210, 'FR'),
(7, 'Certificado de Espanol', 'B1', 145, 125, 'ES'),
(8, 'Nihongo Step One', 'A1', 70, 60, 'JA'),
(9, 'Nihongo Step Four', 'C1', 160, 150, 'JA'),
(10, 'Certificado de Portugues', 'B1', 130, 115, 'PT');
INSERT INTO "Exam_Sessions" VALUES
(1, 1, 1, 1, '2022-03-12'),
(2, 1, 5, 5, '2022-03-19'),
(3, 2, 1, 6, '2022-05-14'),
(4, 3, 1, 6, '2022-05-21'),
(5, 4, 6, 1, '2022-06-11'),
(6, 5, 2, 2, '2022-06-18'),
(7, 7, 3, 3, '2022-09-10'),
(8, 8, 5, 5, '2022-10-01'),
(9, 1, 4, 4, '2022-11-05'),
(10, 1, 3, 3, '2023-02-04'),
(11, 6, 2, 2, '2023-03-11'),
(12, 4, 1, 6, '2023-04-15'),
(13, 2, 5, 5, '2023-05-20'),
(14, 7, 7, 7, '2023-06-03'),
(15, 5, 3, NULL, '2023-09-16'),
(16, 1, 1, 6, '2023-10-07');
INSERT INTO "Candidate_Results" VALUES
(1, 9, 78, 'Merit'),
(1, 3, 66, 'Pass'),
(2, 1, 88, 'Distinction'),
(2, 3, 71, 'Merit'),
(3, 2, 54, 'Fail'),
(3, 13, 61, 'Pass'),
(4, 10, 74, 'Merit'),
(4, 6, 69, 'Pass'),
(5, 6, 91, 'Distinction'),
(5, 1, 63, 'Pass'),
(6, 4, 82, 'Merit'),
(6, 16, 95, 'Distinction'),
(7, 7, 86, 'Distinction'),
(7, 10, 48, 'Fail'),
(8, 2, 79, 'Merit'),
(8, 13, 58, 'Fail'),
(9, 14, 90, 'Distinction'),
(10, 11, 65, 'Pass'),
(10, 8, 72, 'Merit'),
(11, 9, 41, 'Fail'),
(11, 12, 77, 'Merit'),
(12, 11, 84, 'Merit'),
(2, 5, 59, 'Fail'),
(5, 12, NULL, 'Absent'),
(1, 16, 83, 'Merit'),
(2, 7, 68, 'Pass');
