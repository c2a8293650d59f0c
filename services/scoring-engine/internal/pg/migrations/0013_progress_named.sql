-- +goose Up
-- What the scoring is called, so that what runs can be listed without asking another service; empty where a program of
-- before noted it. Of stage "cancelled" is what a person stopped, until somebody asks for it again.
ALTER TABLE progress ADD COLUMN name text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE progress DROP COLUMN name;
