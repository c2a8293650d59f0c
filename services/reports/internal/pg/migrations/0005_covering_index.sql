-- +goose Up
-- What a result was made with, as far as it calculates otherwise than another; null where that was not kept.
ALTER TABLE summaries ADD COLUMN settings text GENERATED ALWAYS AS (
    CASE WHEN jsonb_typeof(config) = 'object' THEN md5((config - 'version' - 'name')::text) END) STORED;

-- Reports of many results read this index alone: the rows themselves, with their counts, lie far apart.
CREATE INDEX summaries_figures ON summaries (account_id, scoring_id, channel, generated_date DESC)
    INCLUDE (uid, bands, known_bands, score_sum, known_sum, settings);
DROP INDEX summaries_of_account;
DROP INDEX summaries_by_date;

-- The sums of an ISO week, for those who want them of all scorings. The database keeps them with the rows that they are of,
-- whoever writes those.
CREATE TABLE weeks (
    account_id int NOT NULL,
    monday date NOT NULL,
    scoring_id uuid NOT NULL,
    channel smallint NOT NULL,
    -- of summaries; without any it has no result
    row_count int NOT NULL,
    score_sum bigint NOT NULL,
    score_count bigint NOT NULL,
    PRIMARY KEY (account_id, monday, scoring_id, channel)
);
ALTER TABLE weeks ENABLE ROW LEVEL SECURITY;
ALTER TABLE weeks FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON weeks USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON weeks TO puls_reports_system USING (true);

-- +goose StatementBegin
CREATE FUNCTION keep_weeks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE weeks SET row_count = row_count - 1, score_sum = weeks.score_sum - OLD.score_sum,
            score_count = weeks.score_count - OLD.score_count
        WHERE account_id = OLD.account_id AND monday = date_trunc('week', OLD.generated_date::timestamp)::date
            AND scoring_id = OLD.scoring_id AND channel = OLD.channel;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO weeks (account_id, monday, scoring_id, channel, row_count, score_sum, score_count)
        VALUES (NEW.account_id, date_trunc('week', NEW.generated_date::timestamp)::date, NEW.scoring_id, NEW.channel, 1,
            NEW.score_sum, NEW.score_count)
        ON CONFLICT (account_id, monday, scoring_id, channel) DO UPDATE SET row_count = weeks.row_count + 1,
            score_sum = weeks.score_sum + excluded.score_sum, score_count = weeks.score_count + excluded.score_count;
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER weeks AFTER INSERT OR UPDATE OR DELETE ON summaries FOR EACH ROW EXECUTE FUNCTION keep_weeks();
-- Not through the policy of requests, which names no account here.
ALTER TABLE summaries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE weeks NO FORCE ROW LEVEL SECURITY;
INSERT INTO weeks (account_id, monday, scoring_id, channel, row_count, score_sum, score_count)
SELECT account_id, date_trunc('week', generated_date::timestamp)::date, scoring_id, channel, count(*), sum(score_sum), sum(score_count)
FROM summaries GROUP BY 1, 2, 3, 4;
ALTER TABLE summaries FORCE ROW LEVEL SECURITY;
ALTER TABLE weeks FORCE ROW LEVEL SECURITY;

-- +goose Down
DROP TRIGGER weeks ON summaries;
DROP FUNCTION keep_weeks();
DROP TABLE weeks;
CREATE INDEX summaries_of_account ON summaries (account_id, scoring_id, channel, generated_date DESC);
CREATE INDEX summaries_by_date ON summaries (account_id, generated_date) INCLUDE (scoring_id, channel, score_sum, score_count);
DROP INDEX summaries_figures;
ALTER TABLE summaries DROP COLUMN settings;
