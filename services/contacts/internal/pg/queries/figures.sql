-- name: ImportsWaiting :one
SELECT count(*)::float8 AS waiting, coalesce(extract(epoch FROM now() - min(started_at)), 0)::float8 AS lag
FROM (SELECT started_at FROM imports WHERE state IN ('running', 'reading') -- each by its partial index
    UNION ALL SELECT started_at FROM imports WHERE state = 'settling') i;

-- name: IntakesWaiting :one
SELECT (SELECT coalesce(sum(event_count), 0) FROM intake_bodies WHERE set_aside_at IS NULL)::float8 AS events,
    (SELECT count(*) FROM intake_bodies WHERE set_aside_at IS NOT NULL)::float8 AS aside,
    coalesce((SELECT extract(epoch FROM now() - received_at) FROM intake_bodies WHERE set_aside_at IS NULL ORDER BY id LIMIT 1), 0)::float8 AS lag;
