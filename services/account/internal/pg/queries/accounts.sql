-- name: InsertAccount :one
INSERT INTO accounts (timezone, language) VALUES ($1, $2) RETURNING id;

-- name: InsertUser :exec
INSERT INTO users (account_id, email, password_hash, roles) VALUES ($1, $2, $3, $4);

-- name: GetAccount :one
SELECT id, timezone, language, active, tracked_event_types, tracked_events_chosen, night_hour, package, trial_ends_at, billing FROM accounts WHERE id = $1;

-- name: ListActiveAccounts :many
SELECT id, timezone, night_hour FROM accounts WHERE active ORDER BY id;

-- name: GetUser :one
SELECT u.id, u.account_id, u.email, u.roles, u.external_server_id, u.external_user_id,
    EXISTS (SELECT FROM client_links l WHERE l.account_id = u.account_id) AS has_clients
FROM users u WHERE u.account_id = $1 AND u.id = $2;

-- name: ListUsers :many
SELECT u.email, s.created_at AS signed_in_at
FROM users u LEFT JOIN sessions s ON s.id = (
    SELECT n.id FROM sessions n WHERE n.account_id = $1 AND n.user_id = u.id ORDER BY n.created_at DESC LIMIT 1)
WHERE u.account_id = $1 AND u.active ORDER BY u.id;

-- name: ListGuests :many
-- Users of the accounts that have this one as a client.
SELECT u.email, u.account_id, l.created_at FROM client_links l JOIN users u ON u.account_id = l.account_id
WHERE l.client_account_id = $1 AND u.active ORDER BY u.account_id, u.id;

-- name: SetLanguage :execrows
UPDATE accounts SET language = $2 WHERE id = $1;

-- name: UpdateSettings :execrows
UPDATE accounts SET language = $2, timezone = $3, billing = $4,
    tracked_event_types = coalesce(sqlc.narg(tracked)::text[], tracked_event_types),
    tracked_events_chosen = tracked_events_chosen OR sqlc.narg(tracked)::text[] IS NOT NULL,
    night_hour = coalesce(sqlc.narg(night_hour)::int, night_hour)
WHERE id = $1;

-- name: ListAccounts :many
SELECT a.id, a.timezone, a.package, a.trial_ends_at, a.active, a.activated_at, u.email, u.roles
FROM accounts a JOIN users u ON u.account_id = a.id
ORDER BY a.id, u.id;
