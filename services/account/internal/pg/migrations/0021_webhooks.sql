-- +goose Up
-- Addresses that events of an account are sent to.
CREATE TABLE webhooks (
    id uuid PRIMARY KEY,
    account_id int NOT NULL REFERENCES accounts (id),
    url text NOT NULL,
    description text NOT NULL,
    events text[] NOT NULL,
    -- Sealed with the service's key; the one before signs too until former_until.
    secret bytea NOT NULL,
    former_secret bytea,
    former_until timestamptz,
    created_at timestamptz NOT NULL,
    made_by text NOT NULL,
    -- Null while it sends; then USER, STOPPED or GONE says why it does not.
    stopped_at timestamptz,
    stopped_by text NOT NULL DEFAULT '',
    -- When an event was taken last, and how many attempts have failed since.
    delivered_at timestamptz,
    failures int NOT NULL DEFAULT 0,
    -- It is left alone until then, since the last attempt failed; and whoever sends has it until then.
    rests_until timestamptz NOT NULL,
    taken_until timestamptz NOT NULL
);
CREATE INDEX webhooks_of_account ON webhooks (account_id, created_at);

-- One event for one webhook. What a result changed is read when it is sent; of contacts numbers alone are kept.
CREATE TABLE webhook_deliveries (
    id uuid PRIMARY KEY,
    account_id int NOT NULL,
    webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    position bigint GENERATED ALWAYS AS IDENTITY,
    event text NOT NULL,
    -- What it is about: the same event twice is one delivery.
    event_key text NOT NULL,
    -- Events of one scoring are sent one after the other.
    scoring_id uuid,
    occurred_at timestamptz NOT NULL,
    -- As webhook.Content, in JSON, and the contacts.
    content bytea NOT NULL,
    numbers int[] NOT NULL DEFAULT '{}',
    -- 1 waits, 2 delivered, 3 failed, 4 replaced
    state smallint NOT NULL DEFAULT 1 CONSTRAINT webhook_delivery_state CHECK (state BETWEEN 1 AND 4),
    attempts int NOT NULL DEFAULT 0,
    first_at timestamptz,
    next_at timestamptz NOT NULL,
    -- Messages of it that were taken, and where the next begins.
    parts int NOT NULL DEFAULT 0,
    next_database int NOT NULL DEFAULT 0,
    next_number bigint NOT NULL DEFAULT 0,
    -- Of the last attempt.
    attempted_at timestamptz,
    status int NOT NULL DEFAULT 0,
    failure text NOT NULL DEFAULT '',
    took_ms int NOT NULL DEFAULT 0,
    CONSTRAINT webhook_delivery_once UNIQUE (webhook_id, event_key)
);
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, position DESC);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, occurred_at, position) WHERE state = 1;
CREATE INDEX webhook_deliveries_of_scoring ON webhook_deliveries (webhook_id, scoring_id, occurred_at, position) WHERE state = 1;

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON webhooks USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON webhooks TO puls_account_system USING (true);

ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON webhook_deliveries USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON webhook_deliveries TO puls_account_system USING (true);

-- Webhooks that events could not be sent to (9).
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 9);

-- +goose Down
DELETE FROM notifications WHERE kind = 9;
ALTER TABLE notifications DROP CONSTRAINT notification_kind, ADD CONSTRAINT notification_kind CHECK (kind BETWEEN 1 AND 8);
DROP TABLE webhook_deliveries;
DROP TABLE webhooks;
