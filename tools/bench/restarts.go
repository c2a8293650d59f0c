package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/spf13/cobra"
	vegeta "github.com/tsenart/vegeta/v12/lib"

	"puls.app/tools/bench/internal/load"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// restarting are the settings of crashes of Postgres under load.
type restarting struct {
	*common
	restarts, rate int
	every, outage  time.Duration
}

func restartsCommand(c *common) *cobra.Command {
	s := restarting{common: c}
	command := c.measurement("restarts", "End Postgres under load and look for every acknowledged write", s.test)
	flags := command.Flags()
	flags.IntVar(&s.restarts, "restarts", 10, "times that Postgres is ended")
	flags.IntVar(&s.rate, "rate", 200, "requests a second, half of which write")
	flags.DurationVar(&s.every, "every", 6*time.Second, "time between two ends")
	flags.DurationVar(&s.outage, "outage", 5*time.Second, "most that may pass between two good answers")
	return command
}

func (s *restarting) test(ctx context.Context, p *program.Program, report *measure.Report) error {
	users, err := signIn(ctx, p, 4, 4)
	if err != nil {
		return err
	}
	var results load.Results
	var outage time.Duration
	lastGood := time.Now()
	// note counts a response. No status is a failure here: only acknowledged writes must exist afterwards.
	note := func(r *vegeta.Result) {
		if results.Add(r, true); r.Code == http.StatusOK {
			outage, lastGood = max(outage, r.End().Sub(lastGood)), r.End()
		}
	}
	writer, err := p.SignUp(ctx, "writer@example.com")
	if err != nil {
		return err
	}
	made, ends := map[int]bool{}, load.Results{} // made has the ids of acknowledged groups
	if err := load.Run(
		ctx, p, time.Duration(s.restarts)*s.every+s.every/2, users.Pages(s.rate/2, note),
		load.Stream{
			Rate: load.PerSecond(s.rate / 2), Each: func(r *vegeta.Result) {
				var group struct{ ID int }
				if note(r); r.Code == http.StatusOK && json.Unmarshal(r.Body, &group) == nil {
					made[group.ID] = true
				}
			},
			Targets: load.Post(p, "protected/saresystem/groups", writer.Header, func(n int) any {
				return object{"uid": writer.UID(), "name": fmt.Sprintf("group %d", n)}
			}),
		},
		load.Stream{
			Rate: load.Every(s.every), Each: ends.Collect(), Do: func(context.Context, int) error { return p.EndPostgres() },
		},
	); err != nil {
		return err
	}
	groups, err := writer.Groups(ctx)
	if err != nil {
		return err
	}
	written, twice, names := len(made), 0, map[string]bool{}
	for _, group := range groups {
		delete(made, group.ID)
		if names[group.Name] {
			twice++
		}
		names[group.Name] = true
	}
	fmt.Printf("All requests: %s\n\n", &results)
	report.Least("ends of Postgres", float64(int(ends.Requests)-ends.Failed), float64(s.restarts))
	report.Least("acknowledged writes", float64(written), 1)
	report.Most("acknowledged writes that are lost", float64(len(made)), 0)
	report.Most("names that are there twice", float64(twice), 0)
	report.Most("longest time without a good answer, s", outage.Seconds(), s.outage.Seconds())
	return nil
}
