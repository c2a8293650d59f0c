-- +goose Up

-- Rows that carry no account are those of the databases and imports that the transaction's account can see: the policies
-- of `database` and `import` decide. Background work takes the system role, whose policies cost nothing.
ALTER TABLE contact ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON contact TO puls_contacts USING (database_id IN (SELECT d.id FROM database d));
CREATE POLICY system ON contact TO puls_contacts_system USING (true);

ALTER TABLE audience_bits ENABLE ROW LEVEL SECURITY;
ALTER TABLE audience_bits FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON audience_bits TO puls_contacts USING (database_id IN (SELECT d.id FROM database d));
CREATE POLICY system ON audience_bits TO puls_contacts_system USING (true);

ALTER TABLE suppressed_address ENABLE ROW LEVEL SECURITY;
ALTER TABLE suppressed_address FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON suppressed_address TO puls_contacts USING (database_id IN (SELECT d.id FROM database d));
CREATE POLICY system ON suppressed_address TO puls_contacts_system USING (true);

ALTER TABLE visitor ENABLE ROW LEVEL SECURITY;
ALTER TABLE visitor FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON visitor TO puls_contacts USING (database_id IN (SELECT d.id FROM database d));
CREATE POLICY system ON visitor TO puls_contacts_system USING (true);

ALTER TABLE visitor_claim ENABLE ROW LEVEL SECURITY;
ALTER TABLE visitor_claim FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON visitor_claim TO puls_contacts USING (database_id IN (SELECT d.id FROM database d));
CREATE POLICY system ON visitor_claim TO puls_contacts_system USING (true);

ALTER TABLE import_refused ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_refused FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON import_refused TO puls_contacts USING (import_id IN (SELECT i.id FROM import i));
CREATE POLICY system ON import_refused TO puls_contacts_system USING (true);

-- Pieces of a file come before its import is there: no request's role reaches them.
ALTER TABLE import_block ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_block FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON import_block TO puls_contacts_system USING (true);

-- +goose Down
DROP POLICY system ON import_block;
ALTER TABLE import_block DISABLE ROW LEVEL SECURITY;
DROP POLICY system ON import_refused;
DROP POLICY account ON import_refused;
ALTER TABLE import_refused DISABLE ROW LEVEL SECURITY;
DROP POLICY system ON visitor_claim;
DROP POLICY account ON visitor_claim;
ALTER TABLE visitor_claim DISABLE ROW LEVEL SECURITY;
DROP POLICY system ON visitor;
DROP POLICY account ON visitor;
ALTER TABLE visitor DISABLE ROW LEVEL SECURITY;
DROP POLICY system ON suppressed_address;
DROP POLICY account ON suppressed_address;
ALTER TABLE suppressed_address DISABLE ROW LEVEL SECURITY;
DROP POLICY system ON audience_bits;
DROP POLICY account ON audience_bits;
ALTER TABLE audience_bits DISABLE ROW LEVEL SECURITY;
DROP POLICY system ON contact;
DROP POLICY account ON contact;
ALTER TABLE contact DISABLE ROW LEVEL SECURITY;
