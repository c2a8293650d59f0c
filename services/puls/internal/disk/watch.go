// Package disk watches the disk that a program on one machine keeps everything on. A full disk would end Postgres and
// with it the program for everybody, so it decides, by what is left, who may still write:
//
//	free ≥ Reserve       everybody
//	free < Reserve       no more files; what was accepted goes on and finishes
//	free < Reserve / 4   nobody: changes are refused, work in the background waits
//	free < Reserve / 16  a file that was kept for this moment is given up, so that Postgres can write what it must
//
// All of it ends by itself once there is room again.
package disk

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"puls.app/services/kit/loop"
	"puls.app/services/kit/telemetry"
)

const (
	// every is how often the disk is looked at: in between a fast disk takes some hundred megabytes.
	every = 100 * time.Millisecond
	// relief bounds the act that makes room in the database's own log.
	relief = time.Minute
)

// Options say what is watched.
type Options struct {
	// Dir is on the disk.
	Dir string
	// Reserve is how many bytes accepted work is thought to need to finish.
	Reserve int64
	// Relieve frees what the database can spare; called when the reserve is touched and again when it is nearly gone. May
	// be nil.
	Relieve func(ctx context.Context) error
	Log     *slog.Logger
	// Free answers how many bytes are free; nil asks the system.
	Free func(dir string) (int64, error)
}

// Watch knows how full a disk is.
type Watch struct {
	options Options
	free    atomic.Int64

	mu    sync.Mutex
	level level
	// loose is closed and made anew whenever the disk stops being tight.
	loose chan struct{}

	relieving sync.WaitGroup
}

type level int

const (
	roomy level = iota
	low
	tight
	empty
)

// New looks at the disk once.
func New(o Options) (*Watch, error) {
	if o.Free == nil {
		o.Free = free
	}
	w := &Watch{options: o, loose: make(chan struct{})}
	left, err := o.Free(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("look at the disk of %s: %w", o.Dir, err)
	}
	w.free.Store(left)
	return w, nil
}

func free(dir string) (int64, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return 0, err
	}
	return int64(stat.Bavail) * int64(stat.Bsize), nil
}

// Run watches until ctx ends.
func (w *Watch) Run(ctx context.Context) error {
	defer w.relieving.Wait()
	return loop.Every(every, w.options.Log, "the disk cannot be looked at", w.look)(ctx)
}

// Room reports whether so many bytes more leave the reserve untouched.
func (w *Watch) Room(bytes int64) bool { return w.free.Load()-max(bytes, 0) >= w.options.Reserve }

// Tight reports whether nothing at all may be changed.
func (w *Watch) Tight() bool { return w.free.Load() < w.options.Reserve/4 }

// Figures tells how much room there is.
func (w *Watch) Figures(context.Context) ([]telemetry.Figure, error) {
	return []telemetry.Figure{{
		Name: "disk.free", Unit: "By", Means: "room on the disk of the data folder", Value: float64(w.free.Load()),
	}}, nil
}

// Hold waits while it is tight, or until ctx ends.
func (w *Watch) Hold(ctx context.Context) {
	for w.Tight() {
		w.mu.Lock()
		loose := w.loose
		w.mu.Unlock()
		// It may have become loose before loose was asked for.
		if loop.PauseUntil(ctx, loose, time.Second) != nil {
			return
		}
	}
}

func (w *Watch) look(ctx context.Context) error {
	left, err := w.options.Free(w.options.Dir)
	if err != nil {
		return err
	}
	w.free.Store(left)
	now := w.levelOf(left)
	w.mu.Lock()
	before := w.level
	w.level = now
	if before >= tight && now < tight {
		close(w.loose)
		w.loose = make(chan struct{})
	}
	w.mu.Unlock()
	w.keep(ctx, now, left)
	if now != before {
		w.tell(ctx, now, left)
	}
	if now > before && now != empty {
		w.relieve(ctx)
	}
	return nil
}

func (w *Watch) levelOf(left int64) level {
	switch reserve := w.options.Reserve; {
	case left >= reserve:
		return roomy
	case left >= reserve/4:
		return low
	case left >= reserve/16:
		return tight
	default:
		return empty
	}
}

// ballast is the file that is given up last.
func (w *Watch) ballast() string { return filepath.Join(w.options.Dir, "reserve") }

// keep gives the ballast up when nothing else is left, and takes it back when there is plenty.
func (w *Watch) keep(ctx context.Context, now level, left int64) {
	size := w.options.Reserve / 8
	switch {
	case now == empty:
		if err := os.Remove(w.ballast()); err == nil {
			w.options.Log.WarnContext(ctx, "the disk is full: the file that was kept for this is given up", "bytes", size)
		}
	case now == roomy && left > w.options.Reserve+size:
		if _, err := os.Stat(w.ballast()); err == nil {
			return
		}
		if err := allocate(w.ballast(), size); err != nil {
			w.options.Log.WarnContext(ctx, "no file can be kept for a full disk", "error", err)
		}
	}
}

func (w *Watch) tell(ctx context.Context, now level, left int64) {
	log := w.options.Log.With("free", left, "reserve", w.options.Reserve)
	switch now {
	case roomy:
		log.InfoContext(ctx, "the disk has room again")
	case low:
		log.WarnContext(ctx, "the disk is filling: no more files are taken")
	case tight, empty:
		log.ErrorContext(ctx, "the disk is nearly full: changes are refused, work in the background waits")
	}
}

// relieve runs beside the watching, which must not wait for it.
func (w *Watch) relieve(ctx context.Context) {
	if w.options.Relieve == nil {
		return
	}
	w.relieving.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, relief)
		defer cancel()
		if err := w.options.Relieve(ctx); err != nil && ctx.Err() == nil {
			w.options.Log.WarnContext(ctx, "the database could not spare anything", "error", err)
		}
	})
}
