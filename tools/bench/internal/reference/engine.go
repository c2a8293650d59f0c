package reference

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
	"strconv"
	"strings"
	"syscall"
	"time"

	"puls.app/tools/bench/internal/measure"
)

// Engine is an analytic database in its own process, so that its memory can be measured. It computes scores from the
// Parquet files of a folder. Statements and responses are lines of JSON.
type Engine struct {
	// Name is the product's name.
	Name     string
	dir, sql string
	cmd      *exec.Cmd
	input    io.WriteCloser
	output   *bufio.Reader
}

// OpenDuckDB starts DuckDB with a number of threads and a limit of memory such as 14GB. The calling program must run
// ServeDuckDB when its only argument is "duckdb".
func OpenDuckDB(ctx context.Context, dir string, threads int, memory string) (*Engine, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	e := &Engine{Name: "DuckDB", dir: dir, sql: duckdbSQL}
	return e, e.start(ctx, []string{self, "duckdb"},
		fmt.Sprintf("SET threads = %d", threads), fmt.Sprintf("SET memory_limit = '%s'", memory),
		"SET preserve_insertion_order = false", fmt.Sprintf("SET temp_directory = '%s'", filepath.Join(dir, "spill")))
}

// FindClickHouse fails unless the package is installed below the folder of the script.
func FindClickHouse(home string) error {
	if _, err := os.Stat(filepath.Join(home, "node_modules", "chdb")); err != nil {
		return fmt.Errorf("the ClickHouse package is missing, run tools/task bench:clickhouse: %w", err)
	}
	return nil
}

// OpenClickHouse starts ClickHouse with a number of threads. home is the folder of the script and its packages.
func OpenClickHouse(ctx context.Context, home, dir string, threads int) (*Engine, error) {
	if err := FindClickHouse(home); err != nil {
		return nil, err
	}
	e := &Engine{Name: "ClickHouse", dir: dir, sql: clickhouseSQL}
	return e, e.start(ctx, []string{"node", filepath.Join(home, "clickhouse.mjs"), filepath.Join(dir, "clickhouse")},
		fmt.Sprintf("SET max_threads = %d", threads), fmt.Sprintf("SET max_insert_threads = %d", threads),
		"SET min_count_to_compile_aggregate_expression = 0", "SET join_use_nulls = 0",
		"SET engine_file_truncate_on_insert = 1", "SET output_format_parquet_compression_method = 'zstd'")
}

func (e *Engine) start(ctx context.Context, command []string, settings ...string) (err error) {
	e.cmd = exec.CommandContext(context.WithoutCancel(ctx), command[0], command[1:]...)
	e.cmd.Stderr = os.Stderr
	e.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	input, inputErr := e.cmd.StdinPipe()
	output, outputErr := e.cmd.StdoutPipe()
	if err := errors.Join(inputErr, outputErr); err != nil {
		return fmt.Errorf("start %s: %w", e.Name, err)
	}
	e.input, e.output = input, bufio.NewReader(output)
	if err := e.cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", e.Name, err)
	}
	for _, text := range settings {
		if _, _, err := e.Ask(text); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", text, err), e.Close())
		}
	}
	return nil
}

// Close ends the process.
func (e *Engine) Close() error { return errors.Join(e.input.Close(), e.cmd.Wait()) }

// Peak returns the peak of memory of the process.
func (e *Engine) Peak() (int64, error) {
	use, err := measure.UsageOf(e.cmd.Process.Pid)
	return use.Peak, err
}

type question struct {
	SQL string `json:"sql"`
}

type answer struct {
	Text  string  `json:"text"`
	Ms    float64 `json:"ms"`
	Error string  `json:"error"`
}

// Ask runs a statement. It returns the first value of the result, and the time inside the process.
func (e *Engine) Ask(text string) (result string, took time.Duration, err error) {
	if err := json.NewEncoder(e.input).Encode(question{text}); err != nil {
		return "", 0, fmt.Errorf("ask %s: %w", e.Name, err)
	}
	line, err := e.output.ReadBytes('\n')
	if err != nil {
		return "", 0, fmt.Errorf("the process of %s ended: %w", e.Name, err)
	}
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		return "", 0, fmt.Errorf("read the answer of %s: %w", e.Name, err)
	}
	if a.Error != "" {
		return "", 0, fmt.Errorf("%s: %s", e.Name, a.Error)
	}
	return strings.TrimSpace(a.Text), time.Duration(a.Ms * float64(time.Millisecond)), nil
}

// Version returns the name and version.
func (e *Engine) Version() (string, error) {
	version, _, err := e.Ask("SELECT version()")
	return e.Name + " " + version, err
}

// Download runs a statement of downloads.sql, which writes contacts, engagement, the rows of their result as Parquet,
// or these rows as CSV.
func (e *Engine) Download(name, uid string, people int) (took time.Duration, err error) {
	text, err := statement(downloadsSQL, name, "{dir}", e.dir, "{uid}", uid, "{people}", strconv.Itoa(people))
	if err != nil {
		return 0, err
	}
	_, took, err = e.Ask(text)
	return took, err
}

// CompareDownloads returns the number of rows in which the CSV of Download and the Parquet of the same result differ.
func (e *Engine) CompareDownloads() (differences string, err error) {
	text, err := statement(downloadsSQL, "differences", "{dir}", e.dir)
	if err != nil {
		return "", err
	}
	differences, _, err = e.Ask(text)
	return differences, err
}

// Run computes the scores of a window and syncs them to the disk.
func (e *Engine) Run(_ context.Context, w Window, r Rule) (took time.Duration, err error) {
	file := e.sql
	if r.leads() {
		file = duckdbLeadsSQL
	}
	for _, name := range []string{"count", "rank", "score"} {
		text, err := statement(file, name, values(w, r, "{dir}", e.dir, "{scores}", e.scores())...)
		if err != nil {
			return 0, err
		}
		_, part, err := e.Ask(text)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		took += part
	}
	started := time.Now()
	scores, err := os.OpenFile(e.scores(), os.O_RDWR, 0)
	if err != nil {
		return 0, fmt.Errorf("open scores: %w", err)
	}
	if err := errors.Join(scores.Sync(), scores.Close()); err != nil {
		return 0, fmt.Errorf("sync scores: %w", err)
	}
	return took + time.Since(started), nil
}

// scores is the file of scores.
func (e *Engine) scores() string { return filepath.Join(e.dir, "scores-"+e.Name+".parquet") }

// Scores returns the file of the last run's scores.
func (e *Engine) Scores(context.Context) (string, error) { return e.scores(), nil }
