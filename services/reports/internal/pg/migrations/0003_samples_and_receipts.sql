-- +goose Up
-- Of how many contacts each reference is the percentile; null for results from before this column.
ALTER TABLE summaries ADD COLUMN samples jsonb;

-- What came of writing a result's scores into properties.
CREATE TABLE property_receipts (
    account_id int NOT NULL,
    scoring_id uuid NOT NULL,
    channel smallint NOT NULL,
    generated_date date NOT NULL,
    uid text NOT NULL,
    property_id int NOT NULL,
    -- of the calculation: a receipt may come before its result
    revision int NOT NULL,
    -- empty when the property was gone
    property_name text NOT NULL,
    written_count int NOT NULL,
    -- counts by reason
    skipped jsonb NOT NULL,
    written_at timestamptz NOT NULL,
    PRIMARY KEY (scoring_id, channel, generated_date, uid, property_id)
);
ALTER TABLE property_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE property_receipts FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON property_receipts USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON property_receipts TO puls_reports_system USING (true);

-- +goose Down
DROP TABLE property_receipts;
ALTER TABLE summaries DROP COLUMN samples;
