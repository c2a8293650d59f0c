-- +goose Up

-- A recipient database (uid). Numbers of contacts and visitors are dense and never used again.
CREATE TABLE database (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id integer NOT NULL,
    uid text COLLATE "C" NOT NULL,
    next_number integer NOT NULL DEFAULT 0,
    next_visitor integer NOT NULL DEFAULT 0,
    -- Rises whenever somebody gets or loses an address, so that look-ups made before are known to be old.
    dictionary_version bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT database_uid_key UNIQUE (account_id, uid)
);
ALTER TABLE database ENABLE ROW LEVEL SECURITY;
ALTER TABLE database FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON database USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON database TO puls_contacts_system USING (true);

-- Addresses are kept as they are compared: e-mail in lower case, gsm in E.164.
CREATE TABLE contact (
    database_id integer NOT NULL,
    number integer NOT NULL,
    external_id text COLLATE "C",
    email text COLLATE "C",
    gsm text COLLATE "C",
    created_at timestamptz,
    -- Local day of created_at, fixed by the account's zone at intake; days since 1970.
    created_day integer,
    email_consent boolean NOT NULL,
    sms_consent boolean NOT NULL,
    email_blocked boolean NOT NULL,
    gsm_blocked boolean NOT NULL,
    -- Values by property id.
    properties jsonb,
    CONSTRAINT contact_pkey PRIMARY KEY (database_id, number)
) WITH (fillfactor = 90);
CREATE UNIQUE INDEX contact_external_id_key ON contact (database_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX contact_email_key ON contact (database_id, email) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX contact_gsm_key ON contact (database_id, gsm) WHERE gsm IS NOT NULL;

-- Addresses that no file may give consent to: unsubscribed (reason 1) or erased (reason 2). Kept as SHA-256, since
-- an erased address may not be kept itself.
CREATE TABLE suppressed_address (
    database_id integer NOT NULL,
    kind smallint NOT NULL,
    digest bytea NOT NULL,
    reason smallint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT suppressed_address_pkey PRIMARY KEY (database_id, kind, digest)
);

CREATE TABLE contact_group (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id integer NOT NULL,
    database_id integer NOT NULL REFERENCES database (id),
    name text NOT NULL,
    CONSTRAINT contact_group_name_key UNIQUE (database_id, name)
);
ALTER TABLE contact_group ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_group FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON contact_group USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON contact_group TO puls_contacts_system USING (true);

CREATE TABLE property (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id integer NOT NULL,
    database_id integer NOT NULL REFERENCES database (id),
    name text NOT NULL,
    is_number boolean NOT NULL,
    CONSTRAINT property_name_key UNIQUE (database_id, name)
);
ALTER TABLE property ENABLE ROW LEVEL SECURITY;
ALTER TABLE property FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON property USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON property TO puls_contacts_system USING (true);

-- Sets of contacts in chunks of 65,536 numbers, as roaring bitmaps of the numbers within the chunk. Rows are
-- locked per (database, chunk) in ascending order. Kinds are core.BitKind.
CREATE TABLE audience_bits (
    database_id integer NOT NULL,
    chunk integer NOT NULL,
    kind smallint NOT NULL,
    ref integer NOT NULL,
    bits bytea NOT NULL,
    CONSTRAINT audience_bits_pkey PRIMARY KEY (database_id, chunk, kind, ref)
);
ALTER TABLE audience_bits ALTER COLUMN bits SET STORAGE EXTERNAL;

CREATE TABLE visitor (
    database_id integer NOT NULL,
    number integer NOT NULL,
    visitor_id text COLLATE "C" NOT NULL,
    CONSTRAINT visitor_pkey PRIMARY KEY (database_id, number),
    CONSTRAINT visitor_id_key UNIQUE (database_id, visitor_id)
);

-- Who a visitor said to be: for each address the latest event that named it.
CREATE TABLE visitor_claim (
    database_id integer NOT NULL,
    visitor integer NOT NULL,
    -- engine.AddressKind
    kind smallint NOT NULL,
    address text COLLATE "C" NOT NULL,
    occurred_at timestamptz NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    CONSTRAINT visitor_claim_pkey PRIMARY KEY (database_id, visitor, kind, address)
);

CREATE TABLE import (
    id uuid PRIMARY KEY,
    account_id integer NOT NULL,
    -- Imports of an account are read in the order of arrival.
    arrival bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    format text NOT NULL,
    encoding text NOT NULL,
    keep_consent boolean NOT NULL,
    idempotency_key text,
    digest bytea NOT NULL,
    size bigint NOT NULL,
    state text NOT NULL,
    timezone text NOT NULL DEFAULT '',
    -- Bytes of the file whose rows took effect; advances in the transaction of the effects.
    position bigint NOT NULL,
    lines integer NOT NULL,
    read integer NOT NULL DEFAULT 0,
    kept integer NOT NULL DEFAULT 0,
    refused integer NOT NULL DEFAULT 0,
    -- Tries without progress.
    attempts integer NOT NULL DEFAULT 0,
    retry_at timestamptz NOT NULL DEFAULT now(),
    served_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CONSTRAINT import_idempotency_key UNIQUE (account_id, idempotency_key)
);
CREATE INDEX import_running ON import (account_id, arrival) WHERE state = 'running';
CREATE INDEX import_newest ON import (account_id, arrival DESC);
ALTER TABLE import ENABLE ROW LEVEL SECURITY;
ALTER TABLE import FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON import USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON import TO puls_contacts_system USING (true);

-- The file of an import in pieces of 1 MiB, compressed with zstd; they come before the import does and go when it
-- has been read.
CREATE TABLE import_block (
    import_id uuid NOT NULL,
    number integer NOT NULL,
    body bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT import_block_pkey PRIMARY KEY (import_id, number)
);
ALTER TABLE import_block ALTER COLUMN body SET STORAGE EXTERNAL;

-- Refused rows in order, many to a row here, compressed with zstd.
CREATE TABLE import_refused (
    import_id uuid NOT NULL,
    position bigint NOT NULL,
    body bytea NOT NULL,
    CONSTRAINT import_refused_pkey PRIMARY KEY (import_id, position)
);
ALTER TABLE import_refused ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject text NOT NULL,
    payload bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz,
    -- where it stands in its stream
    sequence bigint
);
ALTER TABLE outbox ALTER COLUMN payload SET STORAGE EXTERNAL;
CREATE INDEX outbox_waiting ON outbox (id) WHERE published_at IS NULL;
CREATE TABLE outbox_epoch (subject text PRIMARY KEY, epoch timestamptz NOT NULL);

-- +goose Down
DROP TABLE outbox_epoch, outbox, import_refused, import_block, import, visitor_claim, visitor, audience_bits,
    property, contact_group, suppressed_address, contact, database;
