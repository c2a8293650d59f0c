-- +goose Up
-- Who made it, as the event log names them; empty where it was made before makers were kept.
ALTER TABLE mail_providers ADD COLUMN made_by text NOT NULL DEFAULT '';
ALTER TABLE websites ADD COLUMN made_by text NOT NULL DEFAULT '';

-- The one-click links of an account are of its present epoch; an account without a row is in epoch 0.
CREATE TABLE link_epochs (
    account_id integer PRIMARY KEY,
    epoch integer NOT NULL,
    -- When the links of the epoch before ended, and who ended them.
    begun_at timestamptz NOT NULL,
    begun_by text NOT NULL
);
ALTER TABLE link_epochs ENABLE ROW LEVEL SECURITY;
ALTER TABLE link_epochs FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON link_epochs USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON link_epochs TO puls_contacts_system USING (true);

-- Who downloaded links of the present epoch, and when last.
CREATE TABLE link_holders (
    account_id integer NOT NULL,
    who text NOT NULL,
    downloaded_at timestamptz NOT NULL,
    CONSTRAINT link_holders_pkey PRIMARY KEY (account_id, who)
);
ALTER TABLE link_holders ENABLE ROW LEVEL SECURITY;
ALTER TABLE link_holders FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON link_holders USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON link_holders TO puls_contacts_system USING (true);
-- Downloads from before are in the event log; of some of them it does not say whether they had links.
SET LOCAL ROLE puls_contacts_system;
INSERT INTO link_holders (account_id, who, downloaded_at)
SELECT account_id, who, max(occurred_at) FROM log_entries WHERE kind = 'CSV_DOWNLOAD' AND source IN ('WWW', 'API')
GROUP BY account_id, who;
RESET ROLE;

-- +goose Down
DROP TABLE link_holders, link_epochs;
ALTER TABLE websites DROP COLUMN made_by;
ALTER TABLE mail_providers DROP COLUMN made_by;
