-- +goose Up

-- Receipts of exports to groups. The newest 50 of a scoring are kept.
CREATE TABLE group_exports (
    id uuid PRIMARY KEY,
    account_id integer NOT NULL,
    scoring_id uuid NOT NULL,
    -- puls.type.v1.Channel
    channel smallint NOT NULL,
    generated_date date NOT NULL,
    revision integer NOT NULL,
    made_at timestamptz NOT NULL,
    undone_at timestamptz,
    -- Visitors of the bands who were no contacts, contacts of the bands who had been erased.
    not_contacts integer NOT NULL,
    erased integer NOT NULL
);
CREATE INDEX group_exports_newest ON group_exports (account_id, scoring_id, made_at DESC, id DESC);
ALTER TABLE group_exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE group_exports FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON group_exports USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON group_exports TO puls_contacts_system USING (true);

-- What one target did to one group.
CREATE TABLE group_export_items (
    account_id integer NOT NULL,
    export_id uuid NOT NULL REFERENCES group_exports (id) ON DELETE CASCADE,
    -- Which of the request it was, from 0.
    target smallint NOT NULL,
    database_id integer NOT NULL,
    uid text COLLATE "C" NOT NULL,
    group_id integer NOT NULL,
    -- As it was called then.
    group_name text NOT NULL,
    created boolean NOT NULL,
    -- The band, or 0 and 0 with a reason.
    scoring_min smallint NOT NULL,
    scoring_max smallint NOT NULL,
    reason text NOT NULL,
    added integer NOT NULL,
    already_there integer NOT NULL,
    removed integer NOT NULL DEFAULT 0,
    -- The numbers of those added as a roaring bitmap; null once the export was undone.
    members bytea,
    CONSTRAINT group_export_items_pkey PRIMARY KEY (export_id, target, database_id)
);
ALTER TABLE group_export_items ALTER COLUMN members SET STORAGE EXTERNAL;
ALTER TABLE group_export_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE group_export_items FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON group_export_items USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON group_export_items TO puls_contacts_system USING (true);

-- +goose Down
DROP TABLE group_export_items, group_exports;
