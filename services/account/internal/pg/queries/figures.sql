-- name: MailsWaiting :one
SELECT count(*)::float8 AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS lag FROM mails;
