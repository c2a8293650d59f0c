-- name: ListUnknownUIDs :many
SELECT wanted.uid::text FROM (SELECT DISTINCT unnest(@uids::text[]) AS uid) AS wanted
WHERE NOT EXISTS (SELECT FROM databases d WHERE d.account_id = @account_id AND d.uid = wanted.uid);

-- name: ListUnknownGroups :many
SELECT wanted.uid::text, wanted.id::int FROM (SELECT unnest(@uids::text[]) AS uid, unnest(@ids::int[]) AS id) AS wanted
WHERE NOT EXISTS (SELECT FROM databases d JOIN contact_groups g ON g.account_id = d.account_id AND g.database_id = d.id
    WHERE d.account_id = @account_id AND d.uid = wanted.uid AND g.id = wanted.id);

-- name: ListUnusableProperties :many
SELECT wanted.uid::text, wanted.id::int, (p.id IS NULL)::boolean AS unknown
FROM (SELECT unnest(@uids::text[]) AS uid, unnest(@ids::int[]) AS id) AS wanted
LEFT JOIN databases d ON d.account_id = @account_id AND d.uid = wanted.uid
LEFT JOIN properties p ON p.account_id = d.account_id AND p.id = wanted.id AND p.database_id = d.id
WHERE p.id IS NULL OR NOT p.is_number;

-- name: ListPropertyNames :many
SELECT name FROM properties WHERE database_id = $1;

-- name: CountGroupsOfUIDs :many
SELECT d.uid, count(g.id)::int AS groups FROM databases d LEFT JOIN contact_groups g ON g.account_id = d.account_id AND g.database_id = d.id
WHERE d.account_id = @account_id AND d.uid = ANY(@uids::text[]) GROUP BY d.uid;

-- name: ListSourceNames :many
SELECT d.uid, g.id, g.name, false AS property FROM databases d JOIN contact_groups g ON g.account_id = d.account_id AND g.database_id = d.id
WHERE d.account_id = @account_id AND d.uid = ANY(@uids::text[])
UNION ALL
SELECT d.uid, p.id, p.name, true FROM databases d JOIN properties p ON p.account_id = d.account_id AND p.database_id = d.id
WHERE d.account_id = @account_id AND d.uid = ANY(@uids::text[])
UNION ALL
SELECT d.uid, 0, '', false FROM databases d WHERE d.account_id = @account_id AND d.uid = ANY(@uids::text[])
ORDER BY 1, 2;
