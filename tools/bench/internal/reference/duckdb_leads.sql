-- name: count
-- The event counts in the window of each visitor with weighted events who is not known to be in an excluded group.
CREATE OR REPLACE TEMP TABLE counts AS
SELECT * FROM (
    SELECT visitor, count(*) FILTER (kind = 1) AS page_view, count(*) FILTER (kind = 2) AS product_view,
        count(*) FILTER (kind = 3) AS checkout_view, count(*) FILTER (kind = 4) AS payment_info, count(*) FILTER (kind = 5) AS purchase
    FROM (SELECT {events} FROM read_parquet('{dir}/events-*.parquet') WHERE day BETWEEN {first} AND {last})
    GROUP BY visitor
) AS e
ANTI JOIN read_parquet('{dir}/excluded.parquet') AS x ON x.visitor = e.visitor
WHERE page_view * {page_view} + product_view * {product_view} + checkout_view * {checkout_view} + payment_info * {payment_info}
    + purchase * {purchase} > 0;

-- name: rank
-- The nearest-rank percentile of each count among the visitors whose count is above 0.
CREATE OR REPLACE TEMP TABLE refs AS
WITH pairs AS (
    SELECT 1 AS kind, page_view AS n, count(*) AS visitors FROM counts WHERE n > 0 GROUP BY n
    UNION ALL SELECT 2, product_view AS n, count(*) FROM counts WHERE n > 0 GROUP BY n
    UNION ALL SELECT 3, checkout_view AS n, count(*) FROM counts WHERE n > 0 GROUP BY n
    UNION ALL SELECT 4, payment_info AS n, count(*) FROM counts WHERE n > 0 GROUP BY n
    UNION ALL SELECT 5, purchase AS n, count(*) FROM counts WHERE n > 0 GROUP BY n
), ranked AS (
    SELECT kind, n, sum(visitors) OVER (PARTITION BY kind ORDER BY n) AS upto, sum(visitors) OVER (PARTITION BY kind) AS total
    FROM pairs
), chosen AS (
    SELECT kind, min(n) AS n FROM ranked WHERE upto * 100 >= total * {percentile} GROUP BY kind
)
SELECT
    max(n) FILTER (WHERE kind = 1) AS page_view_ref, max(n) FILTER (WHERE kind = 2) AS product_view_ref,
    max(n) FILTER (WHERE kind = 3) AS checkout_view_ref, max(n) FILTER (WHERE kind = 4) AS payment_info_ref,
    max(n) FILTER (WHERE kind = 5) AS purchase_ref
FROM chosen;

-- name: score
COPY (
    SELECT visitor AS contact, ((
        {page_view} * CASE WHEN page_view > 0 THEN least(1000000, (page_view * 1000000) // page_view_ref) ELSE 0 END
        + {product_view} * CASE WHEN product_view > 0 THEN least(1000000, (product_view * 1000000) // product_view_ref) ELSE 0 END
        + {checkout_view} * CASE WHEN checkout_view > 0 THEN least(1000000, (checkout_view * 1000000) // checkout_view_ref) ELSE 0 END
        + {payment_info} * CASE WHEN payment_info > 0 THEN least(1000000, (payment_info * 1000000) // payment_info_ref) ELSE 0 END
        + {purchase} * CASE WHEN purchase > 0 THEN least(1000000, (purchase * 1000000) // purchase_ref) ELSE 0 END
        + 500000) // 1000000)::utinyint AS code
    FROM counts, refs
) TO '{scores}' (FORMAT parquet, COMPRESSION zstd);
