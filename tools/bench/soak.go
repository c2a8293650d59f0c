package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/spf13/cobra"
	vegeta "github.com/tsenart/vegeta/v12/lib"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/load"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// soaking are the settings of the long run.
type soaking struct {
	*common
	minutes, warm, rate, sessions, contacts int
	slope, change, drift                    float64
}

func soakCommand(c *common) *cobra.Command {
	s := soaking{common: c}
	command := c.measurement("soak", "Do everything for an hour and look at what grows", s.test)
	flags := command.Flags()
	flags.IntVar(&s.minutes, "minutes", 60, "how long")
	flags.IntVar(&s.warm, "warm", 10, "minutes at the beginning that do not count")
	flags.IntVar(&s.rate, "rate", 300, "requests of pages a second, besides refreshes")
	flags.IntVar(&s.sessions, "sessions", 1000, "sessions that are alive")
	flags.IntVar(&s.contacts, "contacts", 50_000, "contacts of the account in which everything else goes on")
	flags.Float64Var(&s.slope, "slope", 1, "most that the memory may grow, in percent an hour")
	flags.Float64Var(&s.change, "change", 5, "most that counts may grow from the first quarter to the last, in percent")
	flags.Float64Var(&s.drift, "drift", 10, "most that the p99 may grow from the first quarter to the last, in percent")
	return command
}

func (s *soaking) test(ctx context.Context, p *program.Program, report *measure.Report) error {
	if s.warm >= s.minutes {
		return fmt.Errorf("%d minutes are warm-up, of %d in all", s.warm, s.minutes)
	}
	users, err := signIn(ctx, p, min(100, s.sessions), s.sessions)
	if err != nil {
		return err
	}
	busy, site, err := s.fill(ctx, p)
	if err != nil {
		return err
	}
	say("everything at once for %d minutes", s.minutes)
	var monitor load.Monitor
	minutes, began := make([]load.Results, s.minutes), time.Now()
	streams := []load.Stream{monitor.Sample(p, 5*time.Second), users.Pages(s.rate, func(r *vegeta.Result) {
		minutes[min(int(r.Timestamp.Sub(began)/time.Minute), s.minutes-1)].Collect()(r)
	})}
	activities := s.activities(p, users, busy, site)
	for n := range activities {
		a := &activities[n]
		if a.Each == nil {
			a.Each = a.results.Collect(a.good...)
		}
		a.Rate = vegeta.Rate{Freq: a.anHour, Per: time.Hour}
		streams = append(streams, a.Stream)
	}
	if err := load.Run(ctx, p, time.Duration(s.minutes)*time.Minute, streams...); err != nil {
		return err
	}
	failed := 0
	for n := range activities {
		fmt.Printf("%s: %s\n", activities[n].name, &activities[n].results)
		failed += activities[n].results.Failed
	}
	s.judge(minutes, &monitor, failed, report)
	return nil
}

// judge checks the growth after the warm-up against the limits.
func (s *soaking) judge(minutes []load.Results, monitor *load.Monitor, failed int, report *measure.Report) {
	var p99 measure.Sample
	for n := range minutes {
		failed += minutes[n].Failed
		if n >= s.warm {
			p99 = append(p99, minutes[n].Quantile(0.99))
		}
	}
	fmt.Printf("p99 of pages, by minute: %s ms; memory of puls at most: %s\n\n", p99.Text("%.1f"),
		measure.Bytes(int64(monitor.Most(program.Memory))))
	warm := time.Duration(s.warm) * time.Minute
	report.Most("requests and actions that failed", float64(failed), 0)
	report.Most("p99 of pages, growth in percent", p99.Growth(), s.drift)
	report.Most("memory, growth in percent an hour", monitor.Slope(program.Memory, warm), s.slope)
	for _, name := range []string{program.Goroutines, program.Connections, load.Files} {
		report.Most(name+", growth in percent", monitor.Growth(name, warm), s.change)
	}
}

// fill makes an account with contacts, engagement, a result and a website, and returns the key of the website.
func (s *soaking) fill(ctx context.Context, p *program.Program) (busy *account, site string, err error) {
	if busy, err = s.newAccount(ctx, p, "busy", s.contacts, windowDays, data.Daily); err != nil {
		return nil, "", err
	}
	if _, err := busy.importDays(ctx, 0, 1); err != nil {
		return nil, "", err
	}
	if _, err := busy.Calculate(ctx, busy.scoring, busy.date(windowDays)); err != nil {
		return nil, "", err
	}
	var made struct{ SiClientID string }
	err = busy.Call(ctx, http.MethodPost, "protected/web/web-tracking-accounts",
		object{"uid": busy.UID(), "domain": "shop.example.com"}, &made)
	return busy, made.SiClientID, err
}

// activity runs a number of times an hour beside the requests of pages.
type activity struct {
	name   string
	anHour int
	// good are expected statuses other than those below 400.
	good []uint16
	load.Stream
	results load.Results
}

func (s *soaking) activities(p *program.Program, users *load.Users, busy *account, site string) []activity {
	post := func(path string, header func() http.Header, body func(n int) any) load.Stream {
		return load.Stream{Targets: load.Post(p, path, header, body)}
	}
	do := func(action func(ctx context.Context, n int) error) load.Stream {
		return load.Stream{Do: action, Workers: 1}
	}
	website := func() http.Header {
		return http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte(site+":"))}}
	}
	const storming = 10 * time.Second
	today := object{"generatedDate": busy.date(windowDays)}
	return []activity{
		{name: "refreshes of sessions", anHour: 6 * s.sessions, Stream: users.Refresh(nil)},
		{name: "refreshes of the account's session", anHour: 12, Stream: do(func(ctx context.Context, _ int) error {
			return busy.Refresh(ctx)
		})},
		{name: "files of a result", anHour: 240, Stream: post(busy.path("exportToCsv"), busy.Header, busy.file)},
		{name: "files of contacts", anHour: 80, Stream: post(
			"protected/saresystem/contacts:exportToCsv", busy.Header, func(int) any { return object{"uid": busy.UID()} },
		)},
		{name: "web events", anHour: 3600, Stream: post("ingest/v1/batch", website, visits)},
		// A new address each time: one address is locked after twenty attempts.
		{name: "unknown users", anHour: 720, good: []uint16{401, 429}, Stream: post(
			"public/account/users:login", func() http.Header { return http.Header{} }, func(n int) any {
				return object{"email": fmt.Sprintf("stranger-%d@example.com", n), "password": program.Password}
			})},
		{name: "storms of sign-ins", anHour: 12, Stream: do(func(ctx context.Context, _ int) error {
			var storm load.SignIns
			err := load.Run(ctx, p, storming, users.Storm(200, storming, &storm))
			if storm.Failed() > 0 {
				err = errors.Join(err, fmt.Errorf("%d sign-ins failed", storm.Failed()))
			}
			return err
		})},
		{name: "imports of contacts", anHour: 60, Stream: do(func(ctx context.Context, _ int) error {
			return busy.importContacts(ctx)
		})},
		{name: "imports of engagement", anHour: 180, Stream: do(func(ctx context.Context, n int) error {
			_, err := busy.importDays(ctx, n%windowDays, n%windowDays+1)
			return err
		})},
		{name: "nights", anHour: 40, Stream: do(func(ctx context.Context, n int) error {
			return p.Nightly(ctx, busy.date(windowDays-n%windowDays))
		})},
		{name: "calculations with their progress", anHour: 120, Stream: do(func(ctx context.Context, _ int) error {
			if err := busy.Call(ctx, http.MethodPost, busy.path("calculate"), today, nil); err != nil {
				return err
			}
			return busy.Call(ctx, http.MethodGet, busy.path("progress?generatedDate="+busy.date(windowDays)), nil, nil)
		})},
		{name: "abandoned streams", anHour: 360, Stream: do(func(ctx context.Context, _ int) error {
			watching, leave := context.WithTimeout(ctx, 8*time.Second)
			defer leave()
			err := busy.Call(watching, http.MethodGet, "protected/web/web-tracking-accounts/"+site+":recent", nil, nil)
			if watching.Err() != nil {
				return nil // abandoned, like by a closed page
			}
			return errors.Join(err, errors.New("the stream ended by itself"))
		})},
	}
}

// visits returns the body of a request with web events.
func visits(n int) any {
	batch := make([]object, 20)
	for i := range batch {
		batch[i] = object{
			"type": "page", "messageId": fmt.Sprintf("soak-%d-%d", n, i), "properties": object{"path": "/"},
			"anonymousId": fmt.Sprintf("visitor-%d", (n*20+i)%5000), "timestamp": time.Now().UTC().Format(time.RFC3339Nano),
		}
	}
	return object{"batch": batch}
}
