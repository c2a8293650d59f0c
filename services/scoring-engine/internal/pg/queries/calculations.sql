-- name: ListEnded :many
-- The time at which each calculation finished, if it did, and whether a user cancelled it after it was requested.
SELECT s.scoring_id::uuid AS scoring_id, c.calculated_at, (NOT is_wanted(p.cancelled_at, p.stage, s.since, s.asked))::boolean AS cancelled
FROM (SELECT unnest(@scoring_ids::uuid[]) AS scoring_id, unnest(@sinces::timestamptz[]) AS since, unnest(@asked::boolean[]) AS asked) s
LEFT JOIN calculations c ON c.scoring_id = s.scoring_id AND c.channel = @channel AND c.generated_date = @generated_date
LEFT JOIN progress p ON p.scoring_id = s.scoring_id AND p.channel = @channel AND p.generated_date = @generated_date
WHERE c.calculated_at IS NOT NULL OR p.cancelled_at IS NOT NULL;

-- name: KeepResults :batchone
-- Stores a new result with its run and cells in one statement; several go in one message. A cancelled calculation
-- stores nothing, an existing result only its progress. Progress comes first: a cancellation waits for its row, or it
-- waits for the cancellation.
WITH noted AS (
    INSERT INTO progress (scoring_id, channel, generated_date, stage, done, reason, possible_from, account_id, updated_at, name)
    VALUES (@scoring_id::uuid, @channel::smallint, @generated_date::date, 'done', 1, '', NULL, @account_id::int, now(), @name::text)
    ON CONFLICT (scoring_id, channel, generated_date) DO UPDATE SET account_id = excluded.account_id, stage = excluded.stage,
        done = excluded.done, reason = excluded.reason, possible_from = excluded.possible_from, updated_at = excluded.updated_at,
        name = excluded.name
    WHERE is_wanted(progress.cancelled_at, progress.stage, @since::timestamptz, @asked::boolean)
    RETURNING scoring_id
), made AS (
    INSERT INTO calculations (scoring_id, channel, generated_date, account_id, revision, calculated_at, announcement)
    SELECT n.scoring_id, @channel::smallint, @generated_date::date, @account_id::int, 1, @calculated_at::timestamptz, @announcement::bytea
    FROM noted n
    ON CONFLICT (scoring_id, channel, generated_date) DO NOTHING
    RETURNING scoring_id
), ended AS (
    INSERT INTO runs (account_id, scoring_id, channel, generated_date, name, by_name, began_at, ended_at, tries, outcome, reason,
        possible_from, scored, excluded, chunks, warnings)
    SELECT @account_id::int, m.scoring_id, @channel::smallint, @generated_date::date, @name::text, @by_name::boolean,
        @began_at::timestamptz, @calculated_at::timestamptz, @tries::int, 'done', '', NULL, @scored::int, @excluded::int,
        @chunk_count::int, @warnings::text[]
    FROM made m
), celled AS (
    INSERT INTO score_cells (scoring_id, channel, generated_date, database_id, chunk, cells)
    SELECT m.scoring_id, @channel::smallint, @generated_date::date, u.database_id, u.chunk, u.cells
    FROM made m CROSS JOIN (SELECT unnest(@database_ids::int[]) AS database_id, unnest(@chunks::int[]) AS chunk,
        unnest(@cells::bytea[]) AS cells) u
)
SELECT EXISTS (SELECT FROM noted)::boolean AS noted, EXISTS (SELECT FROM made)::boolean AS made;

-- name: RaiseCalculation :one
INSERT INTO calculations (scoring_id, channel, generated_date, account_id, revision, calculated_at)
VALUES ($1, $2, $3, $4, 1, $5)
ON CONFLICT (scoring_id, channel, generated_date)
DO UPDATE SET revision = calculations.revision + 1, calculated_at = excluded.calculated_at
WHERE calculations.calculated_at < @before
RETURNING revision;

-- name: SetAnnouncement :exec
UPDATE calculations SET announcement = $4 WHERE scoring_id = $1 AND channel = $2 AND generated_date = $3;

-- name: GetResult :one
-- The result of a date, without a date the newest, with or_before the newest up to the date. Channel 0 means the first
-- channel with results. The row includes one cell of a chunk; Postgres reads the bytes of no other.
SELECT c.channel, c.generated_date, c.revision, c.announcement,
    (SELECT substring(s.cells FROM sqlc.arg(place)::int + 1 FOR 1) FROM score_cells s
    WHERE s.scoring_id = c.scoring_id AND s.channel = c.channel AND s.generated_date = c.generated_date
        AND s.database_id = sqlc.arg(database_id)::int AND s.chunk = sqlc.arg(chunk)::int)::bytea AS cell
FROM calculations c
WHERE c.account_id = $1 AND c.scoring_id = $2
    AND c.channel = CASE WHEN sqlc.arg(channel)::smallint > 0 THEN sqlc.arg(channel)::smallint
        ELSE (SELECT min(f.channel) FROM calculations f WHERE f.account_id = $1 AND f.scoring_id = $2) END
    AND c.generated_date BETWEEN CASE WHEN sqlc.arg(or_before)::boolean THEN '-infinity' ELSE coalesce(sqlc.narg(generated_date)::date, '-infinity') END
        AND coalesce(sqlc.narg(generated_date)::date, 'infinity')
ORDER BY c.generated_date DESC LIMIT 1;

-- name: ListContactCells :many
-- A subquery, not a join: with any statistics it costs one primary key lookup for each date.
SELECT c.generated_date,
    (SELECT substring(s.cells FROM sqlc.arg(place)::int + 1 FOR 1) FROM score_cells s
    WHERE s.scoring_id = c.scoring_id AND s.channel = c.channel AND s.generated_date = c.generated_date
        AND s.database_id = sqlc.arg(database_id)::int AND s.chunk = sqlc.arg(chunk)::int)::bytea AS cell
FROM calculations c
WHERE c.account_id = $1 AND c.scoring_id = $2 AND c.channel = $3
ORDER BY c.generated_date;

-- name: ListResults :many
-- A page of the results of the accounts up to last_account, in the order of the index.
SELECT account_id, scoring_id, channel, generated_date, revision, announcement FROM calculations
WHERE (account_id, scoring_id, channel, generated_date)
    > (sqlc.arg(account_id)::int, sqlc.arg(scoring_id)::uuid, sqlc.arg(channel)::smallint, sqlc.arg(generated_date)::date)
    AND account_id <= sqlc.arg(last_account)::int
ORDER BY account_id, scoring_id, channel, generated_date LIMIT $1;

-- name: InsertCells :exec
INSERT INTO score_cells (scoring_id, channel, generated_date, database_id, chunk, cells)
SELECT $1, $2, $3, u.database_id, u.chunk, u.cells
FROM (SELECT unnest(@database_ids::int[]) AS database_id, unnest(@chunks::int[]) AS chunk, unnest(@cells::bytea[]) AS cells) AS u;

-- name: DeleteCells :exec
DELETE FROM score_cells WHERE scoring_id = $1 AND channel = $2 AND generated_date = $3;

-- name: ListCells :many
-- A page of cells with their revision. Without cells there is one row, with the revision only.
SELECT c.revision, s.database_id, s.chunk, s.cells
FROM calculations c
LEFT JOIN score_cells s ON s.scoring_id = c.scoring_id AND s.channel = c.channel AND s.generated_date = c.generated_date
    AND (cardinality(sqlc.arg(database_ids)::int[]) = 0 OR s.database_id = ANY(sqlc.arg(database_ids)::int[]))
    AND (s.database_id, s.chunk) > (sqlc.arg(after_database)::int, sqlc.arg(after_chunk)::int)
WHERE c.account_id = sqlc.arg(account_id) AND c.scoring_id = $1 AND c.channel = $2 AND c.generated_date = $3
ORDER BY s.database_id, s.chunk LIMIT $4;

-- name: ListCellPairs :many
-- A page of the cells of two results with their revisions. After the last cells there is a row with chunk -1.
SELECT a.revision AS from_revision, b.revision AS to_revision, coalesce(p.database_id, -1)::int AS database_id,
    coalesce(p.chunk, -1)::int AS chunk, p.from_cells, p.to_cells
FROM calculations a
JOIN calculations b ON b.account_id = a.account_id AND b.scoring_id = a.scoring_id AND b.channel = a.channel
LEFT JOIN (
    SELECT coalesce(f.database_id, t.database_id) AS database_id, coalesce(f.chunk, t.chunk) AS chunk, f.cells AS from_cells, t.cells AS to_cells
    FROM (
        SELECT s.database_id, s.chunk, s.cells FROM score_cells s
        WHERE s.scoring_id = $1 AND s.channel = $2 AND s.generated_date = sqlc.arg(from_date)::date
            AND (cardinality(sqlc.arg(database_ids)::int[]) = 0 OR s.database_id = ANY(sqlc.arg(database_ids)::int[]))
            AND (s.database_id, s.chunk) > (sqlc.arg(after_database)::int, sqlc.arg(after_chunk)::int)
        ORDER BY s.database_id, s.chunk LIMIT $3
    ) f FULL JOIN (
        SELECT s.database_id, s.chunk, s.cells FROM score_cells s
        WHERE s.scoring_id = $1 AND s.channel = $2 AND s.generated_date = sqlc.arg(to_date)::date
            AND (cardinality(sqlc.arg(database_ids)::int[]) = 0 OR s.database_id = ANY(sqlc.arg(database_ids)::int[]))
            AND (s.database_id, s.chunk) > (sqlc.arg(after_database)::int, sqlc.arg(after_chunk)::int)
        ORDER BY s.database_id, s.chunk LIMIT $3
    ) t ON t.database_id = f.database_id AND t.chunk = f.chunk
    ORDER BY 1, 2 LIMIT $3
) p ON true
WHERE a.account_id = sqlc.arg(account_id) AND a.scoring_id = $1 AND a.channel = $2 AND a.generated_date = sqlc.arg(from_date)::date
    AND b.generated_date = sqlc.arg(to_date)::date
ORDER BY p.database_id, p.chunk;

-- name: UpsertProgress :execrows
-- A cancelled calculation stays cancelled for requests made before the cancellation.
INSERT INTO progress (scoring_id, channel, generated_date, stage, done, reason, possible_from, account_id, updated_at, name)
VALUES (@scoring_id, @channel, @generated_date, @stage, @done, @reason, sqlc.narg(possible_from), @account_id, now(), @name)
ON CONFLICT (scoring_id, channel, generated_date) DO UPDATE SET account_id = excluded.account_id, stage = excluded.stage, done = excluded.done,
    reason = excluded.reason, possible_from = excluded.possible_from, updated_at = excluded.updated_at, name = excluded.name
WHERE is_wanted(progress.cancelled_at, progress.stage, @since::timestamptz, @asked::boolean);

-- name: QueueAsked :exec
-- Queues calculations that a user requested. Process clocks differ, so a later cancelled_at is set back to before the
-- request. Ordered like every statement that writes many rows of progress, so that two cannot deadlock.
INSERT INTO progress (scoring_id, channel, generated_date, stage, done, reason, account_id, updated_at, name)
SELECT a.scoring_id, a.channel, a.generated_date, 'queued', 0, '', @account_id::int, now(), a.name
FROM (SELECT unnest(@scoring_ids::uuid[]) AS scoring_id, unnest(@channels::smallint[]) AS channel,
    unnest(@generated_dates::date[]) AS generated_date, unnest(@names::text[]) AS name) a
ORDER BY a.scoring_id, a.channel, a.generated_date
ON CONFLICT (scoring_id, channel, generated_date) DO UPDATE SET account_id = excluded.account_id, stage = excluded.stage, done = excluded.done,
    reason = excluded.reason, possible_from = NULL, updated_at = excluded.updated_at, name = excluded.name,
    cancelled_at = CASE WHEN progress.cancelled_at < @cancelled_before::timestamptz THEN progress.cancelled_at
        WHEN progress.cancelled_at IS NULL THEN NULL ELSE @cancelled_before::timestamptz END;

-- name: QueueDue :exec
-- Queues calculations that the schedule found due. Cancelled ones stay cancelled, and waiting or running ones continue.
-- The first day with enough data (possible_from) stays until a skipped calculation runs. A cancellation between the
-- read and the write prevails.
INSERT INTO progress (scoring_id, channel, generated_date, stage, done, reason, account_id, updated_at, name, cancelled_at)
SELECT DISTINCT ON (d.scoring_id, d.channel, d.generated_date) d.scoring_id, d.channel, d.generated_date, 'queued', 0, '',
    d.account_id, now(), d.name, p.cancelled_at
FROM (SELECT unnest(@account_ids::int[]) AS account_id, unnest(@scoring_ids::uuid[]) AS scoring_id,
    unnest(@channels::smallint[]) AS channel, unnest(@generated_dates::date[]) AS generated_date, unnest(@names::text[]) AS name,
    unnest(@sinces::timestamptz[]) AS since, unnest(@asked::boolean[]) AS asked) d
LEFT JOIN progress p ON p.scoring_id = d.scoring_id AND p.channel = d.channel AND p.generated_date = d.generated_date
WHERE p.scoring_id IS NULL OR is_wanted(p.cancelled_at, p.stage, d.since, d.asked)
ORDER BY d.scoring_id, d.channel, d.generated_date
ON CONFLICT (scoring_id, channel, generated_date) DO UPDATE SET account_id = excluded.account_id, stage = excluded.stage, done = excluded.done,
    reason = excluded.reason, updated_at = excluded.updated_at, name = excluded.name
WHERE progress.stage NOT IN ('queued', 'counting', 'scoring') AND progress.cancelled_at IS NOT DISTINCT FROM excluded.cancelled_at;

-- name: GetProgress :one
SELECT stage, done, reason, possible_from FROM progress WHERE scoring_id = $1 AND channel = $2 AND generated_date = $3;

-- name: ListProgress :many
-- The latest day of each of some scorings and channels of an account. For one day, progress prevails over the result; the
-- result survives a crash that loses progress.
SELECT o.scoring_id::uuid AS scoring_id, n.channel, n.generated_date, n.stage, n.done, n.reason, n.possible_from,
    coalesce((SELECT max(p.possible_from) FROM progress p
    WHERE p.scoring_id = o.scoring_id AND p.channel = ch AND p.account_id = sqlc.arg(account_id)), '0001-01-01')::date
        AS skipped_until,
    array(SELECT p.generated_date FROM progress p
    WHERE p.scoring_id = o.scoring_id AND p.channel = ch AND p.account_id = sqlc.arg(account_id) AND p.stage = 'cancelled'
        AND p.cancelled_at IS NOT NULL ORDER BY p.generated_date)::date[] AS cancelled
FROM unnest(sqlc.arg(scoring_ids)::uuid[]) AS o(scoring_id)
CROSS JOIN unnest(sqlc.arg(channels)::int[]) AS ch
CROSS JOIN LATERAL (
    (SELECT p.channel, p.generated_date, p.stage, p.done, p.reason, p.possible_from, 0 AS place FROM progress p
    WHERE p.scoring_id = o.scoring_id AND p.channel = ch AND p.account_id = sqlc.arg(account_id) ORDER BY p.generated_date DESC LIMIT 1)
    UNION ALL
    (SELECT c.channel, c.generated_date, 'done', 1, '', NULL::date, 1 FROM calculations c
    WHERE c.scoring_id = o.scoring_id AND c.channel = ch AND c.account_id = sqlc.arg(account_id) ORDER BY c.generated_date DESC LIMIT 1)
    ORDER BY generated_date DESC, place LIMIT 1
) n
ORDER BY o.scoring_id, n.channel;

-- name: ListPersonCells :many
-- Like ListContactCells, for all scorings.
SELECT c.scoring_id, c.generated_date,
    (SELECT substring(s.cells FROM sqlc.arg(place)::int + 1 FOR 1) FROM score_cells s
    WHERE s.scoring_id = c.scoring_id AND s.channel = c.channel AND s.generated_date = c.generated_date
        AND s.database_id = sqlc.arg(database_id)::int AND s.chunk = sqlc.arg(chunk)::int)::bytea AS cell
FROM calculations c
WHERE c.account_id = $1 AND c.channel = $2
ORDER BY c.scoring_id, c.generated_date;

-- name: ForgetResults :execrows
-- Cells are removed later: without their result no query finds them.
DELETE FROM calculations WHERE (scoring_id, channel, generated_date) IN (
    SELECT c.scoring_id, c.channel, c.generated_date FROM calculations c WHERE c.generated_date < $1 LIMIT $2 FOR UPDATE SKIP LOCKED);

-- name: ForgetCells :execrows
DELETE FROM score_cells WHERE (scoring_id, channel, generated_date, database_id, chunk) IN (
    SELECT s.scoring_id, s.channel, s.generated_date, s.database_id, s.chunk FROM score_cells s
    WHERE s.generated_date < $1 AND NOT EXISTS (SELECT FROM calculations c
        WHERE c.scoring_id = s.scoring_id AND c.channel = s.channel AND c.generated_date = s.generated_date)
    LIMIT $2 FOR UPDATE SKIP LOCKED);

-- name: ForgetProgress :execrows
DELETE FROM progress WHERE (scoring_id, channel, generated_date) IN (
    SELECT p.scoring_id, p.channel, p.generated_date FROM progress p WHERE p.generated_date < $1 LIMIT $2 FOR UPDATE SKIP LOCKED);
