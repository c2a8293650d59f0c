-- +goose Up
-- Takes the place of scorings.idempotency_key and idempotency_body, which the release before still writes.
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
CREATE POLICY system ON idempotency_keys TO puls_scoring_config_system USING (true);

-- +goose Down
DROP TABLE idempotency_keys;
