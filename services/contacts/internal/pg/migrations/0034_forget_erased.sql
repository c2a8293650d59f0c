-- +goose Up

-- The function below reads the addresses of the transaction's account as the owner.
CREATE POLICY forget ON contact_addresses FOR SELECT TO CURRENT_USER USING (database_id IN (SELECT d.id FROM databases d));

-- The one change that the event log takes: an address that is erased leaves what somebody noted, and the names of files. It is
-- made for the account of the transaction, beside the erasure's own entry, and for addresses that no contact has.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION forget_in_log(account integer, addresses text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF account IS DISTINCT FROM nullif(current_setting('puls.account', true), '')::int THEN
        RAISE EXCEPTION 'the event log of another account is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT EXISTS (SELECT FROM log_entries e
        WHERE e.account_id = account AND e.kind = 'ERASURE' AND e.xmin = pg_current_xact_id()::xid) THEN
        RAISE EXCEPTION 'the event log is changed by an erasure only' USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- What is shorter stands in texts that have nothing to do with it.
    addresses := ARRAY(SELECT a FROM unnest(addresses) a WHERE length(a) >= 3);
    IF EXISTS (SELECT FROM unnest(addresses) a, databases d JOIN contact_addresses c ON c.database_id = d.id
        WHERE c.email = a OR c.gsm = a OR c.external_id = a) THEN
        RAISE EXCEPTION 'only what was erased leaves the event log' USING ERRCODE = 'insufficient_privilege';
    END IF;
    UPDATE log_entries SET
        source = CASE WHEN EXISTS (SELECT FROM unnest(addresses) a WHERE position(a IN lower(source)) > 0) THEN '' ELSE source END,
        note = CASE WHEN EXISTS (SELECT FROM unnest(addresses) a WHERE position(a IN lower(note)) > 0) THEN '' ELSE note END
    WHERE account_id = account AND EXISTS (
        SELECT FROM unnest(addresses) a WHERE position(a IN lower(source)) > 0 OR position(a IN lower(note)) > 0);
END
$$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION forget_in_log(account integer, addresses text[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    UPDATE log_entries SET
        source = CASE WHEN EXISTS (SELECT FROM unnest(addresses) a WHERE position(a IN lower(source)) > 0) THEN '' ELSE source END,
        note = CASE WHEN EXISTS (SELECT FROM unnest(addresses) a WHERE position(a IN lower(note)) > 0) THEN '' ELSE note END
    WHERE account_id = account AND EXISTS (
        SELECT FROM unnest(addresses) a WHERE position(a IN lower(source)) > 0 OR position(a IN lower(note)) > 0)
$$;
-- +goose StatementEnd
DROP POLICY forget ON contact_addresses;
