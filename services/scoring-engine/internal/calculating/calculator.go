package calculating

import (
	"context"
	"fmt"
	"log/slog"

	"golang.org/x/sync/semaphore"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Calculator runs tasks.
type Calculator struct {
	store    Store
	audience Audience
	workers  int
	clock    Clock
	log      *slog.Logger
	// large is taken by the calculation of more than smallChunks that runs: two would need twice the memory and share the
	// processors, while small ones wait for Postgres most of their time.
	large *semaphore.Weighted
	// Pools have the memory that is counted in.
	Pools *calculation.Pools
	// Telemetry is told of calculations.
	Telemetry Telemetry
	// Retention says of which days no result is made any more.
	Retention calculation.Retention
	// TallyBudget bounds the bytes of counts that a backtest holds at once; one day's it holds whatever they take, as a
	// calculation does.
	TallyBudget int
}

// NewCalculator returns a calculator that counts on so many workers at once.
func NewCalculator(store Store, audience Audience, workers int, clock Clock, log *slog.Logger) *Calculator {
	return &Calculator{
		store: store, audience: audience, workers: workers, clock: clock, log: log,
		large: semaphore.NewWeighted(1), Pools: calculation.NewPools(), Telemetry: NoTelemetry{}, TallyBudget: tallyBudget,
	}
}

// tallyBudget is Calculator.TallyBudget unless another is set.
const tallyBudget = 192 << 20

// minimumDays is how long before the generated date the first fact must lie.
const minimumDays = 14

// smallChunks is how many chunks a calculation may have that runs beside another one: the work of milliseconds.
const smallChunks = 2

// enter waits until no other large calculation runs, if this is one.
func (c *Calculator) enter(ctx context.Context, p *plan) (leave func(), err error) {
	if len(p.chunks) <= smallChunks {
		return func() {}, nil
	}
	if err := c.large.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	return func() { c.large.Release(1) }, nil
}

func (c *Calculator) workersFor(p *plan) int { return max(1, min(c.workers, len(p.chunks)/2)) }

func (c *Calculator) chunks(
	ctx context.Context, task calculation.Task, scorings []calculation.Scoring, databases []calculation.Database,
) ([]ChunkAudience, error) {
	chunks, err := c.audience.Chunks(ctx, AudienceRequest{
		Account: task.Account, Channel: task.Channel, Day: calculation.DayOf(task.Date),
		Databases: idsOf(databases), Groups: groupsOf(scorings),
	})
	if err != nil {
		return nil, fmt.Errorf("read audience: %w", err)
	}
	return chunks, nil
}

// readyOf returns in which databases the first fact lies long enough ago.
func readyOf(p *plan, first map[calculation.DatabaseID]segment.Day) map[calculation.DatabaseID]bool {
	ready := map[calculation.DatabaseID]bool{}
	for id, day := range first {
		ready[id] = day <= p.windows.D-minimumDays
	}
	return ready
}

func idsOf(databases []calculation.Database) []calculation.DatabaseID {
	ids := make([]calculation.DatabaseID, 0, len(databases))
	for _, d := range databases {
		ids = append(ids, d.ID)
	}
	return ids
}

// beginOf returns the first day with facts of the databases that a scoring names, or nil.
func beginOf(
	s calculation.Scoring, databases []calculation.Database, first map[calculation.DatabaseID]segment.Day,
) *segment.Day {
	var begin *segment.Day
	for _, source := range s.Sources {
		for _, d := range databases {
			if day, has := first[d.ID]; has && d.UID == source.UID && (begin == nil || day < *begin) {
				begin = &day
			}
		}
	}
	return begin
}
