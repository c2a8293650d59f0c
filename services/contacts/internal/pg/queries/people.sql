-- name: FindGroup :one
SELECT database_id, name FROM contact_groups WHERE account_id = $1 AND id = $2;

-- name: RenameGroup :exec
UPDATE contact_groups SET name = $3 WHERE account_id = $1 AND id = $2;

-- name: FindUID :one
SELECT uid FROM databases WHERE id = $1;

-- name: KeepRemovedGroup :exec
INSERT INTO removed_groups (account_id, id, database_id, name, members, removed_at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: DeleteGroup :exec
DELETE FROM contact_groups WHERE account_id = $1 AND id = $2;

-- name: DeleteGroupBits :exec
DELETE FROM audience_bits WHERE database_id = $1 AND kind = $2 AND ref = $3;

-- name: ListRemovedGroups :many
SELECT account_id, id FROM removed_groups WHERE removed_at < @before ORDER BY account_id, id;

-- name: TakeRemovedGroup :one
DELETE FROM removed_groups WHERE account_id = $1 AND id = $2 RETURNING database_id, name, members;

-- name: ForgetRemovedGroup :exec
DELETE FROM removed_groups WHERE account_id = $1 AND id = $2;
