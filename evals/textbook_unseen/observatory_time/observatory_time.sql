PRAGMA foreign_keys = OFF;
CREATE TABLE institution (institution_id INTEGER PRIMARY KEY, institution_name TEXT, institution_country TEXT, institution_type TEXT);
CREATE TABLE astronomer (astronomer_id INTEGER PRIMARY KEY, astronomer_name TEXT, astronomer_institution_id INTEGER, astronomer_phd_year INTEGER, astronomer_email TEXT, FOREIGN KEY (astronomer_institution_id) REFERENCES institution(institution_id));
CREATE TABLE telescope (telescope_id INTEGER PRIMARY KEY, telescope_name TEXT, telescope_aperture_m REAL, telescope_dome TEXT, telescope_first_light_year INTEGER, telescope_status TEXT);
CREATE TABLE instrument (instrument_id INTEGER PRIMARY KEY, instrument_name TEXT, instrument_kind TEXT, telescope_id INTEGER, instrument_cost_million REAL, FOREIGN KEY (telescope_id) REFERENCES telescope(telescope_id));
CREATE TABLE proposal (proposal_id INTEGER PRIMARY KEY, proposal_title TEXT, proposal_semester TEXT, principal_investigator_id INTEGER, reviewer_id INTEGER, proposal_hours_requested INTEGER, proposal_hours_granted INTEGER, proposal_grade REAL,
 FOREIGN KEY (principal_investigator_id) REFERENCES astronomer(astronomer_id), FOREIGN KEY (reviewer_id) REFERENCES astronomer(astronomer_id));
CREATE TABLE target (target_id INTEGER PRIMARY KEY, target_name TEXT, target_class TEXT, target_constellation TEXT, target_magnitude REAL);
CREATE TABLE observation (observation_id INTEGER PRIMARY KEY, proposal_id INTEGER, instrument_id INTEGER, target_id INTEGER, observation_date TEXT, observation_exposure_seconds INTEGER, observation_seeing REAL, FOREIGN KEY (proposal_id) REFERENCES proposal(proposal_id), FOREIGN KEY (instrument_id) REFERENCES instrument(instrument_id), FOREIGN KEY (target_id) REFERENCES target(target_id));
INSERT INTO "institution" VALUES
(1, 'Universidad de La Serena', 'Chile', 'university'),
(2, 'Leiden Observatory', 'Netherlands', 'observatory'),
(3, 'Caltana Institute of Technology', 'USA', 'university'),
(4, 'Max Weber Institute for Astronomy', 'Germany', 'institute'),
(5, 'Kyoto Sky Centre', 'Japan', 'institute'),
(6, 'University of Cape Agulhas', 'South Africa', 'university'),
(7, 'Tucson National Lab', 'USA', 'laboratory'),
(8, 'Bonn Radio Centre', 'Germany', 'observatory');
INSERT INTO "astronomer" VALUES
(1, 'Lucia Ferrada', 1, 2004, 'lferrada@uls.cl'),
(2, 'Pieter van Houten', 2, 1996, 'phouten@leid.nl'),
(3, 'Naomi Keller', 3, 2011, 'nkeller@cit.edu'),
(4, 'Jonas Reuter', 4, 2008, 'reuter@mwia.de'),
(5, 'Haruka Ono', 5, 2015, NULL),
(6, 'Thabo Mokoena', 6, 2013, 'thabo@uca.za'),
(7, 'Walter Briggs', 7, 1989, 'briggs@tnl.gov'),
(8, 'Elena Schwarz', 4, 2017, 'schwarz@mwia.de'),
(9, 'Diego Ferrada', 1, 2019, 'dferrada@uls.cl'),
(10, 'Anke Bakker', 2, 2006, 'bakker@leid.nl'),
(11, 'Sara Lindgren', 3, 2001, NULL),
(12, 'Kofi Danso', NULL, 2020, 'kofi.danso@mail.com');
INSERT INTO "telescope" VALUES
(1, 'Cerro Alto 4m', 4.1, 'Dome A', 1982, 'active'),
(2, 'Condor', 8.2, 'Dome B', 2003, 'active'),
(3, 'Little Fox', 0.9, 'Dome C', 1969, 'retired'),
(4, 'Vicuna Survey Telescope', 2.6, 'Dome D', 2011, 'active'),
(5, 'Halley Reflector', 1.5, 'Dome C', 1975, 'maintenance'),
(6, 'Southern Infrared Telescope', 3.6, 'Dome E', 1998, 'active'),
(7, 'Condor Junior', 2.2, 'Dome B', 1990, 'maintenance'),
(8, 'Nova Array', 6.5, 'Dome F', 2020, 'active');
INSERT INTO "instrument" VALUES
(1, 'ALTOSPEC', 'spectrograph', 1, 3.2),
(2, 'CAMINO', 'camera', 1, 1.1),
(3, 'FEATHER', 'spectrograph', 2, 14.5),
(4, 'CONCAM', 'camera', 2, 6.8),
(5, 'WIDE-1', 'camera', 4, 9.9),
(6, 'SIRIS', 'infrared imager', 6, 7.4),
(7, 'POLKA', 'polarimeter', 6, 2.0),
(8, 'FOXCAM', 'camera', 3, 0.2),
(9, 'HIRES-N', 'spectrograph', 8, 18.3),
(10, 'JUNO', 'polarimeter', 7, NULL),
(11, 'TALON', 'spectrograph', 2, 11.6);
INSERT INTO "proposal" VALUES
(1, 'Chemical abundances in old clusters', '2021A', 1, 2, 30, 24, 1.8),
(2, 'A search for faint dwarf galaxies', '2021A', 3, 4, 80, 50, 2.1),
(3, 'Transits of hot Jupiters', '2021A', 5, 1, 25, 25, 1.2),
(4, 'Dust around young stars', '2021B', 4, 7, 40, 20, 2.6),
(5, 'Rotation of spiral galaxies', '2021B', 2, 3, 60, 45, 1.9),
(6, 'Supernova follow-up', '2021B', 6, 10, 50, 50, 1.1),
(7, 'Comet activity monitoring', '2021B', 9, 1, 18, 0, 3.9),
(8, 'Magnetic fields of white dwarfs', '2022A', 10, 2, 22, 16, 2.3),
(9, 'Deep imaging of galaxy halos', '2022A', 3, 7, 90, 60, 1.7),
(10, 'Hot Jupiters revisited', '2022A', 5, 4, 35, 30, 1.5),
(11, 'Star formation in the Carina Nebula', '2022A', 1, 10, 28, 12, 2.8),
(12, 'Quasar variability', '2022B', 11, 2, 45, 0, 3.5),
(13, 'Brown dwarf spectra', '2022B', 8, 1, 32, 26, 1.6),
(14, 'Supernova rates at low redshift', '2022B', 6, 3, 55, 40, NULL),
(15, 'Lensed galaxies', '2022B', 3, 2, 48, 36, 2.0);
INSERT INTO "target" VALUES
(1, '47 Tucanae', 'globular cluster', 'Tucana', 4.1),
(2, 'Sculptor Dwarf', 'galaxy', 'Sculptor', 10.1),
(3, 'WASP-18', 'star', 'Phoenix', 9.3),
(4, 'HD 100546', 'star', 'Musca', 6.7),
(5, 'NGC 1365', 'galaxy', 'Fornax', 10.3),
(6, 'SN 2021zz', 'supernova', 'Fornax', 14.2),
(7, 'Carina Nebula', 'nebula', 'Carina', 1.0),
(8, 'WD 0009+501', 'star', 'Andromeda', 14.4),
(9, 'NGC 253', 'galaxy', 'Sculptor', 8.0),
(10, '3C 273', 'quasar', 'Virgo', 12.9),
(11, 'Luhman 16', 'brown dwarf', 'Vela', 10.7),
(12, 'Omega Centauri', 'globular cluster', 'Centaurus', 3.9),
(13, 'SN 2022q', 'supernova', 'Hydra', 13.6),
(14, 'Tarantula', 'nebula', 'Dorado', 8.0);
INSERT INTO "observation" VALUES
(1, 1, 1, 1, '2021-05-06', 2400, 0.8),
(2, 1, 3, 12, '2021-03-16', 2400, 1.64),
(3, 2, 5, 2, '2021-05-17', 600, 1.77),
(4, 2, 5, 9, '2021-05-17', 900, 1.76),
(5, 2, 4, 2, '2021-05-16', 1200, 0.87),
(6, 3, 3, 3, '2021-06-21', 300, 0.89),
(7, 3, 3, 3, '2021-03-17', 1200, 1.67),
(8, 4, 6, 4, '2021-12-20', 3600, 1.46),
(9, 4, 7, 4, '2021-10-27', 3600, 0.86),
(10, 5, 3, 5, '2021-09-18', 3600, 1.39),
(11, 5, 1, 9, '2021-07-28', 300, 0.92),
(12, 5, 3, 9, '2021-09-07', 300, 1.47),
(13, 6, 4, 6, '2021-07-21', 900, 1.5),
(14, 6, 3, 6, '2021-11-09', 900, 0.51),
(15, 6, 2, 6, '2021-11-22', 900, 1.22),
(16, 8, 7, 8, '2022-04-06', 2400, 0.64),
(17, 9, 5, 9, '2022-01-12', 3600, 1.32),
(18, 9, 4, 5, '2022-06-18', 3600, 0.66),
(19, 9, 5, 5, '2022-02-03', 300, 1.55),
(20, 9, 4, 9, '2022-01-02', 1200, 0.86),
(21, 10, 3, 3, '2022-02-28', 600, 1.38),
(22, 10, 9, 3, '2022-04-15', 1800, 1.12),
(23, 11, 6, 7, '2022-03-19', 1800, 1.09),
(24, 11, 2, 7, '2022-03-16', 300, 0.51),
(25, 13, 9, 11, '2022-10-13', 3600, 1.51),
(26, 13, 6, 11, '2022-07-22', 3600, 0.82),
(27, 14, 4, 13, '2022-11-21', 1200, 1.44),
(28, 14, 3, 13, '2022-12-28', 600, 1.68),
(29, 15, 9, 5, '2022-12-20', 1200, 0.54),
(30, 15, 4, 2, '2022-07-20', 2400, 0.87);
