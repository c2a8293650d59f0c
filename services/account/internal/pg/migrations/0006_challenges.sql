-- +goose Up
-- SHA-256 of what the browser that asked for the token keeps; null where it is bound to none.
ALTER TABLE external_logins ADD COLUMN challenge bytea;

-- +goose Down
ALTER TABLE external_logins DROP COLUMN challenge;
