-- +goose Up
-- Websites whose visitors are tracked. An import of web events adds those that it names, at most 100 for an account.
CREATE TABLE web_account (
    si_client_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id integer NOT NULL,
    database_id integer NOT NULL REFERENCES database (id),
    -- Lower case; empty where events named none.
    domain text NOT NULL,
    -- Of the first event; null without events.
    first_event_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT web_account_domain_key UNIQUE (database_id, domain)
);
CREATE INDEX web_account_of_account ON web_account (account_id);
ALTER TABLE web_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE web_account FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON web_account USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON web_account TO puls_contacts_system USING (true);
-- Databases that have visitors have been tracked already.
SET LOCAL ROLE puls_contacts_system;
INSERT INTO web_account (account_id, database_id, domain) SELECT account_id, id, '' FROM database WHERE next_visitor > 0;
RESET ROLE;

-- +goose Down
DROP TABLE web_account;
