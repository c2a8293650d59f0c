-- +goose Up
-- When a person last cancelled it: what was asked for before is not wanted, whatever was asked for since.
ALTER TABLE progress ADD COLUMN cancelled_at timestamptz;

-- +goose Down
ALTER TABLE progress DROP COLUMN cancelled_at;
