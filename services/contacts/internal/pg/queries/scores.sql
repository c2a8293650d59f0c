-- name: FindNumberProperty :one
SELECT name FROM properties WHERE account_id = $1 AND database_id = $2 AND id = $3 AND is_number FOR KEY SHARE;

-- name: PutFill :execrows
-- A fill is newer if its day is later or, for the same day, if it was calculated later. A concurrent fill waits here.
INSERT INTO property_fills (database_id, property_id, scoring_id, channel, generated_date, revision, made_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT ON CONSTRAINT property_fills_pkey DO UPDATE SET scoring_id = excluded.scoring_id, channel = excluded.channel,
    generated_date = excluded.generated_date, revision = excluded.revision, made_at = excluded.made_at
WHERE (excluded.generated_date, excluded.made_at, excluded.revision)
    > (property_fills.generated_date, property_fills.made_at, property_fills.revision);

-- name: DeletePropertyCells :exec
DELETE FROM property_cells WHERE database_id = $1 AND property_id = $2;

-- name: InsertPropertyCells :exec
INSERT INTO property_cells (database_id, property_id, chunk, cells)
SELECT $1, $2, u.chunk, u.cells FROM (SELECT unnest(@chunks::int[]) AS chunk, unnest(@cells::bytea[]) AS cells) AS u;

-- name: ListScores :many
-- The scores of a chunk in each property that a scoring fills.
SELECT f.property_id, coalesce(c.cells, '')::bytea AS cells
FROM property_fills f
LEFT JOIN property_cells c ON c.database_id = f.database_id AND c.property_id = f.property_id AND c.chunk = sqlc.arg(chunk)
WHERE f.database_id = sqlc.arg(database_id);

-- name: ValuesOfContact :many
-- The properties of a database by name, each with a contact's text, or with the day of its scores and the contact's.
SELECT p.id, p.name, p.is_number, f.generated_date, coalesce(v.texts[@text_place::int], '')::text AS text,
    coalesce(substr(c.cells, @cell::int, 1), '')::bytea AS score
FROM properties p
LEFT JOIN property_values v ON v.database_id = p.database_id AND v.block = @block AND v.property_id = p.id
LEFT JOIN property_fills f ON f.database_id = p.database_id AND f.property_id = p.id
LEFT JOIN property_cells c ON c.database_id = f.database_id AND c.property_id = f.property_id AND c.chunk = @chunk
WHERE p.account_id = @account_id AND p.database_id = @database_id ORDER BY p.name;
