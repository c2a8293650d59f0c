-- name: ListDatabases :many
SELECT id, uid, next_number FROM database WHERE account_id = $1 ORDER BY uid;

-- name: EnsureDatabases :exec
INSERT INTO database (account_id, uid) SELECT $1, unnest(@uids::text[])
ON CONFLICT ON CONSTRAINT database_uid_key DO NOTHING;

-- name: CreateDatabase :exec
INSERT INTO database (account_id, uid) VALUES ($1, $2);

-- name: FindDatabase :one
SELECT id FROM database WHERE account_id = $1 AND uid = $2;

-- name: ListGroups :many
SELECT g.id, g.database_id, d.uid, g.name FROM contact_group g JOIN database d ON d.id = g.database_id
WHERE g.account_id = $1 ORDER BY d.uid, g.name;

-- name: CreateGroup :one
INSERT INTO contact_group (account_id, database_id, name) VALUES ($1, $2, $3) RETURNING id;

-- name: EnsureGroups :exec
INSERT INTO contact_group (account_id, database_id, name) SELECT $1, $2, unnest(@names::text[])
ON CONFLICT ON CONSTRAINT contact_group_name_key DO NOTHING;

-- name: FindGroups :many
SELECT id, name FROM contact_group WHERE account_id = $1 AND database_id = $2 AND name = ANY (@names::text[]);

-- name: GroupNames :many
SELECT id, name FROM contact_group WHERE account_id = $1 AND id = ANY (@ids::int[]) ORDER BY id;

-- name: ListProperties :many
SELECT p.id, p.database_id, d.uid, p.name, p.is_number FROM property p JOIN database d ON d.id = p.database_id
WHERE p.account_id = $1 ORDER BY d.uid, p.name;

-- name: CreateProperty :one
INSERT INTO property (account_id, database_id, name, is_number) VALUES ($1, $2, $3, $4) RETURNING id;
