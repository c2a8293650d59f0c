-- name: ReadBlocks :one
SELECT next_number, dictionary_version, (blocks_version = dictionary_version)::bool AS valid FROM databases WHERE id = $1;

-- name: ListBlocks :many
SELECT block, body FROM recipient_blocks WHERE database_id = $1 AND block >= @first AND block < @past ORDER BY block;

-- name: LockForBlocks :one
-- Never waits for the lock: while an import changes the database, no copy can be stored.
SELECT dictionary_version, (blocks_version = dictionary_version)::bool AS valid FROM databases
WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED;

-- name: InsertBlock :exec
INSERT INTO recipient_blocks (database_id, block, body) VALUES ($1, $2, $3) ON CONFLICT ON CONSTRAINT recipient_blocks_pkey DO NOTHING;

-- name: ForgetBlocks :exec
DELETE FROM recipient_blocks WHERE database_id = $1 AND block = ANY (@blocks::int[]);

-- name: ForgetAllBlocks :exec
DELETE FROM recipient_blocks WHERE database_id = $1;

-- name: FollowDictionary :exec
UPDATE databases SET blocks_version = dictionary_version WHERE id = $1;
