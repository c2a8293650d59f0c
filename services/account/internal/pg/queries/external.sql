-- name: GetApiKey :one
SELECT prefix, created_at, last_used_at FROM api_keys WHERE account_id = $1;

-- name: PutApiKey :exec
INSERT INTO api_keys (account_id, key_hash, prefix, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (account_id) DO UPDATE SET key_hash = excluded.key_hash, prefix = excluded.prefix,
    created_at = excluded.created_at, last_used_at = NULL;

-- name: DeleteApiKey :execrows
DELETE FROM api_keys WHERE account_id = $1;

-- name: FindApiKey :one
SELECT k.account_id, a.active FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.key_hash = $1;

-- name: UseApiKey :exec
UPDATE api_keys SET last_used_at = date_trunc('minute', sqlc.arg(now)::timestamptz)
WHERE account_id = $1 AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', sqlc.arg(now)::timestamptz));

-- name: FindExternalUser :one
SELECT id FROM users WHERE account_id = $1 AND active AND (email = sqlc.arg(email)::text OR sqlc.arg(email)::text = '')
ORDER BY id LIMIT 1;

-- name: SetExternalIds :exec
UPDATE users SET external_server_id = $3, external_user_id = $4 WHERE account_id = $1 AND id = $2;

-- name: PutUIConfig :exec
INSERT INTO account_uis (account_id, config) VALUES ($1, $2) ON CONFLICT (account_id) DO UPDATE SET config = excluded.config;

-- name: PutUITexts :exec
INSERT INTO account_uis (account_id, texts) VALUES ($1, $2) ON CONFLICT (account_id) DO UPDATE SET texts = excluded.texts;

-- name: GetUI :one
SELECT config, texts FROM account_uis WHERE account_id = $1;

-- name: PutExternalLogin :exec
INSERT INTO external_logins (token_hash, account_id, user_id, expires_at, challenge) VALUES ($1, $2, $3, $4, $5);

-- name: TakeExternalLogin :one
DELETE FROM external_logins WHERE token_hash = $1 AND expires_at > sqlc.arg(now) RETURNING account_id, user_id, challenge;
