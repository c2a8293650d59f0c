-- +goose Up

-- Rows that are neither taken nor refused: those above the header, and those that sum up others.
ALTER TABLE imports
    ADD COLUMN titles integer NOT NULL DEFAULT 0,
    ADD COLUMN totals integer NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE imports DROP COLUMN titles, DROP COLUMN totals;
