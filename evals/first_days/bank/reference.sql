CREATE TABLE bank AS SELECT * FROM read_csv('bank.csv', header = true, types = {'Date': 'DATE', 'Amount': 'DECIMAL(12,2)', 'Balance': 'DECIMAL(12,2)'});
