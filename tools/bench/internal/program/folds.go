package program

import (
	"context"
	"fmt"
	"time"
)

// foldFloor is the minimum size in bytes of the facts of a chunk that the program folds.
const foldFloor = 128 << 10

// WaitFolds waits until every chunk that the program folds is folded. It makes folds look old, because the program does
// not fold a chunk again within an hour, and a night comes hours after the last facts.
func (p *Program) WaitFolds(ctx context.Context) error {
	if err := p.UseFolds(ctx, true); err != nil {
		return err
	}
	return p.poll(ctx, time.Second, func() (bool, error) {
		_, err := p.database.Exec(ctx, "UPDATE scoring_engine.folds SET folded_at = now() - interval '2 hours'")
		if err != nil {
			return false, fmt.Errorf("make folds old: %w", err)
		}
		var waiting int
		err = p.database.QueryRow(ctx, `SELECT count(*) FROM (
			SELECT FROM scoring_engine.segments s LEFT JOIN scoring_engine.folds f USING (database_id, channel, chunk)
			GROUP BY database_id, channel, chunk
			HAVING sum(s.size) >= $1 AND bool_or(s.level = 0 OR f.chunk IS NULL)) w`, foldFloor).Scan(&waiting)
		if err != nil {
			return false, fmt.Errorf("look at folds: %w", err)
		}
		return waiting == 0, nil
	})
}

// outOfUse is added to the horizons of folds that calculations must not use.
const outOfUse = 1_000_000

// UseFolds enables or disables folds for calculations.
func (p *Program) UseFolds(ctx context.Context, use bool) error {
	text := "UPDATE scoring_engine.folds SET horizon = horizon + $1 WHERE horizon < $1 / 2"
	if use {
		text = "UPDATE scoring_engine.folds SET horizon = horizon - $1 WHERE horizon > $1 / 2"
	}
	if _, err := p.database.Exec(ctx, text, outOfUse); err != nil {
		return fmt.Errorf("change the use of folds: %w", err)
	}
	return nil
}
