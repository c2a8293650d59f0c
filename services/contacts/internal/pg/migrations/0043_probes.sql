-- +goose Up

-- Each statement hashed all imports of the account; now each row probes the primary key.
DROP POLICY account ON refused_rows;
CREATE POLICY account ON refused_rows TO puls_contacts
    USING (EXISTS (SELECT FROM imports i WHERE i.id = refused_rows.import_id));
DROP POLICY account ON refused_reasons;
CREATE POLICY account ON refused_reasons TO puls_contacts
    USING (EXISTS (SELECT FROM imports i WHERE i.id = refused_reasons.import_id));

-- An erasure looks through the members of a database's exports.
CREATE INDEX group_export_items_members ON group_export_items (database_id) WHERE members IS NOT NULL;

-- +goose Down
DROP INDEX group_export_items_members;
DROP POLICY account ON refused_reasons;
CREATE POLICY account ON refused_reasons TO puls_contacts USING (import_id IN (SELECT i.id FROM imports i));
DROP POLICY account ON refused_rows;
CREATE POLICY account ON refused_rows TO puls_contacts USING (import_id IN (SELECT i.id FROM imports i));
