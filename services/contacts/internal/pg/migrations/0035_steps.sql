-- +goose Up

-- Steps of the present reading that read rows. Those of a check count by themselves.
ALTER TABLE imports ADD COLUMN steps integer NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE imports DROP COLUMN steps;
