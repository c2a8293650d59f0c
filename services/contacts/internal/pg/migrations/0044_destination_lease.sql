-- +goose Up

-- taken_by is the lease that ends at taken_until. A worker of the version before leaves it as it is.
ALTER TABLE destinations ADD COLUMN taken_by uuid;

-- +goose Down
ALTER TABLE destinations DROP COLUMN taken_by;
