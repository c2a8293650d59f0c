-- +goose Up
-- The trace that a message comes from, as the W3C's traceparent; null for one that yesterday's program put.
ALTER TABLE outbox ADD COLUMN trace text;
-- The same of who asked for a task: the night or a person.
ALTER TABLE tasks ADD COLUMN trace text;

-- +goose Down
ALTER TABLE tasks DROP COLUMN trace;
ALTER TABLE outbox DROP COLUMN trace;
