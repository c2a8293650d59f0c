-- +goose Up
-- How many batches of facts a database and channel have taken, which nothing but a batch changes: what was counted from all
-- facts is good for as long as the sum of its slots stands. Batches of before, and those that the version before takes, are
-- not counted; they show by the newest message block.
CREATE TABLE fact_batches (
    database_id int NOT NULL,
    channel smallint NOT NULL,
    slot int NOT NULL,
    batches bigint NOT NULL,
    PRIMARY KEY (database_id, channel, slot)
);
ALTER TABLE fact_batches ENABLE ROW LEVEL SECURITY;
ALTER TABLE fact_batches FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON fact_batches TO puls_scoring_engine_system USING (true);

-- +goose Down
DROP TABLE fact_batches;
