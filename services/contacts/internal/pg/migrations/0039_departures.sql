-- +goose Up

-- What of the event log others are to be told: steps of entries in which contacts lost a consent or were erased. A row is
-- added with their sets and leaves with what is told of them.
CREATE TABLE departures (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id integer NOT NULL,
    entry_id uuid NOT NULL,
    database_id integer NOT NULL,
    sequence bigint NOT NULL,
    left_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE departures ENABLE ROW LEVEL SECURITY;
ALTER TABLE departures FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON departures USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON departures TO puls_contacts_system USING (true);

-- +goose Down
DROP TABLE departures;
