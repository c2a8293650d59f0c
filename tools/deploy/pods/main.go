// Command pods runs what the Helm chart renders as real containers of the built image, with Podman: the migration, then
// all Deployments, and the nightly job when it is asked for. Postgres and NATS run outside. See ../README.md.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := newCommand().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "pods:", err)
		os.Exit(1)
	}
}

func newCommand() *cobra.Command {
	var r runner
	command := &cobra.Command{
		Use: "pods", Short: "Run the chart as containers until the input ends; a line \"nightly\" runs that job",
		Args: cobra.NoArgs, SilenceUsage: true, SilenceErrors: true,
		RunE: func(command *cobra.Command, _ []string) error {
			if err := missing(r.archive); err != nil {
				return err
			}
			return r.run(command.Context(), command.InOrStdin(), command.OutOrStdout())
		},
	}
	flags := command.Flags()
	flags.StringVar(&r.archive, "image", filepath.Join("dist", "image", "puls.oci.tar"), "the built image")
	flags.StringVar(&r.chart, "chart", filepath.Join("deploy", "helm", "puls"), "folder of the chart")
	flags.StringVar(&r.values, "values", "", "values over the chart's own, as YAML text")
	flags.StringVar(&r.keys, "keys", "", "folder that `puls keys --into` made")
	return command
}

// tools are the programs that containers need here, by their Debian packages.
var tools = map[string]string{
	"podman": "podman", "runc": "runc", "iptables": "iptables", "/usr/lib/podman/netavark": "netavark",
	"/usr/libexec/podman/catatonit": "catatonit",
}

// missing says what has to be installed or built first; nothing is installed unasked.
func missing(archive string) error {
	if os.Getuid() != 0 {
		return errors.New("containers in a network of their own need root here")
	}
	var packages []string
	for program, name := range tools {
		if _, err := exec.LookPath(program); err != nil {
			packages = append(packages, name)
		}
	}
	if len(packages) > 0 {
		return fmt.Errorf("missing: install them with `apt-get install --no-install-recommends %s`", strings.Join(packages, " "))
	}
	if _, err := os.Stat(archive); err != nil {
		return fmt.Errorf("the image is not built (tools/task image): %w", err)
	}
	return nil
}

// runner holds what a run is made of.
type runner struct {
	archive, chart, values, keys string
	// dir is for files that Podman reads; image is what Podman calls the loaded one.
	dir, image string
	pods       []*pod
}

// names of what a run makes.
const (
	release = "puls"
	network = "puls-pods"
	subnet  = "10.98.0"
)

// run starts everything, tells the gateway's address, and obeys the input until it ends.
func (r *runner) run(ctx context.Context, in io.Reader, out io.Writer) (err error) {
	if r.dir, err = os.MkdirTemp("", "puls-pods-"); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	defer func() { err = errors.Join(err, r.clean(context.WithoutCancel(ctx))) }()
	if err := r.prepare(ctx); err != nil {
		return err
	}
	rendered, err := r.render(ctx)
	if err != nil {
		return err
	}
	say := log.New(out, "", 0)
	begun := time.Now()
	if err := r.job(ctx, rendered, "Job/"+release+"-migrate"); err != nil {
		return err
	}
	say.Printf("migrated in %.1f s", time.Since(begun).Seconds())
	if err := r.deploy(ctx, rendered, say); err != nil {
		return err
	}
	gateway, err := r.find(release + "-gateway")
	if err != nil {
		return err
	}
	say.Printf("gateway http://%s:8080", gateway.ip)
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if lines.Text() != "nightly" {
			return fmt.Errorf("%q is nothing to do", lines.Text())
		}
		if err := r.job(ctx, rendered, "CronJob/"+release+"-nightly"); err != nil {
			return err
		}
		say.Println("nightly done")
	}
	return errors.Join(lines.Err(), r.stop(ctx, say))
}

// podman runs a command of Podman and answers what it printed.
func podman(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "podman", args...)
	var said strings.Builder
	cmd.Stderr = &said
	output, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("podman %s: %w: %s", strings.Join(args, " "), err, said.String())
	}
	return strings.TrimSpace(string(output)), nil
}
