-- name: GetLogin :one
SELECT u.id, u.account_id, u.email, u.password_hash, (u.active AND a.active)::boolean AS active, u.roles
FROM users u JOIN accounts a ON a.id = u.account_id
WHERE u.email = $1;

-- name: LockUser :one
SELECT u.id, u.account_id, u.email, u.password_hash, (u.active AND a.active)::boolean AS active, u.roles
FROM users u JOIN accounts a ON a.id = u.account_id
WHERE u.account_id = $1 AND u.id = $2
FOR UPDATE OF u;

-- name: InsertSession :exec
INSERT INTO sessions (id, account_id, user_id, current_account_id, token_hash, created_at, rotated_at, key_prefix, key_maker)
VALUES ($1, $2, $3, $2, $4, $5, $5, $6, $7);

-- name: LockSession :one
SELECT s.id, s.account_id, s.user_id, s.current_account_id, s.token_hash, s.parent_hash, s.created_at, s.rotated_at, s.ended_at,
    s.key_prefix, s.key_maker, u.email, u.roles, (u.active AND home.active)::boolean AS active, here.active AS here_active,
    coalesce((SELECT l.id FROM client_links l WHERE l.account_id = s.account_id AND l.client_account_id = s.current_account_id), 0)::bigint AS link
FROM sessions s
JOIN users u ON u.id = s.user_id
JOIN accounts home ON home.id = s.account_id
JOIN accounts here ON here.id = s.current_account_id
WHERE s.id = $1
FOR UPDATE OF s;

-- name: UpdateSession :exec
UPDATE sessions SET current_account_id = $2, token_hash = $3, parent_hash = $4, rotated_at = $5 WHERE id = $1;

-- name: LockRefusals :exec
SELECT pg_advisory_xact_lock(hashtext('puls account refusals'));

-- name: LockUserSessions :many
SELECT id FROM sessions WHERE account_id = $1 AND user_id = $2 AND id <> sqlc.arg(spared) AND ended_at IS NULL ORDER BY id FOR UPDATE;

-- name: LockUserKeySessions :many
SELECT id FROM sessions WHERE account_id = $1 AND user_id = $2 AND key_prefix <> '' AND ended_at IS NULL ORDER BY id FOR UPDATE;

-- name: LockKeySessions :many
SELECT id FROM sessions WHERE account_id = $1 AND key_prefix <> '' AND ended_at IS NULL ORDER BY id FOR UPDATE;

-- name: LockAccountSessions :many
SELECT id FROM sessions WHERE account_id = $1 AND ended_at IS NULL ORDER BY id FOR UPDATE;

-- name: EndSessions :exec
UPDATE sessions SET ended_at = sqlc.arg(now), refusal = nextval('refusal_sequence') WHERE id = ANY (sqlc.arg(ids)::uuid[]) AND ended_at IS NULL;

-- name: NoteAccountState :execrows
UPDATE accounts SET refusal = nextval('refusal_sequence') WHERE id = $1;

-- name: ListEndedSessions :many
SELECT id, ended_at, refusal FROM sessions WHERE refusal > sqlc.arg(after)::bigint AND ended_at > sqlc.arg(since)::timestamptz ORDER BY refusal;

-- name: ListAccountStates :many
SELECT id, active, trial_ends_at, refusal FROM accounts
WHERE refusal > sqlc.arg(after)::bigint AND (sqlc.arg(after)::bigint > 0 OR NOT active OR trial_ends_at IS NOT NULL) ORDER BY refusal;

-- name: ListEndedLinks :many
SELECT id, ended_at, refusal FROM ended_links WHERE refusal > sqlc.arg(after)::bigint AND ended_at > sqlc.arg(since)::timestamptz ORDER BY refusal;

-- name: LastRefusal :one
SELECT coalesce(pg_sequence_last_value('refusal_sequence'), 0)::bigint;

-- name: SetPasswordHash :exec
UPDATE users SET password_hash = sqlc.arg(hash) WHERE account_id = $1 AND id = $2;

-- name: ReplacePasswordHash :execrows
UPDATE users SET password_hash = sqlc.arg(hash) WHERE account_id = $1 AND id = $2 AND password_hash = sqlc.arg(old);

-- name: CleanSessions :execrows
DELETE FROM sessions WHERE created_at < sqlc.arg(begun) OR rotated_at < sqlc.arg(idle) OR ended_at < sqlc.arg(ended);

-- name: CleanEndedLinks :execrows
DELETE FROM ended_links WHERE ended_at < $1;
