-- name: count
-- The counts of each contact, and the reason if it is excluded. An outcome counts if its message was sent in the
-- window. An open implies a delivery, and a click implies both.
CREATE OR REPLACE TEMP TABLE counts AS
SELECT c.contact,
    CASE
        WHEN NOT c.consent THEN 201 WHEN c.excluded THEN 202 WHEN e.contact IS NULL THEN 203 WHEN NOT c.address THEN 204
    END::utinyint AS reason,
    e.sent, e.delivered, e.opened, e.clicked
FROM read_parquet('{dir}/contacts.parquet') AS c
LEFT JOIN (
    SELECT contact, count(*)::integer AS sent, count(coalesce(d, o, c))::integer AS delivered, count(coalesce(o, c))::integer AS opened,
        count(c)::integer AS clicked
    FROM ( -- 1 if it happened in the window, else null: counted in half the time of FILTER with the same conditions
        SELECT contact, CASE WHEN delivered BETWEEN {first} AND {last} THEN 1::utinyint END AS d,
            CASE WHEN opened BETWEEN {first} AND {last} THEN 1::utinyint END AS o,
            CASE WHEN clicked BETWEEN {first} AND {last} THEN 1::utinyint END AS c
        FROM read_parquet('{dir}/engagement-*.parquet')
        WHERE sent BETWEEN {first} AND {last}
    )
    GROUP BY contact
) AS e ON e.contact = c.contact;

-- name: rank
-- The nearest-rank percentile of each rate among the analysed contacts whose rate is above 0. Rates are compared as
-- exact fractions: shifted by 40 bits, two quotients of counts below 2^15 are equal only if the rates are.
CREATE OR REPLACE TEMP TABLE refs AS
WITH kinds AS (
    SELECT sent, delivered, opened, clicked, count(*) AS n FROM counts WHERE reason IS NULL GROUP BY ALL
), pairs AS (
    SELECT 'delivery' AS rate, delivered::bigint AS a, sent::bigint AS b, n FROM kinds WHERE delivered > 0
    UNION ALL SELECT 'or', opened, delivered, n FROM kinds WHERE opened > 0
    UNION ALL SELECT 'ctr', clicked, delivered, n FROM kinds WHERE clicked > 0
), ranked AS (
    SELECT rate, a, b, sum(n) OVER (PARTITION BY rate ORDER BY (a << 40) // b) AS upto, sum(n) OVER (PARTITION BY rate) AS total
    FROM pairs
), chosen AS (
    SELECT DISTINCT ON (rate) rate, a, b FROM ranked WHERE upto * 100 >= total * {percentile} ORDER BY rate, upto
)
SELECT
    max(a) FILTER (WHERE rate = 'delivery') AS da, max(b) FILTER (WHERE rate = 'delivery') AS db,
    max(a) FILTER (WHERE rate = 'or') AS oa, max(b) FILTER (WHERE rate = 'or') AS ob,
    max(a) FILTER (WHERE rate = 'ctr') AS ca, max(b) FILTER (WHERE rate = 'ctr') AS cb
FROM chosen;

-- name: score
COPY (
    SELECT contact, coalesce(reason, (
        {delivery} * CASE WHEN delivered > 0 THEN least(1000000, (delivered * db * 1000000) // (sent * da)) ELSE 0 END
        + {open} * CASE WHEN opened > 0 THEN least(1000000, (opened * ob * 1000000) // (delivered * oa)) ELSE 0 END
        + {click} * CASE WHEN clicked > 0 THEN least(1000000, (clicked * cb * 1000000) // (delivered * ca)) ELSE 0 END
        + 500000) // 1000000)::utinyint AS code
    FROM counts, refs
) TO '{scores}' (FORMAT parquet, COMPRESSION zstd);
