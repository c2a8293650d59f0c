-- +goose Up

-- The tables under their names of before, for yesterday's code, while it still runs (ADR 25): a later migration drops these.
-- A view has no constraints, so what yesterday's code puts with ON CONFLICT (new databases, uploads, claims, websites, listed
-- addresses) fails meanwhile and is tried again; everything else goes on.
-- +goose StatementBegin
DO $$
DECLARE renamed record;
BEGIN
    FOR renamed IN SELECT * FROM (VALUES
        ('database', 'databases'), ('contact', 'contacts'), ('suppressed_address', 'suppressed_addresses'),
        ('contact_group', 'contact_groups'), ('property', 'properties'), ('visitor', 'visitors'), ('visitor_claim', 'visitor_claims'),
        ('import', 'imports'), ('import_block', 'import_blocks'), ('import_refused', 'refused_rows'), ('web_account', 'websites')
        ) AS names (old, new)
    LOOP
        EXECUTE format('CREATE VIEW %I WITH (security_invoker = true) AS SELECT * FROM %I', renamed.old, renamed.new);
    END LOOP;
END $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    DROP VIEW web_account, import_refused, import_block, import, visitor_claim, visitor, property, contact_group, suppressed_address,
        contact, database;
END $$;
-- +goose StatementEnd
