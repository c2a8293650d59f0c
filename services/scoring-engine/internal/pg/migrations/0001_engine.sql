-- +goose Up
CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject text NOT NULL,
    payload bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz,
    -- where it stands in its stream
    sequence bigint
);
CREATE INDEX outbox_waiting ON outbox (id) WHERE published_at IS NULL;
CREATE TABLE outbox_epoch (
    subject text PRIMARY KEY,
    epoch timestamptz NOT NULL
);

-- The inbox: batches that have taken effect. Facts are sets, so forgetting a batch after a while does no harm.
CREATE TABLE batches (
    batch_id uuid PRIMARY KEY,
    received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX batches_by_age ON batches USING brin (received_at);

-- Facts of one chunk: level 0 as they arrived, level 1 compacted by week. Readers unite all of them.
CREATE TABLE segments (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    database_id int NOT NULL,
    -- puls.type.v1.Channel
    channel smallint NOT NULL,
    chunk int NOT NULL,
    level smallint NOT NULL,
    -- local days since 1970-01-01
    first_day int NOT NULL,
    last_day int NOT NULL,
    -- first day with a sending, or for web with an event; null when there is none
    first_sent int,
    size int NOT NULL,
    payload bytea NOT NULL
);
-- Facts are dense already: compression would only cost time, and a value stored outside its row is read faster.
ALTER TABLE segments ALTER COLUMN payload SET STORAGE EXTERNAL;
CREATE INDEX segments_of_chunk ON segments (database_id, channel, chunk, last_day);
CREATE INDEX segments_first_sent ON segments (database_id, channel, first_sent);

-- Ids and categories of messages, in blocks as they arrived: the first block that names a message decides its category.
CREATE TABLE message_blocks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    database_id int NOT NULL,
    channel smallint NOT NULL,
    first_day int NOT NULL,
    last_day int NOT NULL,
    -- zstd of puls.contacts.v1.EngagementBatch with message_ids and categories only
    payload bytea NOT NULL
);
ALTER TABLE message_blocks ALTER COLUMN payload SET STORAGE EXTERNAL;
CREATE INDEX message_blocks_of_database ON message_blocks (database_id, channel, id);

-- A finished calculation. The primary key is the only fence: who comes second writes nothing.
CREATE TABLE calculations (
    scoring_id uuid NOT NULL,
    channel smallint NOT NULL,
    generated_date date NOT NULL,
    account_id int NOT NULL,
    revision int NOT NULL,
    calculated_at timestamptz NOT NULL,
    PRIMARY KEY (scoring_id, channel, generated_date)
);

-- One byte for each contact number of a chunk.
CREATE TABLE score_cells (
    scoring_id uuid NOT NULL,
    channel smallint NOT NULL,
    generated_date date NOT NULL,
    database_id int NOT NULL,
    chunk int NOT NULL,
    cells bytea NOT NULL,
    PRIMARY KEY (scoring_id, channel, generated_date, database_id, chunk)
);
ALTER TABLE score_cells ALTER COLUMN cells SET STORAGE EXTERNAL;

-- How far calculations are. It may be lost with a crash: the work queue brings unfinished ones again.
CREATE UNLOGGED TABLE progress (
    scoring_id uuid NOT NULL,
    channel smallint NOT NULL,
    generated_date date NOT NULL,
    stage text NOT NULL,
    done double precision NOT NULL,
    reason text NOT NULL,
    possible_from date,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (scoring_id, channel, generated_date)
);

-- +goose Down
DROP TABLE progress;
DROP TABLE score_cells;
DROP TABLE calculations;
DROP TABLE message_blocks;
DROP TABLE segments;
DROP TABLE batches;
DROP TABLE outbox_epoch;
DROP TABLE outbox;
