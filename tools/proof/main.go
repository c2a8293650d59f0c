// Command proof writes measurements of tests into docs/proof.md. It reads the output of go test -json and uses the
// attribute "figure" of each test that a line of the table names.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
)

// page is relative to the folder of the tools, where this command runs.
const page = "../docs/proof.md"

func main() {
	if err := run(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "proof:", err)
		os.Exit(1)
	}
}

func run(events io.Reader) error {
	figures, failed, err := read(events)
	if err != nil {
		return err
	}
	if len(failed) > 0 {
		return fmt.Errorf("nothing is written, since tests failed: %s", strings.Join(failed, ", "))
	}
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	written := 0
	for i, line := range lines {
		if fresh := update(line, figures); fresh != line {
			lines[i] = fresh
			written++
		}
	}
	fmt.Printf("%d figures, %d lines of %s changed\n", len(figures), written, page)
	return os.WriteFile(page, []byte(strings.Join(lines, "\n")), 0o644)
}

// read returns the figures of tests by their names, and the tests that failed.
func read(events io.Reader) (figures map[string]string, failed []string, err error) {
	figures = map[string]string{}
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		var event struct{ Action, Test, Key, Value string }
		switch {
		case errors.Is(err, io.EOF):
			return figures, failed, nil
		case err != nil:
			return nil, nil, err
		case json.Unmarshal(line, &event) != nil: // compiler output between the events
			fmt.Fprint(os.Stderr, string(line))
		case event.Action == "attr" && event.Key == "figure":
			figures[event.Test] = strings.ReplaceAll(event.Value, "|", "/")
		case event.Action == "fail" && event.Test != "":
			failed = append(failed, event.Test)
		}
	}
}

var test = regexp.MustCompile("`(Test\\w+)`")

// update writes the figures of the tests that a line of the table names into its third cell, with the date.
func update(line string, figures map[string]string) string {
	cells := strings.Split(line, " | ")
	if len(cells) != 4 || !strings.HasPrefix(line, "| ") {
		return line
	}
	var said []string
	for _, name := range test.FindAllStringSubmatch(cells[1], -1) {
		if figure, measured := figures[name[1]]; measured {
			said = append(said, figure)
		}
	}
	if len(said) == 0 {
		return line
	}
	cells[2] = strings.Join(said, "; ") + " (" + time.Now().Format(time.DateOnly) + ")"
	return strings.Join(cells, " | ")
}
