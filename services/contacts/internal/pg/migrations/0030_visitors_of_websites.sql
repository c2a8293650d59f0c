-- +goose Up

-- By which website a visitor came first. Null for visitors of files, and for those from before this column.
ALTER TABLE visitors ADD COLUMN website uuid;

-- How many new visitors a website brought in an hour: the newest hour that brought any.
CREATE TABLE new_visitors (
    account_id integer NOT NULL,
    si_client_id uuid NOT NULL,
    hour timestamptz NOT NULL,
    visitor_count integer NOT NULL,
    CONSTRAINT new_visitors_pkey PRIMARY KEY (account_id, si_client_id)
);
ALTER TABLE new_visitors ENABLE ROW LEVEL SECURITY;
ALTER TABLE new_visitors FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON new_visitors USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON new_visitors TO puls_contacts_system USING (true);

-- Websites that were removed together with their visitors, until the last of these is gone.
CREATE TABLE visitor_removals (
    account_id integer NOT NULL,
    si_client_id uuid NOT NULL,
    database_id integer NOT NULL,
    -- The website was the only one of its database: visitors of whom nothing else is known are its own.
    whole boolean NOT NULL,
    -- Whoever came from this number on came after it was removed.
    known_until integer NOT NULL,
    -- Visitors below it have been looked at.
    next_visitor integer NOT NULL DEFAULT 0,
    requested_at timestamptz NOT NULL,
    CONSTRAINT visitor_removals_pkey PRIMARY KEY (account_id, si_client_id)
);
ALTER TABLE visitor_removals ENABLE ROW LEVEL SECURITY;
ALTER TABLE visitor_removals FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON visitor_removals USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON visitor_removals TO puls_contacts_system USING (true);

-- The numbers of a chunk whose visitors were removed, as a roaring bitmap of the numbers within it: facts with them are
-- nobody's, and nobody counts them.
CREATE TABLE removed_visitors (
    database_id integer NOT NULL,
    chunk integer NOT NULL,
    bits bytea NOT NULL,
    CONSTRAINT removed_visitors_pkey PRIMARY KEY (database_id, chunk)
);
ALTER TABLE removed_visitors ALTER COLUMN bits SET STORAGE EXTERNAL;
ALTER TABLE removed_visitors ENABLE ROW LEVEL SECURITY;
ALTER TABLE removed_visitors FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON removed_visitors TO puls_contacts USING (database_id IN (SELECT d.id FROM databases d));
CREATE POLICY system ON removed_visitors TO puls_contacts_system USING (true);

-- +goose Down
DROP TABLE removed_visitors, visitor_removals, new_visitors;
ALTER TABLE visitors DROP COLUMN website;
