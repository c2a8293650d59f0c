-- name: NextUnspelled :one
SELECT d.id, d.account_id FROM databases d LEFT JOIN spelled_databases s ON s.database_id = d.id
WHERE s.database_id IS NULL OR s.passes = 0 OR s.passes < @passes::int AND s.passed_at < @before::timestamptz
ORDER BY d.id LIMIT 1;

-- name: FindSpelled :one
SELECT next_number, next_visitor, passes FROM spelled_databases WHERE database_id = $1;

-- name: SetSpelled :exec
INSERT INTO spelled_databases (database_id, next_number, next_visitor, passes, passed_at)
VALUES ($1, @next_number, @next_visitor, @passes, @at::timestamptz)
ON CONFLICT ON CONSTRAINT spelled_databases_pkey DO UPDATE
SET next_number = excluded.next_number, next_visitor = excluded.next_visitor, passes = excluded.passes,
    passed_at = CASE WHEN spelled_databases.passes = excluded.passes THEN spelled_databases.passed_at ELSE excluded.passed_at END;

-- name: PageUnspelled :many
-- ASCII addresses are already in their normalised form.
SELECT number, coalesce(external_id, '')::text AS external_id, coalesce(email, '')::text AS email, coalesce(gsm, '')::text AS gsm,
    created_at, created_day
FROM contact_addresses WHERE database_id = $1 AND number >= @first::int AND number < @last::int
    AND (octet_length(external_id) <> char_length(external_id) OR octet_length(email) <> char_length(email))
ORDER BY number;

-- name: PageUnspelledClaims :many
SELECT visitor, kind, address, occurred_at, event_id FROM visitor_claims
WHERE database_id = $1 AND visitor >= @first::int AND visitor < @last::int AND octet_length(address) <> char_length(address)
ORDER BY visitor, kind, address;

-- name: DeleteSomeClaims :exec
DELETE FROM visitor_claims c
USING (SELECT unnest(@visitors::int[]) AS visitor, unnest(@kinds::smallint[]) AS kind, unnest(@addresses::text[]) AS address) u
WHERE c.database_id = $1 AND c.visitor = u.visitor AND c.kind = u.kind AND c.address = u.address;

-- name: AddTwins :many
-- Returns the twins that are new.
INSERT INTO address_twins (database_id, number, kind, twin)
SELECT $1, u.number, u.kind, u.twin
FROM (SELECT unnest(@numbers::int[]) AS number, unnest(@kinds::smallint[]) AS kind, unnest(@twins::int[]) AS twin) u
ON CONFLICT ON CONSTRAINT address_twins_pkey DO UPDATE SET twin = excluded.twin
WHERE address_twins.twin <> excluded.twin RETURNING number, twin;

-- name: ListTwins :many
SELECT a.number, a.kind, a.twin FROM address_twins a WHERE a.database_id = $1 AND a.number = ANY (@numbers::int[])
UNION SELECT b.number, b.kind, b.twin FROM address_twins b WHERE b.database_id = $1 AND b.twin = ANY (@numbers::int[]);

-- name: ForgetTwins :exec
DELETE FROM address_twins WHERE database_id = $1 AND (number = ANY (@numbers::int[]) OR twin = ANY (@numbers::int[]));
