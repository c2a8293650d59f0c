-- +goose Up

-- What changes often leaves the rows of contacts: consents and blocks are in audience_bits anyway, which alone say them from
-- now on, and values of properties stand together. A row keeps addresses and the date of creation.
ALTER TABLE contacts RENAME TO contact_addresses;
-- +goose StatementBegin
DO $$
DECLARE thing record;
BEGIN
    DROP VIEW contact;
    FOR thing IN -- indexes of constraints are renamed with those
        SELECT 'TABLE contact_addresses RENAME CONSTRAINT %I TO %I' AS how, conname::text AS name FROM pg_constraint
        WHERE conrelid = 'contact_addresses'::regclass
        UNION ALL
        SELECT 'INDEX %I RENAME TO %I', c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = 'contact_addresses'::regclass
            AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid AND k.conrelid = i.indrelid)
    LOOP
        EXECUTE format('ALTER ' || thing.how, thing.name, 'contact_addresses' || substr(thing.name, length('contacts') + 1));
    END LOOP;
END $$;
-- +goose StatementEnd

-- Values of a property for 128 consecutive numbers of contacts.
CREATE TABLE property_values (
    database_id integer NOT NULL,
    property_id integer NOT NULL,
    block integer NOT NULL,
    -- In the order of the numbers, null for who has none.
    texts text[] NOT NULL,
    CONSTRAINT property_values_pkey PRIMARY KEY (database_id, block, property_id)
);
ALTER TABLE property_values ALTER COLUMN texts SET STORAGE EXTERNAL;
ALTER TABLE property_values ENABLE ROW LEVEL SECURITY;
ALTER TABLE property_values FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON property_values TO puls_contacts USING (database_id IN (SELECT d.id FROM databases d));
CREATE POLICY system ON property_values TO puls_contacts_system USING (true);

SET LOCAL ROLE puls_contacts_system;
INSERT INTO property_values (database_id, property_id, block, texts)
SELECT v.database_id, v.property_id, v.block, ARRAY(SELECT v.texts ->> i::text FROM generate_series(0, v.last) i ORDER BY i)
FROM (
    SELECT c.database_id, p.id AS property_id, c.number >> 7 AS block, max(c.number & 127) AS last,
        jsonb_object_agg(c.number & 127, e.value) AS texts
    FROM contact_addresses c CROSS JOIN LATERAL jsonb_each_text(c.properties) e
    JOIN properties p ON p.database_id = c.database_id AND p.id::text = e.key
    GROUP BY 1, 2, 3) v;
-- Values of deleted properties stay behind.
DELETE FROM removed_properties;
RESET ROLE;
ALTER TABLE contact_addresses DROP COLUMN email_consent, DROP COLUMN sms_consent, DROP COLUMN email_blocked, DROP COLUMN gsm_blocked,
    DROP COLUMN properties;
-- Hardly a row changes, so pages are filled.
ALTER TABLE contact_addresses RESET (fillfactor);

-- Texts without those that hold one of some addresses, and without the one at a place, counted from 0.
CREATE FUNCTION texts_without(texts text[], addresses text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
    SELECT CASE WHEN NOT EXISTS (SELECT FROM unnest(addresses) a WHERE position(a IN lower(t.text)) > 0) THEN t.text END
    FROM unnest(texts) WITH ORDINALITY AS t(text, place) ORDER BY t.place);
CREATE FUNCTION texts_without_place(texts text[], place integer) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
    SELECT CASE WHEN t.number <> texts_without_place.place + 1 THEN t.text END
    FROM unnest(texts) WITH ORDINALITY AS t(text, number) ORDER BY t.number);

-- Reports whether a place is in a bitmap of one chunk: a roaring bitmap of one container, of runs, places or bits.
-- +goose StatementBegin
CREATE FUNCTION bitmap_holds(bits bytea, place integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    low integer := 0;
    high integer;
    middle integer;
    first integer;
    runs boolean;
    begins integer := 16;
BEGIN
    IF bits IS NULL OR length(bits) < 10 THEN
        RETURN false;
    END IF;
    runs := get_byte(bits, 0) = 59; -- 12347 in the first two bytes, else 12346
    IF runs THEN
        high := get_byte(bits, 9) + 256 * get_byte(bits, 10) - 1;
        begins := 11;
    ELSE
        high := get_byte(bits, 10) + 256 * get_byte(bits, 11);
        IF high >= 4096 THEN
            RETURN get_byte(bits, 16 + place / 8) >> (place % 8) & 1 = 1;
        END IF;
    END IF;
    WHILE low <= high LOOP
        middle := (low + high) / 2;
        IF runs THEN
            first := get_byte(bits, begins + 4 * middle) + 256 * get_byte(bits, begins + 4 * middle + 1);
            IF place BETWEEN first AND first + get_byte(bits, begins + 4 * middle + 2) + 256 * get_byte(bits, begins + 4 * middle + 3) THEN
                RETURN true;
            END IF;
        ELSE
            first := get_byte(bits, begins + 2 * middle) + 256 * get_byte(bits, begins + 2 * middle + 1);
            IF place = first THEN
                RETURN true;
            END IF;
        END IF;
        IF place < first THEN
            high := middle - 1;
        ELSE
            low := middle + 1;
        END IF;
    END LOOP;
    RETURN false;
END $$;
-- +goose StatementEnd

-- Contacts as they were, for yesterday's code, while it still runs (ADR 25): a later migration drops this. It reads everything,
-- and writes addresses and dates; flags it writes into the bitmaps as well. A value of a property that it would write is
-- refused as by a database that is not there for the moment, and tried again.
-- +goose StatementBegin
DO $do$
BEGIN
    CREATE VIEW contacts WITH (security_invoker = true) AS
    SELECT a.database_id, a.number, a.external_id, a.email, a.gsm, a.created_at, a.created_day,
        f.email_consent, f.sms_consent, f.email_blocked, f.gsm_blocked, v.properties
    FROM contact_addresses a
    CROSS JOIN LATERAL (
        SELECT coalesce(bool_or(b.kind = 2), false) AS email_consent, coalesce(bool_or(b.kind = 3), false) AS sms_consent,
            coalesce(bool_or(b.kind = 6), false) AS email_blocked, coalesce(bool_or(b.kind = 7), false) AS gsm_blocked
        FROM audience_bits b
        WHERE b.database_id = a.database_id AND b.chunk = a.number >> 16 AND b.kind IN (2, 3, 6, 7) AND b.ref = 0
            AND bitmap_holds(b.bits, a.number & 65535)) f
    CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(p.property_id, p.texts[(a.number & 127) + 1]) AS properties FROM property_values p
        WHERE p.database_id = a.database_id AND p.block = a.number >> 7 AND p.texts[(a.number & 127) + 1] IS NOT NULL) v;

    CREATE FUNCTION write_contact() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            DELETE FROM contact_addresses WHERE database_id = old.database_id AND number = old.number;
            UPDATE property_values SET texts[(old.number & 127) + 1] = NULL
            WHERE database_id = old.database_id AND block = old.number >> 7 AND texts[(old.number & 127) + 1] IS NOT NULL;
            RETURN old;
        END IF;
        IF TG_OP = 'INSERT' AND new.properties IS NOT NULL OR TG_OP = 'UPDATE' AND new.properties IS DISTINCT FROM old.properties THEN
            RAISE EXCEPTION 'values of properties are written by the program of today' USING ERRCODE = 'cannot_connect_now';
        END IF;
        IF TG_OP = 'INSERT' THEN
            INSERT INTO contact_addresses (database_id, number, external_id, email, gsm, created_at, created_day)
            VALUES (new.database_id, new.number, new.external_id, new.email, new.gsm, new.created_at, new.created_day);
        ELSIF (new.external_id, new.email, new.gsm, new.created_at, new.created_day)
            IS DISTINCT FROM (old.external_id, old.email, old.gsm, old.created_at, old.created_day) THEN
            UPDATE contact_addresses SET external_id = new.external_id, email = new.email, gsm = new.gsm,
                created_at = new.created_at, created_day = new.created_day
            WHERE database_id = new.database_id AND number = new.number;
        END IF;
        RETURN new;
    END $$;
    CREATE TRIGGER write_contact INSTEAD OF INSERT OR UPDATE OR DELETE ON contacts
    FOR EACH ROW EXECUTE FUNCTION write_contact();
    CREATE VIEW contact WITH (security_invoker = true) AS SELECT * FROM contacts;
END $do$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    ALTER TABLE contact_addresses ADD COLUMN email_consent boolean NOT NULL DEFAULT false,
        ADD COLUMN sms_consent boolean NOT NULL DEFAULT false, ADD COLUMN email_blocked boolean NOT NULL DEFAULT false,
        ADD COLUMN gsm_blocked boolean NOT NULL DEFAULT false, ADD COLUMN properties jsonb;
    SET LOCAL ROLE puls_contacts_system;
    UPDATE contact_addresses a SET email_consent = c.email_consent, sms_consent = c.sms_consent, email_blocked = c.email_blocked,
        gsm_blocked = c.gsm_blocked, properties = c.properties
    FROM contacts c WHERE c.database_id = a.database_id AND c.number = a.number;
    RESET ROLE;
    DROP VIEW contact, contacts;
    DROP FUNCTION write_contact;
    ALTER TABLE contact_addresses ALTER COLUMN email_consent DROP DEFAULT, ALTER COLUMN sms_consent DROP DEFAULT,
        ALTER COLUMN email_blocked DROP DEFAULT, ALTER COLUMN gsm_blocked DROP DEFAULT;
END $$;
-- +goose StatementEnd
DROP FUNCTION bitmap_holds, texts_without, texts_without_place;
DROP TABLE property_values;
ALTER TABLE contact_addresses SET (fillfactor = 50);
ALTER TABLE contact_addresses RENAME TO contacts;
-- +goose StatementBegin
DO $$
DECLARE thing record;
BEGIN
    FOR thing IN
        SELECT 'TABLE contacts RENAME CONSTRAINT %I TO %I' AS how, conname::text AS name FROM pg_constraint
        WHERE conrelid = 'contacts'::regclass
        UNION ALL
        SELECT 'INDEX %I RENAME TO %I', c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = 'contacts'::regclass
            AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid AND k.conrelid = i.indrelid)
    LOOP
        EXECUTE format('ALTER ' || thing.how, thing.name, 'contacts' || substr(thing.name, length('contact_addresses') + 1));
    END LOOP;
    CREATE VIEW contact WITH (security_invoker = true) AS SELECT * FROM contacts;
END $$;
-- +goose StatementEnd
