-- +goose Up
CREATE TABLE client_links (
    account_id int NOT NULL REFERENCES accounts (id),
    client_account_id int NOT NULL REFERENCES accounts (id),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, client_account_id),
    CONSTRAINT client_other CHECK (account_id <> client_account_id)
);

-- Who did what in an account that is not their own. Rows are only ever added.
CREATE TABLE audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    occurred_at timestamptz NOT NULL,
    user_id bigint NOT NULL,
    email text NOT NULL,
    home_account_id int NOT NULL,
    account_id int NOT NULL,
    -- "enter", "return", or method and path of a call
    act text NOT NULL
);
CREATE INDEX audit_of_account ON audit_log (account_id, id);
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM puls_account, puls_account_system;

CREATE TABLE api_keys (
    account_id int PRIMARY KEY REFERENCES accounts (id),
    -- SHA-256
    key_hash bytea NOT NULL CONSTRAINT api_key_once UNIQUE,
    prefix text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
);

CREATE TABLE external_logins (
    -- SHA-256
    token_hash bytea PRIMARY KEY,
    account_id int NOT NULL REFERENCES accounts (id),
    user_id bigint NOT NULL REFERENCES users (id),
    expires_at timestamptz NOT NULL
);
CREATE INDEX external_logins_by_age ON external_logins (expires_at);

-- How the connected system wants the application to look, as JSON of the messages UiConfig and UiTexts.
CREATE TABLE account_uis (
    account_id int PRIMARY KEY REFERENCES accounts (id),
    config jsonb,
    texts jsonb
);

ALTER TABLE client_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_links FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON client_links USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON client_links TO puls_account_system USING (true);

ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON audit_log FOR SELECT USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON audit_log TO puls_account_system USING (true);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON api_keys USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON api_keys TO puls_account_system USING (true);

ALTER TABLE external_logins ENABLE ROW LEVEL SECURITY;
ALTER TABLE external_logins FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON external_logins USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON external_logins TO puls_account_system USING (true);

ALTER TABLE account_uis ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_uis FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON account_uis USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON account_uis TO puls_account_system USING (true);

-- +goose Down
DROP TABLE account_uis;
DROP TABLE external_logins;
DROP TABLE api_keys;
DROP TABLE audit_log;
DROP TABLE client_links;
