-- +goose Up
-- What an account that was never activated was registered with, each time: a link activates with the password that it was
-- given with, whoever registered the e-mail again meanwhile.
CREATE TABLE registrations (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id int NOT NULL REFERENCES accounts (id),
    user_id bigint NOT NULL REFERENCES users (id),
    -- PHC string, argon2id
    password_hash text NOT NULL,
    timezone text NOT NULL,
    language text NOT NULL,
    -- when the terms and the data-processing agreement were accepted
    registered_at timestamptz NOT NULL,
    -- SHA-256 of the link's secret; null until its mail is made
    secret_hash bytea CONSTRAINT registration_link_once UNIQUE,
    expires_at timestamptz
);
CREATE INDEX registrations_of_user ON registrations (user_id, id);
ALTER TABLE mails ADD COLUMN registration_id bigint REFERENCES registrations (id) ON DELETE CASCADE;
CREATE INDEX mails_of_registration ON mails (registration_id) WHERE registration_id IS NOT NULL;

INSERT INTO registrations (account_id, user_id, password_hash, timezone, language, registered_at, secret_hash, expires_at)
SELECT u.account_id, u.id, u.password_hash, a.timezone, a.language, coalesce(u.terms_accepted_at, u.created_at), l.secret_hash, l.expires_at
FROM users u
JOIN accounts a ON a.id = u.account_id AND a.activated_at IS NULL
LEFT JOIN links l ON l.user_id = u.id AND l.purpose = 'activation';
UPDATE mails m SET registration_id = r.id
FROM users u JOIN registrations r ON r.user_id = u.id
WHERE m.kind = 'activation' AND u.email = m.email;
DELETE FROM links WHERE purpose = 'activation';

ALTER TABLE registrations ENABLE ROW LEVEL SECURITY;
ALTER TABLE registrations FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON registrations USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON registrations TO puls_account_system USING (true);

-- +goose Down
ALTER TABLE mails DROP COLUMN registration_id;
DROP TABLE registrations;
