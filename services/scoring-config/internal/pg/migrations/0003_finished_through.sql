-- +goose Up
-- The local day up to which an active scoring has every result that is due, so that finished days need not be looked at
-- again; NULL where nobody has looked yet.
ALTER TABLE scorings ADD COLUMN finished_through date;
CREATE INDEX generated_of_day ON generated (generated_date);

-- +goose Down
DROP INDEX generated_of_day;
ALTER TABLE scorings DROP COLUMN finished_through;
