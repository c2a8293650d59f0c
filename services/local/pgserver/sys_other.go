//go:build !linux

package pgserver

import (
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// dieWithParent does nothing: only Linux signals a process at its parent's death. The next Start stops the remaining
// server.
func dieWithParent(*syscall.SysProcAttr, syscall.Signal) {}

// serves reports whether the process is a Postgres that was started for this cluster.
func serves(pid int, cluster string) (bool, error) {
	text, err := exec.Command("ps", "-ww", "-o", "stat=,command=", "-p", strconv.Itoa(pid)).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return false, nil // there is no such process
	}
	if err != nil {
		return false, fmt.Errorf("look at process %d: %w", pid, err)
	}
	state, command, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	return !strings.HasPrefix(state, "Z") && strings.Contains(command, "/bin/postgres -D "+cluster+" "), nil
}
