package program

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
)

// freeAddress is a port of this machine that nobody listens on.
func freeAddress(ctx context.Context) (string, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return listener.Addr().String(), listener.Close()
}

// Runtime returns how many goroutines the program has, how many bytes the Go runtime uses beside stacks, and at how
// many bytes it collects next, as its /metrics tell: that is what was in use at the last collection and the same room
// each time.
func (p *Program) Runtime(ctx context.Context) (goroutines, heap, goal float64, err error) {
	metrics, err := p.Metrics(ctx)
	if err != nil {
		return 0, 0, 0, err
	}
	goroutines, told := metrics["go_goroutine_count"]
	heap, also := metrics[`go_memory_used_bytes{go_memory_type="other"}`]
	goal, too := metrics["go_memory_gc_goal_bytes"]
	if !told || !also || !too {
		return 0, 0, 0, errors.New("the program's metrics do not tell goroutines and memory")
	}
	return goroutines, heap, goal, nil
}

// Metrics returns what the program's admin address tells: figures by name, those with labels by "name{labels}".
func (p *Program) Metrics(ctx context.Context) (figures map[string]float64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.admin+"/metrics", nil)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("read metrics: %w", err)
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("read metrics: %s", res.Status)
	}
	figures = map[string]float64{}
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		at := strings.LastIndexByte(line, ' ')
		if strings.HasPrefix(line, "#") || at < 0 {
			continue
		}
		value, err := strconv.ParseFloat(line[at+1:], 64)
		if err != nil {
			return nil, fmt.Errorf("read metrics: %q: %w", line, err)
		}
		figures[line[:at]] = value
	}
	return figures, lines.Err()
}
