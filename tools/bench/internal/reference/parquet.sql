-- name: contacts
-- Contacts are numbered in file order.
COPY (
    SELECT (row_number() OVER () - 1)::integer AS contact, coalesce(email, external_id) AS name
    FROM read_csv('{file}', all_varchar = true)
) TO '{dir}/names.parquet' (FORMAT parquet);
COPY (
    SELECT (row_number() OVER () - 1)::integer AS contact, email_consent = 'true' AS consent, groups IS NOT NULL AS excluded,
        email IS NOT NULL AS address
    FROM read_csv('{file}', all_varchar = true)
) TO '{dir}/contacts.parquet' (FORMAT parquet, COMPRESSION zstd);

-- name: week
-- One row per contact and message, sorted by the day sent. Deliveries, opens and clicks are columns.
COPY (
    SELECT contact, substr(message_id, 9)::integer AS message, max(day) FILTER (type = 'mailing.sent') AS sent,
        max(day) FILTER (type = 'mailing.delivered') AS delivered, max(day) FILTER (type = 'mailing.opened') AS opened,
        max(day) FILTER (type = 'mailing.clicked') AS clicked
    FROM (
        SELECT contact, message_id, type, (occurred_at[:10]::date - date '1970-01-01')::smallint AS day
        FROM read_csv('{file}', all_varchar = true)
        JOIN '{dir}/names.parquet' AS n ON n.name = coalesce(email, external_id)
    )
    GROUP BY contact, message
    HAVING sent IS NOT NULL OR delivered IS NOT NULL OR opened IS NOT NULL OR clicked IS NOT NULL
    ORDER BY sent, message, contact
) TO '{dir}/engagement-{week}.parquet' (FORMAT parquet, COMPRESSION zstd);

-- name: visitors
-- The first events contain all visitors in the order of their numbers, and identify their contacts.
COPY (
    SELECT (row_number() OVER () - 1)::integer AS visitor, visitor_id, coalesce(email, external_id) AS name
    FROM (FROM read_csv('{file}', all_varchar = true) LIMIT {visitors})
) TO '{dir}/visitors.parquet' (FORMAT parquet);
COPY (
    SELECT visitor FROM '{dir}/visitors.parquet' JOIN '{dir}/names.parquet' USING (name) JOIN '{dir}/contacts.parquet' USING (contact)
    WHERE excluded
) TO '{dir}/excluded.parquet' (FORMAT parquet, COMPRESSION zstd);

-- name: leads_week
-- One row per event, sorted by day and then by visitor.
COPY (
    SELECT visitor, (occurred_at[:10]::date - date '1970-01-01')::smallint AS day, hash(event_id) AS event,
        list_position(['page_view', 'product_view', 'checkout_view', 'payment_info', 'purchase'], type[5:])::smallint AS kind
    FROM read_csv('{file}', all_varchar = true)
    JOIN '{dir}/visitors.parquet' USING (visitor_id)
    ORDER BY day, visitor
) TO '{dir}/events-{week}.parquet' (FORMAT parquet, COMPRESSION zstd);
