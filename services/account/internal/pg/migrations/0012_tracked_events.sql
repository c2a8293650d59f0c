-- +goose Up
-- As long as nobody has chosen event types, all of them are tracked; an empty list that was chosen tracks none.
ALTER TABLE accounts ADD COLUMN tracked_events_chosen boolean NOT NULL DEFAULT false;
SET LOCAL ROLE puls_account_system;
UPDATE accounts SET tracked_events_chosen = true WHERE tracked_event_types <> '{}';
RESET ROLE;

-- +goose Down
ALTER TABLE accounts DROP COLUMN tracked_events_chosen;
