CREATE TABLE survey AS SELECT * FROM read_csv('survey.csv', header = true);
