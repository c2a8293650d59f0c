-- +goose Up
-- Privileges keep the service's roles from changing entries; this keeps the owner of the table from it too.
-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Stands also when the connection plays a replica.
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER only_added;
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM puls_account, puls_account_system;

-- +goose Down
DROP TRIGGER only_added ON audit_log;
DROP FUNCTION refuse_change();
