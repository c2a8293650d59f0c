-- +goose Up
-- How the work on a calculation ended, each time that it did: for people, who ask why there is no result. Nothing is
-- calculated from it.
CREATE TABLE runs (
    id bigint GENERATED ALWAYS AS IDENTITY,
    account_id int NOT NULL,
    scoring_id uuid NOT NULL,
    channel smallint NOT NULL,
    generated_date date NOT NULL,
    -- what the scoring was called
    name text NOT NULL,
    -- whether a person asked for it by name
    by_name boolean NOT NULL,
    -- the try that ended it
    began_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL,
    tries int NOT NULL,
    -- "done", "skipped" or "failed"
    outcome text NOT NULL,
    reason text NOT NULL,
    possible_from date,
    scored int NOT NULL,
    excluded int NOT NULL,
    chunks int NOT NULL,
    -- codes, some followed by a colon and what they are about
    warnings text[] NOT NULL,
    PRIMARY KEY (account_id, scoring_id, id)
);
CREATE INDEX runs_by_age ON runs USING brin (ended_at);
ALTER TABLE runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE runs FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON runs TO puls_scoring_engine USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON runs TO puls_scoring_engine_system USING (true);

-- +goose Down
DROP TABLE runs;
