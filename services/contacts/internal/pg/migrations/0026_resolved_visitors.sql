-- +goose Up

-- Who visitors were found to be: of the visitors of one chunk the known ones, a roaring bitmap of the numbers within the
-- chunk, and behind it the number of the contact of each, four bytes, the lowest first.
CREATE TABLE resolved_visitors (
    database_id integer NOT NULL,
    chunk integer NOT NULL,
    body bytea NOT NULL,
    CONSTRAINT resolved_visitors_pkey PRIMARY KEY (database_id, chunk)
);
ALTER TABLE resolved_visitors ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE resolved_visitors ENABLE ROW LEVEL SECURITY;
ALTER TABLE resolved_visitors FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON resolved_visitors TO puls_contacts USING (database_id IN (SELECT d.id FROM databases d));
CREATE POLICY system ON resolved_visitors TO puls_contacts_system USING (true);

-- The databases whose visitors are resolved. Whoever adds one holds the database's row, so that no transaction that
-- changes the database began before and ends after.
CREATE TABLE resolved_databases (
    database_id integer NOT NULL,
    -- Contacts from this number on may be somebody's whom resolved_visitors does not know yet.
    next_number integer NOT NULL,
    CONSTRAINT resolved_databases_pkey PRIMARY KEY (database_id)
);
ALTER TABLE resolved_databases ENABLE ROW LEVEL SECURITY;
ALTER TABLE resolved_databases FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON resolved_databases TO puls_contacts USING (database_id IN (SELECT d.id FROM databases d));
CREATE POLICY system ON resolved_databases TO puls_contacts_system USING (true);

-- Visitors of whom resolved_visitors may say what is true no more, as the transactions left them that made it so. A row is
-- a statement's.
CREATE TABLE stale_visitors (
    database_id integer NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    visitors integer[] NOT NULL,
    CONSTRAINT stale_visitors_pkey PRIMARY KEY (database_id, id)
);
ALTER TABLE stale_visitors ENABLE ROW LEVEL SECURITY;
ALTER TABLE stale_visitors FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON stale_visitors TO puls_contacts USING (database_id IN (SELECT d.id FROM databases d));
CREATE POLICY system ON stale_visitors TO puls_contacts_system USING (true);

-- Triggers, so that yesterday's program, while it still runs, leaves word too. New contacts need none: their numbers tell.
-- The statements are planned for as many rows as there are; a kept plan would be the one of the first time.
-- +goose StatementBegin
CREATE FUNCTION note_claims() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT FROM resolved_databases) THEN
        EXECUTE 'INSERT INTO stale_visitors (database_id, visitors)
            SELECT c.database_id, array_agg(DISTINCT c.visitor)
            FROM changed c JOIN resolved_databases r ON r.database_id = c.database_id GROUP BY c.database_id';
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- A claim that is made again has another time and stands elsewhere among the visitor's others, if there are any.
-- +goose StatementBegin
CREATE FUNCTION note_repeated_claims() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT FROM resolved_databases) THEN
        EXECUTE 'INSERT INTO stale_visitors (database_id, visitors)
            SELECT c.database_id, array_agg(DISTINCT c.visitor)
            FROM changed c JOIN resolved_databases r ON r.database_id = c.database_id
            WHERE EXISTS (SELECT FROM visitor_claims o WHERE o.database_id = c.database_id AND o.visitor = c.visitor
                AND (o.kind, o.address) <> (c.kind, c.address))
            GROUP BY c.database_id';
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION note_addresses() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    rows text := 'SELECT before.*, -1 AS side FROM before';
BEGIN
    IF EXISTS (SELECT FROM resolved_databases) THEN
        IF TG_OP = 'UPDATE' THEN
            rows := rows || ' UNION ALL SELECT after.*, 1 FROM after';
        END IF;
        EXECUTE 'INSERT INTO stale_visitors (database_id, visitors)
            SELECT m.database_id, array_agg(DISTINCT m.visitor)
            FROM (
                SELECT c.database_id, a.kind, a.address FROM (' || rows || ') c
                JOIN resolved_databases r ON r.database_id = c.database_id
                CROSS JOIN LATERAL (
                    VALUES (0::smallint, c.external_id), (1::smallint, c.email), (2::smallint, c.gsm)) a (kind, address)
                WHERE a.address IS NOT NULL
                GROUP BY c.database_id, c.number, a.kind, a.address HAVING sum(c.side) <> 0) g -- gone or got
            JOIN visitor_claims m ON m.database_id = g.database_id AND m.kind = g.kind AND m.address = g.address
            GROUP BY m.database_id';
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER note_new_claims AFTER INSERT ON visitor_claims REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION note_claims();
CREATE TRIGGER note_repeated_claims AFTER UPDATE ON visitor_claims REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION note_repeated_claims();
CREATE TRIGGER note_deleted_claims AFTER DELETE ON visitor_claims REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION note_claims();
CREATE TRIGGER note_changed_addresses AFTER UPDATE ON contact_addresses REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION note_addresses();
CREATE TRIGGER note_deleted_addresses AFTER DELETE ON contact_addresses REFERENCING OLD TABLE AS before
FOR EACH STATEMENT EXECUTE FUNCTION note_addresses();

-- +goose Down
DROP TRIGGER note_deleted_addresses ON contact_addresses;
DROP TRIGGER note_changed_addresses ON contact_addresses;
DROP TRIGGER note_deleted_claims ON visitor_claims;
DROP TRIGGER note_repeated_claims ON visitor_claims;
DROP TRIGGER note_new_claims ON visitor_claims;
DROP FUNCTION note_addresses, note_repeated_claims, note_claims;
DROP TABLE stale_visitors, resolved_databases, resolved_visitors;
