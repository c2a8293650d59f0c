package run

import (
	"fmt"
	"os"
	"os/exec"
)

// Beside makes a command of this program that runs as a process of its own. It gets none of the settings, and its
// standard input is all that it is told.
func Beside(command string) (*exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	cmd := exec.Command(program, command)
	cmd.Env = []string{} // nil would be this process's own
	return cmd, nil
}
