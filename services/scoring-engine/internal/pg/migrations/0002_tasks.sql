-- +goose Up
-- What waits to be calculated. Accounts take turns: a task stands one turn behind the account's last one that waits, and
-- where the others are now when none does, so that nobody's tasks stand before all of another's.
CREATE TABLE tasks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id int NOT NULL,
    turn bigint NOT NULL,
    -- What waits already is not put again; null for what a person asked for by name, which always is.
    digest bytea CONSTRAINT tasks_digest UNIQUE,
    -- puls.scoringconfig.v1.CalculationTask
    payload bytea NOT NULL,
    -- Tries that have begun.
    attempts int NOT NULL DEFAULT 0,
    retry_at timestamptz NOT NULL DEFAULT '-infinity',
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tasks_by_turn ON tasks (turn, id);
CREATE INDEX tasks_of_account ON tasks (account_id, turn);
ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON tasks USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON tasks TO puls_scoring_engine_system USING (true);

-- The turn that was taken last, of all accounts.
CREATE TABLE task_clock (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    turn bigint NOT NULL
);
INSERT INTO task_clock (turn) VALUES (1);

-- What people asked for by name within the last hour.
CREATE TABLE asked (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id int NOT NULL,
    asked_at timestamptz NOT NULL
);
CREATE INDEX asked_of_account ON asked (account_id, asked_at);
ALTER TABLE asked ENABLE ROW LEVEL SECURITY;
ALTER TABLE asked FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON asked USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON asked TO puls_scoring_engine_system USING (true);

CREATE TABLE idempotency_keys (
    account_id int NOT NULL,
    key text NOT NULL,
    digest bytea NOT NULL,
    answer bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, key)
);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON idempotency_keys USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON idempotency_keys TO puls_scoring_engine_system USING (true);

-- +goose Down
DROP TABLE idempotency_keys;
DROP TABLE asked;
DROP TABLE task_clock;
DROP TABLE tasks;
