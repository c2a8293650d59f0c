-- name: contacts
COPY (
    SELECT 'E' || i AS external_id, 'person' || i || '@example.com' AS email, '+485' || lpad(i::VARCHAR, 8, '0') AS gsm, true AS email_consent
    FROM range({people}) r(i) ORDER BY i
) TO '{dir}/contacts.csv' (HEADER);

-- name: engagement
-- Each contact received a message. A quarter opened it, and half of these clicked.
COPY (
    SELECT kind || i AS event_id, strftime(TIMESTAMP '2026-10-12 08:00:00' + after, '%Y-%m-%dT%H:%M:%SZ') AS occurred_at,
        'mailing.' || kind AS type, 'm1' AS message_id, 'info' AS category, 'E' || i AS external_id
    FROM range({people}) r(i), (VALUES
        ('sent', INTERVAL 0 MINUTE, 1), ('delivered', INTERVAL 1 MINUTE, 1), ('opened', INTERVAL 1 HOUR, 4), ('clicked', INTERVAL 2 HOUR, 8)
    ) AS kinds(kind, after, every)
    WHERE i % every = 0 ORDER BY i
) TO '{dir}/engagement.csv' (HEADER);

-- name: rows
-- The rows of the file of a result.
COPY (
    SELECT '{uid}' AS uid, 'E' || i AS external_id, 'person' || i || '@example.com' AS email, '+485' || lpad(i::VARCHAR, 8, '0') AS gsm,
        NULL AS visitor_id, NULL AS known, CASE WHEN i % 8 = 0 THEN 100 WHEN i % 4 = 0 THEN 70 ELSE 25 END AS score, NULL AS excluded_reason
    FROM range({people}) r(i) ORDER BY i
) TO '{dir}/rows.parquet' (FORMAT parquet, COMPRESSION zstd);

-- name: file
COPY (SELECT * FROM '{dir}/rows.parquet') TO '{dir}/rows.csv' (HEADER);

-- name: differences
-- The rows of the Parquet of the result that are not the same in its CSV, and the other way round.
WITH csv AS (
    SELECT row_number() OVER () AS line, * FROM read_csv('{dir}/rows.csv', header = true, all_varchar = true)
), parquet AS (
    SELECT file_row_number + 1 AS line, uid::VARCHAR, external_id::VARCHAR, email::VARCHAR, gsm::VARCHAR, visitor_id::VARCHAR,
        known::VARCHAR, score::VARCHAR, excluded_reason::VARCHAR
    FROM read_parquet('{dir}/result.parquet', file_row_number = true)
)
SELECT count(*) FROM (
    (FROM csv EXCEPT ALL FROM parquet) UNION ALL (FROM parquet EXCEPT ALL FROM csv)
);
