-- +goose Up

ALTER TABLE imports
    -- core.ColumnValues: what was taken for what in the rows read so far.
    ADD COLUMN column_values jsonb NOT NULL DEFAULT '[]',
    -- The next number of each database, by its id, when the import first wrote to it: contacts from there on are its own.
    ADD COLUMN first_numbers jsonb NOT NULL DEFAULT '{}',
    -- Of email_given and sms_given those of contacts that the import makes; and how many of these have an address of the
    -- channel and no consent.
    ADD COLUMN new_email_given integer NOT NULL DEFAULT 0,
    ADD COLUMN new_sms_given integer NOT NULL DEFAULT 0,
    ADD COLUMN without_email integer NOT NULL DEFAULT 0,
    ADD COLUMN without_sms integer NOT NULL DEFAULT 0;

-- core.Meanings: what somebody said of the values of columns.
ALTER TABLE learned_mappings ADD COLUMN meanings jsonb NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE learned_mappings DROP COLUMN meanings;
ALTER TABLE imports DROP COLUMN column_values, DROP COLUMN first_numbers, DROP COLUMN new_email_given, DROP COLUMN new_sms_given,
    DROP COLUMN without_email, DROP COLUMN without_sms;
