-- +goose Up

-- The one change that the event log takes: an address that is erased leaves what somebody noted, and the names of files.
-- +goose StatementBegin
CREATE FUNCTION forget_in_log(account integer, addresses text[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    UPDATE log_entries SET
        source = CASE WHEN EXISTS (SELECT FROM unnest(addresses) a WHERE position(a IN lower(source)) > 0) THEN '' ELSE source END,
        note = CASE WHEN EXISTS (SELECT FROM unnest(addresses) a WHERE position(a IN lower(note)) > 0) THEN '' ELSE note END
    WHERE account_id = account AND EXISTS (
        SELECT FROM unnest(addresses) a WHERE position(a IN lower(source)) > 0 OR position(a IN lower(note)) > 0)
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION forget_in_log;
