-- +goose Up
-- What the scoring was called when it happened; empty for imports and where it was not told.
ALTER TABLE notifications ADD COLUMN scoring_name text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE notifications DROP COLUMN scoring_name;
