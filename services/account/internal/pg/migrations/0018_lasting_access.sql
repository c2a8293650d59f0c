-- +goose Up
-- A password that was set anew by a link (8).
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 8);

-- When the connected system said it last; null where that was before this was kept.
ALTER TABLE account_uis ADD COLUMN set_at timestamptz;
-- What a connected system gave ends with its key: this is of keys that have ended.
SET LOCAL ROLE puls_account_system;
DELETE FROM account_uis u
WHERE NOT EXISTS (SELECT FROM api_keys k WHERE k.account_id = u.account_id AND k.maker_id IS NOT NULL);
RESET ROLE;

-- +goose Down
ALTER TABLE account_uis DROP COLUMN set_at;
DELETE FROM notifications WHERE kind = 8;
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 7);
