package harm

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// Greedy are the figures of an account that asks for more than anybody needs.
type Greedy struct {
	// Quiet and Beside are what a small account's calculation takes alone and beside it; milliseconds.
	Quiet, Beside measure.Sample
	// Taken and Refused count what the greedy account was given and refused, by what it asked for.
	Taken, Refused map[string]int
}

// greedyRounds is how often the small account calculates in each half: less than anybody may in an hour.
const greedyRounds = 9

// MeasureGreedy has one account ask for calculations, imports and drafts, and another calculate meanwhile.
func MeasureGreedy(ctx context.Context, p *program.Program, calculations, imports, drafts int) (Greedy, error) {
	g := Greedy{Taken: map[string]int{}, Refused: map[string]int{}}
	const people = 20_000
	var both [2]*person
	var scorings [2]string
	for i, name := range []string{"modest", "greedy"} {
		var err error
		if both[i], err = newPerson(ctx, p, name); err != nil {
			return g, err
		}
		if err := both[i].load(ctx, "contacts", contacts(people)); err != nil {
			return g, err
		}
		if err := both[i].load(ctx, "engagement", events(people, time.Date(2026, 10, 12, 8, 0, 0, 0, time.UTC))); err != nil {
			return g, err
		}
		uid, err := both[i].uid(ctx)
		if err != nil {
			return g, err
		}
		if scorings[i], err = both[i].scoring(ctx, uid); err != nil {
			return g, err
		}
	}
	modest, greedy := both[0], both[1]
	round := func(into *measure.Sample) error {
		for range greedyRounds {
			took, err := modest.calculate(ctx, scorings[0], readersDate)
			if err != nil {
				return err
			}
			*into = append(*into, float64(took.Microseconds())/1000)
			measure.Rest(ctx, 200*time.Millisecond)
		}
		return nil
	}
	if err := round(&g.Quiet); err != nil {
		return g, err
	}
	asking := greedy.ask(ctx, &g, scorings[1], calculations, imports, drafts)
	measure.Rest(ctx, 500*time.Millisecond) // its first requests are there
	err := round(&g.Beside)
	asking()
	return g, err
}

// ask asks for everything at once; what it answers waits for the end.
func (o *person) ask(ctx context.Context, g *Greedy, scoring string, calculations, imports, drafts int) (wait func()) {
	file := events(20_000, time.Date(2026, 10, 13, 8, 0, 0, 0, time.UTC))
	wishes := []struct {
		name string
		many int
		ask  func(n int) (int, []byte, error)
	}{
		{"calculations", calculations, func(n int) (int, []byte, error) {
			date := time.Date(2026, 11, 2-n%7, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			return o.send(
				ctx, http.MethodPost, "protected/scoring/scorings/"+scoring+":calculate", object{"generatedDate": date},
			)
		}},
		{"imports", imports, func(int) (int, []byte, error) {
			return o.send(ctx, http.MethodPost, "protected/saresystem/engagement:import", file)
		}},
		{"drafts", drafts, func(n int) (int, []byte, error) {
			return o.send(
				ctx, http.MethodPost, "protected/scoring/scorings",
				object{"name": fmt.Sprintf("Draft %d", n), "config": object{"daysAgo": 14}},
			)
		}},
	}
	var mu sync.Mutex
	var asking sync.WaitGroup
	for _, wish := range wishes {
		next := make(chan int)
		go func() {
			defer close(next)
			for n := range wish.many {
				next <- n
			}
		}()
		for range 4 {
			asking.Go(func() {
				for n := range next {
					status, _, err := wish.ask(n)
					mu.Lock()
					if err == nil && status == http.StatusOK {
						g.Taken[wish.name]++
					} else if status == http.StatusTooManyRequests || status == http.StatusConflict {
						g.Refused[wish.name]++
					} else {
						g.Refused[fmt.Sprintf("%s: status %d", wish.name, status)]++
					}
					mu.Unlock()
				}
			})
		}
	}
	return asking.Wait
}
