-- +goose Up
ALTER TABLE asked RENAME TO requests;
ALTER TABLE requests RENAME COLUMN asked_at TO requested_at;
ALTER INDEX asked_of_account RENAME TO requests_of_account;
ALTER SEQUENCE asked_id_seq RENAME TO requests_id_seq;
-- The names of constraints follow; the view is for yesterday's code, while it still runs: a later migration drops it.
-- +goose StatementBegin
DO $$
DECLARE had text;
BEGIN
    FOR had IN SELECT conname FROM pg_constraint WHERE conrelid = 'requests'::regclass LOOP
        EXECUTE format('ALTER TABLE requests RENAME CONSTRAINT %I TO %I', had,
            replace(replace(had, 'asked_at', 'requested_at'), 'asked_', 'requests_'));
    END LOOP;
    CREATE VIEW asked WITH (security_invoker = true) AS SELECT id, account_id, requested_at AS asked_at FROM requests;
END $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DO $$
DECLARE had text;
BEGIN
    DROP VIEW asked;
    FOR had IN SELECT conname FROM pg_constraint WHERE conrelid = 'requests'::regclass LOOP
        EXECUTE format('ALTER TABLE requests RENAME CONSTRAINT %I TO %I', had,
            replace(replace(had, 'requested_at', 'asked_at'), 'requests_', 'asked_'));
    END LOOP;
END $$;
-- +goose StatementEnd
ALTER SEQUENCE requests_id_seq RENAME TO asked_id_seq;
ALTER INDEX requests_of_account RENAME TO asked_of_account;
ALTER TABLE requests RENAME COLUMN requested_at TO asked_at;
ALTER TABLE requests RENAME TO asked;
