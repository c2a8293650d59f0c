-- +goose Up

-- An import of engagement has been read before its batches have been taken in: it is settling until the outbox up to
-- here has been consumed.
ALTER TABLE import ADD COLUMN outbox_id bigint NOT NULL DEFAULT 0;
CREATE INDEX import_settling ON import (outbox_id) WHERE state = 'settling';

-- +goose Down
DROP INDEX import_settling;
ALTER TABLE import DROP COLUMN outbox_id;
