-- +goose Up
-- What the calculation was made with; the same in each of its rows, null for results from before this column.
ALTER TABLE summaries ADD COLUMN config jsonb;

-- +goose Down
ALTER TABLE summaries DROP COLUMN config;
