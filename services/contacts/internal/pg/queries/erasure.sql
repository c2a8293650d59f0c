-- name: AddErased :exec
INSERT INTO erased_addresses (account_id, digest, key_id, erased_at) SELECT $1, unnest(@digests::bytea[]), $2, $3
ON CONFLICT ON CONSTRAINT erased_addresses_pkey DO NOTHING;

-- name: DeleteContacts :exec
DELETE FROM contact_addresses WHERE database_id = $1 AND number = ANY (@numbers::int[]);

-- name: LockChunkBits :many
SELECT chunk, kind, ref, bits FROM audience_bits WHERE database_id = $1 AND chunk = ANY (@chunks::int[])
ORDER BY chunk, kind, ref FOR UPDATE;

-- name: EraseCells :exec
UPDATE property_cells SET cells = set_byte(cells, @place, 255)
WHERE database_id = $1 AND chunk = @chunk AND length(cells) > @place;

-- name: ListExportMembers :many
SELECT export_id, target, members FROM group_export_items
WHERE account_id = $1 AND database_id = $2 AND members IS NOT NULL FOR UPDATE;

-- name: SetExportMembers :exec
UPDATE group_export_items SET members = @members
WHERE account_id = $1 AND database_id = $2 AND export_id = $3 AND target = $4;

-- name: DeleteClaims :exec
-- A website that uses the e-mail address as id claims it twice; the claim of the id keeps the capitals.
DELETE FROM visitor_claims c USING (
    SELECT DISTINCT m.visitor, m.address FROM visitor_claims m
    WHERE m.database_id = $1 AND m.kind = ANY ('{0,1,2}'::smallint[]) AND m.address = ANY (@addresses::text[])) said
WHERE c.database_id = $1 AND c.visitor = said.visitor
    AND (c.address = said.address OR c.kind = 0 AND lower(c.address) = said.address);

-- name: RenameVisitors :exec
-- A visitor whose id is an address keeps its number.
UPDATE visitors SET visitor_id = 'erased ' || number WHERE database_id = $1 AND visitor_id = ANY (@addresses::text[]);

-- name: RenameUsers :exec
-- So does a visitor that a server named by an address, in any spelling: the visitor's claim has the normalised form.
UPDATE visitors v SET visitor_id = 'erased ' || v.number
FROM (SELECT DISTINCT m.visitor, m.address FROM visitor_claims m
    WHERE m.database_id = $1 AND m.kind = ANY ('{0,1}'::smallint[]) AND m.address = ANY (@addresses::text[])) said
WHERE v.database_id = $1 AND v.number = said.visitor AND v.visitor_id LIKE 'user:%'
    AND (substr(v.visitor_id, 6) = said.address OR lower(substr(v.visitor_id, 6)) = said.address);

-- name: ForgetSuppressed :exec
DELETE FROM suppressed_addresses WHERE database_id = $1 AND digest = ANY (@digests::bytea[]);

-- name: ListAllRefused :many
SELECT r.import_id, r.position FROM refused_rows r JOIN imports i ON i.id = r.import_id WHERE i.account_id = $1;

-- name: GetRefused :one
SELECT body FROM refused_rows WHERE import_id = $1 AND position = $2;

-- name: SetRefused :exec
UPDATE refused_rows SET body = $3 WHERE import_id = $1 AND position = $2;

-- name: ForgetSources :exec
UPDATE imports SET source = '' WHERE account_id = $1
    AND EXISTS (SELECT FROM unnest(@addresses::text[]) a WHERE position(a IN lower(source)) > 0);

-- name: ForgetRecentEvents :exec
DELETE FROM intake_events WHERE account_id = $1 AND EXISTS (
    SELECT FROM unnest(@addresses::text[]) a
    WHERE position(a IN lower(subject)) > 0 OR position(a IN replace(lower(path), '%40', '@')) > 0);

-- name: ForgetAnswers :exec
DELETE FROM idempotency_keys WHERE account_id = $1
    AND EXISTS (SELECT FROM unnest(@addresses::text[]) a WHERE position(convert_to(a, 'UTF8') IN answer) > 0);

-- name: ForgetProperties :exec
-- Removes the addresses from properties of other contacts, such as the contact that recommended them.
UPDATE property_values SET texts = texts_without(texts, @addresses::text[])
WHERE database_id = $1 AND EXISTS (
    SELECT FROM (SELECT lower(array_to_string(texts, ' ')) AS text OFFSET 0) t -- once for all addresses
    WHERE EXISTS (SELECT FROM unnest(@addresses::text[]) a WHERE position(a IN t.text) > 0));

-- name: EraseValues :exec
UPDATE property_values SET texts = texts_without_place(texts, @place::int) WHERE database_id = $1 AND block = @block;

-- name: ForgetInLog :exec
SELECT forget_in_log(@account::int, @addresses::text[]);

-- name: StillHeld :many
SELECT email::text AS address FROM contact_addresses e WHERE e.database_id = ANY (@databases::int[]) AND e.email = ANY (@addresses::text[])
UNION SELECT gsm::text FROM contact_addresses g WHERE g.database_id = ANY (@databases::int[]) AND g.gsm = ANY (@addresses::text[])
UNION SELECT external_id::text FROM contact_addresses x WHERE x.database_id = ANY (@databases::int[]) AND x.external_id = ANY (@addresses::text[]);

-- name: TouchDictionary :exec
UPDATE databases SET dictionary_version = dictionary_version + 1, blocks_version = blocks_version + 1 WHERE id = $1;
