-- Sessions, their turns, what happened in each, and the datasets made from files.

CREATE TABLE sessions (
    id            TEXT PRIMARY KEY,
    title         TEXT NOT NULL,
    source        TEXT NOT NULL,
    created_at    TEXT NOT NULL,
    last_activity TEXT NOT NULL,
    -- Grows with every touch of any session: two touches in one clock tick still have an order.
    touched       INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX sessions_by_touch ON sessions (touched DESC);

CREATE TABLE turns (
    id         TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    -- 1, 2, 3, ... within the session. Clocks go back; this does not.
    position   INTEGER NOT NULL,
    question   TEXT NOT NULL,
    started_at TEXT NOT NULL,
    -- NULL while the turn runs.
    closed_at  TEXT,
    -- The whole answer as JSON; it is also the body of the turn's `done` event, which is not stored twice.
    answer     TEXT,
    -- What a follow-up may use of it, as JSON; NULL for a turn that must not become context.
    exchange   TEXT,
    -- The turn asked back.
    pending    INTEGER NOT NULL DEFAULT 0,
    UNIQUE (session_id, position)
);

CREATE TABLE events (
    turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    -- NULL stands for `done` with the turn's answer.
    body    TEXT,
    PRIMARY KEY (turn_id, number)
) WITHOUT ROWID;

CREATE TABLE datasets (
    id         TEXT PRIMARY KEY,
    -- The order they were added in.
    position   INTEGER NOT NULL,
    body       TEXT NOT NULL
) WITHOUT ROWID;
