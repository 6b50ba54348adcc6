CREATE TABLE expenses AS SELECT * FROM read_csv('expenses.csv', header = true, types = {'Date': 'VARCHAR'});
