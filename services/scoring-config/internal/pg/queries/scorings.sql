-- name: InsertScoring :exec
INSERT INTO scorings (id, account_id, name, status, last_draft_step, is_created_by_wizard, predefined, config, version,
    created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: GetScoring :one
SELECT id, account_id, name, status, last_draft_step, is_created_by_wizard, predefined, config, version, created_at, updated_at,
    first_activated_at, activated_at, last_generated_at, last_generated_date, last_generated_days, finished_through
FROM scorings WHERE account_id = $1 AND id = $2;

-- name: GetScoringForUpdate :one
SELECT id, account_id, name, status, last_draft_step, is_created_by_wizard, predefined, config, version, created_at, updated_at,
    first_activated_at, activated_at, last_generated_at, last_generated_date, last_generated_days, finished_through
FROM scorings WHERE account_id = $1 AND id = $2 FOR UPDATE;

-- name: ListScorings :many
SELECT id, account_id, name, status, last_draft_step, is_created_by_wizard, predefined, config, version, created_at, updated_at,
    first_activated_at, activated_at, last_generated_at, last_generated_date, last_generated_days, finished_through
FROM scorings WHERE account_id = $1 ORDER BY updated_at DESC, id DESC OFFSET sqlc.arg(skip) LIMIT sqlc.arg(most);

-- name: ListOtherScorings :many
SELECT id, account_id, name, status, last_draft_step, is_created_by_wizard, predefined, config, version, created_at, updated_at,
    first_activated_at, activated_at, last_generated_at, last_generated_date, last_generated_days, finished_through
FROM scorings WHERE account_id = $1 AND id <> $2 AND status <> 0;

-- name: LockScorings :exec
SELECT pg_advisory_xact_lock(hashtext('scorings'), sqlc.arg(account_id)::int);

-- name: CountScorings :one
SELECT count(*) AS total, count(*) FILTER (WHERE created_at > sqlc.arg(since)::timestamptz) AS fresh,
    coalesce(min(created_at) FILTER (WHERE created_at > sqlc.arg(since)::timestamptz), now())::timestamptz AS first
FROM scorings WHERE account_id = $1;

-- name: ListSomeScorings :many
SELECT id, account_id, name, status, last_draft_step, is_created_by_wizard, predefined, config, version, created_at, updated_at,
    first_activated_at, activated_at, last_generated_at, last_generated_date, last_generated_days, finished_through
FROM scorings WHERE id = ANY(sqlc.arg(ids)::uuid[]);

-- name: ListActiveScorings :many
SELECT id, account_id, name, version, first_activated_at, activated_at, last_generated_date, finished_through, config,
    coalesce((config -> 'generateHistorical')::boolean, false)::boolean AS historical
FROM scorings
WHERE status = 2 AND account_id BETWEEN sqlc.arg(first_account) AND sqlc.arg(last_account)
    AND (sqlc.narg(newest)::date IS NULL OR finished_through IS NULL OR finished_through < sqlc.narg(newest)::date
    OR first_activated_at > sqlc.arg(tried_since)::timestamptz)
ORDER BY account_id, id;

-- name: UpdateScoring :exec
UPDATE scorings SET name = $3, status = $4, last_draft_step = $5, is_created_by_wizard = $6, predefined = $7, config = $8,
    version = $9, updated_at = $10, first_activated_at = $11, activated_at = $12
WHERE account_id = $1 AND id = $2;

-- name: DeleteScoring :exec
DELETE FROM scorings WHERE account_id = $1 AND id = $2;

-- name: ListGeneratedFrom :many
SELECT g.scoring_id, g.channel, g.generated_date, g.calculated_at
FROM (SELECT unnest(sqlc.arg(scorings)::uuid[]) AS scoring_id, unnest(sqlc.arg(days)::date[]) AS day) AS wanted
JOIN generated g ON g.scoring_id = wanted.scoring_id AND g.generated_date >= wanted.day
WHERE g.generated_date >= sqlc.arg(since)::date;

-- name: ListGeneratedOf :many
SELECT scoring_id, channel, generated_date, calculated_at FROM generated
WHERE account_id = $1 AND scoring_id = ANY(sqlc.arg(scorings)::uuid[]) AND generated_date = ANY(sqlc.arg(days)::date[]);

-- name: UpsertGenerated :exec
INSERT INTO generated (scoring_id, account_id, channel, generated_date, calculated_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (scoring_id, channel, generated_date) DO UPDATE SET calculated_at = excluded.calculated_at
WHERE generated.calculated_at < excluded.calculated_at;

-- name: SetLastGenerated :exec
UPDATE scorings SET last_generated_at = $3, last_generated_date = $4, last_generated_days = $5
WHERE account_id = $1 AND id = $2 AND (last_generated_date IS NULL OR last_generated_date <= $4);

-- name: SetFinishedThrough :exec
UPDATE scorings SET finished_through = $3
WHERE account_id = $1 AND id = $2 AND (finished_through IS NULL OR finished_through < $3);
