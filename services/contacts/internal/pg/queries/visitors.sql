-- name: HoldDatabase :exec
-- Blocks changes of contacts and visitors until the commit.
SELECT id FROM databases WHERE id = $1 FOR SHARE;

-- name: AddResolved :exec
INSERT INTO resolved_databases (database_id, next_number) VALUES ($1, 0) ON CONFLICT ON CONSTRAINT resolved_databases_pkey DO NOTHING;

-- name: FindResolved :one
SELECT next_number FROM resolved_databases WHERE database_id = $1;

-- name: LockResolved :one
-- Transactions that change a database's resolved visitors hold this lock.
SELECT next_number FROM resolved_databases WHERE database_id = $1 FOR UPDATE;

-- name: AdvanceResolved :exec
UPDATE resolved_databases SET next_number = $2 WHERE database_id = $1;

-- name: DatabaseSize :one
SELECT next_number, next_visitor FROM databases WHERE id = $1;

-- name: ListStale :many
SELECT visitors FROM stale_visitors WHERE database_id = $1;

-- name: TakeStale :many
DELETE FROM stale_visitors WHERE database_id = $1 RETURNING visitors;

-- name: ListStaleDatabases :many
SELECT database_id FROM stale_visitors GROUP BY database_id HAVING count(*) >= @least::int ORDER BY database_id;

-- name: VisitorsOfNew :many
-- The visitors that claim an address of a contact from a number on.
SELECT e.visitor FROM contact_addresses c
JOIN visitor_claims e ON e.database_id = c.database_id AND e.kind = 0 AND e.address = c.external_id
WHERE c.database_id = $1 AND c.number >= @first
UNION SELECT m.visitor FROM contact_addresses c
JOIN visitor_claims m ON m.database_id = c.database_id AND m.kind = 1 AND m.address = c.email
WHERE c.database_id = $1 AND c.number >= @first
UNION SELECT g.visitor FROM contact_addresses c
JOIN visitor_claims g ON g.database_id = c.database_id AND g.kind = 2 AND g.address = c.gsm
WHERE c.database_id = $1 AND c.number >= @first;

-- name: ListResolved :many
SELECT chunk, body FROM resolved_visitors WHERE database_id = $1 ORDER BY chunk;

-- name: ListResolvedChunks :many
SELECT chunk, body FROM resolved_visitors WHERE database_id = $1 AND chunk = ANY (@chunks::int[]);

-- name: PutResolved :exec
INSERT INTO resolved_visitors (database_id, chunk, body)
SELECT $1, u.chunk, u.body FROM (SELECT unnest(@chunks::int[]) AS chunk, unnest(@bodies::bytea[]) AS body) AS u
ON CONFLICT ON CONSTRAINT resolved_visitors_pkey DO UPDATE SET body = excluded.body;

-- name: ForgetResolved :exec
DELETE FROM resolved_visitors WHERE database_id = $1;
