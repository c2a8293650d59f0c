-- +goose Up

-- When the transaction that added an entry began. Its subtransactions share it, unlike xmin.
ALTER TABLE log_entries ADD COLUMN added_at timestamptz NOT NULL DEFAULT now();

-- The function below reads the addresses of the transaction's account as the owner.
CREATE POLICY forget ON contact_addresses FOR SELECT TO CURRENT_USER USING (database_id IN (SELECT d.id FROM databases d));

-- The one change that the event log takes: an address that is erased leaves what somebody noted, and the names of files. It
-- is made for the account of the transaction, beside the entry of an erasure that the transaction added, and for e-mail
-- addresses and phone numbers that no contact of the account has; others stay without an error.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION forget_in_log(account integer, addresses text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF account IS DISTINCT FROM nullif(current_setting('puls.account', true), '')::int THEN
        RAISE EXCEPTION 'the event log of another account is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT EXISTS (SELECT FROM log_entries e WHERE e.account_id = account AND e.kind = 'ERASURE' AND e.added_at = now()
        AND EXISTS (SELECT FROM erased_addresses r WHERE r.account_id = account)) THEN
        RAISE EXCEPTION 'the event log is changed by an erasure only' USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- What is shorter, or no address, stands in texts that have nothing to do with it.
    addresses := ARRAY(SELECT a FROM unnest(addresses) a WHERE length(a) > 2 AND (a LIKE '%@%' OR a LIKE '+%')
        AND NOT EXISTS (SELECT FROM databases d JOIN contact_addresses c ON c.database_id = d.id WHERE c.email = a)
        AND NOT EXISTS (SELECT FROM databases d JOIN contact_addresses c ON c.database_id = d.id WHERE c.gsm = a)
        AND NOT EXISTS (SELECT FROM databases d JOIN contact_addresses c ON c.database_id = d.id WHERE c.external_id = a));
    UPDATE log_entries SET
        source = CASE WHEN EXISTS (SELECT FROM unnest(addresses) a WHERE position(a IN lower(source)) > 0) THEN '' ELSE source END,
        note = CASE WHEN EXISTS (SELECT FROM unnest(addresses) a WHERE position(a IN lower(note)) > 0) THEN '' ELSE note END
    WHERE account_id = account AND EXISTS (
        SELECT FROM unnest(addresses) a WHERE position(a IN lower(source)) > 0 OR position(a IN lower(note)) > 0);
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION forget_in_log FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_in_log TO puls_contacts;

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
GRANT EXECUTE ON FUNCTION forget_in_log TO PUBLIC;
DROP POLICY forget ON contact_addresses;
ALTER TABLE log_entries DROP COLUMN added_at;
