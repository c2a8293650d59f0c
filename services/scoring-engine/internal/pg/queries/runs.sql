-- name: EndCalculation :execrows
-- Stores the progress and the run in one message. Nothing is stored for a cancelled calculation.
WITH noted AS (
    INSERT INTO progress (scoring_id, channel, generated_date, stage, done, reason, possible_from, account_id, updated_at, name)
    VALUES (@scoring_id::uuid, @channel::smallint, @generated_date::date, @outcome::text, @done, @reason::text,
        sqlc.narg(possible_from)::date, @account_id::int, now(), @name::text)
    ON CONFLICT (scoring_id, channel, generated_date) DO UPDATE SET account_id = excluded.account_id, stage = excluded.stage,
        done = excluded.done, reason = excluded.reason, possible_from = excluded.possible_from, updated_at = excluded.updated_at,
        name = excluded.name
    WHERE is_wanted(progress.cancelled_at, progress.stage, @since::timestamptz, @asked::boolean)
    RETURNING scoring_id
)
INSERT INTO runs (account_id, scoring_id, channel, generated_date, name, by_name, began_at, ended_at, tries, outcome, reason,
    possible_from, scored, excluded, chunks, warnings)
SELECT @account_id::int, n.scoring_id, @channel::smallint, @generated_date::date, @name::text, @by_name::boolean,
    @began_at::timestamptz, @ended_at::timestamptz, @tries::int, @outcome::text, @reason::text, sqlc.narg(possible_from)::date,
    @scored::int, @excluded::int, @chunks::int, @warnings::text[]
FROM noted n;

-- name: CancelCalculations :execrows
-- Cancels a scoring's waiting and running calculations, of one day or, if that is null, of all days. Each is recorded
-- as a cancelled run. Ordered like every statement that writes many rows of progress, so that two cannot deadlock.
WITH current AS (
    SELECT channel, generated_date FROM progress
    WHERE account_id = @account_id::int AND scoring_id = @scoring_id::uuid AND stage IN ('queued', 'counting', 'scoring')
        AND (sqlc.narg(generated_date)::date IS NULL OR generated_date = sqlc.narg(generated_date)::date)
    ORDER BY channel, generated_date FOR UPDATE
), stopped AS (
    UPDATE progress p SET stage = 'cancelled', done = 0, reason = '', possible_from = NULL, updated_at = @now::timestamptz,
        cancelled_at = @now::timestamptz
    FROM current c WHERE p.scoring_id = @scoring_id::uuid AND p.channel = c.channel AND p.generated_date = c.generated_date
    RETURNING p.channel, p.generated_date, p.name
)
INSERT INTO runs (account_id, scoring_id, channel, generated_date, name, by_name, began_at, ended_at, tries, outcome, reason,
    possible_from, scored, excluded, chunks, warnings)
SELECT @account_id::int, @scoring_id::uuid, s.channel, s.generated_date, s.name, true, @now::timestamptz, @now::timestamptz, 0,
    'cancelled', '', NULL, 0, 0, 0, '{}'
FROM stopped s;

-- name: ListCurrent :many
-- An account's waiting and running calculations, the furthest advanced first.
SELECT scoring_id, channel, generated_date, name, stage, done, updated_at FROM progress
WHERE account_id = @account_id AND stage IN ('queued', 'counting', 'scoring')
    AND (sqlc.narg(scoring_id)::uuid IS NULL OR scoring_id = sqlc.narg(scoring_id)::uuid)
    AND (@channel::smallint = 0 OR channel = @channel::smallint)
    AND generated_date BETWEEN coalesce(sqlc.narg(first_day)::date, '-infinity') AND coalesce(sqlc.narg(last_day)::date, 'infinity')
ORDER BY done DESC, generated_date DESC, scoring_id, channel LIMIT @size::int;

-- name: IsSkipped :one
-- Whether the schedule has skipped this calculation before for the same reason.
SELECT EXISTS (SELECT FROM runs
    WHERE account_id = @account_id AND scoring_id = @scoring_id AND channel = @channel AND generated_date = @generated_date
        AND outcome = 'skipped' AND NOT by_name AND reason = @reason AND possible_from IS NOT DISTINCT FROM sqlc.narg(possible_from)::date);

-- name: ListRuns :many
-- A page of an account's runs, by day, newest first. A null, 0 or empty argument filters nothing.
SELECT id, scoring_id, channel, generated_date, name, by_name, began_at, ended_at, tries, outcome, reason, possible_from, scored,
    excluded, chunks, warnings
FROM runs
WHERE account_id = @account_id AND (sqlc.narg(scoring_id)::uuid IS NULL OR scoring_id = sqlc.narg(scoring_id)::uuid)
    AND (@channel::smallint = 0 OR channel = @channel::smallint) AND (@outcome::text = '' OR outcome = @outcome::text)
    AND (@reason::text = '' OR reason = @reason::text)
    AND generated_date BETWEEN coalesce(sqlc.narg(first_day)::date, '-infinity') AND coalesce(sqlc.narg(last_day)::date, 'infinity')
ORDER BY generated_date DESC, id DESC LIMIT @size::int OFFSET @past::int;

-- name: CountRuns :one
SELECT count(*)::int FROM runs
WHERE account_id = @account_id AND (sqlc.narg(scoring_id)::uuid IS NULL OR scoring_id = sqlc.narg(scoring_id)::uuid)
    AND (@channel::smallint = 0 OR channel = @channel::smallint) AND (@outcome::text = '' OR outcome = @outcome::text)
    AND (@reason::text = '' OR reason = @reason::text)
    AND generated_date BETWEEN coalesce(sqlc.narg(first_day)::date, '-infinity') AND coalesce(sqlc.narg(last_day)::date, 'infinity');

-- name: ForgetRuns :execrows
DELETE FROM runs WHERE (account_id, scoring_id, id) IN (
    SELECT r.account_id, r.scoring_id, r.id FROM runs r WHERE r.ended_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED);
