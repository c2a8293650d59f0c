-- +goose Up
-- The trace that a message comes from, as the W3C's traceparent; null for one that yesterday's program put.
ALTER TABLE outbox ADD COLUMN trace text;
-- The same of the request that brought a file.
ALTER TABLE imports ADD COLUMN trace text;

-- +goose Down
ALTER TABLE imports DROP COLUMN trace;
ALTER TABLE outbox DROP COLUMN trace;
