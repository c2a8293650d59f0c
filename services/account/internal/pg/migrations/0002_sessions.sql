-- +goose Up
-- Numbers what gateways must refuse. Who takes a number holds the advisory lock of LockRefusals until the commit, so a
-- reader that has seen a number has seen every lower one.
CREATE SEQUENCE refusal_sequence;
GRANT SELECT ON SEQUENCE refusal_sequence TO puls_account_system;

ALTER TABLE accounts
    ADD COLUMN package text NOT NULL DEFAULT 'STANDARD'
        CONSTRAINT account_package CHECK (package IN ('LITE', 'STANDARD', 'PRO', 'ENTERPRISE')),
    -- null without a trial
    ADD COLUMN trial_ends_at timestamptz,
    -- null until the confirmation link was used
    ADD COLUMN activated_at timestamptz DEFAULT now(),
    ADD COLUMN billing jsonb NOT NULL DEFAULT '{}',
    -- of refusal_sequence, when its state last changed; null while it was never restricted
    ADD COLUMN refusal bigint;
CREATE INDEX accounts_refused ON accounts (refusal) WHERE refusal IS NOT NULL;

ALTER TABLE users
    ADD COLUMN external_server_id text NOT NULL DEFAULT '',
    ADD COLUMN external_user_id text NOT NULL DEFAULT '',
    -- null for users that an operator made
    ADD COLUMN terms_accepted_at timestamptz,
    ADD COLUMN data_processing_accepted_at timestamptz;

CREATE TABLE sessions (
    id uuid PRIMARY KEY,
    -- the user's own account
    account_id int NOT NULL REFERENCES accounts (id),
    user_id bigint NOT NULL REFERENCES users (id),
    -- where the session works: the user's own account, a client's, or anyone's for a super admin
    current_account_id int NOT NULL REFERENCES accounts (id),
    -- SHA-256 of the refresh token in force, and of the one before it
    token_hash bytea NOT NULL,
    parent_hash bytea,
    created_at timestamptz NOT NULL,
    -- when the token in force was first handed out
    rotated_at timestamptz NOT NULL,
    ended_at timestamptz,
    -- of refusal_sequence; null while the session goes on
    refusal bigint
);
CREATE INDEX sessions_of_user ON sessions (user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_in_account ON sessions (current_account_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_of_account ON sessions (account_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_refused ON sessions (refusal) WHERE refusal IS NOT NULL;
CREATE INDEX sessions_by_age ON sessions (created_at);

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON sessions USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON sessions TO puls_account_system USING (true);

-- +goose Down
DROP TABLE sessions;
ALTER TABLE users DROP COLUMN external_server_id, DROP COLUMN external_user_id, DROP COLUMN terms_accepted_at,
    DROP COLUMN data_processing_accepted_at;
ALTER TABLE accounts DROP COLUMN package, DROP COLUMN trial_ends_at, DROP COLUMN activated_at, DROP COLUMN billing,
    DROP COLUMN refusal;
DROP SEQUENCE refusal_sequence;
