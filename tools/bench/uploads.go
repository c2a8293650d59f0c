package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/crowd"
	"puls.app/tools/bench/internal/harm"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// uploading are the settings of large uploads.
type uploading struct {
	*common
	uploads, megabytes, rate int
	memory                   int
}

func uploadsCommand(c *common) *cobra.Command {
	s := uploading{common: c}
	command := &cobra.Command{
		Use: "uploads", Short: "Measure many large uploads at once: whole, slow, cut and refused ones", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return s.run(command.Context()) },
	}
	flags := command.Flags()
	flags.IntVar(&s.uploads, "uploads", 32, "uploads at once, as many as the gateway takes; half of them whole")
	flags.IntVar(&s.megabytes, "megabytes", 200, "size of each")
	flags.IntVar(&s.rate, "rate", 100, "requests of others a second meanwhile")
	flags.IntVar(&s.memory, "memory", 256, "most megabytes that the program may take more than without them")
	return command
}

func (s *uploading) run(ctx context.Context) error {
	if err := errors.Join(os.RemoveAll(s.data), os.MkdirAll(s.data, 0o755)); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	p, err := program.Start(ctx, program.Options{
		Binary: s.binary, Packages: s.packages, Data: s.data + "/puls", Quiet: s.quiet,
		Env: []string{"PULS_TRUSTED_PROXIES=127.0.0.1/32", fmt.Sprintf("PULS_UPLOADS=%d", s.uploads)},
	})
	if err != nil {
		return err
	}
	text, err := s.measure(ctx, p)
	fmt.Printf("\n## Uploads of %d MB, %d at once\n\n%s; %d processors, the senders' work included; load %s\n\n%s",
		s.megabytes, s.uploads, s.version(ctx), s.cores, measure.Load(), text)
	return errors.Join(err, p.Stop(), s.clean())
}

func (s *uploading) measure(ctx context.Context, p *program.Program) (string, error) {
	emails, err := makeUsers(ctx, p, 20)
	if err != nil {
		return "", err
	}
	people, err := crowd.SignIn(ctx, p.Address(), emails, crowdPassword, 100)
	if err != nil {
		return "", err
	}
	senders, err := harm.NewUploads(ctx, p, s.uploads, s.megabytes<<20)
	if err != nil {
		return "", err
	}
	calm, err := people.Go(ctx, crowd.Run{Rate: s.rate, Length: calmLength})
	if err != nil {
		return "", err
	}
	if err := measure.Forget(p.PID()); err != nil {
		return "", err
	}
	idle, err := measure.Peak(p.PID())
	if err != nil {
		return "", err
	}
	sending, stop := context.WithCancel(ctx)
	beside := make(chan *crowd.Record, 1)
	go func() {
		record, _ := people.Go(sending, crowd.Run{Rate: s.rate, Length: time.Hour}) // it is stopped
		beside <- record
	}()
	sent, err := senders.Send(ctx)
	stop()
	record := <-beside
	if err != nil {
		return "", err
	}
	peak, err := measure.Peak(p.PID())
	if err != nil {
		return "", err
	}
	base, loaded := calm.Without(), record.Within(crowd.Window{To: sent.Took})
	var out strings.Builder
	fmt.Fprintf(&out, "%d arrived whole in %s (%.0f MB a second), %d cut off ones were told so or were gone, %d slow ones went on.\n",
		sent.Whole, sent.Took.Round(time.Second), float64(sent.Whole*s.megabytes)/sent.Took.Seconds(), sent.Cut, sent.Slow)
	fmt.Fprintf(&out, "Beyond the limit %d were refused (429 with Retry-After), the slowest in %.0f ms; not as they should: %v.\n",
		sent.Refused, float64(sent.RefusedMost.Microseconds())/1000, sent.Wrong)
	fmt.Fprintf(&out, "Memory of the program: %s before, %s at most (+%s).\nOthers: p99 %.1f ms without, %.1f ms beside (%.2f times).\n",
		measure.Bytes(idle), measure.Bytes(peak), measure.Bytes(peak-idle), base.P99, loaded.P99, loaded.P99/base.P99)
	if peak-idle > int64(s.memory)<<20 {
		err = fmt.Errorf("the program took %s more", measure.Bytes(peak-idle))
	}
	if len(sent.Wrong) > 0 || sent.Refused == 0 {
		err = errors.Join(err, fmt.Errorf("uploads were not answered as they should: %v", sent.Wrong))
	}
	return out.String(), err
}
