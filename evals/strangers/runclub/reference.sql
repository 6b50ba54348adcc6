CREATE TABLE members AS SELECT * FROM read_csv('members.csv', header = true);
CREATE TABLE workouts AS SELECT * FROM read_csv('workouts.csv', header = true);
