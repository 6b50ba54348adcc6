CREATE MACRO money(text) AS replace(replace(text, '$', ''), ',', '')::DECIMAL(12, 2);
CREATE TABLE sales AS
SELECT "Order #" AS order_no, "Customer Name" AS customer, REGION AS region, product, "Qty."::INTEGER AS qty,
       money("Unit Price ($)") AS unit_price, money("AMOUNT ($)") AS amount,
       strptime("Order Date", '%d-%b-%Y')::DATE AS order_date, "Paid?" = 'Yes' AS paid, "rep code" AS rep_code,
       "Sales Channel" AS channel, "order"::INTEGER AS "order", "Comments" AS comments
FROM read_csv('2025 SALES export (final).csv', delim = ';', quote = '"', escape = '"', header = true, all_varchar = true);
CREATE TABLE reps AS
SELECT "Rep Code" AS rep_code, "Rep Name" AS rep_name, TEAM AS team, money("Quota (USD)") AS quota,
       "Start Date"::DATE AS start_date
FROM read_csv('Sales Reps.tsv', delim = '\t', quote = '', header = true, all_varchar = true);
