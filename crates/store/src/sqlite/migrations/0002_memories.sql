-- Remembered answers, and a way from an ask to its turn.

CREATE TABLE memories (
    id             TEXT PRIMARY KEY,
    -- Grows with every memory: two that were kept in one clock tick still have an order.
    position       INTEGER NOT NULL,
    source         TEXT NOT NULL,
    -- NULL where the source knows no tenants, which is not the tenant ''.
    tenant         TEXT,
    schema_version TEXT NOT NULL,
    question       TEXT NOT NULL,
    wording        TEXT NOT NULL,
    sql            TEXT NOT NULL,
    -- 'approved' or 'confirmed'.
    why            TEXT NOT NULL,
    created_at     TEXT NOT NULL,
    uses           INTEGER NOT NULL,
    set_aside      INTEGER NOT NULL
) WITHOUT ROWID;

-- NULLs are all different to a UNIQUE index, so whether there is a tenant is part of the key.
CREATE UNIQUE INDEX memories_by_wording ON memories (source, tenant IS NULL, coalesce(tenant, ''), wording);

-- The id inside the answer, beside it: reading it out of a large JSON text at every look-up would be slow.
ALTER TABLE turns ADD COLUMN ask_id TEXT;
UPDATE turns SET ask_id = answer ->> '$.id' WHERE json_valid(answer);
CREATE INDEX turns_by_ask ON turns (ask_id) WHERE ask_id IS NOT NULL;
