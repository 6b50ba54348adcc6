CREATE TABLE orders AS SELECT * FROM read_csv('orders.csv', header = true);
CREATE TABLE order_items AS SELECT * FROM read_csv('order_items.csv', header = true);
