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

-- name: NoteImport :exec
UPDATE databases d SET imported_at = i.started_at FROM imports i
WHERE d.account_id = $1 AND d.id = $2 AND i.id = @import_id AND d.imported_at IS DISTINCT FROM i.started_at;

-- name: FindProperty :one
SELECT p.database_id, d.uid, p.name, p.is_number, p.is_trait FROM properties p JOIN databases d ON d.id = p.database_id
WHERE p.account_id = $1 AND p.id = $2;

-- name: ListOtherPropertyNames :many
SELECT name FROM properties WHERE database_id = $1 AND id <> $2;

-- name: RenameProperty :exec
UPDATE properties SET name = $3 WHERE account_id = $1 AND id = $2;

-- name: DeleteProperty :one
DELETE FROM properties WHERE account_id = $1 AND id = $2 RETURNING database_id;

-- name: DeleteFill :exec
DELETE FROM property_fills WHERE database_id = $1 AND property_id = $2;

-- name: KeepRemovedProperty :exec
INSERT INTO removed_properties (account_id, id, database_id, removed_at) VALUES ($1, $2, $3, $4);

-- name: FirstRemovedProperty :one
-- Skips a property that another replica is clearing.
SELECT account_id, id, database_id FROM removed_properties WHERE removed_at < @before
ORDER BY removed_at, account_id, id LIMIT 1 FOR UPDATE SKIP LOCKED;

-- name: DeleteValues :exec
DELETE FROM property_values WHERE database_id = $1 AND property_id = $2;

-- name: ForgetRemovedProperty :exec
DELETE FROM removed_properties WHERE account_id = $1 AND id = $2;

-- name: DeleteSuppressed :exec
DELETE FROM suppressed_addresses s USING (SELECT unnest(@kinds::smallint[]) AS kind, unnest(@digests::bytea[]) AS digest) w
WHERE s.database_id = $1 AND s.kind = w.kind AND s.digest = w.digest;

-- name: ListMembers :many
SELECT b.database_id, b.bits FROM databases d JOIN audience_bits b ON b.database_id = d.id AND b.kind = @kind WHERE d.account_id = $1;
