-- +goose Up

-- When an import was read last; null where it was not yet. It was the time of arrival until then, so that an account
-- with many waiting files was always served before others.
ALTER TABLE imports ALTER COLUMN served_at DROP DEFAULT, ALTER COLUMN served_at DROP NOT NULL;

-- +goose Down
UPDATE imports SET served_at = started_at WHERE served_at IS NULL;
ALTER TABLE imports ALTER COLUMN served_at SET DEFAULT now(), ALTER COLUMN served_at SET NOT NULL;
