-- +goose Up

-- Lists at mail providers that are synchronized with a scoring.
CREATE TABLE destinations (
    id uuid PRIMARY KEY,
    account_id integer NOT NULL,
    name text NOT NULL,
    -- sendgrid, mailgun, mailchimp or brevo; the region is "eu", or empty for the default region.
    provider text NOT NULL,
    region text NOT NULL,
    -- The provider's name of the list; the tag is set for Mailchimp only. The field receives the band; empty for none.
    list text NOT NULL,
    tag text NOT NULL,
    field text NOT NULL,
    -- The encrypted API key.
    secret bytea NOT NULL,
    scoring_id uuid NOT NULL,
    -- puls.type.v1.Channel
    channel smallint NOT NULL,
    bands smallint[] NOT NULL,
    reasons text[] NOT NULL,
    created_at timestamptz NOT NULL,
    made_by text NOT NULL,
    paused_at timestamptz,
    -- Time of the next run; null without one.
    due_at timestamptz,
    -- End of the worker's lease.
    taken_until timestamptz NOT NULL,
    -- Failed runs since the last complete one.
    failures integer NOT NULL DEFAULT 0,
    CONSTRAINT destinations_list_key UNIQUE (account_id, provider, region, list, tag)
);
CREATE INDEX destinations_due ON destinations (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE destinations ENABLE ROW LEVEL SECURITY;
ALTER TABLE destinations FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON destinations USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON destinations TO puls_contacts_system USING (true);

-- The addresses that are, or may be, on the list. A row is inserted before the call to the provider, and deleted when
-- the provider has removed the address.
CREATE TABLE destination_members (
    destination_id uuid NOT NULL REFERENCES destinations (id) ON DELETE CASCADE,
    -- Keyed hash of the address, and the encrypted address.
    fingerprint bytea NOT NULL,
    address bytea NOT NULL,
    database_id integer NOT NULL,
    number integer NOT NULL,
    -- The band or reason that was sent with it.
    label text NOT NULL,
    sent_at timestamptz NOT NULL,
    -- Whether the provider has confirmed it.
    sure boolean NOT NULL,
    CONSTRAINT destination_members_pkey PRIMARY KEY (destination_id, fingerprint)
);
ALTER TABLE destination_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE destination_members FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON destination_members TO puls_contacts USING (destination_id IN (SELECT d.id FROM destinations d));
CREATE POLICY system ON destination_members TO puls_contacts_system USING (true);

-- Receipts of runs. The newest 50 of a destination are stored.
CREATE TABLE destination_runs (
    id uuid PRIMARY KEY,
    account_id integer NOT NULL,
    destination_id uuid NOT NULL REFERENCES destinations (id) ON DELETE CASCADE,
    begun_at timestamptz NOT NULL,
    ended_at timestamptz,
    generated_date date,
    added integer NOT NULL DEFAULT 0,
    changed integer NOT NULL DEFAULT 0,
    removed integer NOT NULL DEFAULT 0,
    left_out integer NOT NULL DEFAULT 0,
    -- Number of refused addresses by reason.
    refused jsonb NOT NULL DEFAULT '{}',
    failure text NOT NULL DEFAULT ''
);
CREATE INDEX destination_runs_newest ON destination_runs (destination_id, begun_at DESC, id DESC);
ALTER TABLE destination_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE destination_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON destination_runs USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON destination_runs TO puls_contacts_system USING (true);

-- +goose Down
DROP TABLE destination_runs, destination_members, destinations;
