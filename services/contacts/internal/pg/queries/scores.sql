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
-- The days of the scores in properties, and the scores of consecutive places of a chunk.
SELECT f.property_id, f.generated_date,
    coalesce(substr(c.cells, sqlc.arg(first)::int + 1, sqlc.arg(places)::int), '')::bytea AS cells
FROM property_fills f
LEFT JOIN property_cells c ON c.database_id = f.database_id AND c.property_id = f.property_id AND c.chunk = sqlc.arg(chunk)
WHERE f.database_id = sqlc.arg(database_id);

