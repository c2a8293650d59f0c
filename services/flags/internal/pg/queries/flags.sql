-- name: ListFlags :many
SELECT name, default_value, rules, description, updated_at FROM flags ORDER BY name;

-- name: GetChangedAt :one
SELECT changed_at FROM flag_set;

-- name: LockSet :exec
SELECT changed_at FROM flag_set FOR UPDATE;

-- name: SaveFlag :execrows
-- Saving an equal flag changes nothing, not even the time of its last change.
INSERT INTO flags AS f (name, default_value, rules, description) VALUES (@name, @default_value, @rules, @description)
ON CONFLICT (name) DO UPDATE
SET default_value = excluded.default_value, rules = excluded.rules, description = excluded.description, updated_at = now()
WHERE (f.default_value, f.rules, f.description) IS DISTINCT FROM (excluded.default_value, excluded.rules, excluded.description);

-- name: DeleteFlag :execrows
DELETE FROM flags WHERE name = @name;

-- name: TouchSet :exec
UPDATE flag_set SET changed_at = greatest(now(), changed_at + interval '1 millisecond');
