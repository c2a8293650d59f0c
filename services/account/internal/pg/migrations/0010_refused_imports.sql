-- +goose Up
-- Imports of which no row could be used (5), and why rows of an import were refused.
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 5);
ALTER TABLE notifications ADD COLUMN reasons text[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE notifications DROP COLUMN reasons;
DELETE FROM notifications WHERE kind = 5;
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 4);
