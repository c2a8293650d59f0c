-- +goose Up
-- Mails and notifications (7) that sign-ins are refused.
ALTER TABLE mails DROP CONSTRAINT mail_kind, ADD CONSTRAINT mail_kind CHECK (kind IN ('activation', 'reset', 'blocked'));
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 7);

-- +goose Down
DELETE FROM mails WHERE kind = 'blocked';
ALTER TABLE mails DROP CONSTRAINT mail_kind, ADD CONSTRAINT mail_kind CHECK (kind IN ('activation', 'reset'));
DELETE FROM notifications WHERE kind = 7;
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 6);
