-- +goose Up

-- What the rows of an import did, summed up step by step.
ALTER TABLE imports
    ADD COLUMN new_contacts integer NOT NULL DEFAULT 0,
    ADD COLUMN changed_contacts integer NOT NULL DEFAULT 0,
    ADD COLUMN unchanged_contacts integer NOT NULL DEFAULT 0,
    ADD COLUMN email_given integer NOT NULL DEFAULT 0,
    ADD COLUMN email_withdrawn integer NOT NULL DEFAULT 0,
    ADD COLUMN sms_given integer NOT NULL DEFAULT 0,
    ADD COLUMN sms_withdrawn integer NOT NULL DEFAULT 0,
    -- Consents that rows give to addresses that are unsubscribed.
    ADD COLUMN unsubscribed_kept integer NOT NULL DEFAULT 0,
    -- Names of groups that were made, the first 100.
    ADD COLUMN new_groups text[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE imports DROP COLUMN new_contacts, DROP COLUMN changed_contacts, DROP COLUMN unchanged_contacts,
    DROP COLUMN email_given, DROP COLUMN email_withdrawn, DROP COLUMN sms_given, DROP COLUMN sms_withdrawn,
    DROP COLUMN unsubscribed_kept, DROP COLUMN new_groups;
