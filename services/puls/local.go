package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/kit/telemetry"
	"puls.app/services/puls/internal/disk"
	"puls.app/services/puls/internal/run"
)

// local are the flags of `puls local`.
type local struct {
	data, packages string
	demo           bool
	settings       run.Settings
}

func localCommand() *cobra.Command {
	var l local
	command := &cobra.Command{
		Use: "local", Short: "Run everything on this machine, with its own Postgres and NATS", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return l.run(command.Context()) },
	}
	settings, err := conf.Read[run.Settings]()
	if err != nil {
		command.RunE = func(*cobra.Command, []string) error { return err }
		return command
	}
	l.settings = settings
	flags := command.Flags()
	flags.StringVar(&l.data, "data", run.DefaultData(), "folder that keeps everything")
	flags.StringVar(&l.settings.HTTP, "http", settings.HTTP, "address of the pages and the API")
	flags.StringVar(&l.settings.WebDir, "web", settings.WebDir, "folder of the built web pages")
	flags.StringVar(&l.packages, "postgres", filepath.Join("deploy", "postgres", "node_modules"), "folder of the Postgres packages")
	flags.BoolVar(&l.demo, "demo", true, "load the demo account on the first start")
	return command
}

func (l local) run(ctx context.Context) (err error) {
	listener, err := run.Listen(l.settings.HTTP)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // closed by the gateway in the normal case
	if err := os.MkdirAll(l.data, 0o755); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	if l.settings.Secret == "" {
		if l.settings.Secret, err = run.Secret(l.data); err != nil {
			return err
		}
	}
	if err := l.settings.Check(); err != nil {
		return err
	}
	log := l.settings.Logger()
	flush, err := telemetry.Start(ctx, l.settings.TraceEndpoint, version)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, flush(context.WithoutCancel(ctx))) }()
	servers, err := run.StartEmbedded(ctx, l.data, l.packages, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, servers.Stop()) }()
	if err := l.settings.Bootstrap(ctx, servers.DatabaseURL); err != nil {
		return err
	}
	watch, err := disk.New(disk.Options{Dir: l.data, Reserve: l.settings.DiskReserve, Relieve: servers.Relieve, Log: log})
	if err != nil {
		return err
	}
	env, err := l.settings.Env(host.NewMemory(), servers.DatabaseURL, servers.Connect, watch, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, env.Bus.Close()) }()
	env.Settings.Migrate, env.Settings.MigrateURL = true, servers.DatabaseURL
	env.Settings.HTTP, env.Settings.Version = listener, version
	if env.Settings.Mail.PublicURL == "" {
		env.Settings.Mail.PublicURL = "http://" + listener.Addr().String()
	}
	env.Settings.Mail.Dir = filepath.Join(l.data, "mail")
	if env.Settings.Web.Stage == "" {
		env.Settings.Web.Stage = "local"
	}
	return l.mind(ctx, watch, servers, log, func(ctx context.Context) error { return l.serve(ctx, env, servers) })
}

// mind watches the disk and keeps the servers running for as long as work does, and ends work when they will not.
func (l local) mind(ctx context.Context, watch *disk.Watch, servers *run.Embedded, log *slog.Logger, work func(context.Context) error) error {
	minded, stop := context.WithCancel(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	var minding sync.WaitGroup
	defer minding.Wait()
	defer stop()
	defer cancel(nil)
	minding.Go(func() { _ = watch.Run(minded) }) // it only ends
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

// serve runs all services until the program is asked to stop or something fails.
func (l local) serve(ctx context.Context, env host.Env, servers *run.Embedded) error {
	h, err := host.Start(ctx, env, append(services(), schedulerService()))
	if err != nil {
		return err
	}
	defer h.Stop()
	address := "http://" + env.Settings.HTTP.Addr().String()
	file := run.File{PID: os.Getpid(), HTTP: address, DatabaseURL: servers.DatabaseURL, NATSURL: servers.NATSURL, Secret: l.settings.Secret.Reveal()}
	if err := file.Write(l.data); err != nil {
		return err
	}
	defer func() { _ = run.Remove(l.data) }() // a stale file only points to nothing
	fmt.Printf("Puls runs at %s (data in %s). Stop it with Ctrl-C.\n", address, l.data)
	if env.Settings.Mail.SMTPURL == "" {
		fmt.Printf("No mail server is set (PULS_SMTP_URL): mails are kept in %s.\n", env.Settings.Mail.Dir)
	}
	if env.Settings.Web.TermsURL == "" || env.Settings.Web.DataProcessingURL == "" {
		fmt.Println("Nobody can register on the pages: what they would accept is not set (PULS_TERMS_URL, PULS_DATA_PROCESSING_URL).")
	}
	if l.demo {
		go loadDemo(ctx, env, l.data, address)
	}
	return h.Wait(ctx)
}
