-- name: FindByAddress :many
SELECT database_id, number FROM contact_addresses WHERE database_id = ANY (@databases::int[]) AND external_id = @external_id::text
UNION SELECT database_id, number FROM contact_addresses WHERE database_id = ANY (@databases::int[]) AND email = @email::text
UNION SELECT database_id, number FROM contact_addresses WHERE database_id = ANY (@databases::int[]) AND gsm = @gsm::text;

-- name: FindByBeginning :many
-- A range instead of LIKE, which uses no index if the pattern is a parameter.
SELECT f.number FROM (
    (SELECT e.number FROM contact_addresses e WHERE e.database_id = $1 AND e.external_id >= @external_id::text
        AND e.external_id < @external_id::text || chr(1114111) ORDER BY e.external_id LIMIT @most)
    UNION
    (SELECT m.number FROM contact_addresses m WHERE m.database_id = $1 AND m.email >= @email::text
        AND m.email < @email::text || chr(1114111) ORDER BY m.email LIMIT @most)
) f ORDER BY f.number LIMIT @most;

-- name: VisitorsOfContact :many
-- Visitors that claimed an address of the contact, if their latest claim that names any contact names this one.
SELECT v.number, v.visitor_id FROM (
    SELECT e.visitor FROM visitor_claims e WHERE e.database_id = $1 AND e.kind = 0 AND e.address = @external_id::text
    UNION
    SELECT m.visitor FROM visitor_claims m WHERE m.database_id = $1 AND m.kind = 1 AND m.address = @email::text
    UNION
    SELECT g.visitor FROM visitor_claims g WHERE g.database_id = $1 AND g.kind = 2 AND g.address = @gsm::text
) said
JOIN visitors v ON v.database_id = $1 AND v.number = said.visitor
CROSS JOIN LATERAL (
    SELECT n.number FROM (
        SELECT m.occurred_at, m.event_id, m.kind, m.address, c.number
        FROM visitor_claims m JOIN contact_addresses c ON c.database_id = m.database_id AND c.external_id = m.address
        WHERE m.database_id = $1 AND m.visitor = v.number AND m.kind = 0
        UNION ALL
        SELECT m.occurred_at, m.event_id, m.kind, m.address, c.number
        FROM visitor_claims m JOIN contact_addresses c ON c.database_id = m.database_id AND c.email = m.address
        WHERE m.database_id = $1 AND m.visitor = v.number AND m.kind = 1
        UNION ALL
        SELECT m.occurred_at, m.event_id, m.kind, m.address, c.number
        FROM visitor_claims m JOIN contact_addresses c ON c.database_id = m.database_id AND c.gsm = m.address
        WHERE m.database_id = $1 AND m.visitor = v.number AND m.kind = 2
    ) n
    ORDER BY n.occurred_at DESC, n.event_id COLLATE "C" DESC, n.kind, n.address LIMIT 1
) known
WHERE known.number = @number::int ORDER BY v.number LIMIT @most;
