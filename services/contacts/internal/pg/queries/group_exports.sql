-- name: LockDatabases :exec
-- Locks all databases of the account first: a step of an import locks some of them one by one, and other rows in
-- between.
SELECT id FROM databases WHERE account_id = $1 ORDER BY id FOR NO KEY UPDATE;

-- name: LockGroups :many
SELECT id, database_id, name FROM contact_groups WHERE account_id = $1 AND id = ANY (@ids::int[]) ORDER BY id FOR KEY SHARE;

-- name: InsertGroupExport :exec
INSERT INTO group_exports (id, account_id, scoring_id, channel, generated_date, revision, made_at, not_contacts, erased)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: InsertGroupExportItem :exec
INSERT INTO group_export_items (account_id, export_id, target, database_id, uid, group_id, group_name, created, scoring_min,
    scoring_max, reason, added, already_there, members)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- name: ForgetGroupExports :exec
DELETE FROM group_exports WHERE group_exports.account_id = $1 AND group_exports.scoring_id = $2 AND id NOT IN (
    SELECT n.id FROM group_exports n WHERE n.account_id = $1 AND n.scoring_id = $2 ORDER BY n.made_at DESC, n.id DESC LIMIT @kept);

-- name: ListGroupExports :many
SELECT id, scoring_id, channel, generated_date, revision, made_at, undone_at, not_contacts, erased FROM group_exports
WHERE account_id = $1 AND scoring_id = $2 ORDER BY made_at DESC, id DESC LIMIT $3;

-- name: GetGroupExport :one
SELECT id, scoring_id, channel, generated_date, revision, made_at, undone_at, not_contacts, erased FROM group_exports
WHERE account_id = $1 AND id = $2;

-- name: ListGroupExportItems :many
SELECT export_id, target, database_id, uid, group_id, group_name, created, scoring_min, scoring_max, reason, added, already_there, removed
FROM group_export_items WHERE account_id = $1 AND export_id = ANY (@ids::uuid[]) ORDER BY target, uid;

-- name: GroupExportMembers :one
SELECT members FROM group_export_items WHERE account_id = $1 AND export_id = $2 AND target = $3 AND database_id = $4;

-- name: UndoGroupExportItem :exec
UPDATE group_export_items SET removed = $5, members = NULL WHERE account_id = $1 AND export_id = $2 AND target = $3 AND database_id = $4;

-- name: UndoGroupExport :exec
UPDATE group_exports SET undone_at = @undone_at WHERE account_id = $1 AND id = $2;
