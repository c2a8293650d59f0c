-- +goose Up
-- How the sender named the file of an import; empty for calculations and where it was not told.
ALTER TABLE notifications ADD COLUMN file_name text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE notifications DROP COLUMN file_name;
