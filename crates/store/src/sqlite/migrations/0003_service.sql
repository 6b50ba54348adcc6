-- What a service needs: owners, instances, stops, small records, texts that last a while, and the audit log.

ALTER TABLE sessions ADD COLUMN owner TEXT NOT NULL DEFAULT 'local';
ALTER TABLE sessions ADD COLUMN tenant TEXT;
ALTER TABLE sessions ADD COLUMN kind TEXT NOT NULL DEFAULT 'chat';
-- How long it may be idle, in milliseconds; NULL lasts.
ALTER TABLE sessions ADD COLUMN idle_limit INTEGER;
-- When that is over, in milliseconds since 1970: its last activity and `idle_limit`.
ALTER TABLE sessions ADD COLUMN expires_at INTEGER;
CREATE INDEX sessions_by_owner ON sessions (owner, touched DESC);
CREATE INDEX sessions_by_expiry ON sessions (expires_at) WHERE expires_at IS NOT NULL;

-- A turn goes by the id of its ask from now on. Events follow their turn; both sides change before either is looked at.
PRAGMA defer_foreign_keys = ON;
CREATE TEMP TABLE renamed AS
    SELECT id AS old, ask_id AS new FROM turns
    WHERE ask_id IS NOT NULL AND ask_id NOT IN (SELECT id FROM turns)
    GROUP BY ask_id HAVING count(*) = 1;
UPDATE events SET turn_id = (SELECT new FROM renamed WHERE old = turn_id)
    WHERE turn_id IN (SELECT old FROM renamed);
UPDATE turns SET id = (SELECT new FROM renamed WHERE old = id) WHERE id IN (SELECT old FROM renamed);
DROP TABLE renamed;
DROP INDEX turns_by_ask;
ALTER TABLE turns DROP COLUMN ask_id;

-- An answer that was stored by a program that ended before it could close the turn.
UPDATE turns SET closed_at = started_at WHERE answer IS NOT NULL AND closed_at IS NULL;

-- Who answers it; '' is nobody who is alive.
ALTER TABLE turns ADD COLUMN instance TEXT NOT NULL DEFAULT '';
ALTER TABLE turns ADD COLUMN status TEXT NOT NULL DEFAULT 'understanding';
ALTER TABLE turns ADD COLUMN stop_requested INTEGER NOT NULL DEFAULT 0;
UPDATE turns SET status = CASE WHEN NOT json_valid(answer) THEN 'failed' ELSE
    CASE answer ->> '$.outcome.kind' WHEN 'stopped' THEN 'stopped' WHEN 'failed' THEN 'failed' ELSE 'finished' END END
    WHERE closed_at IS NOT NULL;
-- Few turns are open at any time, and they are what everybody asks for.
CREATE INDEX turns_open ON turns (session_id, position) WHERE closed_at IS NULL;
CREATE INDEX turns_open_by_instance ON turns (instance) WHERE closed_at IS NULL;

CREATE TABLE instances (
    id         TEXT PRIMARY KEY,
    -- In milliseconds since 1970.
    alive_till INTEGER NOT NULL
) WITHOUT ROWID;

DROP TABLE datasets;
CREATE TABLE documents (
    kind     TEXT NOT NULL,
    id       TEXT NOT NULL,
    -- The order they were added in, over all kinds.
    position INTEGER NOT NULL,
    owner    TEXT NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX documents_by_position ON documents (position);
CREATE INDEX documents_by_owner ON documents (kind, owner, position DESC);

-- Short texts that last for a while.
CREATE TABLE kept (
    space      TEXT NOT NULL,
    key        TEXT NOT NULL,
    text       TEXT NOT NULL,
    -- In milliseconds since 1970.
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (space, key)
) WITHOUT ROWID;
CREATE INDEX kept_by_expiry ON kept (expires_at);

CREATE TABLE audit (
    position INTEGER PRIMARY KEY,
    owner    TEXT NOT NULL,
    action   TEXT NOT NULL,
    body     TEXT NOT NULL
);
CREATE INDEX audit_by_owner ON audit (owner, position DESC);
CREATE INDEX audit_by_action ON audit (action, position DESC);
