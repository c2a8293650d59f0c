-- name: DeleteOlderRevision :exec
DELETE FROM summaries
WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND generated_date = $4 AND revision < $5;

-- name: HasNewerRevision :one
SELECT EXISTS (SELECT FROM summaries
WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND generated_date = $4 AND revision > $5);

-- name: InsertSummary :exec
INSERT INTO summaries (scoring_id, channel, database_id, generated_date, account_id, uid, revision, calculated_at, histogram,
    new_histogram, known_histogram, excluded, reference_values, config, samples)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
ON CONFLICT (scoring_id, channel, generated_date, database_id) DO NOTHING;

-- name: ListDates :many
SELECT DISTINCT generated_date FROM summaries
WHERE account_id = $1 AND scoring_id = $2 AND (sqlc.arg(channel)::int = 0 OR channel = sqlc.arg(channel)::int)
ORDER BY generated_date DESC;

-- name: GetNewestDate :one
SELECT generated_date FROM summaries WHERE account_id = $1 AND scoring_id = $2 AND channel = $3
ORDER BY generated_date DESC LIMIT 1;

-- name: ListSummaries :many
SELECT scoring_id, channel, database_id, generated_date, uid, histogram, new_histogram, known_histogram, excluded, reference_values,
    revision, calculated_at, config, samples
FROM summaries WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND generated_date = $4
ORDER BY uid;

-- name: ListNewest :many
SELECT s.scoring_id, s.channel, s.database_id, s.generated_date, s.uid, s.histogram, s.new_histogram, s.known_histogram, s.excluded,
    s.reference_values, s.revision, s.calculated_at, s.config, s.samples
FROM summaries s
JOIN (SELECT i.scoring_id, i.channel, max(i.generated_date)::date AS newest FROM summaries i
    WHERE i.account_id = $1 GROUP BY i.scoring_id, i.channel) n
    ON n.scoring_id = s.scoring_id AND n.channel = s.channel AND n.newest = s.generated_date
WHERE s.account_id = $1
ORDER BY s.scoring_id, s.channel, s.uid;
