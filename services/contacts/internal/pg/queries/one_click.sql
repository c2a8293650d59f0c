-- name: FindLinked :one
-- The account of a database, and the epoch of its valid links.
SELECT d.account_id, coalesce(e.epoch, 0)::int AS epoch
FROM databases d LEFT JOIN link_epochs e ON e.account_id = d.account_id WHERE d.id = $1;

-- name: GetLinkEpoch :one
SELECT epoch, begun_at, begun_by FROM link_epochs WHERE account_id = $1;

-- name: EndLinks :exec
INSERT INTO link_epochs (account_id, epoch, begun_at, begun_by) VALUES ($1, 1, $2, $3)
ON CONFLICT (account_id) DO UPDATE
SET epoch = link_epochs.epoch + 1, begun_at = excluded.begun_at, begun_by = excluded.begun_by;

-- name: DeleteLinkHolders :exec
DELETE FROM link_holders WHERE account_id = $1;

-- name: NoteLinkHolder :exec
INSERT INTO link_holders (account_id, who, downloaded_at) VALUES ($1, $2, $3)
ON CONFLICT (account_id, who) DO UPDATE SET downloaded_at = excluded.downloaded_at;

-- name: ListLinkHolders :many
SELECT who, downloaded_at FROM link_holders WHERE account_id = $1 ORDER BY downloaded_at DESC, who;
