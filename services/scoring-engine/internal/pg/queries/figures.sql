-- name: TasksWaiting :one
SELECT count(*)::float8 AS waiting, (count(*) FILTER (WHERE attempts > 1))::float8 AS failing,
    coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS lag
FROM tasks;
