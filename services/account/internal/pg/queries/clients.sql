-- name: GetClientState :one
SELECT a.active, (a.activated_at IS NOT NULL)::boolean AS activated,
    coalesce((SELECT l.id FROM client_links l WHERE l.account_id = sqlc.arg(home) AND l.client_account_id = a.id), 0)::bigint AS link
FROM accounts a WHERE a.id = $1;

-- name: PutClientLink :exec
INSERT INTO client_links (account_id, client_account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: DeleteClientLink :one
DELETE FROM client_links WHERE account_id = $1 AND client_account_id = $2 RETURNING id;

-- name: NoteEndedLink :exec
INSERT INTO ended_links (id, account_id, ended_at, refusal) VALUES ($1, $2, $3, nextval('refusal_sequence'));

-- name: CountAccounts :one
SELECT count(*) FROM accounts WHERE id = ANY (sqlc.arg(ids)::int[]);

-- name: InsertAudit :exec
INSERT INTO audit_log (occurred_at, user_id, email, home_account_id, account_id, act, key_prefix, key_maker, operator)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: IsAudited :one
-- Searches the account's 200 newest entries. An older equal entry does not prevent another one.
WITH newest AS (SELECT a.user_id, a.key_prefix, a.act, a.occurred_at FROM audit_log a WHERE a.account_id = $1 ORDER BY a.id DESC LIMIT 200)
SELECT count(*) > 0 FROM newest n
WHERE n.user_id = sqlc.arg(user_id)::bigint AND n.key_prefix = sqlc.arg(key_prefix)::text AND n.act = sqlc.arg(act)::text
    AND n.occurred_at > sqlc.arg(since)::timestamptz;

-- name: GetUserEmail :one
SELECT email FROM users WHERE id = $1;

-- name: GetSessionKey :one
SELECT key_prefix, key_maker FROM sessions WHERE id = $1 AND user_id = $2;

-- name: ListAudit :many
SELECT occurred_at, user_id, email, home_account_id, account_id, act, key_prefix, key_maker, operator FROM audit_log
WHERE sqlc.arg(account)::int = 0 OR account_id = sqlc.arg(account)
ORDER BY id DESC LIMIT $1;

-- name: SetPackage :execrows
UPDATE accounts SET package = $2, trial_ends_at = $3 WHERE id = $1;

-- After an operator has switched an account, the confirmation link no longer activates it.
-- name: SetAccountActive :execrows
UPDATE accounts SET active = $2, activated_at = coalesce(activated_at, sqlc.arg(now)::timestamptz) WHERE id = $1;

-- name: LockUserByEmail :one
SELECT id, account_id, roles FROM users WHERE email = $1 FOR UPDATE;

-- name: SetRoles :exec
UPDATE users SET roles = $3 WHERE account_id = $1 AND id = $2;
