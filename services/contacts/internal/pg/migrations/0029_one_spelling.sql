-- +goose Up

-- How far the stored addresses of each database have been brought into their one spelling (ADR 72). Go does it, step by
-- step, twice: the second time a day later finds what the program of the version before wrote while it still ran.
CREATE TABLE spelled_databases (
    database_id integer NOT NULL,
    -- Contacts and claims of visitors below these numbers have been looked at in this pass.
    next_number integer NOT NULL,
    next_visitor integer NOT NULL,
    -- How many passes have ended, and when the last one did.
    passes smallint NOT NULL,
    passed_at timestamptz NOT NULL,
    CONSTRAINT spelled_databases_pkey PRIMARY KEY (database_id)
);
ALTER TABLE spelled_databases ENABLE ROW LEVEL SECURITY;
ALTER TABLE spelled_databases FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON spelled_databases TO puls_contacts_system USING (true);

-- Contacts whose address is another contact's in its one spelling. They stay two, and the one here keeps its spelling.
CREATE TABLE address_twins (
    database_id integer NOT NULL,
    number integer NOT NULL,
    -- fact.AddressKind
    kind smallint NOT NULL,
    twin integer NOT NULL,
    CONSTRAINT address_twins_pkey PRIMARY KEY (database_id, number, kind)
);
CREATE INDEX address_twins_of_twin ON address_twins (database_id, twin);
ALTER TABLE address_twins ENABLE ROW LEVEL SECURITY;
ALTER TABLE address_twins FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON address_twins TO puls_contacts USING (database_id IN (SELECT d.id FROM databases d));
CREATE POLICY system ON address_twins TO puls_contacts_system USING (true);

-- +goose Down
DROP TABLE address_twins, spelled_databases;
