-- name: PutTasks :many
-- Returns the digests of the new tasks; null for those that a user requested by name.
INSERT INTO tasks (account_id, turn, digest, payload, trace)
SELECT n.account_id, greatest(c.turn, coalesce(w.last, 0) + 1) + n.place - 1, n.digest, n.payload, nullif(@trace::text, '')
FROM (
    SELECT u.account_id, u.digest, u.payload, u.at, row_number() OVER (PARTITION BY u.account_id ORDER BY u.at) AS place
    FROM (SELECT unnest(@accounts::int[]) AS account_id, unnest(@digests::bytea[]) AS digest, unnest(@payloads::bytea[]) AS payload,
        generate_series(1, cardinality(@accounts::int[])) AS at) u
    WHERE NOT EXISTS (SELECT FROM tasks e WHERE e.digest = u.digest)
) n
CROSS JOIN task_clock c
LEFT JOIN (SELECT t.account_id, max(t.turn) AS last FROM tasks t WHERE t.account_id = ANY (@accounts::int[]) GROUP BY t.account_id) w
    ON w.account_id = n.account_id
ORDER BY n.at
ON CONFLICT ON CONSTRAINT tasks_digest DO NOTHING
RETURNING digest;

-- name: NextTasks :many
SELECT id FROM tasks WHERE retry_at <= @now ORDER BY turn, id LIMIT $1;

-- name: TakeTask :one
-- Advances the clock to the turn of the task.
WITH taken AS (
    UPDATE tasks SET attempts = attempts + 1, begun_by = @process::uuid,
        begun = CASE WHEN begun_by = @process::uuid THEN greatest(begun, 1) ELSE begun + 1 END
    WHERE id = $1 AND retry_at <= @now RETURNING account_id, turn, payload, attempts, begun, trace
), clock AS (
    UPDATE task_clock c SET turn = t.turn FROM taken t WHERE c.turn < t.turn
)
SELECT account_id, payload, attempts, begun, coalesce(trace, '')::text AS trace FROM taken;

-- name: DeleteTask :execrows
DELETE FROM tasks WHERE id = $1;

-- name: PostponeTask :exec
UPDATE tasks SET retry_at = @retry_at, attempts = attempts - @forgiven::int, begun = greatest(begun - 1, 0), begun_by = NULL WHERE id = $1;

-- name: CountRequests :one
-- The number of an account's newest requests since a time, up to a limit, and the time of the earliest of them.
SELECT count(*)::int AS requests, coalesce(min(r.requested_at), @since::timestamptz)::timestamptz AS first
FROM (SELECT requested_at FROM requests WHERE account_id = $1 AND requested_at > @since::timestamptz ORDER BY requested_at DESC LIMIT $2) r;

-- name: InsertRequest :exec
INSERT INTO requests (account_id, requested_at) VALUES ($1, $2);

-- name: ForgetRequests :exec
DELETE FROM requests WHERE account_id = $1 AND requested_at <= $2;
