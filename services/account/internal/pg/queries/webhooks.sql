-- name: ListWebhooks :many
SELECT w.id, w.url, w.description, w.events, w.created_at, w.made_by, w.stopped_at, w.stopped_by, w.delivered_at, w.failures,
    w.former_until, d.waiting, d.failed
FROM webhooks w CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE state = 1)::int AS waiting, count(*) FILTER (WHERE state = 3)::int AS failed
    FROM webhook_deliveries WHERE webhook_id = w.id AND state IN (1, 3)) d
WHERE w.account_id = $1 ORDER BY w.created_at, w.id;

-- name: LockWebhookAccount :many
-- Adding a webhook locks its account, so that the limit holds.
SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE;

-- name: CountWebhooks :one
SELECT count(*)::int FROM webhooks WHERE account_id = $1;

-- name: AddWebhook :exec
INSERT INTO webhooks (id, account_id, url, description, events, secret, created_at, made_by, rests_until, taken_until)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $7);

-- name: ChangeWebhook :execrows
UPDATE webhooks SET url = $3, description = $4, events = $5 WHERE account_id = $1 AND id = $2;

-- name: DeleteWebhook :execrows
DELETE FROM webhooks WHERE account_id = $1 AND id = $2;

-- name: RotateWebhook :execrows
UPDATE webhooks SET former_secret = secret, former_until = sqlc.arg(until)::timestamptz, secret = sqlc.arg(secret)
WHERE account_id = $1 AND id = $2;

-- name: PauseWebhook :execrows
UPDATE webhooks SET stopped_at = coalesce(stopped_at, sqlc.arg(now)::timestamptz), stopped_by = $3 WHERE account_id = $1 AND id = $2;

-- name: ResumeWebhook :execrows
UPDATE webhooks SET stopped_at = NULL, stopped_by = '', failures = 0, rests_until = sqlc.arg(now) WHERE account_id = $1 AND id = $2;

-- name: WakeWebhook :exec
UPDATE webhooks SET rests_until = least(rests_until, sqlc.arg(now)::timestamptz) WHERE id = $1;

-- name: RestartDeliveries :exec
UPDATE webhook_deliveries SET attempts = 0, first_at = NULL, next_at = sqlc.arg(now) WHERE webhook_id = $1 AND state = 1;

-- name: HastenDeliveries :exec
UPDATE webhook_deliveries SET next_at = sqlc.arg(now) WHERE webhook_id = $1 AND state = 1 AND next_at > sqlc.arg(now);

-- name: ListDeliveries :many
SELECT id, event, state, occurred_at, content, cardinality(numbers)::int AS contacts, attempts, attempted_at, next_at, parts,
    status, failure, took_ms
FROM webhook_deliveries WHERE account_id = $1 AND webhook_id = $2 ORDER BY position DESC LIMIT sqlc.arg(most);

-- name: SendDelivery :execrows
-- A waiting delivery continues where it was; an ended one starts from the beginning.
UPDATE webhook_deliveries SET next_at = sqlc.arg(now),
    parts = CASE state WHEN 1 THEN parts ELSE 0 END, next_database = CASE state WHEN 1 THEN next_database ELSE 0 END,
    next_number = CASE state WHEN 1 THEN next_number ELSE 0 END, attempts = CASE state WHEN 1 THEN attempts ELSE 0 END,
    first_at = CASE state WHEN 1 THEN first_at END, state = 1
WHERE account_id = $1 AND webhook_id = $2 AND id = $3;

-- name: HasWebhook :one
SELECT EXISTS (SELECT FROM webhooks WHERE account_id = $1 AND id = $2);

-- name: WebhooksOf :many
-- The webhooks of the accounts for the given events.
SELECT w.id, w.account_id, w.events FROM webhooks w JOIN accounts a ON a.id = w.account_id AND a.active
WHERE w.account_id = ANY (sqlc.arg(accounts)::int[]) AND w.events && sqlc.arg(events)::text[]
ORDER BY w.created_at, w.id;

-- name: LastBands :one
SELECT coalesce(max(split_part(event_key, '/', 4)), '')::text AS newest,
    coalesce(max(split_part(event_key, '/', 4)) FILTER (WHERE split_part(event_key, '/', 4) < sqlc.arg(day)::text), '')::text AS before
FROM webhook_deliveries
WHERE webhook_id = $1 AND event = 'scoring.band_changed' AND starts_with(event_key, sqlc.arg(of)::text) AND state <> 4;

-- name: AddDelivery :exec
INSERT INTO webhook_deliveries (id, account_id, webhook_id, event, event_key, scoring_id, occurred_at, content, numbers, next_at)
SELECT sqlc.arg(id)::uuid, w.account_id, w.id, sqlc.arg(event), sqlc.arg(event_key), sqlc.narg(scoring_id)::uuid, sqlc.arg(occurred_at)::timestamptz,
    sqlc.arg(content)::bytea, sqlc.arg(numbers)::int[], sqlc.arg(next_at)::timestamptz
FROM webhooks w WHERE w.id = sqlc.arg(webhook_id)
ON CONFLICT ON CONSTRAINT webhook_delivery_once DO NOTHING;

-- name: TakeDelivery :one
-- The webhook of an active account whose rest ended first, with its first due delivery that has no earlier one of the
-- same scoring waiting.
WITH due AS (
    SELECT w.id AS webhook_id, f.id
    FROM webhooks w JOIN accounts a ON a.id = w.account_id AND a.active CROSS JOIN LATERAL (
        SELECT d.id FROM webhook_deliveries d
        WHERE d.webhook_id = w.id AND d.state = 1 AND d.next_at <= sqlc.arg(now) AND (d.scoring_id IS NULL OR NOT EXISTS (
            SELECT FROM webhook_deliveries e WHERE e.webhook_id = d.webhook_id AND e.scoring_id = d.scoring_id AND e.state = 1
                AND (e.occurred_at, e.position) < (d.occurred_at, d.position)))
        ORDER BY d.occurred_at, d.position LIMIT 1) f
    WHERE w.stopped_at IS NULL AND w.rests_until <= sqlc.arg(now) AND w.taken_until <= sqlc.arg(now)
    ORDER BY w.rests_until LIMIT 1 FOR UPDATE OF w SKIP LOCKED),
held AS (UPDATE webhooks w SET taken_until = sqlc.arg(lease) FROM due WHERE w.id = due.webhook_id
    RETURNING w.id, w.url, w.secret, w.former_secret, w.former_until, w.delivered_at, w.failures)
SELECT d.id, d.account_id, d.webhook_id, d.event, d.occurred_at, d.content, d.numbers, d.attempts, d.first_at, d.parts,
    d.next_database, d.next_number, h.url, h.secret, h.former_secret, h.former_until, h.delivered_at, h.failures
FROM due JOIN held h ON h.id = due.webhook_id JOIN webhook_deliveries d ON d.id = due.id;

-- name: SettleDelivery :exec
UPDATE webhook_deliveries SET state = $2, attempts = $3, first_at = $4, next_at = $5, parts = $6, next_database = $7,
    next_number = $8, attempted_at = $9, status = $10, failure = $11, took_ms = $12
WHERE id = $1;

-- name: SettleWebhook :exec
UPDATE webhooks SET failures = $2, rests_until = $3, delivered_at = $4, taken_until = sqlc.arg(now),
    stopped_at = CASE WHEN sqlc.arg(stopped_by)::text = '' OR stopped_at IS NOT NULL THEN stopped_at ELSE sqlc.arg(now)::timestamptz END,
    stopped_by = CASE WHEN sqlc.arg(stopped_by)::text = '' OR stopped_at IS NOT NULL THEN stopped_by ELSE sqlc.arg(stopped_by)::text END
WHERE id = $1;

-- name: LockWebhooks :many
SELECT id FROM webhooks WHERE account_id = ANY (sqlc.arg(accounts)::int[]) ORDER BY id FOR NO KEY UPDATE;

-- name: ForgetContacts :exec
-- Deliveries that report unsubscribed contacts no longer name the erased ones.
UPDATE webhook_deliveries SET numbers = ARRAY(SELECT n FROM unnest(numbers) AS n WHERE n <> ALL (sqlc.arg(erased)::int[]))
WHERE webhook_id = ANY (sqlc.arg(webhooks)::uuid[]) AND event = sqlc.arg(event) AND starts_with(event_key, sqlc.arg(of_uid)::text)
    AND numbers && sqlc.arg(erased)::int[];

-- name: CleanDeliveries :execrows
-- Old deliveries, and all but the newest ended ones of each webhook. Locked ones are left to the next run.
DELETE FROM webhook_deliveries WHERE id IN (
    SELECT d.id FROM webhook_deliveries d LEFT JOIN (
        SELECT w.id, o.position FROM webhooks w CROSS JOIN LATERAL (
            SELECT e.position FROM webhook_deliveries e WHERE e.webhook_id = w.id AND e.state <> 1
            ORDER BY e.position DESC OFFSET sqlc.arg(most)::int LIMIT 1) o
    ) older ON older.id = d.webhook_id AND d.state <> 1 AND d.position <= older.position
    WHERE d.occurred_at < sqlc.arg(before) OR older.id IS NOT NULL
    FOR UPDATE OF d SKIP LOCKED);
