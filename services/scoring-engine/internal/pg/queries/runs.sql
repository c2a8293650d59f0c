-- name: EndCalculation :exec
-- The run and the note of it, in one message.
WITH run AS (
    INSERT INTO runs (account_id, scoring_id, channel, generated_date, name, by_name, began_at, ended_at, tries, outcome, reason,
        possible_from, scored, excluded, chunks, warnings)
    VALUES (@account_id::int, @scoring_id::uuid, @channel::smallint, @generated_date::date, @name, @by_name, @began_at, @ended_at, @tries,
        @outcome::text, @reason::text, sqlc.narg(possible_from)::date, @scored, @excluded, @chunks, @warnings)
)
INSERT INTO progress (scoring_id, channel, generated_date, stage, done, reason, possible_from, account_id, updated_at)
VALUES (@scoring_id::uuid, @channel::smallint, @generated_date::date, @outcome::text, @done, @reason::text,
    sqlc.narg(possible_from)::date, @account_id::int, now())
ON CONFLICT (scoring_id, channel, generated_date) DO UPDATE SET account_id = excluded.account_id, stage = excluded.stage, done = excluded.done,
    reason = excluded.reason, possible_from = excluded.possible_from, updated_at = excluded.updated_at;

-- name: IsSkipped :one
-- Whether a night has skipped it before and said the same.
SELECT EXISTS (SELECT FROM runs
    WHERE account_id = @account_id AND scoring_id = @scoring_id AND channel = @channel AND generated_date = @generated_date
        AND outcome = 'skipped' AND NOT by_name AND reason = @reason AND possible_from IS NOT DISTINCT FROM sqlc.narg(possible_from)::date);

-- name: ListRuns :many
-- A page of an account's runs, newest first; null and 0 filter nothing.
SELECT id, scoring_id, channel, generated_date, name, by_name, began_at, ended_at, tries, outcome, reason, possible_from, scored,
    excluded, chunks, warnings
FROM runs
WHERE account_id = @account_id AND (sqlc.narg(scoring_id)::uuid IS NULL OR scoring_id = sqlc.narg(scoring_id)::uuid)
    AND (@channel::smallint = 0 OR channel = @channel::smallint) AND (@outcome::text = '' OR outcome = @outcome::text)
ORDER BY id DESC LIMIT @size::int OFFSET @past::int;

-- name: CountRuns :one
SELECT count(*)::int FROM runs
WHERE account_id = @account_id AND (sqlc.narg(scoring_id)::uuid IS NULL OR scoring_id = sqlc.narg(scoring_id)::uuid)
    AND (@channel::smallint = 0 OR channel = @channel::smallint) AND (@outcome::text = '' OR outcome = @outcome::text);

-- name: ForgetRuns :execrows
DELETE FROM runs WHERE (account_id, scoring_id, id) IN (
    SELECT r.account_id, r.scoring_id, r.id FROM runs r WHERE r.ended_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED);
