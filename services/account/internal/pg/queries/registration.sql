-- name: RegisterAccount :one
INSERT INTO accounts (timezone, language, active, activated_at, package, trial_ends_at)
VALUES ($1, $2, false, NULL, $3, $4) RETURNING id;

-- name: RegisterUser :one
INSERT INTO users (account_id, email, password_hash, roles, terms_accepted_at, data_processing_accepted_at)
VALUES ($1, $2, $3, $4, $5, $5) RETURNING id;

-- name: LockRegistration :one
SELECT u.id, u.account_id, (a.activated_at IS NULL)::boolean AS pending
FROM users u JOIN accounts a ON a.id = u.account_id
WHERE u.email = $1
FOR UPDATE OF u;

-- name: RegisterUserAgain :exec
UPDATE users SET password_hash = $3, terms_accepted_at = $4, data_processing_accepted_at = $4 WHERE account_id = $1 AND id = $2;

-- name: RegisterAccountAgain :exec
UPDATE accounts SET timezone = $2, language = $3 WHERE id = $1;

-- name: PutRegistration :one
INSERT INTO registrations (account_id, user_id, password_hash, timezone, language, registered_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id;

-- The newest registrations stay; the links of all of them work.
-- name: KeepNewestRegistrations :exec
DELETE FROM registrations d WHERE d.user_id = $1
    AND d.id NOT IN (SELECT r.id FROM registrations r WHERE r.user_id = $1 ORDER BY r.id DESC LIMIT sqlc.arg(most));

-- name: FindRegistration :one
SELECT r.account_id, r.user_id, r.language, (a.activated_at IS NULL)::boolean AS pending
FROM registrations r JOIN accounts a ON a.id = r.account_id
WHERE r.id = $1;

-- name: PutRegistrationLink :exec
UPDATE registrations SET secret_hash = $2, expires_at = $3 WHERE id = $1;

-- name: GetRegistrationByLink :one
SELECT account_id, user_id FROM registrations WHERE secret_hash = $1 AND expires_at > sqlc.arg(now)::timestamptz;

-- name: TakeRegistration :one
DELETE FROM registrations WHERE secret_hash = $1 AND expires_at > sqlc.arg(now)::timestamptz
RETURNING account_id, user_id, password_hash, timezone, language, registered_at;

-- name: DeleteRegistrationsOf :exec
DELETE FROM registrations WHERE account_id = ANY (sqlc.arg(accounts)::int[]);

-- name: DeleteLinkOf :exec
DELETE FROM links l USING users u WHERE l.user_id = u.id AND u.email = $1 AND l.purpose = $2;

-- name: GetLink :one
SELECT l.account_id, l.user_id, u.email, u.password_hash
FROM links l JOIN users u ON u.id = l.user_id
WHERE l.secret_hash = $1 AND l.purpose = $2 AND l.expires_at > sqlc.arg(now);

-- name: TakeLink :one
DELETE FROM links WHERE secret_hash = $1 AND purpose = $2 AND expires_at > sqlc.arg(now) RETURNING account_id, user_id;

-- name: PutLink :exec
INSERT INTO links (secret_hash, purpose, account_id, user_id, expires_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT ON CONSTRAINT link_newest DO UPDATE SET secret_hash = excluded.secret_hash, expires_at = excluded.expires_at;

-- name: ActivateAccount :execrows
UPDATE accounts SET active = true, activated_at = sqlc.arg(now), trial_ends_at = $2 WHERE id = $1 AND activated_at IS NULL;

-- name: PutMail :exec
INSERT INTO mails (kind, email, created_at, next_try_at, registration_id) VALUES ($1, $2, $3, $3, $4);

-- name: TakeMail :one
UPDATE mails SET tries = tries + 1, next_try_at = sqlc.arg(lease)
WHERE id = (SELECT m.id FROM mails m WHERE m.next_try_at <= sqlc.arg(now) ORDER BY m.next_try_at, m.id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, kind, email, created_at, tries, registration_id;

-- name: FindMailRecipient :one
SELECT u.id, u.account_id, (u.active AND a.active)::boolean AS active, a.language
FROM users u JOIN accounts a ON a.id = u.account_id
WHERE u.email = $1;

-- name: DeleteMail :exec
DELETE FROM mails WHERE id = $1;

-- name: PostponeMail :exec
UPDATE mails SET next_try_at = $2 WHERE id = $1;

-- name: LockAttempts :exec
SELECT pg_advisory_xact_lock(hashtextextended(encode(sqlc.arg(key)::bytea, 'hex'), 0));

-- name: CountAttempts :one
SELECT count(*) FROM attempts WHERE key = $1 AND occurred_at > $2;

-- name: GetAttemptThatBlocks :one
-- The oldest of the newest attempts that fill a limit. Once it is outside the period, another attempt is allowed.
SELECT occurred_at FROM attempts WHERE key = $1 AND occurred_at > $2 ORDER BY occurred_at DESC OFFSET sqlc.arg(most)::int - 1 LIMIT 1;

-- name: InsertAttempt :one
INSERT INTO attempts (key, occurred_at) VALUES ($1, $2) RETURNING id;

-- name: DeleteAttempts :exec
DELETE FROM attempts WHERE id = ANY (sqlc.arg(ids)::bigint[]);

-- name: ForgetAttempts :exec
DELETE FROM attempts WHERE key = $1;

-- name: CleanAttempts :execrows
DELETE FROM attempts WHERE occurred_at < $1;

-- name: CleanLinks :execrows
DELETE FROM links WHERE expires_at < $1;

-- name: CleanExternalLogins :execrows
DELETE FROM external_logins WHERE expires_at < $1;

-- name: CleanMails :execrows
DELETE FROM mails WHERE created_at < $1;

-- name: CleanNotifications :execrows
DELETE FROM notifications WHERE created_at < $1;

-- name: LockOldRegistrations :many
-- Accounts that are being confirmed, which locks the user first, are left to the next run, linked ones stay.
SELECT a.id FROM accounts a JOIN users u ON u.account_id = a.id
WHERE a.activated_at IS NULL AND u.terms_accepted_at < sqlc.arg(before)::timestamptz
    AND NOT EXISTS (SELECT FROM client_links l WHERE a.id IN (l.account_id, l.client_account_id))
FOR UPDATE SKIP LOCKED;

-- name: DeleteUsersOf :exec
DELETE FROM users WHERE account_id = ANY (sqlc.arg(accounts)::int[]);

-- name: DeleteAccounts :exec
DELETE FROM accounts WHERE id = ANY (sqlc.arg(accounts)::int[]);
