-- A key without a maker, or with a maker who is no longer a user of the account, does not count.
-- name: GetApiKey :one
SELECT k.prefix, k.created_at, k.last_used_at, u.email AS maker, i.set_at AS ui_set_at, (i.account_id IS NOT NULL)::boolean AS has_ui
FROM api_keys k JOIN users u ON u.id = k.maker_id AND u.account_id = k.account_id
LEFT JOIN account_uis i ON i.account_id = k.account_id
WHERE k.account_id = $1;

-- name: PutApiKey :exec
INSERT INTO api_keys (account_id, key_hash, prefix, created_at, maker_id) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (account_id) DO UPDATE SET key_hash = excluded.key_hash, prefix = excluded.prefix,
    created_at = excluded.created_at, maker_id = excluded.maker_id, last_used_at = NULL;

-- Returns the deleted key's prefix. With a maker, deletes the key only if that user made it.
-- name: DeleteApiKey :one
DELETE FROM api_keys WHERE account_id = $1 AND (sqlc.arg(maker)::bigint = 0 OR maker_id = sqlc.arg(maker)) RETURNING prefix;

-- A transaction that opens a session by a key locks the key, so that deleting the key also ends the session.
-- name: HoldApiKey :one
SELECT u.email AS maker FROM api_keys k JOIN users u ON u.id = k.maker_id AND u.account_id = k.account_id AND u.active
WHERE k.account_id = $1 AND k.prefix = $2 FOR SHARE OF k;

-- name: FindApiKey :one
SELECT k.account_id, k.prefix, u.email AS maker, (a.active AND u.active)::boolean AS active
FROM api_keys k
JOIN accounts a ON a.id = k.account_id
JOIN users u ON u.id = k.maker_id AND u.account_id = k.account_id
WHERE k.key_hash = $1;

-- name: UseApiKey :exec
UPDATE api_keys SET last_used_at = date_trunc('minute', sqlc.arg(now)::timestamptz)
WHERE account_id = $1 AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', sqlc.arg(now)::timestamptz));

-- name: FindExternalUser :one
SELECT id, email FROM users
WHERE account_id = $1 AND active AND (email = sqlc.arg(email)::text OR sqlc.arg(email)::text = '') AND NOT sqlc.arg(barred)::text = ANY (roles)
ORDER BY id LIMIT 1;

-- name: SetExternalIds :exec
UPDATE users SET external_server_id = $3, external_user_id = $4 WHERE account_id = $1 AND id = $2;

-- name: PutUIConfig :exec
INSERT INTO account_uis (account_id, config, set_at) VALUES ($1, $2, $3)
ON CONFLICT (account_id) DO UPDATE SET config = excluded.config, set_at = excluded.set_at;

-- name: PutUITexts :exec
INSERT INTO account_uis (account_id, texts, set_at) VALUES ($1, $2, $3)
ON CONFLICT (account_id) DO UPDATE SET texts = excluded.texts, set_at = excluded.set_at;

-- name: GetUI :one
SELECT config, texts FROM account_uis WHERE account_id = $1;

-- name: DeleteUI :exec
DELETE FROM account_uis WHERE account_id = $1;

-- name: PutExternalLogin :exec
INSERT INTO external_logins (token_hash, account_id, user_id, expires_at, challenge, key_prefix) VALUES ($1, $2, $3, $4, $5, $6);

-- name: TakeExternalLogin :one
DELETE FROM external_logins WHERE token_hash = $1 AND expires_at > sqlc.arg(now) RETURNING account_id, user_id, challenge, key_prefix;
