package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"puls.app/tools/bench/internal/load"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// reading are the settings of downloads of which nothing is read.
type reading struct {
	*common
	readers, accounts, contacts, rate, memory int
	length                                    time.Duration
	ratio                                     float64
}

func readersCommand(c *common) *cobra.Command {
	s := reading{common: c}
	command := c.measurement("readers", "Measure what downloads cost of which nothing is read", unlimited, s.test)
	flags := command.Flags()
	flags.IntVar(&s.readers, "readers", 200, "downloads of which nothing is read")
	flags.IntVar(&s.accounts, "accounts", 51, "accounts that they belong to; the first is the honest readers'")
	flags.IntVar(&s.contacts, "contacts", 100_000, "contacts of each account")
	flags.IntVar(&s.rate, "rate", 100, "requests of honest readers a second")
	flags.DurationVar(&s.length, "length", 25*time.Second, "how long honest readers read, without and beside them")
	flags.IntVar(&s.memory, "memory", 256, "most megabytes that the program may take more than without them")
	flags.Float64Var(&s.ratio, "ratio", 5, "most that the honest readers' p99 may be, in times of that without")
	return command
}

func (s *reading) test(ctx context.Context, p *program.Program, report *measure.Report) error {
	accounts := make([]*account, s.accounts)
	for i := range accounts {
		var err error
		if accounts[i], err = s.newResult(ctx, p, fmt.Sprintf("reader%d", i), s.contacts); err != nil {
			return err
		}
	}
	users, err := signIn(ctx, p, 20, 20)
	if err != nil {
		return err
	}
	honest, others := accounts[0], accounts[1:]
	measure.Pause(ctx, 5*time.Second) // the garbage of loading is collected
	without, err := s.read(ctx, p, users, honest)
	if err != nil {
		return err
	}
	open, refused, err := s.stall(ctx, others)
	if err != nil {
		return err
	}
	beside, err := s.read(ctx, p, users, honest)
	for _, body := range open {
		err = errors.Join(err, body.Close())
	}
	if err != nil {
		return err
	}
	fmt.Printf("%d readers, %d more were refused.\nWithout: %s\nBeside: %s\n\n", len(open), refused, without, beside)
	report.Most("honest requests that failed", float64(without.failed()+beside.failed()), 0)
	ratio := beside.pages.Quantile(0.99) / without.pages.Quantile(0.99)
	report.Most("honest readers' p99, times that without", ratio, s.ratio)
	report.Most("memory that readers of nothing take, MB", (beside.memory-without.memory)/(1<<20), float64(s.memory))
	return nil
}

// read are the results of honest readers, and the most memory that the program took meanwhile.
type read struct {
	pages, downloads load.Results
	memory           float64
}

func (r *read) failed() int { return r.pages.Failed + r.downloads.Failed }

func (r *read) String() string {
	return fmt.Sprintf("memory %s at most\npages %s\nfiles %s", measure.Bytes(int64(r.memory)), &r.pages, &r.downloads)
}

func (s *reading) read(ctx context.Context, p *program.Program, users *load.Users, honest *account) (*read, error) {
	if err := honest.EnsureToken(ctx); err != nil {
		return nil, err
	}
	var r read
	download := load.Stream{
		Rate: load.Every(2 * time.Second), Each: r.downloads.Collect(),
		Targets: load.Post(p, honest.path("exportToCsv"), honest.Header, honest.file),
	}
	var monitor load.Monitor
	err := load.Run(
		ctx, p, s.length, users.Pages(s.rate, r.pages.Collect()), download, monitor.Sample(p, 200*time.Millisecond),
	)
	r.memory = monitor.Most(program.Memory)
	return &r, err
}

// stall opens downloads and reads nothing of them.
func (s *reading) stall(ctx context.Context, accounts []*account) (open []io.ReadCloser, refused int, err error) {
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	for i := range s.readers {
		one := accounts[i%len(accounts)]
		group.Go(func() error {
			body, err := one.Export(context.WithoutCancel(ctx), one.scoring, "mailing", one.date(windowDays))
			mu.Lock()
			defer mu.Unlock()
			if status := program.Status(err); status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
				refused++
				return nil
			}
			if err == nil {
				open = append(open, body)
			}
			return err
		})
	}
	err = group.Wait()
	return open, refused, err
}
