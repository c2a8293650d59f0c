package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/kit/loop"
	"puls.app/services/kit/telemetry"
	"puls.app/services/puls/internal/disk"
	"puls.app/services/puls/internal/run"
)

// local are the flags of `puls local`.
type local struct {
	data, packages, http, web string
	demo                      bool
}

func localCommand(version string) *cobra.Command {
	var l local
	command := &cobra.Command{
		Use: "local", Short: "Run everything on this machine, with its own Postgres and NATS", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return l.run(command.Context(), version) },
	}
	flags := command.Flags()
	flags.StringVar(&l.data, "data", run.DefaultData(), "folder that keeps everything")
	flags.StringVar(&l.http, "http", "", "address of the pages and the API (PULS_HTTP, else 127.0.0.1:8080)")
	flags.StringVar(&l.web, "web", "", "folder of the built web pages (PULS_WEB_DIR)")
	flags.StringVar(
		&l.packages, "postgres", defaultPackages, "folder of the Postgres packages",
	)
	flags.BoolVar(&l.demo, "demo", true, "load the demo account on the first start")
	return command
}

// values returns the environment's settings with the flags and the defaults of one machine.
func (l local) values() (conf.Values, error) {
	values, err := environment()
	if err != nil {
		return nil, err
	}
	values = values.Default("PULS_STAGE", "local").Default("PULS_DRAIN_PAUSE", "0s").
		Default("PULS_ADMIN", "off").Default("PULS_MAIL_DIR", filepath.Join(l.data, "mail"))
	for name, flag := range map[string]string{"PULS_HTTP": l.http, "PULS_WEB_DIR": l.web} {
		if flag != "" {
			values = values.With(name, flag)
		}
	}
	return values, nil
}

func (l local) run(ctx context.Context, version string) (err error) {
	values, err := l.values()
	if err != nil {
		return err
	}
	settings, err := run.Read(values)
	if err != nil {
		return err
	}
	listener, err := run.Listen(settings.HTTP)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // usually closed by the gateway
	if err := os.MkdirAll(l.data, 0o755); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	if settings.Secret == "" {
		if settings.Secret, err = run.Secret(l.data); err != nil {
			return err
		}
	}
	if err := settings.Check(); err != nil {
		return err
	}
	log := settings.Logger()
	run.SpareCollections()
	signals, err := telemetry.Start(ctx, log, settings.Telemetry("puls", version))
	if err != nil {
		return err
	}
	defer signals.Stop(context.WithoutCancel(ctx))
	servers, err := settings.StartEmbedded(ctx, l.data, l.packages, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, servers.Stop()) }()
	services := append(Services(), schedulerService())
	if err := settings.Bootstrap(ctx, servers.DatabaseURL, services); err != nil {
		return err
	}
	watch, err := disk.New(disk.Options{Dir: l.data, Reserve: settings.DiskReserve, Relieve: servers.Relieve, Log: log})
	if err != nil {
		return err
	}
	admin, err := settings.StartAdmin(signals.Metrics, log)
	if err != nil {
		return err
	}
	defer admin.Close()
	env, err := settings.Env(host.NewMemory(), servers.DatabaseURL, servers.Connect, watch, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, env.Bus.Close()) }()
	address := "http://" + listener.Addr().String()
	env.MigrateURL, env.HTTP, env.Admin, env.Version = settings.AdminURL(servers.DatabaseURL), listener, admin.Mux, version
	env.Settings = env.Settings.Default("PULS_PUBLIC_URL", address)
	file := run.File{
		PID: os.Getpid(), HTTP: address, Admin: admin.Address, DatabaseURL: servers.DatabaseURL, NATSURL: servers.NATSURL,
		Secret: settings.Secret.Reveal(),
	}
	return l.mind(ctx, watch, servers, log, func(ctx context.Context) error { return l.serve(ctx, env, services, file) })
}

// mind watches the disk and keeps the servers running while work runs, and ends work when they cannot be restarted.
func (l local) mind(
	ctx context.Context, watch *disk.Watch, servers *run.Embedded, log *slog.Logger, work func(context.Context) error,
) error {
	minded, stop := context.WithCancel(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	var minding sync.WaitGroup
	defer minding.Wait()
	defer stop()
	defer cancel(nil)
	minding.Go(func() { _ = watch.Run(minded) }) // returns only at the end
	minding.Go(func() {
		if err := telemetry.Gauges(minded, log, "local", watch.Figures); err != nil {
			log.WarnContext(minded, "the disk is not measured", "error", err)
		}
	})
	minding.Go(func() {
		if err := servers.Keep(minded, func() bool { return !watch.Tight() }, log); err != nil {
			cancel(err)
		}
	})
	if err := work(ctx); err != nil {
		return err
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return fmt.Errorf("%w; see postgres.log in the data folder", cause)
	}
	fmt.Println("Stopping.")
	return nil
}

// serve runs all services until the program is asked to stop or a service fails.
func (l local) serve(ctx context.Context, env host.Env, services []host.Service, file run.File) error {
	h, err := host.Start(ctx, env, services)
	if err != nil {
		return err
	}
	defer h.Stop()
	ended := make(chan error, 1)
	starting, over := context.WithCancel(ctx)
	go func() { defer over(); ended <- h.Wait(ctx) }()
	if awaitReady(starting, file.HTTP) != nil {
		return <-ended
	}
	if err := file.Write(l.data); err != nil {
		return err
	}
	defer func() { _ = run.Remove(l.data) }() // a stale file does no harm
	fmt.Printf("Puls runs at %s (data in %s). Stop it with Ctrl-C.\n", file.HTTP, l.data)
	if env.Settings["PULS_SMTP_URL"] == "" {
		fmt.Printf("No mail server is set (PULS_SMTP_URL): mails are kept in %s.\n", env.Settings["PULS_MAIL_DIR"])
	}
	if env.Settings["PULS_TERMS_URL"] == "" || env.Settings["PULS_DATA_PROCESSING_URL"] == "" {
		fmt.Println(
			"Registration is closed: the terms to accept are not set (PULS_TERMS_URL, PULS_DATA_PROCESSING_URL).",
		)
	}
	if l.demo {
		go loadDemo(ctx, env, l.data, file.HTTP)
	}
	return <-ended
}

// awaitReady returns once the program is ready at its public address, or with the error of ctx.
func awaitReady(ctx context.Context, address string) error {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/readyz", nil)
		if err != nil {
			return fmt.Errorf("ask whether it is ready: %w", err)
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			_ = res.Body.Close() // empty
			if res.StatusCode == http.StatusNoContent {
				return nil
			}
		}
		if err := loop.Pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}
