-- +goose Up

-- Facts are for background work alone: no request's role reaches a segment, a batch or a message id.
ALTER TABLE batches ENABLE ROW LEVEL SECURITY;
ALTER TABLE batches FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON batches TO puls_scoring_engine_system USING (true);
ALTER TABLE segments ENABLE ROW LEVEL SECURITY;
ALTER TABLE segments FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON segments TO puls_scoring_engine_system USING (true);
ALTER TABLE message_blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_blocks FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON message_blocks TO puls_scoring_engine_system USING (true);

-- Results are their account's; cells are those of the calculations that the account can see.
ALTER TABLE calculations ENABLE ROW LEVEL SECURITY;
ALTER TABLE calculations FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON calculations TO puls_scoring_engine USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON calculations TO puls_scoring_engine_system USING (true);
ALTER TABLE score_cells ENABLE ROW LEVEL SECURITY;
ALTER TABLE score_cells FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON score_cells TO puls_scoring_engine USING (EXISTS (SELECT FROM calculations c
    WHERE c.scoring_id = score_cells.scoring_id AND c.channel = score_cells.channel AND c.generated_date = score_cells.generated_date));
CREATE POLICY system ON score_cells TO puls_scoring_engine_system USING (true);

-- How far calculations are is short-lived; what was noted before has no account and is nobody's.
ALTER TABLE progress ADD COLUMN account_id int NOT NULL DEFAULT 0;
ALTER TABLE progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE progress FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON progress TO puls_scoring_engine USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON progress TO puls_scoring_engine_system USING (true);

-- +goose Down
DROP POLICY system ON progress;
DROP POLICY own ON progress;
ALTER TABLE progress DISABLE ROW LEVEL SECURITY;
ALTER TABLE progress DROP COLUMN account_id;
DROP POLICY system ON score_cells;
DROP POLICY own ON score_cells;
ALTER TABLE score_cells DISABLE ROW LEVEL SECURITY;
DROP POLICY system ON calculations;
DROP POLICY own ON calculations;
ALTER TABLE calculations DISABLE ROW LEVEL SECURITY;
DROP POLICY system ON message_blocks;
ALTER TABLE message_blocks DISABLE ROW LEVEL SECURITY;
DROP POLICY system ON segments;
ALTER TABLE segments DISABLE ROW LEVEL SECURITY;
DROP POLICY system ON batches;
ALTER TABLE batches DISABLE ROW LEVEL SECURITY;
