-- +goose Up
-- Each request with a key deletes the account's old ones. Without this index it reads all of its keys.
CREATE INDEX idempotency_keys_created ON idempotency_keys (account_id, created_at);

-- +goose Down
DROP INDEX idempotency_keys_created;
