-- +goose Up
ALTER TABLE flag RENAME TO flags;
-- The names of constraints follow; the view is for yesterday's code, while it still runs: a later migration drops it.
-- +goose StatementBegin
DO $$
DECLARE had text;
BEGIN
    FOR had IN SELECT conname FROM pg_constraint WHERE conrelid = 'flags'::regclass AND conname LIKE 'flag\_%' LOOP
        EXECUTE format('ALTER TABLE flags RENAME CONSTRAINT %I TO %I', had, 'flags_' || substr(had, length('flag_') + 1));
    END LOOP;
    CREATE VIEW flag WITH (security_invoker = true) AS SELECT name, default_value, rules, description, updated_at FROM flags;
END $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DO $$
DECLARE had text;
BEGIN
    DROP VIEW flag;
    FOR had IN SELECT conname FROM pg_constraint WHERE conrelid = 'flags'::regclass AND conname LIKE 'flags\_%' LOOP
        EXECUTE format('ALTER TABLE flags RENAME CONSTRAINT %I TO %I', had, 'flag_' || substr(had, length('flags_') + 1));
    END LOOP;
END $$;
-- +goose StatementEnd
ALTER TABLE flags RENAME TO flag;
