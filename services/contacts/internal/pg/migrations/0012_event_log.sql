-- +goose Up

-- The event log: what was done with people's data. Rows of both tables are only ever added, in the transaction of the act.
CREATE TABLE log_entries (
    id uuid PRIMARY KEY,
    account_id integer NOT NULL,
    occurred_at timestamptz NOT NULL,
    -- core.EntryKind
    kind text COLLATE "C" NOT NULL,
    -- From where: the name of a file, of a scoring, of a provider, "API", "WWW".
    source text NOT NULL,
    -- An e-mail address of a user, or an API key; empty when nobody did it.
    who text NOT NULL,
    -- core.ConsentCause; empty where no consents changed.
    cause text COLLATE "C" NOT NULL,
    -- What somebody noted.
    note text NOT NULL
);
CREATE INDEX log_entries_newest ON log_entries (account_id, occurred_at DESC, id DESC);
CREATE INDEX log_entries_of_kind ON log_entries (account_id, kind, occurred_at DESC, id DESC);
ALTER TABLE log_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE log_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON log_entries USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON log_entries TO puls_contacts_system USING (true);

-- The contacts of one chunk that a part of an entry is about, as a roaring bitmap of the numbers within the chunk. An import
-- adds those of each of its steps. What became of one contact's consents is in the sets of its chunk that hold its number.
CREATE TABLE log_entry_sets (
    entry_id uuid NOT NULL REFERENCES log_entries (id),
    database_id integer NOT NULL,
    chunk integer NOT NULL,
    -- core.EntryPart
    part smallint NOT NULL,
    -- Of the step that added it, ascending; 0 where the act is one step.
    sequence bigint NOT NULL,
    -- The least and the greatest of the numbers.
    first integer NOT NULL,
    last integer NOT NULL,
    numbers bytea NOT NULL,
    -- Of subjects alone, who are in no other step's set: how many, and how many of them had an address at that moment.
    contact_count integer NOT NULL,
    email_count integer NOT NULL,
    gsm_count integer NOT NULL,
    CONSTRAINT log_entry_sets_pkey PRIMARY KEY (entry_id, database_id, chunk, part, sequence)
);
ALTER TABLE log_entry_sets ALTER COLUMN numbers SET STORAGE EXTERNAL;
CREATE INDEX log_entry_sets_of_consents ON log_entry_sets (database_id, chunk, first, last) WHERE part > 0;
ALTER TABLE log_entry_sets ENABLE ROW LEVEL SECURITY;
ALTER TABLE log_entry_sets FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON log_entry_sets TO puls_contacts USING (database_id IN (SELECT d.id FROM databases d));
CREATE POLICY system ON log_entry_sets TO puls_contacts_system USING (true);

REVOKE UPDATE, DELETE, TRUNCATE ON log_entries, log_entry_sets FROM puls_contacts, puls_contacts_system;

-- Who sent an import, and from where, as its entry says.
ALTER TABLE imports
    ADD COLUMN who text NOT NULL DEFAULT '',
    ADD COLUMN source text NOT NULL DEFAULT '';

-- Addresses that were erased, as HMAC-SHA256 with a key that is not in the database: no file and nobody by hand can bring
-- one back to any uid of the account.
CREATE TABLE erased_addresses (
    account_id integer NOT NULL,
    digest bytea NOT NULL,
    -- The beginning of the SHA-256 of the key.
    key_id bytea NOT NULL,
    erased_at timestamptz NOT NULL,
    CONSTRAINT erased_addresses_pkey PRIMARY KEY (account_id, digest)
);
ALTER TABLE erased_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased_addresses FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON erased_addresses USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON erased_addresses TO puls_contacts_system USING (true);

-- +goose Down
DROP TABLE erased_addresses;
ALTER TABLE imports DROP COLUMN source, DROP COLUMN who;
DROP TABLE log_entry_sets, log_entries;
