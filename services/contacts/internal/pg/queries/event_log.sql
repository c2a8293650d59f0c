-- name: AddEntry :execrows
INSERT INTO log_entries (id, account_id, occurred_at, kind, source, who, cause, note)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING;

-- name: AddEntrySets :exec
INSERT INTO log_entry_sets (entry_id, database_id, chunk, part, sequence, first, last, numbers, contact_count, email_count, gsm_count)
SELECT @entry_id, @database_id, u.chunk, u.part, @sequence, u.first, u.last, u.numbers, u.contact_count, u.email_count, u.gsm_count
FROM (SELECT unnest(@chunks::int[]) AS chunk, unnest(@parts::smallint[]) AS part, unnest(@firsts::int[]) AS first,
    unnest(@lasts::int[]) AS last, unnest(@numbers::bytea[]) AS numbers, unnest(@contact_counts::int[]) AS contact_count,
    unnest(@email_counts::int[]) AS email_count, unnest(@gsm_counts::int[]) AS gsm_count) AS u;

-- name: EntrySubjects :many
-- What earlier steps of an entry were about, as far as it may overlap.
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
