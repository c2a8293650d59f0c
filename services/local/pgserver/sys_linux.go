package pgserver

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// dieWithParent makes the kernel send the signal when the thread that starts the program ends.
func dieWithParent(attr *syscall.SysProcAttr, signal syscall.Signal) {
	attr.Pdeathsig = signal
}

// serves reports whether the process is a Postgres that works in this cluster. A zombie is not: a
// container's first process may never collect it.
func serves(pid int, cluster string) (bool, error) {
	proc := fmt.Sprintf("/proc/%d", pid)
	command, err := os.ReadFile(filepath.Join(proc, "cmdline"))
	if err != nil {
		return false, nil
	}
	program, _, _ := bytes.Cut(command, []byte{0})
	if filepath.Base(string(program)) != "postgres" {
		return false, nil
	}
	// Postgres makes the cluster its working folder. We cannot inspect another user's processes, but the cluster's server
	// runs as our user, or we are root.
	folder, err := os.Stat(filepath.Join(proc, "cwd"))
	if err != nil {
		return false, nil
	}
	ours, err := os.Stat(cluster)
	if err != nil {
		return false, fmt.Errorf("look at the Postgres data: %w", err)
	}
	return os.SameFile(folder, ours), nil
}
