-- name: LockDatabase :one
-- Transactions that change contacts or visitors hold this lock, so that each number is used once and bitmaps change one
-- transaction at a time.
SELECT next_number, next_visitor, dictionary_version FROM databases WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE;

-- name: ShareDatabase :one
SELECT dictionary_version FROM databases WHERE account_id = $1 AND id = $2 FOR SHARE;

-- name: DictionaryState :one
SELECT next_number, dictionary_version FROM databases WHERE account_id = $1 AND id = $2;

-- name: AdvanceDatabase :exec
UPDATE databases SET next_number = $3, dictionary_version = dictionary_version + @addresses_changed::int,
    blocks_version = blocks_version + @addresses_changed::int
WHERE account_id = $1 AND id = $2;

-- name: AdvanceVisitors :exec
UPDATE databases SET next_visitor = $3 WHERE account_id = $1 AND id = $2;

-- name: ListSuppressed :many
SELECT kind, digest FROM suppressed_addresses WHERE database_id = $1 LIMIT $2;

-- name: FindSuppressed :many
SELECT s.kind, s.digest FROM (SELECT DISTINCT unnest(@kinds::smallint[]) AS kind, unnest(@digests::bytea[]) AS digest) AS w
JOIN suppressed_addresses s ON s.database_id = $1 AND s.kind = w.kind AND s.digest = w.digest;

-- name: AddSuppressed :exec
-- Ordered by key, so that two transactions cannot deadlock.
INSERT INTO suppressed_addresses (database_id, kind, digest, reason)
SELECT $1, w.kind, w.digest, @reason
FROM (SELECT DISTINCT unnest(@kinds::smallint[]) AS kind, unnest(@digests::bytea[]) AS digest) AS w
ORDER BY w.kind, w.digest
ON CONFLICT ON CONSTRAINT suppressed_addresses_pkey DO NOTHING;

-- name: ContactsByNumber :many
SELECT number, coalesce(external_id, '')::text AS external_id, coalesce(email, '')::text AS email, coalesce(gsm, '')::text AS gsm
FROM contact_addresses WHERE database_id = $1 AND number = ANY (@numbers::int[]);

-- name: InsertContacts :exec
-- COPY does not support tables with row-level security.
INSERT INTO contact_addresses (database_id, number, external_id, email, gsm, created_at, created_day)
SELECT $1, u.number, nullif(u.external_id, ''), nullif(u.email, ''), nullif(u.gsm, ''),
    CASE WHEN u.has_created THEN to_timestamp(u.created_at / 1e6) END, CASE WHEN u.has_created THEN u.created_day END
FROM (SELECT unnest(@numbers::int[]) AS number, unnest(@external_ids::text[]) AS external_id,
    unnest(@emails::text[]) AS email, unnest(@gsms::text[]) AS gsm, unnest(@has_created::bool[]) AS has_created,
    unnest(@created_at::bigint[]) AS created_at, unnest(@created_days::int[]) AS created_day) AS u;

-- name: ClearAddresses :exec
-- An address that moves between contacts is cleared on the first before it is set on the second.
UPDATE contact_addresses c SET external_id = CASE WHEN u.clear_external_id THEN NULL ELSE c.external_id END,
    email = CASE WHEN u.clear_email THEN NULL ELSE c.email END, gsm = CASE WHEN u.clear_gsm THEN NULL ELSE c.gsm END
FROM (SELECT unnest(@numbers::int[]) AS number, unnest(@external_ids::bool[]) AS clear_external_id,
    unnest(@emails::bool[]) AS clear_email, unnest(@gsms::bool[]) AS clear_gsm) AS u
WHERE c.database_id = $1 AND c.number = u.number;

-- name: UpdateContacts :exec
UPDATE contact_addresses c SET external_id = nullif(u.external_id, ''), email = nullif(u.email, ''), gsm = nullif(u.gsm, ''),
    created_at = CASE WHEN u.has_created THEN to_timestamp(u.created_at / 1e6) END,
    created_day = CASE WHEN u.has_created THEN u.created_day END
FROM (SELECT unnest(@numbers::int[]) AS number, unnest(@external_ids::text[]) AS external_id,
    unnest(@emails::text[]) AS email, unnest(@gsms::text[]) AS gsm, unnest(@has_created::bool[]) AS has_created,
    unnest(@created_at::bigint[]) AS created_at, unnest(@created_days::int[]) AS created_day) AS u
WHERE c.database_id = $1 AND c.number = u.number;

-- name: LockBits :many
SELECT b.chunk, b.kind, b.ref, b.bits FROM audience_bits b
JOIN (SELECT unnest(@chunks::int[]) AS chunk, unnest(@kinds::smallint[]) AS kind, unnest(@refs::int[]) AS ref) AS w
    ON b.chunk = w.chunk AND b.kind = w.kind AND b.ref = w.ref
WHERE b.database_id = $1 ORDER BY b.chunk, b.kind, b.ref FOR UPDATE OF b;

-- name: PutBits :exec
INSERT INTO audience_bits (database_id, chunk, kind, ref, bits)
SELECT $1, u.chunk, u.kind, u.ref, u.bits
FROM (SELECT unnest(@chunks::int[]) AS chunk, unnest(@kinds::smallint[]) AS kind, unnest(@refs::int[]) AS ref,
    unnest(@bits::bytea[]) AS bits) AS u
ON CONFLICT ON CONSTRAINT audience_bits_pkey DO UPDATE SET bits = excluded.bits;

-- name: PutValues :exec
INSERT INTO property_values (database_id, block, property_id, texts)
SELECT $1, u.block, u.property_id, u.texts::text[]
FROM (SELECT unnest(@blocks::int[]) AS block, unnest(@property_ids::int[]) AS property_id, unnest(@texts::text[]) AS texts) AS u
ON CONFLICT ON CONSTRAINT property_values_pkey DO UPDATE SET texts = excluded.texts;

-- name: FindVisitors :many
SELECT number, visitor_id FROM visitors WHERE database_id = $1 AND visitor_id = ANY (@visitor_ids::text[]);

-- name: InsertVisitors :exec
INSERT INTO visitors (database_id, number, visitor_id, website)
SELECT $1, u.number, u.visitor_id, nullif(u.website, '00000000-0000-0000-0000-000000000000')
FROM (SELECT unnest(@numbers::int[]) AS number, unnest(@visitor_ids::text[]) AS visitor_id, unnest(@websites::uuid[]) AS website) AS u;

-- name: PutClaims :exec
INSERT INTO visitor_claims (database_id, visitor, kind, address, occurred_at, event_id)
SELECT $1, u.visitor, u.kind, u.address, to_timestamp(u.occurred_at / 1e6), u.event_id
FROM (SELECT unnest(@visitors::int[]) AS visitor, unnest(@kinds::smallint[]) AS kind,
    unnest(@addresses::text[]) AS address, unnest(@occurred_ats::bigint[]) AS occurred_at,
    unnest(@event_ids::text[]) AS event_id) AS u
ORDER BY u.visitor, u.kind, u.address
ON CONFLICT ON CONSTRAINT visitor_claims_pkey DO UPDATE
SET occurred_at = excluded.occurred_at, event_id = excluded.event_id
WHERE (excluded.occurred_at, excluded.event_id) > (visitor_claims.occurred_at, visitor_claims.event_id);

-- name: FindContact :one
-- A contact by its database's uid, with the epoch of the account's links. Its number is null when only the database exists.
SELECT d.id, coalesce(e.epoch, 0)::int AS epoch, c.number, coalesce(c.external_id, '')::text AS external_id,
    coalesce(c.email, '')::text AS email, coalesce(c.gsm, '')::text AS gsm, c.created_at, c.created_day
FROM databases d
LEFT JOIN link_epochs e ON e.account_id = d.account_id
LEFT JOIN contact_addresses c ON c.database_id = d.id AND c.number = @number
WHERE d.account_id = @account_id AND d.uid = @uid;

-- name: PageWholeContacts :many
SELECT number, coalesce(external_id, '')::text AS external_id, coalesce(email, '')::text AS email, coalesce(gsm, '')::text AS gsm,
    created_at, created_day
FROM contact_addresses WHERE database_id = $1 AND number >= @first AND number <= @last ORDER BY number LIMIT $2;
