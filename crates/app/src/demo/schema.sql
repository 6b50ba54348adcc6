CREATE TABLE clients (
    client_id   INTEGER PRIMARY KEY,
    client_name VARCHAR NOT NULL UNIQUE,
    plan        VARCHAR NOT NULL,
    joined_on   DATE NOT NULL
);
CREATE TABLE categories (
    category_id   INTEGER PRIMARY KEY,
    category_name VARCHAR NOT NULL UNIQUE
);
CREATE TABLE customers (
    customer_id      INTEGER PRIMARY KEY,
    client_id        INTEGER NOT NULL REFERENCES clients (client_id),
    customer_name    VARCHAR NOT NULL,
    email            VARCHAR,
    state            VARCHAR,
    signed_up_on     DATE NOT NULL,
    loyalty_tier     VARCHAR,
    marketing_opt_in BOOLEAN NOT NULL
);
CREATE TABLE products (
    product_id   INTEGER PRIMARY KEY,
    client_id    INTEGER NOT NULL REFERENCES clients (client_id),
    category_id  INTEGER NOT NULL REFERENCES categories (category_id),
    product_name VARCHAR NOT NULL,
    list_price   DECIMAL(10, 2) NOT NULL,
    unit_cost    DECIMAL(10, 2) NOT NULL,
    launched_on  DATE NOT NULL,
    discontinued BOOLEAN NOT NULL
);
CREATE TABLE stores (
    store_id   INTEGER PRIMARY KEY,
    client_id  INTEGER NOT NULL REFERENCES clients (client_id),
    store_name VARCHAR NOT NULL,
    city       VARCHAR NOT NULL,
    region     VARCHAR NOT NULL,
    opened_on  DATE NOT NULL,
    closed_on  DATE,
    floor_area INTEGER NOT NULL
);
CREATE TABLE orders (
    order_id       INTEGER PRIMARY KEY,
    client_id      INTEGER NOT NULL REFERENCES clients (client_id),
    customer_id    INTEGER NOT NULL REFERENCES customers (customer_id),
    store_id       INTEGER REFERENCES stores (store_id),
    ordered_at     TIMESTAMP NOT NULL,
    status         VARCHAR NOT NULL,
    payment_method VARCHAR NOT NULL,
    discount_code  VARCHAR,
    shipping_fee   DECIMAL(8, 2) NOT NULL
);
CREATE TABLE order_items (
    order_item_id    INTEGER PRIMARY KEY,
    order_id         INTEGER NOT NULL REFERENCES orders (order_id),
    product_id       INTEGER NOT NULL REFERENCES products (product_id),
    quantity         INTEGER NOT NULL,
    unit_price       DECIMAL(10, 2) NOT NULL,
    discount_percent INTEGER NOT NULL,
    line_total       DECIMAL(12, 2) NOT NULL
);
CREATE TABLE returns (
    return_id     INTEGER PRIMARY KEY,
    order_item_id INTEGER NOT NULL REFERENCES order_items (order_item_id),
    returned_on   DATE NOT NULL,
    quantity      INTEGER NOT NULL,
    reason        VARCHAR,
    refund_amount DECIMAL(10, 2) NOT NULL
);

COMMENT ON TABLE clients IS 'Retailers that sell through the platform (tenants)';
COMMENT ON TABLE categories IS 'Product categories, shared by all clients';
COMMENT ON TABLE customers IS 'Shoppers; each belongs to one client';
COMMENT ON TABLE products IS 'Articles on offer, each sold by one client';
COMMENT ON TABLE stores IS 'Physical shops of the clients';
COMMENT ON TABLE orders IS 'Purchases by customers, in a store or online';
COMMENT ON TABLE order_items IS 'Lines of an order: one product each; cancelled orders keep no lines';
COMMENT ON TABLE returns IS 'Goods that customers sent back';
COMMENT ON COLUMN clients.plan IS 'Subscription plan: Starter, Growth or Enterprise';
COMMENT ON COLUMN clients.joined_on IS 'Day the client joined the platform';
COMMENT ON COLUMN customers.state IS 'US state the customer lives in; empty when unknown';
COMMENT ON COLUMN customers.loyalty_tier IS 'Bronze, Silver or Gold; empty for customers outside the loyalty programme';
COMMENT ON COLUMN customers.marketing_opt_in IS 'Whether the customer agreed to receive marketing';
COMMENT ON COLUMN products.list_price IS 'Price in US dollars before any discount';
COMMENT ON COLUMN products.unit_cost IS 'What one unit costs the client, in US dollars';
COMMENT ON COLUMN products.discontinued IS 'True when the product is no longer offered';
COMMENT ON COLUMN stores.closed_on IS 'Day the store closed for good; empty while it is open';
COMMENT ON COLUMN stores.floor_area IS 'Sales floor in square feet';
COMMENT ON COLUMN orders.store_id IS 'Store of the purchase; empty for online orders';
COMMENT ON COLUMN orders.status IS 'completed, shipped, processing or cancelled';
COMMENT ON COLUMN orders.discount_code IS 'Code the customer entered, if any';
COMMENT ON COLUMN orders.shipping_fee IS 'Shipping charged for the whole order, in US dollars';
COMMENT ON COLUMN order_items.unit_price IS 'Price of one unit at the time of the order, in US dollars';
COMMENT ON COLUMN order_items.line_total IS 'Revenue of the line: quantity times unit price less discount, in US dollars';
COMMENT ON COLUMN returns.refund_amount IS 'Money paid back, in US dollars';
