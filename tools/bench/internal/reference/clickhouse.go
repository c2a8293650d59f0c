package reference

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"puls.app/tools/bench/internal/measure"
)

// ClickHouse computes scores from the Parquet files that DuckDB wrote into a folder, in a process of its own: a script
// with ClickHouse as a library, to which each statement is a line.
type ClickHouse struct {
	dir    string
	cmd    *exec.Cmd
	input  io.WriteCloser
	output *bufio.Reader
}

// FindClickHouse fails unless the package is installed below the folder of the script.
func FindClickHouse(home string) error {
	if _, err := os.Stat(filepath.Join(home, "node_modules", "chdb")); err != nil {
		return fmt.Errorf("the ClickHouse package is missing, run tools/task bench:clickhouse: %w", err)
	}
	return nil
}

// OpenClickHouse starts the process with so many threads. home is the folder of the script and its packages.
func OpenClickHouse(ctx context.Context, home, dir string, threads int) (_ *ClickHouse, err error) {
	if err := FindClickHouse(home); err != nil {
		return nil, err
	}
	c := &ClickHouse{dir: dir}
	c.cmd = exec.CommandContext(
		context.WithoutCancel(ctx), "node", filepath.Join(home, "clickhouse.mjs"), filepath.Join(dir, "clickhouse"),
	)
	c.cmd.Stderr = os.Stderr
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if c.input, err = c.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start ClickHouse: %w", err)
	}
	output, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start ClickHouse: %w", err)
	}
	c.output = bufio.NewReader(output)
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start ClickHouse: %w", err)
	}
	for _, text := range []string{
		fmt.Sprintf("SET max_threads = %d", threads), fmt.Sprintf("SET max_insert_threads = %d", threads),
		"SET min_count_to_compile_aggregate_expression = 0", "SET join_use_nulls = 0",
		"SET engine_file_truncate_on_insert = 1", "SET output_format_parquet_compression_method = 'zstd'",
	} {
		if _, err := c.ask(text); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", text, err), c.Close())
		}
	}
	return c, nil
}

// Close ends the process.
func (c *ClickHouse) Close() error { return errors.Join(c.input.Close(), c.cmd.Wait()) }

// Peak is the most memory that the process has held.
func (c *ClickHouse) Peak() (int64, error) { return measure.Peak(c.cmd.Process.Pid) }

type clickhouseAnswer struct {
	Text  string  `json:"text"`
	Ms    float64 `json:"ms"`
	Error string  `json:"error"`
}

func (c *ClickHouse) ask(text string) (answer clickhouseAnswer, err error) {
	if err := json.NewEncoder(c.input).Encode(map[string]string{"sql": text}); err != nil {
		return answer, fmt.Errorf("ask ClickHouse: %w", err)
	}
	line, err := c.output.ReadBytes('\n')
	if err != nil {
		return answer, fmt.Errorf("ClickHouse's process ended: %w", err)
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return answer, fmt.Errorf("read ClickHouse's answer: %w", err)
	}
	if answer.Error != "" {
		return answer, errors.New("ClickHouse: " + answer.Error)
	}
	return answer, nil
}

// Version returns the version of ClickHouse.
func (c *ClickHouse) Version() (string, error) {
	answer, err := c.ask("SELECT version()")
	return strings.TrimSpace(answer.Text), err
}

// Run computes the scores of a window and puts them on the disk. What it takes to hand a statement to the process does
// not count, as it does not with DuckDB.
func (c *ClickHouse) Run(_ context.Context, w Window, r Rule) (took time.Duration, err error) {
	for _, name := range []string{"count", "rank", "score"} {
		text, err := statement(clickhouseSQL, name, values(w, r, "{dir}", c.dir)...)
		if err != nil {
			return 0, err
		}
		answer, err := c.ask(text)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		took += time.Duration(answer.Ms * float64(time.Millisecond))
	}
	started := time.Now()
	if err := syncFile(filepath.Join(c.dir, "clickhouse-scores.parquet")); err != nil {
		return 0, err
	}
	return took + time.Since(started), nil
}

// Codes returns the score or reason of each contact, as the last run left it in its file.
func (c *ClickHouse) Codes(_ context.Context, contacts int) ([]byte, error) {
	text, err := statement(clickhouseSQL, "codes", "{dir}", c.dir)
	if err != nil {
		return nil, err
	}
	if _, err := c.ask(text); err != nil {
		return nil, fmt.Errorf("codes: %w", err)
	}
	rows, err := os.ReadFile(filepath.Join(c.dir, "clickhouse-codes"))
	if err != nil {
		return nil, fmt.Errorf("read scores: %w", err)
	}
	const size = 5 // a number of four bytes and a code
	codes := newCodes(contacts)
	for ; len(rows) >= size; rows = rows[size:] {
		if err := codes.set(int(int32(binary.LittleEndian.Uint32(rows))), int(rows[4])); err != nil {
			return nil, err
		}
	}
	if len(rows) > 0 {
		return nil, fmt.Errorf("%d bytes are left of ClickHouse's scores", len(rows))
	}
	return codes, nil
}
