-- name: ListNewest :many
-- The newest result of every scoring and channel, and after it the newest one at least a week older. Each step jumps to
-- the next scoring and channel, so other rows are not read.
WITH RECURSIVE newest AS (
    (SELECT s.scoring_id, s.channel, s.generated_date FROM summaries s WHERE s.account_id = $1
    ORDER BY s.scoring_id, s.channel, s.generated_date DESC LIMIT 1)
    UNION ALL
    SELECT next.scoring_id, next.channel, next.generated_date FROM newest n CROSS JOIN LATERAL (
        SELECT s.scoring_id, s.channel, s.generated_date FROM summaries s
        WHERE s.account_id = $1 AND (s.scoring_id, s.channel) > (n.scoring_id, n.channel)
        ORDER BY s.scoring_id, s.channel, s.generated_date DESC LIMIT 1) AS next
)
SELECT s.scoring_id, s.channel, s.generated_date, s.bands, s.known_bands, s.score_sum
FROM newest n JOIN summaries s ON s.scoring_id = n.scoring_id AND s.channel = n.channel
    AND s.generated_date = ANY(ARRAY[n.generated_date, (
        SELECT b.generated_date FROM summaries b
        WHERE b.account_id = $1 AND b.scoring_id = n.scoring_id AND b.channel = n.channel
            AND b.generated_date <= n.generated_date - 7
        ORDER BY b.generated_date DESC LIMIT 1)])
WHERE s.account_id = $1 AND s.channel = ANY(@channels::smallint[])
ORDER BY s.scoring_id, s.channel, s.generated_date DESC;

-- name: ListWeeks :many
SELECT scoring_id, channel, monday, score_sum, score_count FROM weeks
WHERE account_id = $1 AND monday BETWEEN @first_monday AND @last_monday AND channel = ANY(@channels::smallint[]) AND row_count > 0
ORDER BY scoring_id, channel, monday;

-- name: ListPeriods :many
SELECT date_trunc(@unit::text, generated_date::timestamp)::date AS first_day, count(DISTINCT generated_date) AS results,
    ARRAY[sum(bands[1]), sum(bands[2]), sum(bands[3]), sum(bands[4]), sum(bands[5])]::bigint[] AS bands,
    ARRAY[sum(known_bands[1]), sum(known_bands[2]), sum(known_bands[3]), sum(known_bands[4]), sum(known_bands[5])]::bigint[]
        AS known_bands,
    sum(score_sum)::bigint AS score_sum, sum(known_sum)::bigint AS known_sum
FROM summaries
WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND generated_date BETWEEN @start_day AND @end_day
    AND (cardinality(@uids::text[]) = 0 OR uid = ANY(@uids::text[]))
GROUP BY first_day
ORDER BY first_day;

-- name: ListUIDs :many
SELECT DISTINCT uid FROM summaries WHERE account_id = $1 AND scoring_id = $2 AND channel = $3;

-- name: ListConfigs :many
-- The configurations of the first day and of each day whose settings differ from those of the day before.
SELECT days.generated_date, (
    SELECT s.config FROM summaries s
    WHERE s.account_id = $1 AND s.scoring_id = $2 AND s.channel = $3 AND s.generated_date = days.generated_date LIMIT 1
) AS config
FROM (
    SELECT d.generated_date, d.settings, lag(d.settings) OVER (ORDER BY d.generated_date) AS before FROM summaries d
    WHERE d.account_id = $1 AND d.scoring_id = $2 AND d.channel = $3 AND d.generated_date BETWEEN @start_day AND @end_day
        AND d.settings IS NOT NULL
) AS days
WHERE days.before IS DISTINCT FROM days.settings
ORDER BY days.generated_date;
