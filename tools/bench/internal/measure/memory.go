package measure

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Peak returns the most memory that a process has held since it began or since Forget (VmHWM).
func Peak(pid int) (int64, error) { return status(pid, "VmHWM") }

// Resident returns the memory that a process holds now.
func Resident(pid int) (int64, error) { return status(pid, "VmRSS") }

// Forget lets the peak of a process begin anew.
func Forget(pid int) error {
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0); err != nil {
		return fmt.Errorf("forget peak memory: %w", err)
	}
	return nil
}

func status(pid int, name string) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, fmt.Errorf("read memory of a process: %w", err)
	}
	return field(text, name)
}

// field reads a size of /proc/PID/status.
func field(text []byte, name string) (int64, error) {
	_, rest, found := bytes.Cut(text, []byte("\n"+name+":"))
	if !found {
		return 0, fmt.Errorf("the kernel tells no %s", name)
	}
	words := strings.Fields(string(rest[:min(len(rest), 40)]))
	kilobytes, err := strconv.ParseInt(words[0], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read %s: %w", name, err)
	}
	return kilobytes << 10, nil
}

// Children returns the processes that a process started.
func Children(pid int) []int {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is good
	var children []int
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}

// Name returns what a process is called; "" when it has ended.
func Name(pid int) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	return strings.TrimSpace(string(text))
}

// Group watches a server of several processes that share memory, such as Postgres.
type Group struct {
	mu   sync.Mutex
	peak int64
}

// Watch notes how much the processes below pid (and pid itself) take until ctx ends: the memory of each alone, and
// what they share once.
func (g *Group) Watch(ctx context.Context, pid int) {
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		g.note(held(append(Children(pid), pid)))
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func held(pids []int) int64 {
	var own, shared, file int64
	for _, pid := range pids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			continue // it has ended
		}
		anonymous, _ := field(text, "RssAnon") // a zombie has none
		common, _ := field(text, "RssShmem")
		mapped, _ := field(text, "RssFile")
		own, shared, file = own+anonymous, max(shared, common), max(file, mapped)
	}
	return own + shared + file
}

func (g *Group) note(now int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.peak = max(g.peak, now)
}

// Take returns the peak since the last Take.
func (g *Group) Take() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	peak := g.peak
	g.peak = 0
	return peak
}

// Written returns how many bytes a process has had written to the disk.
func Written(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid))
	if err != nil {
		return 0, fmt.Errorf("read what a process wrote: %w", err)
	}
	_, rest, found := bytes.Cut(text, []byte("\nwrite_bytes: "))
	if !found {
		return 0, fmt.Errorf("the kernel does not tell what a process wrote")
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return strconv.ParseInt(string(line), 10, 64)
}
