-- +goose Up
-- What was skipped because there is no data at all has a reason of its own.
SET LOCAL ROLE puls_scoring_engine_system;
UPDATE runs SET reason = 'NO_DATA' WHERE reason = 'TOO_LITTLE_DATA' AND possible_from IS NULL;
RESET ROLE;

-- +goose Down
SET LOCAL ROLE puls_scoring_engine_system;
UPDATE runs SET reason = 'TOO_LITTLE_DATA' WHERE reason = 'NO_DATA';
RESET ROLE;
