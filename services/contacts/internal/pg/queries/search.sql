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

-- name: ClaimantsOfContact :many
-- Visitors that claimed an address of the contact, once for each address.
SELECT visitor FROM visitor_claims
WHERE database_id = $1 AND (kind, address) IN ((0, @external_id::text), (1, @email::text), (2, @gsm::text));

-- name: VisitorsOfContact :many
-- Of some visitors, those whose latest claim that names any contact names this one.
SELECT v.number, v.visitor_id FROM visitors v
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
WHERE v.database_id = $1 AND v.number = ANY (@claimants::int[]) AND known.number = @number::int
ORDER BY v.number LIMIT @most;
