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
	// large is held by a running calculation of more than smallChunks chunks. Two of these would need twice the memory and
	// share the processors, while small calculations mostly wait for Postgres.
	large *semaphore.Weighted
	// Pools hold the memory that counts use.
	Pools *calculation.Pools
	// Telemetry receives the duration of calculations.
	Telemetry Telemetry
	// Retention bounds the days for which results are made.
	Retention calculation.Retention
	// TallyBudget bounds the bytes of counts that a backtest holds at once. The counts of a single day are always held,
	// whatever their size, as in a calculation.
	TallyBudget int
}

// NewCalculator returns a calculator that counts with the given number of workers.
func NewCalculator(store Store, audience Audience, workers int, clock Clock, log *slog.Logger) *Calculator {
	return &Calculator{
		store: store, audience: audience, workers: workers, clock: clock, log: log,
		large: semaphore.NewWeighted(1), Pools: calculation.NewPools(), Telemetry: NoTelemetry{}, TallyBudget: tallyBudget,
	}
}

// tallyBudget is the default of Calculator.TallyBudget.
const tallyBudget = 192 << 20

// minimumDays is how many days before the generated date the first fact must lie.
const minimumDays = 14

// smallChunks is the most chunks of a calculation that may run beside another one: a few milliseconds of work.
const smallChunks = 2

// enter waits until no other large calculation runs, if this one is large.
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

// readyOf returns the databases whose first fact is old enough.
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
