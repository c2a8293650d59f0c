package password_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/password"
)

const beside = "beside"

// TestMain lets the test binary stand in for the process beside the program.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == beside {
		if err := password.Serve(os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// processes starts them and remembers each.
type processes struct {
	started []*exec.Cmd
	none    bool
}

func (p *processes) command() (*exec.Cmd, error) {
	if p.none {
		return nil, errors.New("nothing may be run here")
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p.started = append(p.started, exec.Command(program, beside))
	return p.started[len(p.started)-1], nil
}

func TestAPasswordIsHashedInAProcessOfItsOwn(t *testing.T) {
	var p processes
	var log bytes.Buffer
	b := &password.Beside{Command: p.command, Log: slog.New(slog.NewTextHandler(&log, nil))}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = b.Run(ctx) }) // it only ends
	there, here := take(t, password.NewArgon(b)), take(t, password.NewArgon(nil))
	agree := func() {
		t.Helper()
		hash, err := there.Hash(t.Context(), "Correct-Horse-9")
		require.NoError(t, err)
		matches, err := here.Matches(t.Context(), "Correct-Horse-9", hash)
		require.NoError(t, err)
		require.True(t, matches)
	}
	agree()
	agree()
	require.Len(t, p.started, 1)
	require.Empty(t, log.String())

	require.NoError(t, p.started[0].Process.Kill())
	agree()
	require.Contains(t, log.String(), "hashed among everything else", "the key came although the process was lost")
	agree()
	require.Len(t, p.started, 2, "there is another one")

	stop()
	running.Wait()
	require.NotNil(t, p.started[1].ProcessState, "it ended with the service")
	agree()
	require.Len(t, p.started, 2, "and none was started after that")
}

func TestAPasswordIsHashedWhereNoProcessCanBeStarted(t *testing.T) {
	var log bytes.Buffer
	b := &password.Beside{Command: (&processes{none: true}).command, Log: slog.New(slog.NewTextHandler(&log, nil))}
	matches, err := take(t, password.NewArgon(b)).Matches(t.Context(), "x", "")
	require.NoError(t, err)
	require.False(t, matches)
	require.Contains(t, log.String(), "nothing may be run here")
}
