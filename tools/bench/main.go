// Command bench measures the product from outside: it compares it with DuckDB, ClickHouse and SQL, and checks limits
// under load. README.md documents it.
package main

import (
	"context"
	"encoding/json"
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
	"github.com/spf13/pflag"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
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

// common are the settings of every measurement.
type common struct {
	binary, packages, clickhouse, data, results string
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
	flags.BoolVar(&c.keep, "keep", false, "keep the folder; accounts that score finds there are not loaded again")
	flags.StringVar(&c.results, "results", "", "file to add all figures to, a line of JSON for each measurement")
	flags.Uint64Var(&c.seed, "seed", 12345, "what the data are made from")
	flags.DurationVar(
		&c.quiet, "quiet", 20*time.Second, "how long segments must have stayed the same before anything is measured",
	)
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		for _, path := range []*string{&c.binary, &c.packages, &c.clickhouse, &c.data} {
			absolute, err := filepath.Abs(*path)
			if err != nil {
				return fmt.Errorf("find %s: %w", *path, err)
			}
			*path = absolute
		}
		return nil
	}
	root.AddCommand(scoreCommand(&c), leadsCommand(&c), importCommand(&c), csvCommand(&c), capacityCommand(&c),
		sessionsCommand(&c), restartsCommand(&c), soakCommand(&c), requestsCommand(&c),
		duckdbCommand(), bareCommand())
	return root
}

// duckdbCommand runs DuckDB for reference.OpenDuckDB.
func duckdbCommand() *cobra.Command {
	serve := func(command *cobra.Command, _ []string) error {
		ctx := context.WithoutCancel(command.Context()) // ends with its input
		return reference.ServeDuckDB(ctx, os.Stdin, os.Stdout)
	}
	return &cobra.Command{Use: "duckdb", Hidden: true, Args: cobra.NoArgs, RunE: serve}
}

// measurement returns a command that starts a program without account limits and measures it. The program's data are
// new unless the folder is kept. The command fails if a figure is not within its limits.
func (c *common) measurement(
	use, short string, measured func(context.Context, *program.Program, *measure.Report) error,
) *cobra.Command {
	run := func(command *cobra.Command, _ []string) error {
		ctx := command.Context()
		if !c.keep {
			if err := os.RemoveAll(c.folder("puls")); err != nil {
				return fmt.Errorf("remove folder: %w", err)
			}
		}
		p, err := program.Start(ctx, program.Options{
			Binary: c.binary, Packages: c.packages, Data: c.folder("puls"), Quiet: c.quiet, Env: unlimited,
		})
		if err != nil {
			return err
		}
		var report measure.Report
		var flags []string
		command.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" {
				flags = append(flags, "--"+f.Name+"="+f.Value.String())
			}
		})
		report.Note("measured", use)
		report.Note("flags", flags)
		fmt.Printf("\n## %s\n\n%s; %s\n\n", use, c.circumstances(ctx), strings.Join(flags, " "))
		if err := errors.Join(measured(ctx, p, &report), p.Stop()); err != nil {
			return err
		}
		return errors.Join(report.Err(), c.addResult(ctx, report.Figures), c.clean())
	}
	return &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, RunE: run}
}

// unlimited are settings that lift the limits of accounts.
var unlimited = []string{"PULS_LIMIT_CALCULATIONS=1000000", "PULS_LIMIT_IMPORTS=1000000", "PULS_LIMIT_GROUPS=1000000"}

func (c *common) folder(name string) string { return filepath.Join(c.data, name) }

// clean removes the data unless they are kept.
func (c *common) clean() error {
	if c.keep {
		say("kept in %s", c.data)
		return nil
	}
	return os.RemoveAll(c.data)
}

// circumstances returns the version of the program and the state of the machine.
func (c *common) circumstances(ctx context.Context) string {
	version, _ := exec.CommandContext(ctx, c.binary, "--version").Output() // empty if it fails
	load, _ := os.ReadFile("/proc/loadavg")                                // likewise
	return fmt.Sprintf("%s; %d processors, the bench's own work included; load %.14s",
		strings.TrimSpace(string(version)), runtime.NumCPU(), load)
}

// addResult adds a line to the file of results, if there is one.
func (c *common) addResult(ctx context.Context, figures map[string]any) (err error) {
	if c.results == "" {
		return nil
	}
	figures["circumstances"] = c.circumstances(ctx)
	file, err := os.OpenFile(c.results, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644) //nolint:gosec // figures
	if err != nil {
		return fmt.Errorf("open results: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return json.NewEncoder(file).Encode(figures)
}

// say prints progress. Standard output has the figures alone.
func say(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }
