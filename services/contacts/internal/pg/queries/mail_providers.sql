-- name: ListMailProviders :many
SELECT p.id, p.account_id, p.database_id, d.uid, p.provider, p.path_key, p.secret, p.password, p.topic, p.confirmed,
    p.created_at, p.made_by
FROM mail_providers p JOIN databases d ON d.id = p.database_id WHERE p.account_id = $1;

-- name: FindMailProvider :one
SELECT p.id, p.account_id, p.database_id, d.uid, p.provider, p.path_key, p.secret, p.password, p.topic, p.confirmed,
    p.created_at, p.made_by
FROM mail_providers p JOIN databases d ON d.id = p.database_id WHERE p.path_key = $1 AND p.provider = $2;

-- name: SaveMailProvider :exec
INSERT INTO mail_providers (id, account_id, database_id, provider, path_key, secret, password, topic, confirmed, created_at, made_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (id) DO UPDATE
SET database_id = excluded.database_id, secret = excluded.secret, password = excluded.password, topic = excluded.topic,
    confirmed = excluded.confirmed, made_by = excluded.made_by;

-- name: DeleteMailProvider :one
DELETE FROM mail_providers WHERE account_id = $1 AND provider = $2 RETURNING id;

-- name: ConfirmMailProvider :exec
UPDATE mail_providers SET confirmed = $3 WHERE id = $1 AND topic = $2;

-- name: FindMailProofs :many
SELECT p.provider_id, p.proof FROM mail_proofs p
JOIN (SELECT unnest(@provider_ids::uuid[]) AS provider_id, unnest(@proofs::uuid[]) AS proof) AS asked USING (provider_id, proof);

-- name: AddMailProofs :execrows
INSERT INTO mail_proofs (provider_id, proof, taken_at)
SELECT unnest(@provider_ids::uuid[]), unnest(@proofs::uuid[]), unnest(@taken_ats::timestamptz[]) ON CONFLICT DO NOTHING;

-- name: FindMailEvents :many
SELECT e.provider_id, e.event FROM mail_events e
JOIN (SELECT unnest(@provider_ids::uuid[]) AS provider_id, unnest(@events::uuid[]) AS event) AS asked USING (provider_id, event);

-- name: AddMailEvents :exec
INSERT INTO mail_events (provider_id, event, read_at)
SELECT unnest(@provider_ids::uuid[]), unnest(@events::uuid[]), now() ON CONFLICT DO NOTHING;

-- name: CleanMailProofs :execrows
DELETE FROM mail_proofs WHERE taken_at < @before::timestamptz;

-- name: CleanMailEvents :execrows
DELETE FROM mail_events WHERE read_at < @before::timestamptz;
