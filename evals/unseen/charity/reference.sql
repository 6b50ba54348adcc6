CREATE TABLE donors AS SELECT * FROM read_csv('donors.csv', header = true, types = {'Newsletter': 'VARCHAR'});
CREATE TABLE gifts AS SELECT * FROM read_csv('gifts.csv', header = true);
