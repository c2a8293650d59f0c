-- +goose Up

-- What a file is and how it is read. Imports of today's code are in the state 'reading' instead of 'running', so that
-- yesterday's code leaves alone what it would misread.
ALTER TABLE imports
    ADD COLUMN file_name text NOT NULL DEFAULT '',
    -- core.ReadOptions.
    ADD COLUMN options jsonb NOT NULL DEFAULT '{}',
    -- gzip, zip or empty.
    ADD COLUMN compression text NOT NULL DEFAULT '',
    -- The file is no text that can be read as it came: the text is made of it first.
    ADD COLUMN folded boolean NOT NULL DEFAULT false,
    -- Bytes of that text, null until all of it is there.
    ADD COLUMN text_size bigint,
    -- Between the cells of the text.
    ADD COLUMN delimiter text NOT NULL DEFAULT '',
    -- As the file calls its columns.
    ADD COLUMN column_names text[] NOT NULL DEFAULT '{}',
    -- Rises whenever the reading begins anew.
    ADD COLUMN pass integer NOT NULL DEFAULT 0,
    -- A draft is removed then.
    ADD COLUMN draft_until timestamptz,
    -- Of a draft: running, done, failed or empty. The counts of a draft are its check's.
    ADD COLUMN check_state text NOT NULL DEFAULT '',
    ADD COLUMN checked_at timestamptz,
    -- Of each of the first refused rows, empty where the row as a whole is meant.
    ADD COLUMN first_columns text[] NOT NULL DEFAULT '{}';
CREATE INDEX imports_waiting ON imports (account_id, arrival) WHERE state IN ('running', 'reading') OR check_state = 'running';
CREATE INDEX imports_drafts ON imports (draft_until) WHERE draft_until IS NOT NULL;

-- Columns of the rows in `body`, as the number of the column plus one, 0 where the row as a whole is meant.
ALTER TABLE refused_rows ADD COLUMN columns bytea NOT NULL DEFAULT '';

-- Refused rows of an import by reason.
CREATE TABLE refused_reasons (
    import_id uuid NOT NULL,
    reason text NOT NULL,
    count integer NOT NULL,
    -- Of the first row of it: its line, the column as the file calls it, and what the cell holds.
    first_line integer NOT NULL,
    column_name text NOT NULL,
    value text NOT NULL,
    CONSTRAINT refused_reasons_pkey PRIMARY KEY (import_id, reason)
);
ALTER TABLE refused_reasons ENABLE ROW LEVEL SECURITY;
ALTER TABLE refused_reasons FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON refused_reasons TO puls_contacts USING (import_id IN (SELECT i.id FROM imports i));
CREATE POLICY system ON refused_reasons TO puls_contacts_system USING (true);

-- What the columns of the account's last file of a kind were.
CREATE TABLE learned_mappings (
    account_id integer NOT NULL,
    kind text NOT NULL,
    names text[] NOT NULL,
    fields text[] NOT NULL,
    learned_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT learned_mappings_pkey PRIMARY KEY (account_id, kind)
);
ALTER TABLE learned_mappings ENABLE ROW LEVEL SECURITY;
ALTER TABLE learned_mappings FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON learned_mappings USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON learned_mappings TO puls_contacts_system USING (true);

-- +goose Down
DROP TABLE learned_mappings, refused_reasons;
ALTER TABLE refused_rows DROP COLUMN columns;
DROP INDEX imports_drafts, imports_waiting;
ALTER TABLE imports DROP COLUMN file_name, DROP COLUMN options, DROP COLUMN compression, DROP COLUMN folded,
    DROP COLUMN text_size, DROP COLUMN delimiter, DROP COLUMN column_names, DROP COLUMN pass, DROP COLUMN draft_until, DROP COLUMN check_state,
    DROP COLUMN checked_at, DROP COLUMN first_columns;
