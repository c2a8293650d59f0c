-- name: ListDestinations :many
SELECT d.id, d.name, d.provider, d.region, d.list, d.tag, d.field, d.scoring_id, d.channel, d.bands, d.reasons, d.created_at,
    d.made_by, d.paused_at, d.due_at, d.failures, d.members
FROM destinations d WHERE d.account_id = $1 ORDER BY d.created_at, d.id;

-- name: LockAccountDestinations :exec
-- Serializes additions of an account, so that the limit holds.
SELECT pg_advisory_xact_lock(hashtext('destinations'), sqlc.arg(account)::int);

-- name: CountDestinations :one
SELECT count(*)::int FROM destinations WHERE account_id = $1;

-- name: AddDestination :exec
INSERT INTO destinations (id, account_id, name, provider, region, list, tag, field, secret, scoring_id, channel, bands, reasons,
    created_at, made_by, due_at, taken_until)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, sqlc.arg(now), $14, sqlc.arg(now), sqlc.arg(now));

-- name: ChangeDestination :execrows
UPDATE destinations SET name = $3, scoring_id = $4, channel = $5, bands = $6, reasons = $7, due_at = sqlc.arg(now)
WHERE account_id = $1 AND id = $2;

-- name: ChangeDestinationKey :execrows
UPDATE destinations SET secret = $3, made_by = $4 WHERE account_id = $1 AND id = $2;

-- name: DeleteDestination :execrows
DELETE FROM destinations WHERE account_id = $1 AND id = $2;

-- name: PauseDestination :execrows
UPDATE destinations SET paused_at = coalesce(paused_at, sqlc.arg(now)::timestamptz) WHERE account_id = $1 AND id = $2;

-- name: ResumeDestination :execrows
UPDATE destinations SET paused_at = NULL, due_at = sqlc.arg(now) WHERE account_id = $1 AND id = $2;

-- name: WantDestination :execrows
UPDATE destinations SET due_at = sqlc.arg(now) WHERE account_id = $1 AND id = $2;

-- name: DestinationsCalculated :execrows
UPDATE destinations SET due_at = sqlc.arg(now) WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND paused_at IS NULL;

-- name: DestinationsLeft :exec
-- Departures within the same pause share one run; an earlier due time stays. A run under way may have read the contacts
-- before: it leaves a due time that was set meanwhile.
UPDATE destinations SET due_at = CASE WHEN taken_until > sqlc.arg(now) THEN sqlc.arg(due) ELSE least(due_at, sqlc.arg(due)) END
WHERE account_id = ANY (sqlc.arg(accounts)::int[]);

-- name: ListDestinationRuns :many
SELECT r.id, r.destination_id, r.begun_at, r.ended_at, r.generated_date, r.added, r.changed, r.removed, r.left_out, r.refused,
    r.failure, r.forgotten
FROM destination_runs r WHERE r.account_id = $1 AND r.destination_id = $2 ORDER BY r.begun_at DESC, r.id DESC LIMIT sqlc.arg(most);

-- name: LastDestinationRuns :many
SELECT r.id, r.destination_id, r.begun_at, r.ended_at, r.generated_date, r.added, r.changed, r.removed, r.left_out, r.refused,
    r.failure, r.forgotten
FROM destinations d CROSS JOIN LATERAL (
    SELECT * FROM destination_runs n WHERE n.destination_id = d.id ORDER BY n.begun_at DESC, n.id DESC LIMIT 1) r
WHERE d.account_id = $1;

-- name: HasDestination :one
SELECT EXISTS (SELECT FROM destinations WHERE account_id = $1 AND id = $2);

-- name: TakeDestination :one
-- A destination can be taken again once the lease of its worker has ended.
UPDATE destinations t SET taken_until = sqlc.arg(until), taken_by = sqlc.arg(lease)::uuid
WHERE t.id = (SELECT d.id FROM destinations d WHERE d.due_at <= sqlc.arg(now)::timestamptz AND d.taken_until <= sqlc.arg(now)::timestamptz
    ORDER BY d.due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING t.id, t.account_id, t.name, t.provider, t.region, t.list, t.tag, t.field, t.secret, t.scoring_id, t.channel, t.bands,
    t.reasons, t.paused_at, t.due_at, t.failures, t.failing_since, t.reported;

-- name: OpenDestinationRun :one
-- The newest run, if it was interrupted or failed.
SELECT n.id, n.begun_at FROM (
    SELECT r.id, r.begun_at, r.ended_at, r.failure FROM destination_runs r WHERE r.destination_id = $1
    ORDER BY r.begun_at DESC, r.id DESC LIMIT 1) n
WHERE n.ended_at IS NULL OR n.failure <> '';

-- name: ReopenDestinationRun :exec
UPDATE destination_runs SET ended_at = NULL WHERE id = $1;

-- name: AddDestinationRun :exec
INSERT INTO destination_runs (id, account_id, destination_id, begun_at) VALUES ($1, $2, $3, $4);

-- name: ForgetDestinationRuns :exec
DELETE FROM destination_runs WHERE destination_runs.destination_id = $1 AND destination_runs.id NOT IN (
    SELECT n.id FROM destination_runs n WHERE n.destination_id = $1 ORDER BY n.begun_at DESC, n.id DESC LIMIT sqlc.arg(kept));

-- name: CountDestinationRun :exec
UPDATE destination_runs SET added = added + sqlc.arg(more_added), changed = changed + sqlc.arg(more_changed),
    removed = removed + sqlc.arg(more_removed) WHERE id = $1;

-- name: EndDestinationRun :exec
UPDATE destination_runs SET ended_at = sqlc.arg(now)::timestamptz, generated_date = $2, left_out = $3, refused = $4, failure = $5
WHERE id = $1;

-- name: SettleDestination :execrows
-- A due time that was set during the run stays.
UPDATE destinations SET taken_until = sqlc.arg(now), taken_by = NULL, failures = $2, failing_since = $3, reported = $4,
    members = (SELECT count(*) FROM destination_members m WHERE m.destination_id = destinations.id),
    due_at = CASE WHEN due_at = sqlc.arg(was)::timestamptz THEN sqlc.narg(next)::timestamptz ELSE due_at END
WHERE id = $1 AND taken_by = sqlc.arg(lease)::uuid;

-- name: HoldDestination :execrows
UPDATE destinations SET taken_until = sqlc.arg(until)
WHERE id = $1 AND taken_by = sqlc.arg(lease)::uuid AND taken_until > sqlc.arg(now)::timestamptz;

-- name: LockLease :execrows
-- No other worker takes the destination before the transaction ends: TakeDestination skips locked rows.
SELECT FROM destinations WHERE id = $1 AND taken_by = sqlc.arg(lease)::uuid FOR KEY SHARE;

-- name: DestinationMembers :many
SELECT fingerprint, address, database_id, number, label, sent_at, sure FROM destination_members
WHERE destination_id = $1 AND fingerprint > sqlc.arg(after) ORDER BY fingerprint LIMIT sqlc.arg(most);

-- name: ListsOfContact :many
SELECT d.name, d.provider FROM destination_members m JOIN destinations d ON d.id = m.destination_id
WHERE d.account_id = $1 AND m.database_id = $2 AND m.number = $3 ORDER BY d.created_at, d.id;

-- name: HoldDatabases :exec
-- Blocks changes of contacts until the commit. By ascending id, as steps of imports lock several.
SELECT id FROM databases WHERE id = ANY (@ids::int[]) ORDER BY id FOR SHARE;

-- name: IntendMembers :many
-- Members of contacts that are gone are not stored. A stored member is no longer erased: a contact has its address.
INSERT INTO destination_members (destination_id, fingerprint, address, database_id, number, label, sent_at, sure)
SELECT sqlc.arg(destination_id)::uuid, u.fingerprint, u.address, u.database_id, u.number, u.label, sqlc.arg(now)::timestamptz, false
FROM (SELECT unnest(sqlc.arg(fingerprints)::bytea[]) AS fingerprint, unnest(sqlc.arg(addresses)::bytea[]) AS address,
    unnest(sqlc.arg(databases)::int[]) AS database_id, unnest(sqlc.arg(numbers)::int[]) AS number,
    unnest(sqlc.arg(labels)::text[]) AS label) AS u
JOIN contact_addresses c ON c.database_id = u.database_id AND c.number = u.number
ON CONFLICT ON CONSTRAINT destination_members_pkey DO UPDATE
SET database_id = excluded.database_id, number = excluded.number, label = excluded.label, sent_at = excluded.sent_at,
    sure = false, erased_at = NULL
RETURNING fingerprint;

-- name: ConfirmMembers :exec
UPDATE destination_members SET sure = true WHERE destination_id = $1 AND fingerprint = ANY (sqlc.arg(fingerprints)::bytea[]);

-- name: DoubtMembers :exec
UPDATE destination_members SET sure = false WHERE destination_id = $1 AND fingerprint = ANY (sqlc.arg(fingerprints)::bytea[]);

-- name: DeleteMembers :exec
DELETE FROM destination_members WHERE destination_id = $1 AND fingerprint = ANY (sqlc.arg(fingerprints)::bytea[]);

-- name: EraseMembers :exec
-- Their addresses stay, sealed, until the provider has removed them or ForgetErasedMembers deletes them.
UPDATE destination_members SET erased_at = sqlc.arg(erased_at)::timestamptz WHERE database_id = $1 AND number = ANY (@numbers::int[]);

-- name: EraseMembersOf :exec
-- Erases by address. EraseMembers misses a member whose address was sent for another contact.
UPDATE destination_members SET erased_at = sqlc.arg(erased_at)::timestamptz
WHERE destination_id = $1 AND fingerprint = ANY (sqlc.arg(fingerprints)::bytea[]) AND erased_at IS NULL;

-- name: DestinationIDs :many
SELECT id FROM destinations WHERE account_id = $1 ORDER BY id;

-- name: ForgetErasedMembers :one
WITH gone AS (
    DELETE FROM destination_members m WHERE m.destination_id = $1 AND m.erased_at < sqlc.arg(before)::timestamptz RETURNING m.destination_id
), counted AS (
    UPDATE destination_runs r SET forgotten = r.forgotten + (SELECT count(*)::int FROM gone) WHERE r.id = sqlc.arg(run)
)
SELECT count(*)::int FROM gone;
