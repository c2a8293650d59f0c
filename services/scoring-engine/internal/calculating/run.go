package calculating

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/scoring"
)

// run executes one plan on several workers: every chunk is counted once, then scored for each scoring.
type run struct {
	plan     *plan
	method   method
	workers  int
	counted  atomic.Int64
	pools    *calculation.Pools
	counters []*counting.Counter
}

// method is the arithmetic of one form of facts. count and score run on several workers at once, each with its own
// worker number and its own chunks.
type method interface {
	// count counts one chunk of the plan, which may have no facts.
	count(worker, chunk int, facts calculation.ChunkFacts) error
	// settle computes a scoring's references from the counts of all workers.
	settle(which int) (calculation.References, error)
	// score returns the cells of one chunk for the scoring that was settled last; the caller owns them.
	score(worker, chunk, which int) []byte
	// figures returns the figures of each of the scoring's databases.
	figures(which int) []calculation.DatabaseFigures
	// lift adds the engagement of a chunk's contacts in one of the windows; cells are their cells of another day.
	lift(chunk, which, window int, cells []byte, to *scoring.Lift)
	// machines returns the share of machines; nil unless the plan requests it, and for channels other than e-mail.
	machines(which int) *calculation.MachineFigures
	// release returns the tallies to the pool.
	release()
}

// begin prepares a run; for web, it counts only the databases that are ready. The caller releases the run.
func (c *Calculator) begin(p *plan, ready map[calculation.DatabaseID]bool) (*run, error) {
	counters := c.Pools.TakeCounters(c.workersFor(p))
	r, err := c.beginWith(p, slices.Repeat([]map[calculation.DatabaseID]bool{ready}, len(p.scorings)), counters)
	if err != nil {
		c.Pools.PutCounters(counters)
		return nil, err
	}
	r.counters = counters
	return r, nil
}

// beginWith prepares a run with the caller's counters, one for each worker, and with the databases that are ready for
// each scoring.
func (c *Calculator) beginWith(
	p *plan, ready []map[calculation.DatabaseID]bool, counters []*counting.Counter,
) (*run, error) {
	r := &run{plan: p, workers: len(counters), pools: c.Pools}
	if p.task.Channel != calculation.Web {
		r.method = newSendings(p, c.Pools, counters)
		return r, nil
	}
	v, err := newVisits(p, c.Pools, counters, ready)
	if err != nil {
		return nil, err
	}
	r.method = v
	return r, nil
}

// release returns memory to the pools, including the counters that begin took.
func (r *run) release() {
	r.method.release()
	r.pools.PutCounters(r.counters)
}

// done is the share of the chunks that are counted.
func (r *run) done() float64 { return float64(r.counted.Load()) / float64(max(1, len(r.plan.chunks))) }

// batchChunks is the most chunks that a worker takes at a time.
const batchChunks = 4

// batch is how many chunks a worker takes at a time: few enough that all workers have as much to do.
func (r *run) batch() int { return min(batchChunks, max(1, len(r.plan.chunks)/(2*r.workers))) }

// count reads and counts every chunk once, for all scorings, from one view of the segments.
func (r *run) count(ctx context.Context, store Store) error {
	var next atomic.Int64
	batch := r.batch()
	return store.View(ctx, r.plan.task.Channel, r.workers, func(readers []calculation.SegmentView) error {
		group, ctx := errgroup.WithContext(ctx)
		for worker := range r.workers {
			group.Go(func() error {
				for ctx.Err() == nil {
					from := int(next.Add(int64(batch))) - batch
					if from >= len(r.plan.chunks) {
						return nil
					}
					to := min(from+batch, len(r.plan.chunks))
					if err := r.countBatch(ctx, readers[worker], worker, from, to); err != nil {
						return err
					}
					r.counted.Add(int64(to - from))
				}
				return ctx.Err()
			})
		}
		return group.Wait()
	})
}

func (r *run) countBatch(ctx context.Context, reader calculation.SegmentView, worker, from, to int) error {
	p, m := r.plan, r.method
	ids := make([]calculation.ChunkID, 0, batchChunks)
	for _, chunk := range p.chunks[from:to] {
		ids = append(ids, chunk.ChunkID)
	}
	var counted [batchChunks]bool
	err := reader.Count(ctx, ids, p.windows, func(id calculation.ChunkID, facts calculation.ChunkFacts) error {
		at := slices.Index(ids, id)
		counted[at] = true
		return m.count(worker, from+at, facts)
	})
	if err != nil {
		return fmt.Errorf("read segments: %w", err)
	}
	for at := range ids {
		if counted[at] { // chunks without segments are counted too
			continue
		}
		if err := m.count(worker, from+at, calculation.ChunkFacts{}); err != nil {
			return err
		}
	}
	return nil
}

// score settles a scoring's references and scores every chunk against them. It calls keep from several goroutines; keep
// owns the cells.
func (r *run) score(
	ctx context.Context, scoring int, keep func(chunk int, cells []byte),
) (calculation.References, []calculation.DatabaseFigures, error) {
	references, err := r.method.settle(scoring)
	if err != nil {
		return nil, nil, err
	}
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for worker := range r.workers {
		group.Go(func() error {
			for chunk := int(next.Add(1)) - 1; chunk < len(r.plan.chunks); chunk = int(next.Add(1)) - 1 {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				keep(chunk, r.method.score(worker, chunk, scoring))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, fmt.Errorf("score: %w", err)
	}
	return references, r.method.figures(scoring), nil
}
