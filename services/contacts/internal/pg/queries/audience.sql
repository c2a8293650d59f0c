-- name: OwnedDatabases :many
SELECT id, uid, next_visitor FROM databases WHERE account_id = $1 AND id = ANY (@ids::int[]) ORDER BY id;

-- name: OwnedGroups :many
SELECT id, database_id FROM contact_groups WHERE account_id = $1 AND id = ANY (@ids::int[]);

-- name: GroupsOfChunks :many
SELECT chunk, ref, bits FROM audience_bits WHERE database_id = $1 AND chunk = ANY (@chunks::int[]) AND kind = $2;

-- name: ChunkFlags :many
SELECT chunk, kind, bits FROM audience_bits
WHERE database_id = $1 AND chunk = ANY (@chunks::int[]) AND kind = ANY (@kinds::smallint[]) AND ref = 0;

-- name: ListBits :many
SELECT chunk, bits FROM audience_bits WHERE database_id = $1 AND kind = $2 AND ref = $3;
