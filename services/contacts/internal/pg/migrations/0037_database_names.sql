-- +goose Up

-- How people call it; empty where it has no name.
ALTER TABLE databases ADD COLUMN name text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE databases DROP COLUMN name;
