-- name: ListDatabases :many
SELECT d.id, d.uid, d.name, d.next_number, d.imported_at,
    (SELECT count(*) FROM contact_groups g WHERE g.account_id = d.account_id AND g.database_id = d.id)::int AS groups
FROM databases d WHERE d.account_id = $1 ORDER BY d.uid;

-- name: EnsureDatabases :exec
INSERT INTO databases (account_id, uid) SELECT $1, unnest(@uids::text[])
ON CONFLICT ON CONSTRAINT databases_uid_key DO NOTHING;

-- name: CreateDatabase :exec
INSERT INTO databases (account_id, uid, name) VALUES ($1, $2, $3);

-- name: RenameDatabase :execrows
UPDATE databases SET name = $3 WHERE account_id = $1 AND uid = $2;

-- name: FindDatabase :one
SELECT id FROM databases WHERE account_id = $1 AND uid = $2;

-- name: ListGroups :many
SELECT g.id, g.database_id, d.uid, g.name FROM contact_groups g JOIN databases d ON d.id = g.database_id
WHERE g.account_id = $1 ORDER BY d.uid, g.name;

-- name: CountDatabases :one
SELECT count(*)::int FROM databases WHERE account_id = $1;

-- name: LockNumbers :exec
-- Transactions that create groups, properties or databases lock the account's row, so that each number is used once and
-- limits hold.
INSERT INTO account_numbers (account_id) VALUES ($1) ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id;

-- name: TakeGroupNumbers :one
UPDATE account_numbers SET next_group = next_group + @taken::int WHERE account_id = $1 RETURNING (next_group - @taken::int)::int AS first;

-- name: TakePropertyNumber :one
UPDATE account_numbers SET next_property = next_property + 1 WHERE account_id = $1 RETURNING (next_property - 1)::int AS first;

-- name: CountGroups :one
SELECT count(*)::int FROM contact_groups WHERE database_id = $1;

-- name: InsertGroups :exec
INSERT INTO contact_groups (account_id, database_id, id, name)
SELECT $1, $2, n.id, n.name FROM (SELECT unnest(@ids::int[]) AS id, unnest(@names::text[]) AS name) n;

-- name: FindGroups :many
SELECT id, name FROM contact_groups WHERE account_id = $1 AND database_id = $2 AND name = ANY (@names::text[]);

-- name: GroupNames :many
SELECT id, name FROM contact_groups WHERE account_id = $1 AND id = ANY (@ids::int[]) ORDER BY id;

-- name: ListProperties :many
SELECT p.id, p.database_id, d.uid, p.name, p.is_number FROM properties p JOIN databases d ON d.id = p.database_id
WHERE p.account_id = $1 ORDER BY d.uid, p.name;

-- name: CreateProperty :exec
INSERT INTO properties (account_id, database_id, id, name, is_number, is_trait) VALUES ($1, $2, $3, $4, $5, $6);

-- name: DatabaseGroups :many
SELECT id, name FROM contact_groups WHERE account_id = $1 AND database_id = $2;
