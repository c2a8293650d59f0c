-- name: AddEntry :execrows
INSERT INTO log_entries (id, account_id, occurred_at, kind, source, who, cause, note)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING;

-- name: AddEntrySets :exec
-- Queues a departure if the entry withdrew a consent or is an erasure.
WITH added AS (
    INSERT INTO log_entry_sets (entry_id, database_id, chunk, part, sequence, first, last, numbers, contact_count, email_count, gsm_count)
    SELECT @entry_id, @database_id, u.chunk, u.part, @sequence, u.first, u.last, u.numbers, u.contact_count, u.email_count, u.gsm_count
    FROM (SELECT unnest(@chunks::int[]) AS chunk, unnest(@parts::smallint[]) AS part, unnest(@firsts::int[]) AS first,
        unnest(@lasts::int[]) AS last, unnest(@numbers::bytea[]) AS numbers, unnest(@contact_counts::int[]) AS contact_count,
        unnest(@email_counts::int[]) AS email_count, unnest(@gsm_counts::int[]) AS gsm_count) AS u
    RETURNING part)
INSERT INTO departures (account_id, entry_id, database_id, sequence)
SELECT e.account_id, e.id, @database_id, @sequence FROM log_entries e
WHERE e.id = @entry_id AND (e.kind = 'ERASURE' OR EXISTS (SELECT FROM added a WHERE a.part > 0 AND a.part % 2 = 0));

-- name: TakeDepartures :many
-- In the order in which they were added; a second replica waits for the first.
WITH taken AS (
    DELETE FROM departures d WHERE d.id IN (SELECT o.id FROM departures o ORDER BY o.id LIMIT sqlc.arg(most) FOR UPDATE)
    RETURNING d.id, d.account_id, d.entry_id, d.database_id, d.sequence, d.left_at)
SELECT t.id, t.account_id, t.entry_id, t.database_id, t.sequence, t.left_at, b.uid, e.cause, s.chunk, s.part, s.numbers
FROM taken t
JOIN databases b ON b.id = t.database_id
JOIN log_entries e ON e.id = t.entry_id
JOIN log_entry_sets s ON s.entry_id = t.entry_id AND s.database_id = t.database_id AND s.sequence = t.sequence
    AND (s.part > 0 AND s.part % 2 = 0 OR s.part = 0 AND e.kind = 'ERASURE')
ORDER BY t.id, s.part, s.chunk;

-- name: EntrySubjects :many
-- The contacts of an entry's earlier steps, in sets that may overlap the given ranges.
SELECT s.chunk, s.numbers FROM log_entry_sets s
JOIN (SELECT unnest(@chunks::int[]) AS chunk, unnest(@firsts::int[]) AS first, unnest(@lasts::int[]) AS last) AS u
    ON u.chunk = s.chunk AND s.first <= u.last AND s.last >= u.first
WHERE s.entry_id = @entry_id AND s.database_id = @database_id AND s.part = 0;

-- name: ChunksWithAddress :many
SELECT chunk, kind, bits FROM audience_bits
WHERE database_id = $1 AND chunk = ANY (@chunks::int[]) AND kind = ANY (@kinds::smallint[]) AND ref = 0;

-- name: ConsentSets :many
SELECT s.part, s.numbers, e.occurred_at, e.source, e.who, e.cause, e.note
FROM log_entry_sets s JOIN log_entries e ON e.id = s.entry_id
WHERE e.account_id = @account_id AND s.database_id = @database_id AND s.chunk = @chunk AND s.part > 0 AND s.first <= @number
    AND s.last >= @number
ORDER BY e.occurred_at DESC, e.id DESC, s.sequence DESC, s.part;

-- name: ErasedKeys :many
SELECT DISTINCT key_id FROM erased_addresses;

-- name: AnyErased :one
SELECT EXISTS (SELECT FROM erased_addresses WHERE account_id = $1);

-- name: FindErased :many
SELECT digest FROM erased_addresses WHERE account_id = $1 AND digest = ANY (@digests::bytea[]);

-- name: EntrySource :one
SELECT source FROM log_entries WHERE account_id = $1 AND id = $2;

-- name: ListEntries :many
SELECT e.id, e.occurred_at, e.kind, e.source, e.who, e.cause, e.note, s.contacts, s.emails, s.gsms, s.uids
FROM (
    SELECT l.id, l.occurred_at, l.kind, l.source, l.who, l.cause, l.note FROM log_entries l
    WHERE l.account_id = @account_id AND (@kind::text = '' OR l.kind = @kind::text)
        AND (sqlc.narg(since)::timestamptz IS NULL OR l.occurred_at >= sqlc.narg(since)::timestamptz)
        AND (sqlc.narg(before_moment)::timestamptz IS NULL OR l.occurred_at < sqlc.narg(before_moment)::timestamptz)
    ORDER BY l.occurred_at DESC, l.id DESC LIMIT @most OFFSET @before) e CROSS JOIN LATERAL (
    SELECT coalesce(sum(t.contact_count), 0)::int AS contacts, coalesce(sum(t.email_count), 0)::int AS emails,
        coalesce(sum(t.gsm_count), 0)::int AS gsms, coalesce(array_agg(DISTINCT d.uid::text ORDER BY d.uid::text), '{}')::text[] AS uids
    FROM log_entry_sets t JOIN databases d ON d.id = t.database_id WHERE t.entry_id = e.id AND t.part = 0) s
ORDER BY e.occurred_at DESC, e.id DESC;

-- name: CountEntries :one
SELECT count(*)::int FROM log_entries WHERE account_id = @account_id AND (@kind::text = '' OR kind = @kind::text)
    AND (sqlc.narg(since)::timestamptz IS NULL OR occurred_at >= sqlc.narg(since)::timestamptz)
    AND (sqlc.narg(before_moment)::timestamptz IS NULL OR occurred_at < sqlc.narg(before_moment)::timestamptz);

-- name: GetEntry :one
SELECT e.id, e.occurred_at, e.kind, e.source, e.who, e.cause, e.note, s.contacts, s.emails, s.gsms, s.uids
FROM log_entries e CROSS JOIN LATERAL (
    SELECT coalesce(sum(t.contact_count), 0)::int AS contacts, coalesce(sum(t.email_count), 0)::int AS emails,
        coalesce(sum(t.gsm_count), 0)::int AS gsms, coalesce(array_agg(DISTINCT d.uid::text ORDER BY d.uid::text), '{}')::text[] AS uids
    FROM log_entry_sets t JOIN databases d ON d.id = t.database_id WHERE t.entry_id = e.id AND t.part = 0) s
WHERE e.account_id = @account_id AND e.id = @id;

-- name: EntryDatabases :many
SELECT DISTINCT d.id, d.uid FROM log_entry_sets t JOIN databases d ON d.id = t.database_id
WHERE t.entry_id = @entry_id AND t.part = 0 AND d.account_id = @account_id ORDER BY d.uid;

-- name: AllEntrySubjects :many
SELECT s.chunk, s.numbers FROM log_entry_sets s WHERE s.entry_id = @entry_id AND s.database_id = @database_id AND s.part = 0;

-- name: NamedContacts :many
SELECT number, coalesce(external_id, '')::text AS external_id, coalesce(email, '')::text AS email, coalesce(gsm, '')::text AS gsm
FROM contact_addresses WHERE database_id = $1 AND number = ANY (@numbers::int[]) ORDER BY number;
