-- +goose Up
-- The newest link of each purpose; using it removes it.
CREATE TABLE links (
    -- SHA-256
    secret_hash bytea PRIMARY KEY,
    purpose text NOT NULL CONSTRAINT link_purpose CHECK (purpose IN ('activation', 'reset')),
    account_id int NOT NULL REFERENCES accounts (id),
    user_id bigint NOT NULL REFERENCES users (id),
    expires_at timestamptz NOT NULL,
    CONSTRAINT link_newest UNIQUE (user_id, purpose)
);
CREATE INDEX links_by_age ON links (expires_at);

-- Mails that wait to be sent. No secret stands here: the link is made when the mail is.
CREATE TABLE mails (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL CONSTRAINT mail_kind CHECK (kind IN ('activation', 'reset')),
    -- in lower case; somebody's or nobody's: who asks for a reset must not find out
    email text NOT NULL,
    created_at timestamptz NOT NULL,
    next_try_at timestamptz NOT NULL,
    tries int NOT NULL DEFAULT 0
);
CREATE INDEX mails_due ON mails (next_try_at);

-- What counts towards a limit, by the keyed hash of who or where it is.
CREATE TABLE attempts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key bytea NOT NULL,
    occurred_at timestamptz NOT NULL
);
CREATE INDEX attempts_of_key ON attempts (key, occurred_at);
CREATE INDEX attempts_by_age ON attempts (occurred_at);

ALTER TABLE links ENABLE ROW LEVEL SECURITY;
ALTER TABLE links FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON links USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON links TO puls_account_system USING (true);

ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON mails TO puls_account_system USING (true);

ALTER TABLE attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON attempts TO puls_account_system USING (true);

-- +goose Down
DROP TABLE attempts;
DROP TABLE mails;
DROP TABLE links;
