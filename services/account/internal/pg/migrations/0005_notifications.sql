-- +goose Up
CREATE TABLE notifications (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id int NOT NULL REFERENCES accounts (id),
    -- what it is about; one event more about the same replaces it or changes nothing
    inbox_key text NOT NULL,
    -- 1 calculation done, 2 calculation failed, 3 import done, 4 import failed
    kind smallint NOT NULL CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 4),
    subject_id text NOT NULL,
    -- 0 for imports
    channel smallint NOT NULL DEFAULT 0,
    generated_date date,
    kept_count int NOT NULL DEFAULT 0,
    refused_count int NOT NULL DEFAULT 0,
    -- when it happened
    created_at timestamptz NOT NULL,
    CONSTRAINT notification_once UNIQUE (account_id, inbox_key)
);
CREATE INDEX notifications_of_account ON notifications (account_id, id);
CREATE INDEX notifications_by_age ON notifications (created_at);

-- Up to where a user has read an account's notifications.
CREATE TABLE notification_reads (
    account_id int NOT NULL REFERENCES accounts (id),
    user_id bigint NOT NULL REFERENCES users (id),
    up_to_id int NOT NULL,
    PRIMARY KEY (account_id, user_id)
);

ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON notifications USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON notifications TO puls_account_system USING (true);

ALTER TABLE notification_reads ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_reads FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON notification_reads USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON notification_reads TO puls_account_system USING (true);

-- +goose Down
DROP TABLE notification_reads;
DROP TABLE notifications;
