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

	"puls.app/tools/bench/internal/load"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// uploading are the settings of large uploads. Of four two are complete, one is cut off and one is slow.
type uploading struct {
	*common
	uploads, megabytes, rate, memory int

	mu                        sync.Mutex
	whole, cut, slow, refused int
	wrong                     []string
}

func uploadsCommand(c *common) *cobra.Command {
	s := uploading{common: c}
	settings := func() []string { return append(unlimited(), fmt.Sprintf("PULS_UPLOADS=%d", s.uploads)) }
	command := c.measurement("uploads", "Send large files at once: whole, slow, cut and refused ones", settings, s.test)
	flags := command.Flags()
	flags.IntVar(&s.uploads, "uploads", 32, "uploads at once, as many as the gateway takes; half of them whole")
	flags.IntVar(&s.megabytes, "megabytes", 200, "size of each")
	flags.IntVar(&s.rate, "rate", 100, "requests of pages a second meanwhile")
	flags.IntVar(&s.memory, "memory", 256, "most megabytes that the program may take more than without them")
	return command
}

// perAccount is how many files of an account may be on their way.
const perAccount = 4

func (s *uploading) test(ctx context.Context, p *program.Program, report *measure.Report) error {
	users, err := signIn(ctx, p, max(20, s.uploads/perAccount), 100)
	if err != nil {
		return err
	}
	var calm, loaded load.Results
	var idle, taken load.Monitor
	if err := load.Run(
		ctx, p, 20*time.Second, users.Pages(s.rate, calm.Collect()), idle.Sample(p, 200*time.Millisecond),
	); err != nil {
		return err
	}
	asking, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	beside.Go(func() { // it ends with its context
		_ = load.Run(asking, p, 0, users.Pages(s.rate, loaded.Collect()), taken.Sample(p, 200*time.Millisecond))
	})
	took := s.send(ctx, users.Sessions())
	stop()
	if beside.Wait(); ctx.Err() != nil {
		return ctx.Err()
	}
	before, most := idle.Most(program.Memory), taken.Most(program.Memory)
	fmt.Printf("%d of %d MB were complete in %s, %d were cut off, %d slow ones went on, %d were told to wait.\n",
		s.whole, s.megabytes, took.Round(time.Second), s.cut, s.slow, s.refused)
	fmt.Printf("Memory of puls: %s before, %s at most.\nOthers without: %s\nOthers beside: %s\n\n",
		measure.Bytes(int64(before)), measure.Bytes(int64(most)), &calm, &loaded)
	for _, wrong := range s.wrong {
		say("%s", wrong)
	}
	report.Most("memory that uploads take, MB", (most-before)/(1<<20), float64(s.memory))
	report.Most("uploads with a wrong answer", float64(len(s.wrong)), 0)
	report.Least("uploads that were refused", float64(s.refused), 1)
	report.Most("others' requests that failed", float64(calm.Failed+loaded.Failed), 0)
	return nil
}

// send starts all uploads, then as many again, which must be refused. It returns how long the complete ones took.
func (s *uploading) send(ctx context.Context, senders []*program.Client) time.Duration {
	trickling, stop := context.WithCancel(ctx)
	var whole, others sync.WaitGroup
	began := time.Now()
	for i := range s.uploads {
		sender := senders[i/perAccount]
		switch i % perAccount {
		case 2: // usually without an answer, since the caller is gone
			others.Go(func() {
				err := s.upload(ctx, sender, s.megabytes<<19, errCut, 0)
				s.note(&s.cut, "cut off", errors.Is(err, errCut) || program.Status(err) == http.StatusBadRequest, err)
			})
		case 3: // still going on when it is stopped
			others.Go(func() {
				err := s.upload(trickling, sender, s.megabytes<<20, nil, 500*time.Millisecond)
				s.note(&s.slow, "slow", trickling.Err() != nil, err)
			})
		default:
			whole.Go(func() {
				err := s.upload(ctx, sender, s.megabytes<<20, nil, 0)
				s.note(&s.whole, "complete", err == nil, err)
			})
		}
	}
	measure.Pause(ctx, 500*time.Millisecond) // all have started
	for i := range s.uploads {
		err := s.upload(ctx, senders[i/perAccount], 0, nil, 0)
		var refused *program.Refused
		if err == nil || program.Status(err) == http.StatusBadRequest {
			continue // one that was cut off has left its place
		}
		told := errors.As(err, &refused) && refused.Status == http.StatusTooManyRequests && refused.RetryAfter != ""
		s.note(&s.refused, "beyond the limit", told, err)
	}
	whole.Wait()
	took := time.Since(began)
	stop()
	others.Wait()
	return took
}

func (s *uploading) note(count *int, name string, right bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if right {
		*count++
		return
	}
	s.wrong = append(s.wrong, fmt.Sprintf("upload, %s: %v", name, err))
}

var errCut = errors.New("cut off")

// upload sends contacts until a size, in blocks with a pause before each. The file ends with an error, if any.
func (s *uploading) upload(
	ctx context.Context, sender *program.Client, size int, end error, pause time.Duration,
) error {
	reader, writer := io.Pipe()
	go func() {
		_, failed := io.WriteString(writer, "external_id,email\n")
		for sent := 0; sent < size && failed == nil; {
			measure.Pause(ctx, pause)
			block := make([]byte, 0, 64<<10)
			for i := sent; len(block) < 64<<10-64; i += 32 {
				block = fmt.Appendf(block, "E%d,person%d@example.com\n", i, i)
			}
			sent += len(block)
			_, failed = writer.Write(block)
		}
		_ = writer.CloseWithError(end) // a pipe's cannot fail
	}()
	_, err := sender.Upload(ctx, "contacts", reader)
	return errors.Join(err, reader.Close())
}
