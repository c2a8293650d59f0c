-- +goose Up

-- A feature flag. Flags are the same for every account: a rule's condition says for whom one differs.
CREATE TABLE flag (
    name text COLLATE "C" NOT NULL,
    -- Any JSON value: what holds where no rule does.
    default_value jsonb NOT NULL,
    -- An array of GrowthBook rules; the first that holds decides.
    rules jsonb NOT NULL DEFAULT '[]',
    description text NOT NULL DEFAULT '',
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT flag_pkey PRIMARY KEY (name),
    CONSTRAINT flag_name_lower CHECK (name ~ '^[a-z0-9_.-]{1,64}$'),
    CONSTRAINT flag_rules_array CHECK (jsonb_typeof(rules) = 'array')
);

-- When the set last changed, which a deleted flag cannot tell. Its lock lets one change happen at a time.
CREATE TABLE flag_set (
    only_row boolean NOT NULL DEFAULT true,
    changed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT flag_set_pkey PRIMARY KEY (only_row),
    CONSTRAINT flag_set_one_row CHECK (only_row)
);
INSERT INTO flag_set DEFAULT VALUES;

INSERT INTO flag (name, default_value, description) VALUES
    ('ff_3377', 'true', 'Web-tracking accounts are fetched: lead scoring can be offered.'),
    ('ff_2235', 'true', 'The report of average scoring is shown.'),
    ('ff_scoring', 'true', 'The scoring routes are open.'),
    ('ff_api_key', 'true', 'The account''s API key is fetched and shown.');
