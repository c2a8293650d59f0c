-- +goose Up
-- What machines opened and clicked of the scored, of e-mail; null for results from before this column.
ALTER TABLE summaries ADD COLUMN machines jsonb;

-- +goose Down
ALTER TABLE summaries DROP COLUMN machines;
