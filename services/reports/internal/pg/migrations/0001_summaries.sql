-- +goose Up
-- One row for each uid of a finished calculation: every figure of a report is a sum over these.
CREATE TABLE summaries (
    scoring_id uuid NOT NULL,
    -- puls.type.v1.Channel
    channel smallint NOT NULL,
    database_id int NOT NULL,
    generated_date date NOT NULL,
    account_id int NOT NULL,
    uid text NOT NULL,
    -- grows when the same calculation is asked for again
    revision int NOT NULL,
    calculated_at timestamptz NOT NULL,
    -- 101 counts by score
    histogram int[] NOT NULL,
    new_histogram int[] NOT NULL,
    known_histogram int[] NOT NULL,
    -- counts by reason
    excluded jsonb NOT NULL,
    -- of the whole calculation, the same in each of its rows
    reference_values jsonb NOT NULL,
    PRIMARY KEY (scoring_id, channel, generated_date, database_id)
);
CREATE INDEX summaries_of_account ON summaries (account_id, scoring_id, channel, generated_date DESC);

ALTER TABLE summaries ENABLE ROW LEVEL SECURITY;
ALTER TABLE summaries FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON summaries USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON summaries TO puls_reports_system USING (true);

-- +goose Down
DROP TABLE summaries;
