-- Events are stored as they come, several at once, and what comes together is one row: a row costs more than what is in
-- it.
CREATE TABLE batches (
    turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    -- Of the first event; the others go on from there.
    number  INTEGER NOT NULL,
    count   INTEGER NOT NULL,
    -- A line of JSON for each. An empty one stands for `done` with the turn's answer.
    bodies  TEXT NOT NULL,
    PRIMARY KEY (turn_id, number)
) WITHOUT ROWID;
INSERT INTO batches
    SELECT turn_id, min(number), count(*), group_concat(coalesce(body, ''), char(10) ORDER BY number)
    FROM events GROUP BY turn_id;
DROP TABLE events;
