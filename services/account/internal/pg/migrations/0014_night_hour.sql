-- +goose Up
-- The local hour from which a day is calculated.
ALTER TABLE accounts ADD COLUMN night_hour int NOT NULL DEFAULT 2
    CONSTRAINT night_hour_of_a_day CHECK (night_hour BETWEEN 0 AND 23);

-- +goose Down
ALTER TABLE accounts DROP COLUMN night_hour;
