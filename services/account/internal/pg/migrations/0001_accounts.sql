-- +goose Up
CREATE TABLE accounts (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    timezone text NOT NULL,
    language text NOT NULL CONSTRAINT account_language CHECK (language IN ('pl', 'en')),
    active boolean NOT NULL DEFAULT true,
    tracked_event_types text[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id int NOT NULL REFERENCES accounts (id),
    -- lower case
    email text NOT NULL CONSTRAINT user_email_taken UNIQUE,
    -- PHC string, argon2id
    password_hash text NOT NULL,
    active boolean NOT NULL DEFAULT true,
    roles text[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX users_of_account ON users (account_id);

ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON accounts USING (id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON accounts TO puls_account_system USING (true);

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON users USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON users TO puls_account_system USING (true);

-- +goose Down
DROP TABLE users;
DROP TABLE accounts;
