-- +goose Up
-- How often a step of an import was begun where it stands and ended by nothing, the one that is going on included, and the
-- process that began the last one; null once that has ended.
ALTER TABLE imports ADD COLUMN begun smallint NOT NULL DEFAULT 0, ADD COLUMN begun_by uuid;

-- The same of a step that reads what waits of an account's intakes: the bodies from first to last. Once it was ended by nothing
-- they are read one by one, and first is the next of them.
CREATE TABLE intake_begins (
    account_id integer PRIMARY KEY,
    first bigint NOT NULL,
    last bigint NOT NULL,
    begun smallint NOT NULL,
    begun_by uuid
);
ALTER TABLE intake_begins ENABLE ROW LEVEL SECURITY;
ALTER TABLE intake_begins FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON intake_begins TO puls_contacts_system USING (true);

-- When a body was set aside, since reading it ended the program twice; null for one that waits.
ALTER TABLE intake_bodies ADD COLUMN set_aside_at timestamptz;

-- +goose Down
ALTER TABLE intake_bodies DROP COLUMN set_aside_at;
DROP TABLE intake_begins;
ALTER TABLE imports DROP COLUMN begun_by, DROP COLUMN begun;
