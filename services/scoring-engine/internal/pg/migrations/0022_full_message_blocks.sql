-- +goose Up
-- Blocks arrive with batches, of which a webhook brings one a second. They are merged until they are full, so that a
-- reader of all ids fetches a few. Full blocks come first in the order of ids.
ALTER TABLE message_blocks ADD COLUMN is_full boolean NOT NULL DEFAULT false;
CREATE INDEX message_blocks_open ON message_blocks (database_id, channel, id) WHERE NOT is_full;

-- +goose Down
DROP INDEX message_blocks_open;
ALTER TABLE message_blocks DROP COLUMN is_full;
