-- +goose Up
-- Who said to be a contact is asked on the contact's page.
CREATE INDEX visitor_claims_by_address ON visitor_claims (database_id, kind, address);

-- +goose Down
DROP INDEX visitor_claims_by_address;
