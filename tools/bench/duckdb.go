package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/reference"
)

// duckdb is DuckDB in a process of its own, so that its memory can be told from ours. It takes one order a line and
// answers each with a line.
type duckdb struct {
	dir    string
	cmd    *exec.Cmd
	input  io.WriteCloser
	output *bufio.Reader
}

type duckdbOrder struct {
	Do     string
	Set    *data.Set
	Window reference.Window
	Rule   reference.Rule
	// Rows is a query, File what its rows are written to as CSV.
	Rows, File string
}

type duckdbAnswer struct {
	Took  time.Duration
	Text  string
	Error string
}

func startDuckDB(ctx context.Context, dir string, threads int, memory string) (*duckdb, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	d := &duckdb{dir: dir}
	d.cmd = exec.CommandContext(
		context.WithoutCancel(ctx), self, "duckdb", "--dir", dir, "--threads", fmt.Sprint(threads), "--memory", memory,
	)
	d.cmd.Stderr = os.Stderr
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if d.input, err = d.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start DuckDB: %w", err)
	}
	output, err := d.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start DuckDB: %w", err)
	}
	d.output = bufio.NewReader(output)
	if err := d.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start DuckDB: %w", err)
	}
	return d, nil
}

func (d *duckdb) do(order duckdbOrder) (duckdbAnswer, error) {
	if err := json.NewEncoder(d.input).Encode(order); err != nil {
		return duckdbAnswer{}, fmt.Errorf("ask DuckDB: %w", err)
	}
	line, err := d.output.ReadBytes('\n')
	if err != nil {
		return duckdbAnswer{}, fmt.Errorf("DuckDB's process ended: %w", err)
	}
	var answer duckdbAnswer
	if err := json.Unmarshal(line, &answer); err != nil {
		return answer, fmt.Errorf("read DuckDB's answer: %w", err)
	}
	if answer.Error != "" {
		return answer, errors.New("DuckDB: " + answer.Error)
	}
	return answer, nil
}

// Run has DuckDB compute the scores.
func (d *duckdb) Run(_ context.Context, w reference.Window, r reference.Rule) (time.Duration, error) {
	answer, err := d.do(duckdbOrder{Do: "run", Window: w, Rule: r})
	return answer.Took, err
}

// byID is DuckDB when it looks itself for web events that were reported before.
type byID struct{ *duckdb }

// Run has DuckDB compute the scores.
func (d byID) Run(ctx context.Context, w reference.Window, r reference.Rule) (time.Duration, error) {
	r.ByID = true
	return d.duckdb.Run(ctx, w, r)
}

// Codes has DuckDB read the scores.
func (d *duckdb) Codes(_ context.Context, contacts int) ([]byte, error) {
	if _, err := d.do(duckdbOrder{Do: "codes", Set: &data.Set{Contacts: contacts}}); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(d.dir, "codes"))
}

func (d *duckdb) peak() (int64, error) { return measure.Peak(d.cmd.Process.Pid) }

// stop ends the process.
func (d *duckdb) stop() error {
	return errors.Join(d.input.Close(), d.cmd.Wait())
}

// duckdbCommand is the process's own side.
func duckdbCommand() *cobra.Command {
	var dir, memory string
	var threads int
	command := &cobra.Command{Use: "duckdb", Hidden: true, Args: cobra.NoArgs, RunE: func(
		command *cobra.Command, _ []string,
	) (err error) {
		ctx := context.WithoutCancel(command.Context()) // it ends when its input does
		d, err := reference.OpenDuckDB(ctx, dir, threads, memory)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, d.Close()) }()
		orders := json.NewDecoder(os.Stdin)
		for {
			var order duckdbOrder
			if err := orders.Decode(&order); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return fmt.Errorf("read order: %w", err)
			}
			answer, err := obey(ctx, d, dir, order)
			if err != nil {
				answer.Error = err.Error()
			}
			if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
				return fmt.Errorf("answer: %w", err)
			}
		}
	}}
	command.Flags().StringVar(&dir, "dir", "", "folder of the Parquet files")
	command.Flags().IntVar(&threads, "threads", 2, "threads")
	command.Flags().StringVar(&memory, "memory", "14GB", "limit")
	return command
}

func obey(ctx context.Context, d *reference.DuckDB, dir string, order duckdbOrder) (answer duckdbAnswer, err error) {
	switch order.Do {
	case "load":
		set, err := order.Set.Again()
		if err != nil {
			return answer, err
		}
		return answer, d.Load(ctx, set)
	case "run":
		answer.Took, err = d.Run(ctx, order.Window, order.Rule)
	case "codes":
		codes, err := d.Codes(ctx, order.Set.Contacts)
		if err != nil {
			return answer, err
		}
		return answer, os.WriteFile(filepath.Join(dir, "codes"), codes, 0o600)
	case "csv":
		answer.Took, err = d.CSV(ctx, order.Rows, order.File)
	case "version":
		answer.Text, err = d.Version(ctx)
	default:
		err = fmt.Errorf("there is no order %q", order.Do)
	}
	return answer, err
}
