-- name: ListNewest :many
-- Each step leaps to the next scoring and channel: what is older is not read.
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
FROM newest n JOIN summaries s USING (scoring_id, channel, generated_date)
WHERE s.account_id = $1 AND s.channel = ANY(@channels::smallint[])
ORDER BY s.scoring_id, s.channel;

-- name: ListWeeks :many
-- By ISO week, which begins on a Monday as 1970-01-05 was.
SELECT scoring_id, channel, (DATE '1970-01-05' + (generated_date - DATE '1970-01-05') / 7 * 7)::date AS monday,
    sum(score_sum)::bigint AS score_sum, sum(score_count)::bigint AS score_count
FROM summaries
WHERE account_id = $1 AND generated_date BETWEEN @first_day AND @last_day AND channel = ANY(@channels::smallint[])
GROUP BY scoring_id, channel, monday
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
-- Of each day whose configuration is written otherwise than that of the day before, the first day's too; those of which
-- none was kept are left out.
SELECT c.generated_date, c.config FROM (
    SELECT generated_date, config, lag(config - 'version' - 'name') OVER (ORDER BY generated_date) AS before FROM (
        SELECT DISTINCT ON (generated_date) generated_date, config FROM summaries
        WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND generated_date BETWEEN @start_day AND @end_day
            AND jsonb_typeof(config) = 'object'
        ORDER BY generated_date DESC
    ) AS days
) AS c
WHERE c.before IS DISTINCT FROM c.config - 'version' - 'name'
ORDER BY c.generated_date;
