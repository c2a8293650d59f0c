package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/procfs"
)

// Usage is the use of resources by a process.
type Usage struct {
	// Peak is the peak of memory since its start or ResetPeak, Written its output to disks; bytes.
	Peak, Written int64
	// Own is its processor time, Others that of its child processes.
	Own, Others time.Duration
	// Files counts open files and sockets.
	Files int
}

// UsageOf returns the usage of a process.
func UsageOf(pid int) (u Usage, err error) {
	process, err := procfs.NewProc(pid)
	if err != nil {
		return u, fmt.Errorf("look at process %d: %w", pid, err)
	}
	status, statusErr := process.NewStatus()
	stat, statErr := process.Stat()
	io, ioErr := process.IO()
	files, filesErr := process.FileDescriptorsLen()
	if err := errors.Join(statusErr, statErr, ioErr, filesErr); err != nil {
		return u, fmt.Errorf("look at process %d: %w", pid, err)
	}
	const tick = 10 * time.Millisecond // the same on every Linux
	u = Usage{
		Peak: int64(status.VmHWM), Written: int64(io.WriteBytes), Files: files,
		Own: time.Duration(stat.UTime+stat.STime) * tick, Others: time.Duration(stat.CUTime+stat.CSTime) * tick,
	}
	for _, child := range Children(pid) {
		// The time of a child that has ended meanwhile is included in its parent's at the next call.
		if of, err := UsageOf(child); err == nil {
			u.Others += of.Own + of.Others
		}
	}
	return u, nil
}

// ResetPeak resets the peak of memory of a process.
func ResetPeak(pid int) error {
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0); err != nil {
		return fmt.Errorf("forget peak memory: %w", err)
	}
	return nil
}

// Children returns the processes that a process started.
func Children(pid int) []int {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is valid
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

// GroupPeak is the peak of memory of a server whose processes share memory, such as Postgres.
type GroupPeak struct{ peak atomic.Int64 }

// Sample samples the memory of a process and its children until ctx ends. Shared memory counts once.
func (g *GroupPeak) Sample(ctx context.Context, pid int) {
	for ctx.Err() == nil {
		g.peak.Store(max(g.peak.Load(), held(append(Children(pid), pid))))
		Pause(ctx, 100*time.Millisecond)
	}
}

// Take returns the peak since the last call.
func (g *GroupPeak) Take() int64 { return g.peak.Swap(0) }

func held(pids []int) int64 {
	var own, shared, file uint64
	for _, pid := range pids {
		process, err := procfs.NewProc(pid)
		if err != nil {
			continue // it has ended
		}
		if s, err := process.NewStatus(); err == nil { // otherwise it has ended, too
			own, shared, file = own+s.RssAnon, max(shared, s.RssShmem), max(file, s.RssFile)
		}
	}
	return int64(own + shared + file)
}

// Pause waits until d has passed or ctx ends.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
