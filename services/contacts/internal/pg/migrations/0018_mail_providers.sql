-- +goose Up

-- Who sends an account's e-mail and reports what became of it. What came is counted as of every source of an intake.
CREATE TABLE mail_providers (
    id uuid PRIMARY KEY,
    account_id integer NOT NULL,
    database_id integer NOT NULL REFERENCES databases (id),
    provider text NOT NULL,
    -- The end of the address that it sends to; nobody can guess it.
    path_key text COLLATE "C" NOT NULL,
    -- What signatures are checked with, sealed; empty while there is none.
    secret bytea NOT NULL,
    -- SHA-256 of the password that it proves itself by; empty for who signs.
    password bytea NOT NULL,
    topic text NOT NULL,
    -- Whether the topic's subscription was confirmed.
    confirmed boolean NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT mail_providers_path_key UNIQUE (path_key),
    CONSTRAINT mail_providers_provider_key UNIQUE (account_id, provider)
);
ALTER TABLE mail_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_providers FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON mail_providers USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON mail_providers TO puls_contacts_system USING (true);

-- The proofs that are good for one request, as hashes, until a repeat would be too old anyway.
CREATE TABLE mail_proofs (
    provider_id uuid NOT NULL,
    proof uuid NOT NULL,
    taken_at timestamptz NOT NULL,
    CONSTRAINT mail_proofs_pkey PRIMARY KEY (provider_id, proof)
);
CREATE INDEX mail_proofs_age ON mail_proofs (taken_at);
ALTER TABLE mail_proofs ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_proofs FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON mail_proofs TO puls_contacts_system USING (true);

-- The events that were read, as hashes of their ids, as long as a provider tries again.
CREATE TABLE mail_events (
    provider_id uuid NOT NULL,
    event uuid NOT NULL,
    read_at timestamptz NOT NULL,
    CONSTRAINT mail_events_pkey PRIMARY KEY (provider_id, event)
);
CREATE INDEX mail_events_age ON mail_events (read_at);
ALTER TABLE mail_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_events FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON mail_events TO puls_contacts_system USING (true);

-- +goose Down
DROP TABLE mail_events, mail_proofs, mail_providers;
