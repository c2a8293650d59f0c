-- name: InsertAccount :one
INSERT INTO accounts (timezone, language) VALUES ($1, $2) RETURNING id;

-- name: InsertUser :exec
INSERT INTO users (account_id, email, password_hash, roles) VALUES ($1, $2, $3, $4);

-- name: GetAccount :one
SELECT id, timezone, language, active, tracked_event_types FROM accounts WHERE id = $1;

-- name: ListActiveAccounts :many
SELECT id, timezone FROM accounts WHERE active ORDER BY id;

-- name: GetLogin :one
SELECT u.id, u.account_id, u.email, u.password_hash, u.active AND a.active AS active, u.roles
FROM users u JOIN accounts a ON a.id = u.account_id
WHERE u.email = $1;

-- name: GetUser :one
SELECT id, account_id, email, roles FROM users WHERE account_id = $1 AND id = $2;
