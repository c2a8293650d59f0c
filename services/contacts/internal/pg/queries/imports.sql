-- name: FindImportByKey :one
SELECT id, kind, digest, keep_consent, options, (draft_until IS NOT NULL OR pass > 0)::boolean AS is_draft FROM imports WHERE account_id = $1 AND idempotency_key = $2;

-- name: AddBlock :exec
INSERT INTO import_blocks (import_id, number, body) VALUES ($1, $2, $3);

-- name: AcceptImport :execrows
INSERT INTO imports (id, account_id, kind, format, encoding, keep_consent, idempotency_key, digest, size, state, position, lines,
    file_name, who, source, options, compression, folded, delimiter, column_names, draft_until, check_state, trace)
VALUES ($1, $2, $3, $4, $5, $6, sqlc.narg('idempotency_key'), $7, $8, @state, $9, $10, @file_name, @who, @source, @options, @compression,
    @folded, @delimiter, @column_names, sqlc.narg('draft_until'), @check_state, nullif(@trace::text, ''))
ON CONFLICT ON CONSTRAINT imports_idempotency_key DO NOTHING;

-- name: DeleteBlocks :exec
DELETE FROM import_blocks WHERE import_id = $1;

-- name: DeleteLeftBlocks :execrows
DELETE FROM import_blocks b WHERE b.import_id IN (
    SELECT l.import_id FROM import_blocks l
    WHERE NOT EXISTS (SELECT FROM imports i WHERE i.id = l.import_id)
    GROUP BY l.import_id HAVING max(l.created_at) < @before::timestamptz);

-- name: GetBlock :one
SELECT body FROM import_blocks WHERE import_id = $1 AND number = $2;

-- name: ListImports :many
SELECT id, account_id, kind, format, encoding, keep_consent, state, timezone, size, position, lines, read, kept, refused,
    attempts, started_at, finished_at, first_lines, first_reasons, new_contacts, changed_contacts, unchanged_contacts, email_given, email_withdrawn, sms_given,
    sms_withdrawn, unsubscribed_kept, new_groups[1:100]::text[] AS new_groups, cardinality(new_groups)::int AS groups_made, file_name, who, source, options, compression, folded, text_size, delimiter, column_names, pass,
    draft_until, check_state, checked_at, first_columns, column_values, new_email_given, new_sms_given, without_email, without_sms, steps, titles, totals
FROM imports WHERE account_id = $1 ORDER BY arrival DESC LIMIT $2 OFFSET $3;

-- name: CountImports :one
SELECT count(*)::int FROM imports WHERE account_id = $1;

-- name: CountWaiting :one
-- Counts drafts, or imports that wait or are being read.
SELECT count(*)::int FROM imports
WHERE account_id = $1 AND CASE WHEN @drafts::boolean THEN state = 'draft' ELSE state IN ('running', 'reading') END;

-- name: GetImport :one
SELECT id, account_id, kind, format, encoding, keep_consent, state, timezone, size, position, lines, read, kept, refused,
    attempts, started_at, finished_at, first_lines, first_reasons, new_contacts, changed_contacts, unchanged_contacts, email_given, email_withdrawn, sms_given,
    sms_withdrawn, unsubscribed_kept, new_groups[1:100]::text[] AS new_groups, cardinality(new_groups)::int AS groups_made, file_name, who, source, options, compression, folded, text_size, delimiter, column_names, pass,
    draft_until, check_state, checked_at, first_columns, column_values, new_email_given, new_sms_given, without_email, without_sms, steps, titles, totals
FROM imports WHERE account_id = $1 AND id = $2;

-- name: ListWaiting :many
-- The first import of each account, least recently served accounts first. An account's later imports wait behind one
-- that will be retried.
SELECT f.id, f.account_id, f.trace FROM (
    SELECT DISTINCT ON (i.account_id) i.id, i.account_id, i.served_at, i.retry_at, coalesce(i.trace, '') AS trace
    FROM imports i WHERE i.state IN ('running', 'reading') OR i.check_state = 'running' ORDER BY i.account_id, i.arrival
) f
LEFT JOIN LATERAL (
    SELECT s.served_at FROM imports s WHERE s.account_id = f.account_id AND s.served_at IS NOT NULL
    ORDER BY s.arrival DESC LIMIT 1
) last ON true
WHERE f.retry_at <= now() ORDER BY greatest(f.served_at, last.served_at) NULLS FIRST LIMIT 100;

-- name: TakeImport :one
-- Only the first of an account's imports that wait can be taken.
UPDATE imports SET attempts = attempts + 1, served_at = clock_timestamp(), begun_by = @process::uuid,
    begun = CASE WHEN begun_by = @process::uuid THEN greatest(begun, 1) ELSE begun + 1 END
WHERE imports.id = @id AND (state IN ('running', 'reading') OR check_state = 'running') AND retry_at <= now()
    AND NOT EXISTS (SELECT FROM imports e WHERE e.account_id = imports.account_id
        AND (e.state IN ('running', 'reading') OR e.check_state = 'running') AND e.arrival < imports.arrival)
RETURNING id, account_id, kind, format, encoding, keep_consent, state, timezone, size, position, lines, read, kept, refused,
    attempts, started_at, finished_at, first_lines, first_reasons, new_contacts, changed_contacts, unchanged_contacts, email_given, email_withdrawn, sms_given,
    sms_withdrawn, unsubscribed_kept, new_groups[1:100]::text[] AS new_groups, cardinality(new_groups)::int AS groups_made, file_name, who, source, options, compression, folded, text_size, delimiter, column_names, pass,
    draft_until, check_state, checked_at, first_columns, column_values, new_email_given, new_sms_given, without_email, without_sms, steps, titles, totals;

-- name: BegunImport :one
SELECT begun FROM imports WHERE id = $1;

-- name: EndStep :exec
-- Ends the step begun last. Earlier steps that never ended still count.
UPDATE imports SET begun = greatest(begun - 1, 0), begun_by = NULL WHERE id = @id AND begun_by = @process::uuid;

-- name: ForgiveAttempt :exec
UPDATE imports SET attempts = greatest(attempts - 1, 0), retry_at = @retry_at WHERE id = $1;

-- name: PostponeImport :exec
UPDATE imports SET retry_at = @retry_at WHERE id = $1;

-- name: SetTimezone :exec
UPDATE imports SET timezone = $2 WHERE id = $1 AND timezone = '';

-- name: AdvanceImport :execrows
-- A dry run creates no groups, so several of its steps may name the same new group, which is listed once.
UPDATE imports SET position = @position, lines = @lines, read = read + @read::int, steps = steps + (@read > 0)::int, kept = kept + @kept, refused = refused + @refused,
    first_lines = (first_lines || @first_lines::int[])[1:10], first_reasons = (first_reasons || @first_reasons::text[])[1:10],
    first_columns = (first_columns || @first_columns::text[])[1:10],
    new_contacts = new_contacts + @new_contacts, changed_contacts = changed_contacts + @changed_contacts,
    unchanged_contacts = unchanged_contacts + @unchanged_contacts, email_given = email_given + @email_given,
    email_withdrawn = email_withdrawn + @email_withdrawn, sms_given = sms_given + @sms_given,
    sms_withdrawn = sms_withdrawn + @sms_withdrawn, unsubscribed_kept = unsubscribed_kept + @unsubscribed_kept,
    new_email_given = new_email_given + @new_email_given, new_sms_given = new_sms_given + @new_sms_given,
    without_email = without_email + @without_email, without_sms = without_sms + @without_sms, column_values = @column_values,
    first_numbers = @first_numbers || first_numbers, titles = @titles, totals = totals + @totals,
    new_groups = (new_groups || CASE WHEN state <> 'draft' THEN @new_groups::text[]
        ELSE ARRAY(SELECT g FROM unnest(@new_groups::text[]) WITH ORDINALITY AS n (g, at)
            WHERE NOT EXISTS (SELECT FROM unnest(new_groups) AS known WHERE known = g) ORDER BY at) END)[1:10000], attempts = 0, begun = least(begun, 1), state = coalesce(nullif(@state::text, ''), state),
    check_state = CASE WHEN state = 'draft' AND @done::boolean THEN 'done' ELSE check_state END,
    checked_at = CASE WHEN state = 'draft' AND @done THEN now() ELSE checked_at END, outbox_id = @outbox_id,
    finished_at = CASE WHEN @state::text = 'done' THEN now() ELSE finished_at END
WHERE id = @id AND (state IN ('running', 'reading') OR check_state = 'running') AND pass = @pass AND position = @old_position;

-- name: LastOutbox :one
SELECT coalesce(max(id), 0)::bigint AS id FROM outbox WHERE subject = $1;

-- name: FirstSettling :one
SELECT outbox_id FROM imports WHERE state = 'settling' ORDER BY outbox_id LIMIT 1;

-- name: FinishSettled :many
UPDATE imports SET state = 'done', finished_at = now() WHERE state = 'settling' AND outbox_id <= $1 RETURNING id;

-- name: FailImport :one
-- A draft stays a draft; only its dry run failed.
UPDATE imports SET state = CASE WHEN state = 'draft' THEN state ELSE 'failed' END,
    check_state = CASE WHEN state = 'draft' THEN 'failed' ELSE check_state END, checked_at = CASE WHEN state = 'draft' THEN now() END,
    finished_at = CASE WHEN state = 'draft' THEN NULL ELSE now() END,
    first_lines = (@first_lines::int[] || first_lines)[1:10], first_reasons = (@first_reasons::text[] || first_reasons)[1:10],
    first_columns = (@first_columns::text[] || first_columns)[1:10]
WHERE id = @id AND pass = @pass AND (state IN ('running', 'reading') OR check_state = 'running')
RETURNING (state = 'draft')::boolean AS draft;

-- name: GetFinished :one
SELECT account_id, kind, state, kept, refused, finished_at, first_lines, first_reasons, file_name FROM imports WHERE id = $1;

-- name: AddRefused :exec
INSERT INTO refused_rows (import_id, position, body, columns) VALUES ($1, $2, $3, $4);

-- name: NextRefused :one
SELECT position, body, columns FROM refused_rows WHERE import_id = $1 AND position > $2 ORDER BY position LIMIT 1;

-- name: AddReasons :exec
INSERT INTO refused_reasons (import_id, reason, count, first_line, column_name, value)
SELECT @import_id, unnest(@reasons::text[]), unnest(@counts::int[]), unnest(@lines::int[]), unnest(@names::text[]), unnest(@texts::text[])
ON CONFLICT ON CONSTRAINT refused_reasons_pkey DO UPDATE SET count = refused_reasons.count + excluded.count;

-- name: ListReasons :many
SELECT reason, count, first_line, column_name, value FROM refused_reasons
WHERE import_id = $1 ORDER BY count DESC, first_line LIMIT 50;

-- name: FirstNumbers :one
SELECT first_numbers FROM imports WHERE id = $1;
