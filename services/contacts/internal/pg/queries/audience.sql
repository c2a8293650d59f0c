-- name: OwnedDatabases :many
SELECT id, uid, next_visitor FROM databases WHERE account_id = $1 AND id = ANY (@ids::int[]) ORDER BY id;

-- name: OwnedGroups :many
SELECT id, database_id FROM contact_groups WHERE account_id = $1 AND id = ANY (@ids::int[]);

-- name: PageContacts :many
SELECT number, coalesce(external_id, '')::text AS external_id, coalesce(email, '')::text AS email, coalesce(gsm, '')::text AS gsm
FROM contacts WHERE database_id = $1 AND number > $2 ORDER BY number LIMIT $3;

-- name: PageVisitors :many
-- A visitor is the contact that the latest of those claims names that name one.
SELECT v.number, v.visitor_id, coalesce(k.external_id, '')::text AS external_id, coalesce(k.email, '')::text AS email,
    coalesce(k.gsm, '')::text AS gsm
FROM (SELECT p.number, p.visitor_id FROM visitors p WHERE p.database_id = $1 AND p.number > $2 ORDER BY p.number LIMIT $3) v
LEFT JOIN LATERAL (
    SELECT n.external_id, n.email, n.gsm FROM (
        SELECT m.occurred_at, m.event_id, m.kind, m.address, c.external_id, c.email, c.gsm
        FROM visitor_claims m JOIN contacts c ON c.database_id = m.database_id AND c.external_id = m.address
        WHERE m.database_id = $1 AND m.visitor = v.number AND m.kind = 0
        UNION ALL
        SELECT m.occurred_at, m.event_id, m.kind, m.address, c.external_id, c.email, c.gsm
        FROM visitor_claims m JOIN contacts c ON c.database_id = m.database_id AND c.email = m.address
        WHERE m.database_id = $1 AND m.visitor = v.number AND m.kind = 1
        UNION ALL
        SELECT m.occurred_at, m.event_id, m.kind, m.address, c.external_id, c.email, c.gsm
        FROM visitor_claims m JOIN contacts c ON c.database_id = m.database_id AND c.gsm = m.address
        WHERE m.database_id = $1 AND m.visitor = v.number AND m.kind = 2
    ) n
    ORDER BY n.occurred_at DESC, n.event_id COLLATE "C" DESC, n.kind, n.address LIMIT 1
) k ON true
ORDER BY v.number;

-- name: ChunkGroups :many
SELECT ref, bits FROM audience_bits WHERE database_id = $1 AND chunk = $2 AND kind = $3;

-- name: ListBits :many
SELECT chunk, bits FROM audience_bits WHERE database_id = $1 AND kind = $2 AND ref = $3;
