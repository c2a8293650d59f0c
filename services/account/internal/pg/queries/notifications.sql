-- name: PutNotification :exec
INSERT INTO notifications (account_id, inbox_key, kind, subject_id, channel, generated_date, kept_count, refused_count, created_at, reasons, scoring_name, file_name, import_kind)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
ON CONFLICT ON CONSTRAINT notification_once DO UPDATE SET id = DEFAULT, kind = excluded.kind, generated_date = excluded.generated_date,
    kept_count = excluded.kept_count, refused_count = excluded.refused_count, created_at = excluded.created_at,
    reasons = excluded.reasons, scoring_name = excluded.scoring_name, file_name = excluded.file_name
WHERE notifications.generated_date < excluded.generated_date
    OR notifications.generated_date IS NOT DISTINCT FROM excluded.generated_date
        AND (notifications.kind <> excluded.kind OR notifications.reasons <> excluded.reasons)
        AND notifications.created_at < excluded.created_at;

-- name: NotifyBlocked :exec
-- At most one per user and day.
INSERT INTO notifications (account_id, inbox_key, kind, subject_id, created_at)
SELECT u.account_id, 'blocked/' || u.id || '/' || to_char(sqlc.arg(created_at)::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
    sqlc.arg(kind)::smallint, u.email, sqlc.arg(created_at)::timestamptz
FROM users u JOIN accounts a ON a.id = u.account_id
WHERE u.email = sqlc.arg(email) AND u.active AND a.active
ON CONFLICT ON CONSTRAINT notification_once DO NOTHING;

-- name: ListNotifications :many
-- Channels of a scoring that were calculated for one day, or failed, are merged into the newest notification.
WITH told AS (
    SELECT max(o.id) AS id, array_agg(o.channel ORDER BY o.channel)::smallint[] AS channels
    FROM notifications o WHERE o.account_id = $1 AND o.created_at > sqlc.arg(since)
    GROUP BY o.kind, o.subject_id, o.generated_date, CASE WHEN o.generated_date IS NULL THEN o.id END
    ORDER BY max(o.id) DESC LIMIT sqlc.arg(size) OFFSET sqlc.arg(skipped)
)
SELECT n.id, n.kind, n.subject_id, t.channels, n.generated_date, n.kept_count, n.refused_count, n.created_at, n.reasons,
    n.scoring_name, n.file_name, n.import_kind
FROM told t JOIN notifications n ON n.id = t.id AND n.account_id = $1 ORDER BY n.id DESC;

-- name: CountNotifications :one
SELECT count(DISTINCT (kind, subject_id, generated_date, CASE WHEN generated_date IS NULL THEN id END))
FROM notifications WHERE account_id = $1 AND created_at > sqlc.arg(since);

-- name: GetReadPosition :one
SELECT up_to_id FROM notification_reads WHERE account_id = $1 AND user_id = $2;

-- name: CountUnread :one
SELECT count(DISTINCT (kind, subject_id, generated_date, CASE WHEN generated_date IS NULL THEN id END))
FROM notifications WHERE account_id = $1 AND id > $2 AND created_at > sqlc.arg(since);

-- name: ReadNotifications :exec
INSERT INTO notification_reads (account_id, user_id, up_to_id)
VALUES ($1, $2, least(sqlc.arg(up_to)::int, (SELECT coalesce(max(n.id), 0)::int FROM notifications n WHERE n.account_id = $1)))
ON CONFLICT (account_id, user_id) DO UPDATE SET up_to_id = greatest(notification_reads.up_to_id, excluded.up_to_id);
