-- +goose Up

-- The addresses of 2,048 consecutive numbers as a download wants them, compressed with zstd: a copy of rows of contacts that
-- is made when somebody downloads and removed when an address among them changes.
CREATE TABLE recipient_blocks (
    database_id integer NOT NULL,
    block integer NOT NULL,
    body bytea NOT NULL,
    CONSTRAINT recipient_blocks_pkey PRIMARY KEY (database_id, block)
);
ALTER TABLE recipient_blocks ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE recipient_blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE recipient_blocks FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON recipient_blocks TO puls_contacts USING (database_id IN (SELECT d.id FROM databases d));
CREATE POLICY system ON recipient_blocks TO puls_contacts_system USING (true);

-- The version of the dictionary that the blocks follow. Code that raises the version without a word about the blocks, as
-- yesterday's does, makes all of them void.
ALTER TABLE databases ADD COLUMN blocks_version bigint NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE databases DROP COLUMN blocks_version;
DROP TABLE recipient_blocks;
