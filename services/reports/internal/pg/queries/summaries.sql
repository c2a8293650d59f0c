-- name: LockResult :exec
-- Transactions that change the same result run one after another: rows are visible to others only after the commit.
SELECT pg_advisory_xact_lock(hashtextextended(sqlc.arg(result)::text, 0));

-- name: DeleteRevisions :exec
DELETE FROM summaries
WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND generated_date = $4 AND revision BETWEEN @lowest AND @highest;

-- name: DeleteOlderRevisions :exec
DELETE FROM summaries
WHERE summaries.account_id = $1 AND summaries.scoring_id = $2 AND summaries.channel = $3 AND summaries.generated_date = $4
    AND revision < (SELECT max(n.revision) FROM summaries n
    WHERE n.account_id = $1 AND n.scoring_id = $2 AND n.channel = $3 AND n.generated_date = $4);

-- name: InsertSummary :exec
INSERT INTO summaries (scoring_id, channel, database_id, generated_date, account_id, uid, revision, calculated_at, histogram,
    new_histogram, known_histogram, excluded, reference_values, config, samples, machines)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
ON CONFLICT (scoring_id, channel, generated_date, database_id) DO NOTHING;

-- name: ListDates :many
SELECT DISTINCT generated_date FROM summaries
WHERE account_id = $1 AND scoring_id = $2 AND (sqlc.arg(channel)::int = 0 OR channel = sqlc.arg(channel)::int)
ORDER BY generated_date DESC;

-- name: GetNewestDate :one
SELECT generated_date FROM summaries WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND generated_date <= @until
ORDER BY generated_date DESC LIMIT 1;

-- name: GetOldestDate :one
SELECT generated_date FROM summaries WHERE account_id = $1 AND scoring_id = $2 AND channel = $3
ORDER BY generated_date LIMIT 1;

-- name: ListNewestParts :many
SELECT s.database_id, s.generated_date, s.uid, s.bands, s.new_bands, s.known_bands, s.score_sum, s.known_sum, s.excluded,
    s.reference_values, s.revision, s.calculated_at, s.config, s.samples, s.machines
FROM summaries s WHERE s.account_id = $1 AND s.scoring_id = $2 AND s.channel = $3 AND s.generated_date = (
    SELECT n.generated_date FROM summaries n WHERE n.account_id = $1 AND n.scoring_id = $2 AND n.channel = $3
    ORDER BY n.generated_date DESC LIMIT 1)
ORDER BY s.uid;

-- name: ListNearestExclusions :many
-- The exclusions of the result in a range that is nearest to a day. Of two equally near results, the earlier one.
SELECT s.database_id, s.generated_date, s.excluded
FROM summaries s WHERE s.account_id = $1 AND s.scoring_id = $2 AND s.channel = $3 AND s.generated_date = (
    SELECT n.generated_date FROM summaries n WHERE n.account_id = $1 AND n.scoring_id = $2 AND n.channel = $3
        AND n.generated_date BETWEEN @start_day AND @end_day
    ORDER BY abs(n.generated_date - sqlc.arg(to_day)::date), n.generated_date LIMIT 1);

-- name: ListParts :many
SELECT database_id, generated_date, uid, bands, new_bands, known_bands, score_sum, known_sum, excluded, reference_values, revision,
    calculated_at, config, samples, machines
FROM summaries WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND generated_date = $4
ORDER BY uid;

-- name: ListAccounts :many
SELECT DISTINCT account_id FROM summaries;

-- name: ListRevisions :many
SELECT scoring_id, channel, generated_date, max(revision)::int AS revision FROM summaries WHERE account_id = $1
GROUP BY scoring_id, channel, generated_date
ORDER BY scoring_id, channel, generated_date;

-- name: ForgetResults :execrows
-- Results are removed whole, so a few rows more than the limit may go.
DELETE FROM summaries WHERE (scoring_id, channel, generated_date) IN (
    SELECT s.scoring_id, s.channel, s.generated_date FROM summaries s WHERE s.generated_date < $1
    ORDER BY s.scoring_id, s.channel, s.generated_date LIMIT $2 FOR UPDATE SKIP LOCKED);

-- name: ForgetWeeks :execrows
DELETE FROM weeks WHERE (account_id, monday, scoring_id, channel) IN (
    SELECT w.account_id, w.monday, w.scoring_id, w.channel FROM weeks w WHERE w.monday < $1 AND w.row_count = 0
    LIMIT $2 FOR UPDATE SKIP LOCKED);
