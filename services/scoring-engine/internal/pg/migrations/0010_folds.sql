-- +goose Up
-- What was counted of a chunk's base, by week of the sending: derived from segments, and gone with the row of folds.
CREATE TABLE folds (
    database_id int NOT NULL,
    channel smallint NOT NULL,
    chunk int NOT NULL,
    -- local days since 1970-01-01: from when on facts were looked at, and as of when planes tell at the earliest
    first_day int NOT NULL,
    horizon int NOT NULL,
    -- the weeks that have a row in cohorts, and how many bytes its planes and late facts take
    weeks int[] NOT NULL,
    plane_sizes int[] NOT NULL,
    late_sizes int[] NOT NULL,
    -- a segment of the facts that no cohort has; null when there are none
    residue bytea,
    folded_at timestamptz NOT NULL,
    PRIMARY KEY (database_id, channel, chunk)
);
ALTER TABLE folds ALTER COLUMN residue SET STORAGE EXTERNAL;
-- Rows of a chunk stand for as long as its row of folds does.
CREATE TABLE cohorts (
    database_id int NOT NULL,
    channel smallint NOT NULL,
    chunk int NOT NULL,
    week int NOT NULL,
    planes bytea NOT NULL,
    -- a segment; null when there is none
    late bytea,
    names bytea NOT NULL,
    PRIMARY KEY (database_id, channel, chunk, week)
);
ALTER TABLE cohorts ALTER COLUMN planes SET STORAGE EXTERNAL;
ALTER TABLE cohorts ALTER COLUMN late SET STORAGE EXTERNAL;
ALTER TABLE cohorts ALTER COLUMN names SET STORAGE EXTERNAL;
ALTER TABLE folds ENABLE ROW LEVEL SECURITY;
ALTER TABLE folds FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON folds TO puls_scoring_engine_system USING (true);
ALTER TABLE cohorts ENABLE ROW LEVEL SECURITY;
ALTER TABLE cohorts FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON cohorts TO puls_scoring_engine_system USING (true);

-- Who changes the base of a chunk, or folds it, holds its lock to the end of the transaction.
CREATE FUNCTION chunk_lock(database_id int, channel smallint, chunk int) RETURNS bigint LANGUAGE sql IMMUTABLE
    AS $$ SELECT hashtextextended(format('chunk %s %s %s', database_id, channel, chunk), 0) $$;
-- No version of the program, and nobody else, changes the base and leaves the fold of what was there.
-- +goose StatementBegin
CREATE FUNCTION drop_fold() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    changed segments := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
    PERFORM pg_advisory_xact_lock(chunk_lock(changed.database_id, changed.channel, changed.chunk));
    DELETE FROM folds f WHERE f.database_id = changed.database_id AND f.channel = changed.channel AND f.chunk = changed.chunk;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER base_grows AFTER INSERT ON segments FOR EACH ROW WHEN (NEW.level = 1) EXECUTE FUNCTION drop_fold();
CREATE TRIGGER base_shrinks AFTER DELETE ON segments FOR EACH ROW WHEN (OLD.level = 1) EXECUTE FUNCTION drop_fold();
CREATE TRIGGER base_changes AFTER UPDATE ON segments FOR EACH ROW WHEN (OLD.level = 1 OR NEW.level = 1) EXECUTE FUNCTION drop_fold();

-- +goose Down
DROP TRIGGER base_changes ON segments;
DROP TRIGGER base_shrinks ON segments;
DROP TRIGGER base_grows ON segments;
DROP FUNCTION drop_fold;
DROP FUNCTION chunk_lock;
DROP TABLE cohorts;
DROP TABLE folds;
