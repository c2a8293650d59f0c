-- name: OwnedDatabases :many
SELECT id, uid, next_visitor FROM databases WHERE account_id = $1 AND id = ANY (@ids::int[]) ORDER BY id;

-- name: OwnedGroups :many
SELECT id, database_id FROM contact_groups WHERE account_id = $1 AND id = ANY (@ids::int[]);

-- name: NamedBits :many
-- Bitmaps of some kinds in some chunks; those of groups with the group's name, which is empty once it is deleted.
SELECT b.chunk, b.kind, b.ref, coalesce(g.name, '')::text AS name, b.bits
FROM audience_bits b LEFT JOIN contact_groups g ON g.account_id = @account_id AND g.id = b.ref AND b.kind = @group_kind::smallint
WHERE b.database_id = @database_id AND b.chunk = ANY (@chunks::int[]) AND b.kind = ANY (@kinds::smallint[]);

-- name: ChunkFlags :many
SELECT chunk, kind, bits FROM audience_bits
WHERE database_id = $1 AND chunk = ANY (@chunks::int[]) AND kind = ANY (@kinds::smallint[]) AND ref = 0;

-- name: ListBits :many
SELECT chunk, bits FROM audience_bits WHERE database_id = $1 AND kind = $2 AND ref = $3;
