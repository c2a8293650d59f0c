-- name: InsertBatch :execrows
INSERT INTO batches (batch_id) VALUES ($1) ON CONFLICT (batch_id) DO NOTHING;

-- name: ForgetBatches :exec
DELETE FROM batches WHERE received_at < $1;

-- name: InsertSegments :exec
-- COPY does not support tables with row-level security. A first_sent of -2147483648 is stored as null.
INSERT INTO segments (database_id, channel, chunk, level, first_day, last_day, first_sent, size, payload)
SELECT $1, $2, u.chunk, $3, u.first_day, u.last_day, nullif(u.first_sent, -2147483648), length(u.payload), u.payload
FROM (SELECT unnest(@chunks::int[]) AS chunk, unnest(@first_days::int[]) AS first_day, unnest(@last_days::int[]) AS last_day,
    unnest(@first_sents::int[]) AS first_sent, unnest(@payloads::bytea[]) AS payload) AS u;

-- name: InsertMessageBlock :exec
-- Also counts the batch. Connections count in different slots, so that batches of one database rarely wait for each
-- other.
WITH counted AS (
    INSERT INTO fact_batches (database_id, channel, slot, batches) VALUES ($1, $2, pg_backend_pid() % 16, 1)
    ON CONFLICT (database_id, channel, slot) DO UPDATE SET batches = fact_batches.batches + 1
)
INSERT INTO message_blocks (database_id, channel, first_day, last_day, payload) VALUES ($1, $2, $3, $4, $5);

-- name: ListFirstSent :many
SELECT database_id, min(first_sent)::int AS first_sent FROM segments
WHERE database_id = ANY($1::int[]) AND channel = $2 AND first_sent IS NOT NULL
GROUP BY database_id;

-- name: ListBacklogs :many
-- Chunks with facts that wait for compaction, and the size of their compacted facts.
SELECT database_id, channel, chunk,
    count(*) FILTER (WHERE level = 0)::int AS fresh_count,
    coalesce(sum(size) FILTER (WHERE level = 0), 0)::bigint AS fresh_size,
    coalesce(sum(size) FILTER (WHERE level = 1), 0)::bigint AS base_size
FROM segments GROUP BY database_id, channel, chunk
HAVING count(*) FILTER (WHERE level = 0) > 0;

-- name: GetBacklog :one
SELECT count(*) FILTER (WHERE level = 0)::int AS fresh_count,
    coalesce(sum(size) FILTER (WHERE level = 0), 0)::bigint AS fresh_size,
    coalesce(sum(size) FILTER (WHERE level = 1), 0)::bigint AS base_size
FROM segments WHERE database_id = $1 AND channel = $2 AND chunk = $3;

-- name: LockFresh :many
SELECT id, first_day, last_day, payload FROM segments
WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND level = 0
ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED;

-- name: LockBase :many
SELECT id, first_day, last_day, payload FROM segments
WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND level = 1 AND last_day >= $4 AND first_day <= $5
ORDER BY id FOR UPDATE SKIP LOCKED;

-- name: DeleteSegments :exec
DELETE FROM segments WHERE id = ANY($1::bigint[]);

-- name: ListFactVersions :many
SELECT d.database_id::int AS database_id,
    coalesce((SELECT sum(f.batches) FROM fact_batches f WHERE f.database_id = d.database_id AND f.channel = $1), 0)::bigint AS batches,
    coalesce((SELECT max(m.id) FROM message_blocks m WHERE m.database_id = d.database_id AND m.channel = $1), 0)::bigint AS newest
FROM unnest(@database_ids::int[]) AS d (database_id);

-- name: ListChunks :many
SELECT DISTINCT chunk FROM segments WHERE database_id = $1 AND channel = $2 ORDER BY chunk;

-- name: ListMessageBlocks :many
-- Blocks of batches with facts between two days.
SELECT id, payload FROM message_blocks
WHERE database_id = $1 AND channel = $2 AND id > $3 AND last_day >= @first::int AND first_day <= @last::int
ORDER BY id LIMIT $4;

-- name: ListOpenMessages :many
-- Databases and channels with blocks to merge. Blocks with the newest ids are left alone: one with a lower id may not be
-- committed yet, and the order of blocks decides the category of a message.
SELECT b.database_id, b.channel FROM message_blocks b
WHERE NOT b.is_full AND b.id <= (SELECT max(m.id) FROM message_blocks m) - sqlc.arg(newest)::bigint
GROUP BY b.database_id, b.channel HAVING count(*) >= sqlc.arg(least)::int;

-- name: LockOpenMessages :many
-- The oldest open blocks, up to the one that reaches a size.
SELECT id, first_day, last_day, payload FROM message_blocks WHERE id IN (
    SELECT o.id FROM (
        SELECT b.id, sum(length(b.payload)) OVER (ORDER BY b.id) - length(b.payload) AS size_before FROM message_blocks b
        WHERE b.database_id = $1 AND b.channel = $2 AND NOT b.is_full
            AND b.id <= (SELECT max(m.id) FROM message_blocks m) - sqlc.arg(newest)::bigint
        ORDER BY b.id LIMIT sqlc.arg(most)) o
    WHERE o.size_before < sqlc.arg(size)::bigint)
ORDER BY id FOR UPDATE;

-- name: UpdateMessageBlock :exec
UPDATE message_blocks SET first_day = $2, last_day = $3, payload = $4, is_full = $5 WHERE id = $1;

-- name: DeleteMessageBlocks :exec
DELETE FROM message_blocks WHERE id = ANY(@ids::bigint[]);

-- name: GetLastDay :one
-- Considers only segments that end by the given day.
SELECT last_day FROM segments WHERE database_id = ANY(@database_ids::int[]) AND channel = $1 AND last_day <= @until
ORDER BY last_day DESC LIMIT 1;

-- name: ListSegmentsAround :many
-- Segments that begin by a day and end after it, the latest beginning first.
SELECT id FROM segments WHERE database_id = ANY(@database_ids::int[]) AND channel = $1 AND last_day > @until::int AND first_day <= @until::int
ORDER BY first_day DESC, id;

-- name: GetSegment :one
SELECT payload FROM segments WHERE id = $1;

-- name: ForgetSegments :execrows
-- Removes whole segments only; a compacted one has a week.
DELETE FROM segments WHERE id IN (
    SELECT s.id FROM segments s WHERE s.last_day < $1 LIMIT $2 FOR UPDATE SKIP LOCKED);

-- name: ForgetMessageBlocks :execrows
DELETE FROM message_blocks WHERE id IN (
    SELECT m.id FROM message_blocks m WHERE m.last_day < $1 LIMIT $2 FOR UPDATE SKIP LOCKED);
