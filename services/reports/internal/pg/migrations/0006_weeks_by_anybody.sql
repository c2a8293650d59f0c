-- +goose Up
-- The sums of weeks are kept whatever the path of whoever changes rows.
ALTER FUNCTION keep_weeks() SET search_path FROM CURRENT;

-- +goose Down
ALTER FUNCTION keep_weeks() RESET search_path;
