-- name: count
-- The counts of each contact, and the reason if it is excluded. An outcome counts if its message was sent in the
-- window. An open implies a delivery, and a click implies both. Without a match the join returns 0.
CREATE OR REPLACE TABLE counts ENGINE = Memory AS
SELECT c.contact AS contact,
    toUInt8(multiIf(NOT c.consent, 201, c.excluded, 202, e.sent = 0, 203, NOT c.address, 204, 0)) AS reason,
    e.sent AS sent, e.delivered AS delivered, e.opened AS opened, e.clicked AS clicked
FROM file('{dir}/contacts.parquet', Parquet, 'contact Int32, consent Bool, excluded Bool, address Bool') AS c
LEFT JOIN (
    SELECT contact, count() AS sent, countIf(d) AS delivered, countIf(o) AS opened, countIf(c) AS clicked
    FROM (
        SELECT contact, clicked BETWEEN {first} AND {last} AS c, opened BETWEEN {first} AND {last} OR c AS o,
            delivered BETWEEN {first} AND {last} OR o AS d
        FROM file(
            '{dir}/engagement-*.parquet', Parquet,
            'contact Int32, sent Int16, delivered Nullable(Int16), opened Nullable(Int16), clicked Nullable(Int16)'
        )
        WHERE sent BETWEEN {first} AND {last}
    )
    GROUP BY contact
) AS e ON e.contact = c.contact;

-- name: rank
-- The nearest-rank percentile of each rate among the analysed contacts whose rate is above 0. Rates are compared as
-- exact fractions: shifted by 40 bits, two quotients of counts below 2^15 are equal only if the rates are.
CREATE OR REPLACE TABLE refs ENGINE = Memory AS
WITH kinds AS (
    SELECT sent, delivered, opened, clicked, count() AS n FROM counts WHERE reason = 0 GROUP BY ALL
), pairs AS (
    SELECT n, tupleElement(pair, 1) AS rate, tupleElement(pair, 2) AS a, tupleElement(pair, 3) AS b
    FROM kinds ARRAY JOIN [('delivery', delivered, sent), ('or', opened, delivered), ('ctr', clicked, delivered)] AS pair
    WHERE a > 0
), ranked AS (
    SELECT rate, a, b, sum(n) OVER (PARTITION BY rate ORDER BY intDiv(bitShiftLeft(a, 40), b)) AS upto,
        sum(n) OVER (PARTITION BY rate) AS total
    FROM pairs
)
SELECT
    argMinIf(a, upto, rate = 'delivery') AS da, argMinIf(b, upto, rate = 'delivery') AS db,
    argMinIf(a, upto, rate = 'or') AS oa, argMinIf(b, upto, rate = 'or') AS ob,
    argMinIf(a, upto, rate = 'ctr') AS ca, argMinIf(b, upto, rate = 'ctr') AS cb
FROM ranked WHERE upto * 100 >= total * {percentile};

-- name: score
-- Both branches of an if are evaluated, so a divisor must not be 0 even if its quotient is not used.
INSERT INTO FUNCTION file('{scores}', Parquet, 'contact Int32, code UInt8')
SELECT contact, if(reason > 0, reason, toUInt8(intDiv(
    {delivery} * if(delivered > 0, least(1000000, intDiv(delivered * db * 1000000, greatest(sent * da, 1))), 0)
    + {open} * if(opened > 0, least(1000000, intDiv(opened * ob * 1000000, greatest(delivered * oa, 1))), 0)
    + {click} * if(clicked > 0, least(1000000, intDiv(clicked * cb * 1000000, greatest(delivered * ca, 1))), 0)
    + 500000, 1000000)))
FROM counts CROSS JOIN refs;
