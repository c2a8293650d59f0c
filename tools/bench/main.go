// Command bench measures the product from outside and compares it with DuckDB, ClickHouse and SQL; README.md says
// what and how.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"puls.app/tools/bench/internal/program"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := newCommand().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// common is what every measurement needs.
type common struct {
	binary, packages, clickhouse, data, results string
	cores                                       int
	keep                                        bool
	seed                                        uint64
	quiet                                       time.Duration
}

func newCommand() *cobra.Command {
	var c common
	root := &cobra.Command{
		Use: "bench", Short: "Measure the product from outside", SilenceUsage: true, SilenceErrors: true,
	}
	flags := root.PersistentFlags()
	flags.StringVar(&c.binary, "puls", filepath.Join("bin", "puls"), "the built program")
	flags.StringVar(
		&c.packages, "postgres", filepath.Join("deploy", "postgres", "node_modules"), "folder of the Postgres packages",
	)
	flags.StringVar(
		&c.clickhouse, "clickhouse", filepath.Join("tools", "bench", "clickhouse"), "folder of the ClickHouse package",
	)
	flags.StringVar(
		&c.data, "data", filepath.Join(os.TempDir(), "puls-bench"), "folder for everything, removed at the end",
	)
	flags.BoolVar(&c.keep, "keep", false, "keep the folder; what it holds is not made again next time")
	flags.StringVar(&c.results, "results", "", "file to add all figures to, a line of JSON for each account")
	flags.IntVar(&c.cores, "cores", 2, "processors that everything runs on")
	flags.Uint64Var(&c.seed, "seed", 12345, "what the data are made from")
	flags.DurationVar(
		&c.quiet, "quiet", 20*time.Second, "how long segments must have stayed the same before anything is measured",
	)
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return c.prepare() }
	root.AddCommand(scoreCommand(&c), leadsCommand(&c), importCommand(&c), loadCommand(&c), harmCommand(&c),
		csvCommand(&c), allCommand(&c), soakCommand(&c), stormCommand(&c), capacityCommand(&c), uploadsCommand(&c),
		duckdbCommand())
	return root
}

// prepare limits this process, and thereby all that it starts, to some processors.
func (c *common) prepare() error {
	for _, path := range []*string{&c.binary, &c.packages, &c.clickhouse, &c.data} {
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return fmt.Errorf("find %s: %w", *path, err)
		}
		*path = absolute
	}
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return fmt.Errorf("read processors: %w", err)
	}
	left := c.cores
	for cpu := range 1024 {
		if set.IsSet(cpu) {
			if left <= 0 {
				set.Clear(cpu)
			}
			left--
		}
	}
	threads, err := os.ReadDir("/proc/self/task") // the limit is a thread's own; later ones inherit it
	if err != nil {
		return fmt.Errorf("list threads: %w", err)
	}
	for _, thread := range threads {
		var id int
		if _, err := fmt.Sscan(thread.Name(), &id); err != nil {
			return fmt.Errorf("list threads: %w", err)
		}
		if err := unix.SchedSetaffinity(id, &set); err != nil && !errors.Is(err, unix.ESRCH) {
			return fmt.Errorf("choose processors: %w", err)
		}
	}
	runtime.GOMAXPROCS(c.cores)
	return os.Setenv("GOMAXPROCS", fmt.Sprint(c.cores))
}

// start runs the program on the data folder.
func (c *common) start(ctx context.Context) (*program.Program, error) {
	return program.Start(ctx, program.Options{
		Binary: c.binary, Packages: c.packages, Data: filepath.Join(c.data, "puls"), Quiet: c.quiet,
	})
}

// clean removes the data unless they are to be kept.
func (c *common) clean() error {
	if c.keep {
		say("kept in %s", c.data)
		return nil
	}
	return os.RemoveAll(c.data)
}

// version is the program's own word and the commit of the folder that this runs in.
func (c *common) version(ctx context.Context) string {
	own, _ := exec.CommandContext(ctx, c.binary, "--version").Output()
	// outside a clone it is unknown
	commit, _ := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output()
	return fmt.Sprintf("%s, commit %s", strings.TrimSpace(string(own)), strings.TrimSpace(string(commit)))
}

// say tells what goes on; the figures alone go to standard output.
func say(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }
