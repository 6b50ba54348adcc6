CREATE MACRO money(text) AS replace(replace(text, '€', ''), ',', '')::DECIMAL(12, 2);
CREATE MACRO day(text) AS strptime(text, '%d.%m.%Y')::DATE;
CREATE TABLE customers AS
SELECT customer_no, company, country, day(customer_since) AS customer_since
FROM read_csv('customers.csv', header = true, all_varchar = true);
CREATE TABLE invoices AS
SELECT invoice_no, customer_no, day(invoice_date) AS invoice_date, day(due_date) AS due_date,
       money(net_amount) AS net_amount, money(tax_amount) AS tax_amount, money(gross_amount) AS gross_amount, department
FROM read_csv('invoices.csv', header = true, all_varchar = true);
CREATE TABLE payments AS
SELECT payment_id, invoice_no, day(paid_on) AS paid_on, money(amount) AS amount, method
FROM read_csv('payments.csv', header = true, all_varchar = true);
