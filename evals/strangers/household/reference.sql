CREATE TABLE transactions AS SELECT * FROM read_csv('transactions.csv', header = true);
CREATE TABLE categories AS SELECT * FROM read_csv('categories.csv', header = true);
