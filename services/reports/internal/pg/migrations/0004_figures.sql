-- +goose Up
-- What reports read in place of 101 counts. The database works it out of the counts itself, whoever writes a row, so that
-- the two cannot differ; adding the columns fills them for all rows there are.
CREATE FUNCTION bands_of(counts int[]) RETURNS int[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY[
    (SELECT coalesce(sum(c), 0) FROM unnest(counts[1:21]) AS c),
    (SELECT coalesce(sum(c), 0) FROM unnest(counts[22:41]) AS c),
    (SELECT coalesce(sum(c), 0) FROM unnest(counts[42:61]) AS c),
    (SELECT coalesce(sum(c), 0) FROM unnest(counts[62:81]) AS c),
    (SELECT coalesce(sum(c), 0) FROM unnest(counts[82:101]) AS c)]::int[];
CREATE FUNCTION scores_of(counts int[]) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(sum(c), 0) FROM unnest(counts) AS c)::int;
CREATE FUNCTION sum_of(counts int[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(sum((t.place - 1) * t.c), 0) FROM unnest(counts) WITH ORDINALITY AS t (c, place))::bigint;

ALTER TABLE summaries
    -- five counts, of the lowest scores first
    ADD COLUMN bands int[] NOT NULL GENERATED ALWAYS AS (bands_of(histogram)) STORED,
    ADD COLUMN new_bands int[] NOT NULL GENERATED ALWAYS AS (bands_of(new_histogram)) STORED,
    ADD COLUMN known_bands int[] NOT NULL GENERATED ALWAYS AS (bands_of(known_histogram)) STORED,
    ADD COLUMN score_count int NOT NULL GENERATED ALWAYS AS (scores_of(histogram)) STORED,
    ADD COLUMN score_sum bigint NOT NULL GENERATED ALWAYS AS (sum_of(histogram)) STORED,
    ADD COLUMN known_sum bigint NOT NULL GENERATED ALWAYS AS (sum_of(known_histogram)) STORED;

-- Averages of all scorings of an account by week, from the index alone.
CREATE INDEX summaries_by_date ON summaries (account_id, generated_date)
    INCLUDE (scoring_id, channel, score_sum, score_count);

-- +goose Down
DROP INDEX summaries_by_date;
ALTER TABLE summaries
    DROP COLUMN bands, DROP COLUMN new_bands, DROP COLUMN known_bands, DROP COLUMN score_count, DROP COLUMN score_sum,
    DROP COLUMN known_sum;
DROP FUNCTION bands_of(int[]), scores_of(int[]), sum_of(int[]);
