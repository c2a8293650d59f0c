-- +goose Up
-- Which rows an import had: contacts, engagement or unsubscribes; empty for calculations and where it was not told.
ALTER TABLE notifications ADD COLUMN import_kind text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE notifications DROP COLUMN import_kind;
