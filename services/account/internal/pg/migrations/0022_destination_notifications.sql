-- +goose Up
-- Destinations that fail (10) or are in step again (11), and erased contacts that may be on their lists for ever (12).
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 12);

-- +goose Down
DELETE FROM notifications WHERE kind > 9;
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 9);
