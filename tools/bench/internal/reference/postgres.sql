-- name: scores
CREATE TABLE {schema}.scores (contact integer NOT NULL, code smallint NOT NULL);

-- name: contacts
CREATE TABLE {schema}.contacts (
    contact integer NOT NULL, consent boolean NOT NULL, excluded boolean NOT NULL, address boolean NOT NULL
);
COPY {schema}.contacts FROM '{file}' (FORMAT csv, FREEZE);

-- name: engagement
CREATE TABLE {schema}.engagement (
    contact integer NOT NULL, message integer NOT NULL,
    -- local days since 1970-01-01
    sent smallint, delivered smallint, opened smallint, clicked smallint
) PARTITION BY RANGE (sent);

-- name: week
CREATE TABLE {schema}.{table} PARTITION OF {schema}.engagement FOR VALUES FROM ({from}) TO ({to});
COPY {schema}.{table} FROM '{file}' (FORMAT csv, FREEZE);

-- name: unsent
-- Outcomes whose sending was not reported.
CREATE TABLE {schema}.unsent PARTITION OF {schema}.engagement DEFAULT;
COPY {schema}.unsent FROM '{file}' (FORMAT csv, FREEZE);

-- name: clean
DROP TABLE IF EXISTS {schema}.counts, {schema}.refs;

-- name: count
-- The counts of each contact, and the reason if it is excluded. An outcome counts if its message was sent in the
-- window. An open implies a delivery, and a click implies both.
CREATE UNLOGGED TABLE {schema}.counts AS
SELECT c.contact,
    CASE
        WHEN NOT c.consent THEN 201 WHEN c.excluded THEN 202 WHEN e.contact IS NULL THEN 203 WHEN NOT c.address THEN 204
    END::smallint AS reason,
    e.sent, e.delivered, e.opened, e.clicked
FROM {schema}.contacts AS c
LEFT JOIN (
    SELECT contact,
        count(*)::integer AS sent,
        count(*) FILTER (
            WHERE delivered BETWEEN {first} AND {last} OR opened BETWEEN {first} AND {last} OR clicked BETWEEN {first} AND {last}
        )::integer AS delivered,
        count(*) FILTER (WHERE opened BETWEEN {first} AND {last} OR clicked BETWEEN {first} AND {last})::integer AS opened,
        count(*) FILTER (WHERE clicked BETWEEN {first} AND {last})::integer AS clicked
    FROM {schema}.engagement
    WHERE sent BETWEEN {first} AND {last}
    GROUP BY contact
) AS e ON e.contact = c.contact;

-- name: rank
-- The nearest-rank percentile of each rate among the analysed contacts whose rate is above 0. Rates are compared as
-- exact fractions: shifted by 40 bits, two quotients of counts below 2^15 are equal only if the rates are.
CREATE UNLOGGED TABLE {schema}.refs AS
WITH kinds AS MATERIALIZED (
    SELECT sent, delivered, opened, clicked, count(*) AS n FROM {schema}.counts WHERE reason IS NULL GROUP BY 1, 2, 3, 4
), pairs AS (
    SELECT 'delivery' AS rate, delivered::bigint AS a, sent::bigint AS b, n FROM kinds WHERE delivered > 0
    UNION ALL SELECT 'or', opened, delivered, n FROM kinds WHERE opened > 0
    UNION ALL SELECT 'ctr', clicked, delivered, n FROM kinds WHERE clicked > 0
), ranked AS (
    SELECT rate, a, b, sum(n) OVER (PARTITION BY rate ORDER BY (a << 40) / b) AS upto, sum(n) OVER (PARTITION BY rate) AS total
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
-- Rows inserted into a table truncated in the same transaction are not logged.
TRUNCATE {schema}.scores;
INSERT INTO {schema}.scores
SELECT contact, coalesce(reason, ((
    {delivery} * CASE WHEN delivered > 0 THEN least(1000000, (delivered * db * 1000000) / (sent * da)) ELSE 0 END
    + {open} * CASE WHEN opened > 0 THEN least(1000000, (opened * ob * 1000000) / (delivered * oa)) ELSE 0 END
    + {click} * CASE WHEN clicked > 0 THEN least(1000000, (clicked * cb * 1000000) / (delivered * ca)) ELSE 0 END
    + 500000) / 1000000)::smallint)
FROM {schema}.counts, {schema}.refs;
