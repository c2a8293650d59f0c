-- +goose Up

-- Groups as they were when they were deleted, for as long as a scoring may still turn out to use one: then it comes back.
CREATE TABLE removed_groups (
    account_id integer NOT NULL,
    id integer NOT NULL,
    database_id integer NOT NULL REFERENCES databases (id),
    name text NOT NULL,
    -- The numbers of its contacts as a roaring bitmap.
    members bytea NOT NULL,
    removed_at timestamptz NOT NULL,
    CONSTRAINT removed_groups_pkey PRIMARY KEY (account_id, id)
);
ALTER TABLE removed_groups ALTER COLUMN members SET STORAGE EXTERNAL;
ALTER TABLE removed_groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE removed_groups FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON removed_groups USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON removed_groups TO puls_contacts_system USING (true);

-- Properties that were deleted while rows of contacts may still hold values of them. Nobody sees these any more; the contacts
-- up to next_number have none left.
CREATE TABLE removed_properties (
    account_id integer NOT NULL,
    id integer NOT NULL,
    database_id integer NOT NULL REFERENCES databases (id),
    next_number integer NOT NULL DEFAULT 0,
    removed_at timestamptz NOT NULL,
    CONSTRAINT removed_properties_pkey PRIMARY KEY (account_id, id)
);
ALTER TABLE removed_properties ENABLE ROW LEVEL SECURITY;
ALTER TABLE removed_properties FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON removed_properties USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON removed_properties TO puls_contacts_system USING (true);

-- A trait is a text whose name has letters, digits, spaces, _ and - only; others may have more signs.
ALTER TABLE properties ADD COLUMN is_trait boolean NOT NULL DEFAULT false;

-- When the last file with rows of it came.
ALTER TABLE databases ADD COLUMN imported_at timestamptz;

-- +goose Down
ALTER TABLE databases DROP COLUMN imported_at;
ALTER TABLE properties DROP COLUMN is_trait;
DROP TABLE removed_properties, removed_groups;
