-- +goose Up
-- Which scorings an account has notes and results of; the latest day of each is found by the primary keys.
CREATE INDEX progress_of_account ON progress (account_id, scoring_id);
CREATE INDEX calculations_of_account ON calculations (account_id, scoring_id);

-- +goose Down
DROP INDEX calculations_of_account;
DROP INDEX progress_of_account;
