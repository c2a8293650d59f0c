-- +goose Up
-- How often a task was begun and ended by nothing, the time that is going on included, and the process that began it last;
-- null once that has ended.
ALTER TABLE tasks ADD COLUMN begun smallint NOT NULL DEFAULT 0, ADD COLUMN begun_by uuid;

-- +goose Down
ALTER TABLE tasks DROP COLUMN begun_by, DROP COLUMN begun;
