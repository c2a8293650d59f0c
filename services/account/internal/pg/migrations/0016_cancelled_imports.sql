-- +goose Up
-- Imports that somebody stopped (6).
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 6);

-- +goose Down
DELETE FROM notifications WHERE kind = 6;
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 5);
