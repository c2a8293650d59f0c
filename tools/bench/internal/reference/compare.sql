-- name: mailing
-- The result of the program for each contact. No reference has codes of 250 and above: the contact is listed twice
-- (250), the reason is unknown (251), the score is invalid (252).
COPY (
    SELECT contact, CASE
        WHEN count(*) OVER (PARTITION BY contact) > 1 THEN 250
        WHEN excluded_reason IS NOT NULL THEN CASE excluded_reason
            WHEN 'NO_CONSENT' THEN 201 WHEN 'NOT_IN_GROUP' THEN 202 WHEN 'NO_SENDING' THEN 203 WHEN 'NO_EMAIL' THEN 204 ELSE 251
        END
        WHEN try_cast(score AS integer) BETWEEN 0 AND 100 THEN score::integer
        ELSE 252
    END AS code
    FROM read_csv('{file}', all_varchar = true)
    LEFT JOIN '{dir}/names.parquet' AS n ON n.name = coalesce(email, external_id)
) TO '{dir}/puls.parquet' (FORMAT parquet);

-- name: web
-- The result of the program for each visitor with a score, who must be known as the contact given in the events.
COPY (
    SELECT visitor AS contact, CASE
        WHEN count(*) OVER (PARTITION BY visitor) > 1 THEN 250
        WHEN excluded_reason IS NOT NULL THEN 251
        WHEN known IS DISTINCT FROM (name IS NOT NULL)::varchar OR coalesce(email, external_id) IS DISTINCT FROM name THEN 253
        WHEN try_cast(score AS integer) BETWEEN 0 AND 100 THEN score::integer
        ELSE 252
    END AS code
    FROM read_csv('{file}', all_varchar = true)
    LEFT JOIN '{dir}/visitors.parquet' USING (visitor_id)
) TO '{dir}/puls.parquet' (FORMAT parquet);

-- name: differences
SELECT CASE WHEN count(*) > 0 THEN concat_ws(' ', 'on', count(*), 'contacts, first on contact', min(contact)::varchar, 'with',
    coalesce(arg_min(puls, contact)::varchar, 'nothing'), 'and', coalesce(arg_min(theirs, contact)::varchar, 'nothing')) ELSE '' END
FROM (
    SELECT contact, p.code AS puls, r.code AS theirs FROM '{dir}/puls.parquet' AS p FULL JOIN '{scores}' AS r USING (contact)
    WHERE p.code IS DISTINCT FROM r.code
);
