-- name: MailsWaiting :one
SELECT count(*)::float8 AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS lag FROM mails;

-- name: WebhooksWaiting :one
-- Waiting deliveries of webhooks that are not stopped, and how long the longest overdue webhook has not been tried. Only the first
-- delivery of each scoring can be due, and none while the webhook rests or a delivery is in progress.
SELECT coalesce(sum(d.waiting), 0)::float8 AS waiting,
    greatest(coalesce(max(extract(epoch FROM now() - greatest(d.due, w.rests_until, w.taken_until))), 0), 0)::float8 AS lag
FROM webhooks w JOIN accounts a ON a.id = w.account_id AND a.active CROSS JOIN LATERAL (
    SELECT count(*) AS waiting, min(next_at) FILTER (WHERE turn = 1) AS due FROM (
        SELECT next_at, row_number() OVER (PARTITION BY coalesce(scoring_id, id) ORDER BY occurred_at, position) AS turn
        FROM webhook_deliveries WHERE webhook_id = w.id AND state = 1) AS in_order) d
WHERE w.stopped_at IS NULL AND d.waiting > 0;
