-- name: ListNewVisitors :many
SELECT si_client_id, visitor_count FROM new_visitors WHERE account_id = $1 AND hour = $2;

-- name: AddNewVisitors :exec
INSERT INTO new_visitors AS n (account_id, si_client_id, hour, visitor_count)
SELECT $1, u.client, $2, u.visitors
FROM (SELECT unnest(@clients::uuid[]) AS client, unnest(@counts::int[]) AS visitors) u
ON CONFLICT ON CONSTRAINT new_visitors_pkey DO UPDATE
SET visitor_count = CASE WHEN n.hour = excluded.hour THEN n.visitor_count ELSE 0 END + excluded.visitor_count, hour = excluded.hour;

-- name: ForgetNewVisitors :exec
DELETE FROM new_visitors WHERE account_id = $1 AND si_client_id = $2;

-- name: FindWebsite :one
SELECT w.database_id, w.domain,
    NOT EXISTS (SELECT FROM websites o WHERE o.database_id = w.database_id AND o.si_client_id <> w.si_client_id) AS only
FROM websites w WHERE w.account_id = $1 AND w.si_client_id = $2;

-- name: AddVisitorRemoval :exec
INSERT INTO visitor_removals (account_id, si_client_id, database_id, whole, known_until, requested_at)
SELECT $1, @si_client_id, d.id, @whole, d.next_visitor, @requested_at FROM databases d WHERE d.account_id = $1 AND d.id = @database_id;

-- name: NextVisitorRemoval :one
-- Skips a removal that another replica works on.
SELECT account_id, si_client_id, database_id, whole, known_until, next_visitor, requested_at FROM visitor_removals
ORDER BY requested_at, si_client_id LIMIT 1 FOR UPDATE SKIP LOCKED;

-- name: DropBodiesOf :exec
DELETE FROM intake_bodies WHERE account_id = $1 AND source_id = $2;

-- name: RemoveVisitors :many
DELETE FROM visitors WHERE database_id = $1 AND number >= @first::int AND number < @last::int
    AND (website = @website::uuid OR @whole::boolean AND website IS NULL AND number < @known_until::int)
RETURNING number;

-- name: RemoveClaims :exec
DELETE FROM visitor_claims WHERE database_id = $1 AND visitor = ANY (@visitors::int[]);

-- name: GetRemovedVisitors :one
SELECT bits FROM removed_visitors WHERE database_id = $1 AND chunk = $2;

-- name: ListRemovedVisitors :many
SELECT chunk, bits FROM removed_visitors WHERE database_id = $1;

-- name: PutRemovedVisitors :exec
INSERT INTO removed_visitors (database_id, chunk, bits) VALUES ($1, $2, $3)
ON CONFLICT ON CONSTRAINT removed_visitors_pkey DO UPDATE SET bits = excluded.bits;

-- name: AdvanceVisitorRemoval :exec
UPDATE visitor_removals SET next_visitor = @next_visitor WHERE account_id = $1 AND si_client_id = $2;

-- name: EndVisitorRemoval :exec
DELETE FROM visitor_removals WHERE account_id = $1 AND si_client_id = $2;
