-- +goose Up
-- What scoring.calculated said of the revision that stands (puls.scoringengine.v1.Calculated); null where it was not kept.
-- The version before raises a revision without it, so a reader compares the revision that it names.
ALTER TABLE calculations ADD COLUMN announcement bytea;
-- A page of an account's results begins where the last one ended.
CREATE INDEX calculations_in_order ON calculations (account_id, scoring_id, channel, generated_date);
DROP INDEX calculations_of_account;

-- +goose Down
CREATE INDEX calculations_of_account ON calculations (account_id, scoring_id);
DROP INDEX calculations_in_order;
ALTER TABLE calculations DROP COLUMN announcement;
