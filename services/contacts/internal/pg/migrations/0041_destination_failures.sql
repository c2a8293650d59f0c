-- +goose Up

ALTER TABLE destinations
    -- End of the first failed run since the last complete one; null without one.
    ADD COLUMN failing_since timestamptz,
    -- The failure that the account was notified of; empty for none.
    ADD COLUMN reported text NOT NULL DEFAULT '',
    -- Number of members at the end of the last run: counting them takes longer than a list of destinations may.
    ADD COLUMN members integer NOT NULL DEFAULT 0;

-- Time of the contact's erasure: from then on the sealed address is stored for a limited time.
ALTER TABLE destination_members ADD COLUMN erased_at timestamptz;
CREATE INDEX destination_members_contact ON destination_members (database_id, number);
CREATE INDEX destination_members_erased ON destination_members (destination_id) WHERE erased_at IS NOT NULL;

-- Number of erased contacts whose addresses were deleted before the provider had removed them.
ALTER TABLE destination_runs ADD COLUMN forgotten integer NOT NULL DEFAULT 0;

-- The time of erasures until now is in the event log by sets of numbers; a later one is good enough.
SET LOCAL ROLE puls_contacts_system;
UPDATE destination_members m SET erased_at = now() WHERE NOT EXISTS (
    SELECT FROM contact_addresses a WHERE a.database_id = m.database_id AND a.number = m.number);
UPDATE destinations d SET members = (SELECT count(*) FROM destination_members m WHERE m.destination_id = d.id);
RESET ROLE;

-- +goose Down
ALTER TABLE destination_runs DROP COLUMN forgotten;
ALTER TABLE destination_members DROP COLUMN erased_at;
ALTER TABLE destinations DROP COLUMN failing_since, DROP COLUMN reported, DROP COLUMN members;
