-- name: ScoringsBehind :one
-- Active scorings without a result of the day before yesterday or later: that night has passed in every timezone.
SELECT count(*)::float8 AS active, (count(*) FILTER (WHERE last_generated_date < current_date - 2
    AND activated_at < now() - interval '4 days'))::float8 AS behind
FROM scorings WHERE status = 2;
