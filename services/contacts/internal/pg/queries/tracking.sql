-- name: ListWebsites :many
SELECT w.si_client_id, d.uid, w.domain, w.first_event_at, w.created_at, w.made_by FROM websites w JOIN databases d ON d.id = w.database_id
WHERE w.account_id = $1 ORDER BY d.uid, w.domain;

-- name: CountWebsites :one
SELECT count(*)::int FROM websites WHERE account_id = $1;

-- name: CreateWebsite :one
INSERT INTO websites (account_id, database_id, domain, made_by) VALUES ($1, $2, $3, $4) RETURNING si_client_id;

-- name: DeleteWebsite :execrows
DELETE FROM websites WHERE account_id = $1 AND si_client_id = $2;

-- name: SeeWebsites :exec
-- A known website may get an earlier first event. New websites are added up to the account's limit.
INSERT INTO websites (account_id, database_id, domain, first_event_at, made_by)
SELECT sqlc.arg(account_id)::int, sqlc.arg(database_id)::int, seen.domain, seen.at, sqlc.arg(made_by)::text
FROM (SELECT unnest(sqlc.arg(domains)::text[]) AS domain, unnest(sqlc.arg(times)::timestamptz[]) AS at) AS seen
WHERE EXISTS (SELECT FROM websites k WHERE k.database_id = sqlc.arg(database_id)::int AND k.domain = seen.domain)
    OR (SELECT count(*) FROM websites c WHERE c.account_id = sqlc.arg(account_id)::int) < sqlc.arg(most)::int
ON CONFLICT ON CONSTRAINT websites_domain_key DO UPDATE
SET first_event_at = least(websites.first_event_at, excluded.first_event_at);
