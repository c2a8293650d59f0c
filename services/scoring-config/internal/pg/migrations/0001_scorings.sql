-- +goose Up
CREATE TABLE scorings (
    id uuid PRIMARY KEY,
    account_id int NOT NULL,
    name text NOT NULL,
    -- 0 draft, 1 inactive, 2 active
    status smallint NOT NULL CONSTRAINT scoring_status CHECK (status IN (0, 1, 2)),
    last_draft_step int NOT NULL,
    is_created_by_wizard boolean NOT NULL,
    predefined jsonb,
    config jsonb NOT NULL,
    version int NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    -- when it was switched on for the first time; earlier weeks are calculated from there
    first_activated_at timestamptz,
    -- when it was switched on last; days before it are not caught up
    activated_at timestamptz,
    last_generated_at timestamptz,
    last_generated_date date,
    last_generated_days int,
    idempotency_key text,
    idempotency_body bytea
);
CREATE INDEX scorings_of_account ON scorings (account_id, updated_at DESC);
CREATE INDEX scorings_active ON scorings (account_id) WHERE status = 2;
CREATE UNIQUE INDEX scoring_idempotency ON scorings (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

-- One row for each finished calculation, so that what is due can be told without asking the engine.
CREATE TABLE generated (
    scoring_id uuid NOT NULL,
    account_id int NOT NULL,
    -- puls.type.v1.Channel
    channel smallint NOT NULL,
    generated_date date NOT NULL,
    calculated_at timestamptz NOT NULL,
    PRIMARY KEY (scoring_id, channel, generated_date)
);

ALTER TABLE scorings ENABLE ROW LEVEL SECURITY;
ALTER TABLE scorings FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON scorings USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON scorings TO puls_scoring_config_system USING (true);

ALTER TABLE generated ENABLE ROW LEVEL SECURITY;
ALTER TABLE generated FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON generated USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON generated TO puls_scoring_config_system USING (true);

-- +goose Down
DROP TABLE generated;
DROP TABLE scorings;
