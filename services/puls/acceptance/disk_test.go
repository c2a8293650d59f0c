package acceptance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// diskPoints is the number of times the disk is filled; PULS_DISK_POINTS sets more than the gate's few.
func diskPoints() int {
	points, err := strconv.Atoi(os.Getenv("PULS_DISK_POINTS"))
	if err != nil {
		return 2
	}
	return points
}

const (
	diskSize    = 3 << 30
	diskReserve = 256 << 20
)

// smallDisk mounts a separate disk for a program's data.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "puls-disk")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=755", diskSize)); err != nil {
		t.Skip("no disk of its own can be mounted here:", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, 0)) })
	return dir
}

// fill makes a file that takes all of a disk but some bytes, in steps: a step that fails, since others write meanwhile,
// is undone.
func fill(t *testing.T, dir, name string, leave int64) {
	t.Helper()
	file, err := os.Create(filepath.Join(dir, name))
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	size := int64(0)
	for step := int64(64 << 20); step >= 1<<20; {
		var stat syscall.Statfs_t
		require.NoError(t, syscall.Statfs(dir, &stat))
		want := min(step, int64(stat.Bavail)*stat.Bsize-leave)
		if want < 1<<20 {
			return
		}
		if syscall.Fallocate(int(file.Fd()), 0, size, want) == nil {
			size += want
		} else {
			step /= 2
		}
	}
}

func TestAFullDiskRefusesAndWaitsButEndsAndLosesNothing(t *testing.T) {
	t.Parallel()
	dir := smallDisk(t)
	contacts, events := crashFiles()
	p := newProcessIn(t, dir)
	p.env = []string{"PULS_DISK_RESERVE=" + strconv.Itoa(diskReserve)}
	address := p.start()
	pid := p.cmd.Process.Pid
	c := p.createAccount(address, "undisturbed@example.com")
	require.Equal(t, "done", c.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
	began := time.Now()
	want := c.upload("engagement", "text/csv", bytes.NewReader(events))
	took := time.Since(began)

	random := rand.New(rand.NewPCG(3, 3))
	for point := range diskPoints() {
		c := p.createAccount(address, fmt.Sprintf("full%d@example.com", point))
		require.Equal(t, "done", c.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
		delay := time.Duration(random.Int64N(int64(took)))
		leave := int64(random.IntN(diskReserve/2)) * int64(point%2) // every other time no bytes are left
		filled := make(chan struct{})
		time.AfterFunc(delay, func() { defer close(filled); fill(t, dir, "filler", leave) })
		id := tryUpload(c, events)
		<-filled
		t.Logf("filled after %s to %d MiB", delay, leave>>20)

		// The program stays alive, and refuses files with the reason until there is room.
		eventually(t, "files to be refused", func() bool {
			status, body := c.do(http.MethodPost, "protected/saresystem/engagement:import", "text/csv", bytes.NewReader(events))
			return status == http.StatusInsufficientStorage && bytes.Contains(body, []byte("STORAGE_FULL"))
		})
		res, err := http.Get(address + "/healthz")
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusNoContent, res.StatusCode)

		require.NoError(t, os.Remove(filepath.Join(dir, "filler")))
		eventually(t, "room for changes", func() bool {
			status, _ := c.do(
				http.MethodPost, "protected/account/users/me:change-language", "application/json",
				strings.NewReader(`{"language":"en"}`),
			)
			return status == http.StatusOK
		})
		if id == "" {
			eventually(t, "room for the file", func() bool { id = tryUpload(c, events); return id != "" })
		}
		got := c.waitImport(id)
		require.Equal(
			t, [4]any{"done", want.Read, want.Kept, want.Refused}, [4]any{got.State, got.Read, got.Kept, got.Refused},
		)
		scoring := crashScoring(c)
		c.calculate(scoring, crashDate)
		eventually(t, "the report", func() bool { return len(c.dates(scoring, "mailing")) == 1 })
		require.Equal(t, pid, p.cmd.Process.Pid)
		require.NoError(t, p.cmd.Process.Signal(syscall.Signal(0)), "the program is still the same")
	}
	figure(t, "%d rows, disk filled at %d points: 0 rows lost or twice", want.Read, diskPoints())
}
