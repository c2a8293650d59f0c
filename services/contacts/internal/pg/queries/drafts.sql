-- name: LockImport :one
SELECT id, account_id, kind, format, encoding, keep_consent, state, timezone, size, position, lines, read, kept, refused,
    attempts, started_at, finished_at, first_lines, first_reasons, new_contacts, changed_contacts, unchanged_contacts, email_given, email_withdrawn, sms_given,
    sms_withdrawn, unsubscribed_kept, new_groups[1:100]::text[] AS new_groups, cardinality(new_groups)::int AS groups_made, file_name, who, source, options, compression, folded, text_size, delimiter, column_names, pass,
    draft_until, check_state, checked_at, first_columns, column_values, new_email_given, new_sms_given, without_email, without_sms, steps, titles, totals
FROM imports WHERE account_id = $1 AND id = $2 FOR UPDATE;

-- name: RereadImport :exec
-- Restarts the reading. The text made of the file stays if it would be the same.
UPDATE imports SET pass = pass + 1, kind = @kind, state = @state, check_state = @check_state, checked_at = NULL, draft_until = sqlc.narg('draft_until'),
    options = @options, keep_consent = @keep_consent, format = @format, encoding = @encoding, folded = @folded,
    text_size = sqlc.narg('text_size'), column_names = @column_names, delimiter = @delimiter, position = @position, lines = @lines,
    arrival = DEFAULT, attempts = 0, begun = 0, begun_by = NULL, retry_at = now(), read = 0, kept = 0, refused = 0, first_lines = '{}', first_reasons = '{}', first_columns = '{}',
    new_contacts = 0, changed_contacts = 0, unchanged_contacts = 0, email_given = 0, email_withdrawn = 0, sms_given = 0,
    sms_withdrawn = 0, unsubscribed_kept = 0, new_groups = '{}', column_values = '[]', first_numbers = '{}', new_email_given = 0, new_sms_given = 0,
    without_email = 0, without_sms = 0, steps = 0, titles = 0, totals = 0
WHERE account_id = @account_id AND id = @id;

-- name: DeleteRefused :exec
DELETE FROM refused_rows WHERE import_id = $1;

-- name: DeleteReasons :exec
DELETE FROM refused_reasons WHERE import_id = $1;

-- name: DeleteBlocksFrom :exec
DELETE FROM import_blocks WHERE import_id = $1 AND number >= @first;

-- name: CancelImport :exec
UPDATE imports SET state = 'cancelled', check_state = '', finished_at = now() WHERE account_id = $1 AND id = $2;

-- name: KeepUnfolding :execrows
-- Locks the import while a piece of its text is stored. A new piece counts as progress and resets the attempts.
UPDATE imports SET attempts = CASE WHEN b.kept THEN attempts ELSE 0 END, begun = CASE WHEN b.kept THEN begun ELSE least(begun, 1) END
FROM (SELECT EXISTS (SELECT FROM import_blocks WHERE import_id = $1 AND number = @number) AS kept) AS b
WHERE imports.id = $1 AND pass = $2 AND (state IN ('running', 'reading') OR check_state = 'running');

-- name: AddTextBlock :exec
-- A worker that was stopped may have stored the same piece.
INSERT INTO import_blocks (import_id, number, body) VALUES ($1, $2, $3)
ON CONFLICT ON CONSTRAINT import_blocks_pkey DO NOTHING;

-- name: FinishUnfolding :exec
UPDATE imports SET text_size = $2, encoding = $3, position = $4, lines = $5, column_names = $6, delimiter = $7 WHERE id = $1;

-- name: DeleteOldDrafts :many
DELETE FROM imports WHERE draft_until < @before::timestamptz AND state IN ('draft', 'cancelled') RETURNING id;

-- name: LearnMapping :exec
INSERT INTO learned_mappings (account_id, kind, names, fields, meanings) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT ON CONSTRAINT learned_mappings_pkey DO UPDATE
SET names = excluded.names, fields = excluded.fields, meanings = excluded.meanings, learned_at = now();

-- name: LearnedMapping :one
SELECT names, fields, learned_at, meanings FROM learned_mappings WHERE account_id = $1 AND kind = $2;

-- name: GroupBits :many
SELECT chunk, ref, bits FROM audience_bits
WHERE database_id = $1 AND kind = 9 AND (chunk, ref) IN (SELECT unnest(@chunks::int[]), unnest(@refs::int[]));

-- name: NextNumber :one
SELECT next_number FROM databases WHERE account_id = $1 AND id = $2;

-- name: ForgetReasons :exec
-- Clears the cells of all refused rows: an address may be written there in any form.
UPDATE refused_reasons SET value = '' WHERE import_id IN (SELECT i.id FROM imports i WHERE i.account_id = $1) AND value <> '';

-- name: DeleteBlocksOfDrafts :exec
DELETE FROM import_blocks WHERE import_id IN (SELECT i.id FROM imports i WHERE i.account_id = $1 AND i.state = 'draft');

-- name: CancelDrafts :exec
UPDATE imports SET state = 'cancelled', check_state = '', finished_at = now() WHERE account_id = $1 AND state = 'draft';

-- name: ForgetInImports :exec
-- In a file without a header, the column names may be the addresses of a contact, and a column of addresses may have
-- been read as consents.
UPDATE imports SET file_name = '', column_names = '{}', first_columns = '{}', column_values = '[]',
    options = options - ARRAY['values', 'newConsents']
WHERE account_id = $1 AND EXISTS (
    SELECT FROM unnest(@addresses::text[]) AS a
    WHERE position(a IN lower(file_name || ' ' || array_to_string(column_names || first_columns, ' ') || ' ' || column_values::text
        || ' ' || coalesce((options -> 'values')::text, '') || ' ' || coalesce((options -> 'newConsents')::text, ''))) > 0);

-- name: ForgetMappings :exec
DELETE FROM learned_mappings
WHERE account_id = $1 AND EXISTS (
    SELECT FROM unnest(@addresses::text[]) AS a WHERE position(a IN lower(array_to_string(names, ' ') || ' ' || meanings::text)) > 0);
