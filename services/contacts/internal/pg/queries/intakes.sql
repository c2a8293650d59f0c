-- name: FindWebsites :many
SELECT w.si_client_id, w.account_id, w.database_id, w.domain FROM websites w WHERE w.si_client_id = ANY (@clients::uuid[]);

-- name: WaitingBodies :many
SELECT account_id, count(*)::int AS bodies, sum(event_count)::bigint AS events, sum(size)::bigint AS size,
    min(id)::bigint AS first
FROM intake_bodies WHERE set_aside_at IS NULL GROUP BY account_id;

-- name: AddBodies :exec
INSERT INTO intake_bodies (account_id, database_id, kind, source_id, note, received_at, event_count, size, body)
SELECT unnest(@account_ids::int[]), unnest(@database_ids::int[]), unnest(@kinds::smallint[]), unnest(@source_ids::uuid[]),
    unnest(@notes::text[]), unnest(@received_ats::timestamptz[]), unnest(@event_counts::int[]), unnest(@sizes::int[]),
    unnest(@bodies::bytea[]);

-- name: NextBodies :many
-- The first bodies of an account within the limits of events and bytes; always at least one.
SELECT b.id, b.database_id, d.uid, b.kind, b.source_id, b.note, b.received_at, b.event_count, b.body
FROM (SELECT w.id, sum(w.event_count) OVER (ORDER BY w.id) AS events, sum(w.size) OVER (ORDER BY w.id) AS size,
        row_number() OVER (ORDER BY w.id) AS place
    FROM (SELECT i.id, i.event_count, i.size FROM intake_bodies i WHERE i.account_id = @account_id AND i.set_aside_at IS NULL ORDER BY i.id LIMIT 5000) AS w
) AS n
JOIN intake_bodies b ON b.id = n.id
JOIN databases d ON d.id = b.database_id
WHERE n.place = 1 OR n.events <= @events::bigint AND n.size <= @size::bigint
ORDER BY b.id;

-- name: BegunBodies :one
SELECT first, last, begun, (begun_by IS NOT DISTINCT FROM @process::uuid)::boolean AS own FROM intake_begins WHERE account_id = @account_id;

-- name: BeginBodies :exec
INSERT INTO intake_begins (account_id, first, last, begun, begun_by) VALUES (@account_id, @first, @last, @begun, @process::uuid)
ON CONFLICT ON CONSTRAINT intake_begins_pkey DO UPDATE
SET first = excluded.first, last = excluded.last, begun = excluded.begun, begun_by = excluded.begun_by;

-- name: EndBodies :exec
-- Counts of steps that never ended stay.
WITH ended AS (
    UPDATE intake_begins AS u SET begun = u.begun - 1, begun_by = NULL WHERE u.account_id = $1 AND u.begun > 1
)
DELETE FROM intake_begins AS d WHERE d.account_id = $1 AND d.begun <= 1;

-- name: PassBodies :exec
-- Marks the bodies up to an id as read. A step that never ended may have more.
WITH passed AS (
    UPDATE intake_begins AS u SET begun = 1, begun_by = NULL WHERE u.account_id = @account_id AND u.last > @until
)
DELETE FROM intake_begins AS d WHERE d.account_id = @account_id AND d.last <= @until;

-- name: SetBodyAside :exec
UPDATE intake_bodies SET set_aside_at = @at WHERE account_id = @account_id AND id = @id;

-- name: CleanBodiesAside :execrows
DELETE FROM intake_bodies WHERE set_aside_at < @before::timestamptz;

-- name: DropBodies :execrows
DELETE FROM intake_bodies WHERE account_id = @account_id AND id = ANY (@ids::bigint[]);

-- name: FindEventTimes :many
SELECT event_key, occurred_at FROM event_times WHERE database_id = @database_id AND event_key = ANY (@event_keys::bigint[]);

-- name: AddEventTimes :exec
INSERT INTO event_times (database_id, event_key, occurred_at)
SELECT @database_id::int, u.event_key, u.occurred_at
FROM (SELECT unnest(@event_keys::bigint[]) AS event_key, unnest(@occurred_ats::bigint[]) AS occurred_at) AS u
ON CONFLICT DO NOTHING;

-- name: AddIntakeCounts :exec
INSERT INTO intake_counts AS c (account_id, source_id, quarter, type, refused, count, last_at)
SELECT @account_id::int, unnest(@source_ids::uuid[]), unnest(@quarters::timestamptz[]), unnest(@types::text[]),
    unnest(@refused::text[]), unnest(@counts::int[]), unnest(@last_ats::timestamptz[])
ON CONFLICT ON CONSTRAINT intake_counts_pkey DO UPDATE
SET count = c.count + excluded.count, last_at = greatest(c.last_at, excluded.last_at);

-- name: ListIntakeCounts :many
SELECT source_id, type, refused, coalesce(sum(count) FILTER (WHERE quarter >= @midnight::timestamptz), 0)::int AS today,
    coalesce(sum(count) FILTER (WHERE last_at >= @day_ago::timestamptz), 0)::int AS last_day, max(last_at)::timestamptz AS last_at
FROM intake_counts WHERE account_id = @account_id GROUP BY source_id, type, refused;

-- name: AddIntakeEvents :exec
INSERT INTO intake_events (account_id, source_id, received_at, occurred_at, type, subject, path, known, refused, skipped)
SELECT @account_id::int, u.source_id, u.received_at, nullif(u.occurred_at, 'epoch'), u.type, u.subject, u.path, u.known, u.refused, u.skipped
FROM (SELECT unnest(@source_ids::uuid[]) AS source_id, unnest(@received_ats::timestamptz[]) AS received_at,
    unnest(@occurred_ats::timestamptz[]) AS occurred_at, unnest(@types::text[]) AS type, unnest(@subjects::text[]) AS subject,
    unnest(@paths::text[]) AS path, unnest(@known::boolean[]) AS known, unnest(@refused::text[]) AS refused,
    unnest(@skipped::int[]) AS skipped) AS u;

-- name: TrimIntakeEvents :exec
DELETE FROM intake_events e WHERE e.account_id = @account_id AND e.source_id = @source_id AND e.id <= (
    SELECT o.id FROM intake_events o WHERE o.account_id = @account_id AND o.source_id = @source_id
    ORDER BY o.id DESC OFFSET 100 LIMIT 1);

-- name: NewestIntakeEvents :many
SELECT id, received_at, occurred_at, type, subject, path, known, refused, skipped FROM (
    SELECT * FROM intake_events WHERE account_id = @account_id AND source_id = @source_id AND id > @after
    ORDER BY id DESC LIMIT 50) AS newest
ORDER BY id;

-- name: FirstEvents :exec
UPDATE websites w SET first_event_at = least(w.first_event_at, s.at)
FROM (SELECT unnest(@clients::uuid[]) AS client, unnest(@times::timestamptz[]) AS at) AS s
WHERE w.account_id = @account_id AND w.si_client_id = s.client AND (w.first_event_at IS NULL OR w.first_event_at > s.at);

-- name: ForgetIntakeCounts :exec
DELETE FROM intake_counts WHERE account_id = @account_id AND source_id = @source_id;

-- name: ForgetIntakeEvents :exec
DELETE FROM intake_events WHERE account_id = @account_id AND source_id = @source_id;

-- name: CleanIntakeCounts :execrows
-- The newest counts of each type stay.
DELETE FROM intake_counts c WHERE c.quarter < @before::timestamptz AND EXISTS (
    SELECT FROM intake_counts n WHERE n.account_id = c.account_id AND n.source_id = c.source_id AND n.type = c.type
        AND n.refused = c.refused AND n.quarter > c.quarter);

-- name: CleanIntakeEvents :execrows
DELETE FROM intake_events WHERE received_at < @before::timestamptz;

-- name: CleanEventTimes :execrows
DELETE FROM event_times WHERE created_at < @before::timestamptz;
