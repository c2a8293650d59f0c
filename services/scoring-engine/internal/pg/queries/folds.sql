-- name: LockChunk :one
-- Locks until the end of the transaction, unless another transaction holds the lock.
SELECT pg_try_advisory_xact_lock(chunk_lock(@database_id::int, @channel::smallint, @chunk::int))::bool AS locked;

-- name: GetFoldState :one
-- For a chunk without a fold, folded_at is 1970-01-01.
SELECT (count(*) FILTER (WHERE s.level = 0))::int AS fresh_count, coalesce(sum(s.size), 0)::bigint AS size,
    coalesce((SELECT f.folded_at FROM folds f WHERE f.database_id = $1 AND f.channel = $2 AND f.chunk = $3), 'epoch')::timestamptz AS folded_at
FROM segments s WHERE s.database_id = $1 AND s.channel = $2 AND s.chunk = $3;

-- name: ListUnfolded :many
-- Chunks with facts that are in no fold.
SELECT s.database_id, s.channel, s.chunk FROM segments s
LEFT JOIN folds f ON f.database_id = s.database_id AND f.channel = s.channel AND f.chunk = s.chunk
GROUP BY s.database_id, s.channel, s.chunk
HAVING bool_or(s.level = 0 OR f.chunk IS NULL);

-- name: GetLastBaseDay :one
SELECT max(last_day)::int AS last_day FROM segments
WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND level = 1 HAVING count(*) > 0;

-- name: ListBase :many
SELECT payload FROM segments WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND level = 1 AND last_day >= $4
ORDER BY first_day, id;

-- name: PutFold :exec
INSERT INTO folds (database_id, channel, chunk, first_day, horizon, weeks, plane_sizes, late_sizes, residue, folded_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (database_id, channel, chunk) DO UPDATE SET first_day = excluded.first_day, horizon = excluded.horizon,
    weeks = excluded.weeks, plane_sizes = excluded.plane_sizes, late_sizes = excluded.late_sizes, residue = excluded.residue,
    folded_at = excluded.folded_at;

-- name: PutCohorts :exec
-- Equal values are not written again: Postgres leaves an unchanged out-of-line value where it is. An empty late is
-- stored as null.
INSERT INTO cohorts AS c (database_id, channel, chunk, week, planes, late, names)
SELECT $1, $2, $3, u.week, u.planes, nullif(u.late, ''), u.names
FROM (SELECT unnest(@weeks::int[]) AS week, unnest(@planes::bytea[]) AS planes, unnest(@lates::bytea[]) AS late,
    unnest(@names::bytea[]) AS names) AS u
ON CONFLICT (database_id, channel, chunk, week) DO UPDATE SET
    planes = CASE WHEN c.planes = excluded.planes THEN c.planes ELSE excluded.planes END,
    late = CASE WHEN c.late = excluded.late THEN c.late ELSE excluded.late END,
    names = CASE WHEN c.names = excluded.names THEN c.names ELSE excluded.names END;

-- name: DropCohorts :exec
DELETE FROM cohorts WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND week <> ALL(@weeks::int[]);

-- name: DropFold :exec
DELETE FROM folds WHERE database_id = $1 AND channel = $2 AND chunk = $3;
