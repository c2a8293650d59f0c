-- +goose Up
-- Lists of scorings need the few days that are cancelled or wait for data, not every night of years. A usual night
-- changes neither column, so its updates stay within their page.
CREATE INDEX progress_possible ON progress (scoring_id, channel, possible_from) WHERE possible_from IS NOT NULL;
CREATE INDEX progress_cancelled ON progress (scoring_id, channel, generated_date) WHERE cancelled_at IS NOT NULL;

-- +goose Down
DROP INDEX progress_cancelled;
DROP INDEX progress_possible;
