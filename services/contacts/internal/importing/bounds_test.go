package importing

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/fault"
)

// cabinet stores one file. Of the text made of it, it stores the size and the last block.
type cabinet struct {
	ports
	mu     sync.Mutex
	blocks *os.File // on disk, like those of a database
	sizes  []int
	upload *Upload
	size   int64
	text   []byte
}

// open creates its file; remove deletes it.
func (s *cabinet) open(t *testing.T) (remove func()) {
	t.Helper()
	var err error
	s.blocks, err = os.CreateTemp(t.TempDir(), "blocks")
	require.NoError(t, err)
	return func() { require.NoError(t, errors.Join(s.blocks.Close(), os.Remove(s.blocks.Name()))) }
}

// load stores a file.
func (s *cabinet) load(t *testing.T, body []byte) {
	t.Helper()
	t.Cleanup(s.open(t))
	for number := 0; len(body) > 0; number++ {
		piece := body[:min(len(body), BlockSize)]
		require.NoError(t, s.AddBlock(t.Context(), ID{}, number, piece))
		body = body[len(piece):]
	}
}

func (s *cabinet) CountWaiting(context.Context, contact.AccountID, bool) (int, error) { return 0, nil }

func (s *cabinet) Properties(context.Context, contact.AccountID) ([]contact.Property, error) {
	return nil, nil
}

func (s *cabinet) LearnedMapping(context.Context, contact.AccountID, table.FileKind) (*table.Mapping, error) {
	return nil, nil //nolint:nilnil // nothing was learned
}

func (s *cabinet) Databases(context.Context, contact.AccountID) ([]contact.Database, error) {
	return []contact.Database{{ID: 1, UID: "001"}}, nil
}

func (s *cabinet) AddBlock(_ context.Context, _ ID, number int, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sizes = append(s.sizes[:number], len(data))
	_, err := s.blocks.WriteAt(data, int64(number)*BlockSize)
	return err
}

func (s *cabinet) Block(_ context.Context, _ ID, number int, text []byte) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if number >= len(s.sizes) {
		return text, false, nil
	}
	from := len(text)
	text = append(text, make([]byte, s.sizes[number])...)
	_, err := s.blocks.ReadAt(text[from:], int64(number)*BlockSize)
	return text, true, err
}

func (s *cabinet) Accept(_ context.Context, upload Upload, _ contact.Allow) error {
	s.upload = &upload
	return nil
}
func (s *cabinet) Discard(context.Context, ID) error { return nil }

func (s *cabinet) AddText(_ context.Context, _ ID, _, _ int, data []byte) error {
	s.size += int64(len(data))
	s.text = append(s.text[:0], data...)
	return nil
}

func (s *cabinet) FinishUnfolding(context.Context, Unfolded) error { return nil }

// take processes a file like the service: it is inspected, received, and converted to text. Each step succeeds, or
// fails with a fault for the client.
func take(t *testing.T, body []byte) (seen table.Inspection, failures []error, s *cabinet) {
	t.Helper()
	s = &cabinet{}
	defer s.open(t)()
	app := newApp(s, Needs{Now: time.Now, Log: slog.New(slog.DiscardHandler), ImportWaits: func() {}, Waiting: 1})
	note := func(err error) {
		if err == nil {
			return
		}
		f := fault.From(err)
		require.NotNil(t, f, "it is told to nobody: %v", err)
		require.Contains(t, []fault.Kind{fault.Invalid, fault.TooLarge}, f.Kind, "%v", err)
		failures = append(failures, err)
	}
	seen, err := app.InspectFile(
		t.Context(), 1, table.KindContacts, table.ReadOptions{}, body[:min(len(body), table.InspectLimit)],
	)
	note(err)
	r, err := app.Receive(t.Context(), Upload{ID: uuid.New(), Account: 1, Kind: table.KindContacts, Draft: true})
	require.NoError(t, err)
	if err = r.Write(t.Context(), body); err == nil {
		_, err = r.Finish(t.Context(), int64(len(body)))
	}
	note(err)
	require.NoError(t, r.Discard(t.Context()))
	if u := s.upload; u != nil && u.Folded {
		i := &Import{
			ID: u.ID, Account: 1, Kind: u.Kind, Format: u.Format, Compression: u.Compression, Folded: true, Size: u.Size,
			Encoding: u.Encoding, State: StateReading,
		}
		_, err := (&unfoldJob{app: app, i: i, long: true}).step(t.Context())
		if err != errUnfolded { //nolint:errorlint // it is that very value
			note(err)
		}
	}
	return seen, failures, s
}

func processor() time.Duration {
	var use syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &use) // it never fails
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// inUse is how much memory the process holds, in bytes.
func inUse() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// peakOf returns the peak memory of work above the memory before it, in bytes. The collector runs often, so that the
// result is memory in use instead of garbage.
func peakOf(work func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	runtime.GC()
	debug.FreeOSMemory()
	before, peak := inUse(), uint64(0)
	done, looked := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(looked)
		tick := time.NewTicker(500 * time.Microsecond)
		defer tick.Stop()
		for {
			peak = max(peak, inUse())
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	}()
	work()
	close(done)
	<-looked
	return max(peak, before) - before
}

const (
	// mostMemory bounds the additional memory for a file, in bytes, and mostTime the CPU time of an inspection.
	mostMemory = 64 << 20
	mostTime   = 2 * time.Second
)

// A file of 2 kB with a row of 300 cells that refer to one string of 1 MiB took 4.4 GiB and crashed the program for all
// accounts.
func TestACellThatUnfoldsToMoreThanARowMayIsRefusedWithItsLine(t *testing.T) {
	for name, good := range map[string]int{"at once": 0, "behind good rows": 6000} {
		t.Run(name, func(t *testing.T) {
			body := namedOften(t, good, 1<<20, 1, 300)
			require.Less(t, len(body), 64<<10)
			var seen table.Inspection
			var failures []error
			var kept *cabinet
			peak := peakOf(func() { seen, failures, kept = take(t, body) })
			require.LessOrEqual(t, peak, uint64(mostMemory))
			require.Empty(t, failures)
			lines := bytes.Split(bytes.TrimSuffix(kept.text, []byte("\n")), []byte("\n"))
			require.Len(t, lines, good+2)
			require.Len(t, lines[good+1], file.MaxRow+1, "the reader of lines refuses it by its length")
			if good == 0 {
				shown := table.FileRow{Line: 2, Cells: []string{strings.Repeat("x", table.ShownCell)}, Reason: file.RowTooLong}
				require.Equal(t, []table.FileRow{shown}, seen.Rows)
			}
		})
	}
}

// TestFilesTakeLittleMemoryHoweverLargeTheyUnpack processes PULS_FILES generated files, starting with seed
// PULS_FILES_SEED. Their parts unpack to up to PULS_FILES_MIB.
func TestFilesTakeLittleMemoryHoweverLargeTheyUnpack(t *testing.T) {
	number := func(name string, usual int) int {
		n, err := strconv.Atoi(cmp.Or(os.Getenv(name), strconv.Itoa(usual)))
		require.NoError(t, err, name)
		return n
	}
	files, seed := number("PULS_FILES", 40), number("PULS_FILES_SEED", 1)
	most := number("PULS_FILES_MIB", 8) << 20
	var worst struct {
		memory     uint64
		time, all  time.Duration
		mem, clock string
	}
	refused := map[string]int{}
	for i := range files {
		g := &generator{t: t, random: rand.New(rand.NewPCG(35, uint64(seed+i))), most: most}
		name, body := g.file()
		name += " " + strconv.Itoa(seed+i)
		if len(body) > 5<<20 {
			continue
		}
		app := newApp(&cabinet{}, Needs{Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		began := processor()
		_, err := app.InspectFile(
			t.Context(), 1, table.KindContacts, table.ReadOptions{}, body[:min(len(body), table.InspectLimit)],
		)
		if took := processor() - began; took > worst.time {
			worst.time, worst.clock = took, name
		}
		_ = err // take checks that it is a fault for the client
		began = processor()
		peak := peakOf(func() {
			_, failures, _ := take(t, body)
			for _, failure := range failures {
				refused[fault.From(failure).Reason]++
			}
		})
		worst.all = max(worst.all, processor()-began)
		if peak > worst.memory {
			worst.memory, worst.mem = peak, name
		}
		require.LessOrEqual(t, peak, uint64(mostMemory), name)
		require.LessOrEqual(t, worst.time, mostTime, worst.clock)
	}
	t.Logf("%d files; at most %d MiB (%s), %s of a processor to look at one (%s), %s to take one; refused: %v",
		files, worst.memory>>20, worst.mem, worst.time.Round(time.Millisecond), worst.clock,
		worst.all.Round(time.Millisecond), refused)
}
