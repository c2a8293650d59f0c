-- +goose Up

-- Tables have plural names, and what belongs to them is named after them. Policies, grants and foreign keys follow by
-- themselves; the next migration keeps the old names for yesterday's code.
ALTER TABLE database RENAME TO databases;
ALTER TABLE contact RENAME TO contacts;
ALTER TABLE suppressed_address RENAME TO suppressed_addresses;
ALTER TABLE contact_group RENAME TO contact_groups;
ALTER TABLE property RENAME TO properties;
ALTER TABLE visitor RENAME TO visitors;
ALTER TABLE visitor_claim RENAME TO visitor_claims;
ALTER TABLE import RENAME TO imports;
ALTER TABLE import_block RENAME TO import_blocks;
ALTER TABLE import_refused RENAME TO refused_rows;
ALTER TABLE web_account RENAME TO websites;
-- +goose StatementBegin
DO $$
DECLARE t record; thing record;
BEGIN
    FOR t IN SELECT * FROM (VALUES
        ('database', 'databases'), ('contact', 'contacts'), ('suppressed_address', 'suppressed_addresses'), ('contact_group', 'contact_groups'),
        ('property', 'properties'), ('visitor', 'visitors'), ('visitor_claim', 'visitor_claims'), ('import', 'imports'),
        ('import_block', 'import_blocks'), ('import_refused', 'refused_rows'), ('web_account', 'websites')) AS renamed (old, new)
    LOOP
        FOR thing IN -- indexes of constraints are renamed with those
            SELECT format('TABLE %I RENAME CONSTRAINT %I', t.new, c.conname) AS what, c.conname::text AS name
            FROM pg_constraint c WHERE c.conrelid = to_regclass(t.new)
            UNION ALL
            SELECT format('INDEX %I RENAME', c.relname), c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
            WHERE i.indrelid = to_regclass(t.new) AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid AND k.conrelid = i.indrelid)
            UNION ALL
            SELECT format('SEQUENCE %I RENAME', c.relname), c.relname FROM pg_depend d JOIN pg_class c ON c.oid = d.objid
            WHERE d.refobjid = to_regclass(t.new) AND d.deptype = 'i' AND c.relkind = 'S'
        LOOP
            IF starts_with(thing.name, t.old || '_') THEN
                EXECUTE format('ALTER %s TO %I', thing.what, t.new || substr(thing.name, length(t.old) + 1));
            END IF;
        END LOOP;
    END LOOP;
END $$;
-- +goose StatementEnd

-- +goose Down
ALTER TABLE databases RENAME TO database;
ALTER TABLE contacts RENAME TO contact;
ALTER TABLE suppressed_addresses RENAME TO suppressed_address;
ALTER TABLE contact_groups RENAME TO contact_group;
ALTER TABLE properties RENAME TO property;
ALTER TABLE visitors RENAME TO visitor;
ALTER TABLE visitor_claims RENAME TO visitor_claim;
ALTER TABLE imports RENAME TO import;
ALTER TABLE import_blocks RENAME TO import_block;
ALTER TABLE refused_rows RENAME TO import_refused;
ALTER TABLE websites RENAME TO web_account;
-- +goose StatementBegin
DO $$
DECLARE t record; thing record;
BEGIN
    FOR t IN SELECT * FROM (VALUES
        ('databases', 'database'), ('contacts', 'contact'), ('suppressed_addresses', 'suppressed_address'), ('contact_groups', 'contact_group'),
        ('properties', 'property'), ('visitors', 'visitor'), ('visitor_claims', 'visitor_claim'), ('imports', 'import'),
        ('import_blocks', 'import_block'), ('refused_rows', 'import_refused'), ('websites', 'web_account')) AS renamed (old, new)
    LOOP
        FOR thing IN -- indexes of constraints are renamed with those
            SELECT format('TABLE %I RENAME CONSTRAINT %I', t.new, c.conname) AS what, c.conname::text AS name
            FROM pg_constraint c WHERE c.conrelid = to_regclass(t.new)
            UNION ALL
            SELECT format('INDEX %I RENAME', c.relname), c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
            WHERE i.indrelid = to_regclass(t.new) AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid AND k.conrelid = i.indrelid)
            UNION ALL
            SELECT format('SEQUENCE %I RENAME', c.relname), c.relname FROM pg_depend d JOIN pg_class c ON c.oid = d.objid
            WHERE d.refobjid = to_regclass(t.new) AND d.deptype = 'i' AND c.relkind = 'S'
        LOOP
            IF starts_with(thing.name, t.old || '_') THEN
                EXECUTE format('ALTER %s TO %I', thing.what, t.new || substr(thing.name, length(t.old) + 1));
            END IF;
        END LOOP;
    END LOOP;
END $$;
-- +goose StatementEnd
