-- +goose Up

-- What websites and mail providers sent, as it came, until its facts are in the outbox: a body goes in the transaction that
-- puts them there. No request's role reaches it.
CREATE TABLE intake_bodies (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id integer NOT NULL,
    database_id integer NOT NULL,
    -- core.IntakeKind
    kind smallint NOT NULL,
    -- The website or the mail provider.
    source_id uuid NOT NULL,
    -- What is known of the body besides itself, as its kind has it.
    note text COLLATE "C" NOT NULL,
    received_at timestamptz NOT NULL,
    event_count integer NOT NULL,
    -- Bytes before they were compressed with zstd.
    size integer NOT NULL,
    body bytea NOT NULL
);
ALTER TABLE intake_bodies ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX intake_bodies_waiting ON intake_bodies (account_id, id) INCLUDE (event_count, size);
ALTER TABLE intake_bodies ENABLE ROW LEVEL SECURITY;
ALTER TABLE intake_bodies FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON intake_bodies TO puls_contacts_system USING (true);

-- How many events of a source came, by quarters of an hour in which they were received: those of the last day, and the last
-- one of each type.
CREATE TABLE intake_counts (
    account_id integer NOT NULL,
    source_id uuid NOT NULL,
    quarter timestamptz NOT NULL,
    -- Empty for events that were refused.
    type text COLLATE "C" NOT NULL,
    -- Why they were refused; empty when they were not.
    refused text COLLATE "C" NOT NULL,
    count integer NOT NULL,
    last_at timestamptz NOT NULL,
    CONSTRAINT intake_counts_pkey PRIMARY KEY (account_id, source_id, type, refused, quarter)
);
ALTER TABLE intake_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE intake_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON intake_counts USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON intake_counts TO puls_contacts_system USING (true);

-- The newest events of each source, a sample, for who looks on: 100 at most, of a day at most.
CREATE TABLE intake_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id integer NOT NULL,
    source_id uuid NOT NULL,
    received_at timestamptz NOT NULL,
    -- Null when the sender gave no time that can be read.
    occurred_at timestamptz,
    type text NOT NULL,
    -- The visitor's id or the message's.
    subject text NOT NULL,
    path text NOT NULL,
    known boolean NOT NULL,
    refused text NOT NULL,
    -- Events left out since the one before.
    skipped integer NOT NULL
);
CREATE INDEX intake_events_newest ON intake_events (account_id, source_id, id);
ALTER TABLE intake_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE intake_events FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON intake_events USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON intake_events TO puls_contacts_system USING (true);

-- The times of web events that another correction of the sender's clock could move to another day (ADR 40): whatever a
-- repeat says, it takes the time of the first. Kept for some days.
CREATE TABLE event_times (
    database_id integer NOT NULL,
    event_key bigint NOT NULL,
    -- Microseconds since 1970.
    occurred_at bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT event_times_pkey PRIMARY KEY (database_id, event_key)
);
CREATE INDEX event_times_age ON event_times (created_at);
ALTER TABLE event_times ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_times FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON event_times TO puls_contacts_system USING (true);

-- +goose Down
DROP TABLE event_times, intake_events, intake_counts, intake_bodies;
