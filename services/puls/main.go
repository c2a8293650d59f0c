// Command puls is the whole product: every service, embedded servers for one machine, and the operator's commands.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"puls.app/services/puls/internal/command"
)

// version is set by the build.
var version = "dev"

// interruptedCode is the exit code of shells for a command ended by Ctrl-C.
const interruptedCode = 130

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := command.New(version).ExecuteContext(ctx)
	interrupted := ctx.Err() != nil
	stop()
	if err != nil && interrupted {
		fmt.Fprintln(os.Stderr, "puls: interrupted")
		os.Exit(interruptedCode)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "puls:", err)
		os.Exit(1)
	}
}
