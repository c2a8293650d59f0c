-- +goose Up
-- Who made the key. One from before makers were kept has none and opens nothing: a guest may have made it.
ALTER TABLE api_keys ADD COLUMN maker_id bigint REFERENCES users (id);

-- The key by which the token was made.
ALTER TABLE external_logins ADD COLUMN key_prefix text NOT NULL DEFAULT '';

ALTER TABLE sessions
    -- beginning of the API key that opened the session, and the e-mail of who made it; empty after a sign-in
    ADD COLUMN key_prefix text NOT NULL DEFAULT '',
    ADD COLUMN key_maker text NOT NULL DEFAULT '';

ALTER TABLE audit_log
    ADD COLUMN key_prefix text NOT NULL DEFAULT '',
    ADD COLUMN key_maker text NOT NULL DEFAULT '',
    -- who ran the operator's command; user and home account are 0 then
    ADD COLUMN operator text NOT NULL DEFAULT '';
CREATE POLICY add ON audit_log FOR INSERT WITH CHECK (account_id = nullif(current_setting('puls.account', true), '')::int);

-- Tokens name the link by which they are in a client account; one made anew is another link.
ALTER TABLE client_links ADD COLUMN id bigint NOT NULL GENERATED ALWAYS AS IDENTITY;

-- Links whose tokens must be refused although they have not expired.
CREATE TABLE ended_links (
    id bigint PRIMARY KEY,
    account_id int NOT NULL REFERENCES accounts (id),
    ended_at timestamptz NOT NULL,
    -- of refusal_sequence
    refusal bigint NOT NULL
);
CREATE INDEX ended_links_refused ON ended_links (refusal);

ALTER TABLE ended_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE ended_links FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON ended_links USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON ended_links TO puls_account_system USING (true);

-- +goose Down
DROP TABLE ended_links;
ALTER TABLE client_links DROP COLUMN id;
DROP POLICY add ON audit_log;
ALTER TABLE audit_log DROP COLUMN key_prefix, DROP COLUMN key_maker, DROP COLUMN operator;
ALTER TABLE sessions DROP COLUMN key_prefix, DROP COLUMN key_maker;
ALTER TABLE external_logins DROP COLUMN key_prefix;
ALTER TABLE api_keys DROP COLUMN maker_id;
