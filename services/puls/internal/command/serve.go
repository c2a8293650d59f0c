package command

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"puls.app/services/kit/host"
	"puls.app/services/kit/telemetry"
	"puls.app/services/puls/internal/run"
)

func serveCommand(version string) *cobra.Command {
	var names []string
	for _, service := range Services() {
		names = append(names, service.Name)
	}
	return &cobra.Command{
		Use: "serve NAME…", Short: "Run some services, with the others over the network", ValidArgs: names,
		Long: "Run some of: " + strings.Join(names, ", ") + ".\nDATABASE_URL (or DATABASE_URL_<SCHEMA>), NATS_URL and the keys come from the environment.",
		Args: cobra.MatchAll(cobra.MinimumNArgs(1), cobra.OnlyValidArgs),
		RunE: func(command *cobra.Command, args []string) error { return serve(command.Context(), version, args) },
	}
}

func serve(ctx context.Context, version string, names []string) (err error) {
	settings, err := installation()
	if err != nil {
		return err
	}
	log := settings.Logger()
	log.InfoContext(ctx, "starting", "version", version, "services", names, "go", runtime.Version())
	run.SpareCollections()
	signals, err := telemetry.Start(ctx, log, settings.Telemetry(nameOf(names), version))
	if err != nil {
		return err
	}
	defer signals.Stop(context.WithoutCancel(ctx))
	admin, err := settings.StartAdmin(signals.Metrics, log)
	if err != nil {
		return err
	}
	defer admin.Close()
	tcp, err := network(settings, names, log)
	if err != nil {
		return err
	}
	env, err := settings.Env(tcp, settings.DatabaseURL(), settings.NATS(settings.NATSURL()), nil, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, env.Bus.Close()) }()
	env.Version, env.Admin = version, admin.Mux
	if slices.Contains(names, "gateway") {
		if env.HTTP, err = run.Listen(settings.HTTP); err != nil {
			return err
		}
	}
	chosen := slices.DeleteFunc(Services(), func(s host.Service) bool { return !slices.Contains(names, s.Name) })
	h, err := host.Start(ctx, env, chosen)
	if err != nil {
		return err
	}
	addresses := []any{"services", names, "grpc", settings.GRPC, "admin", admin.Address}
	if env.HTTP != nil {
		addresses = append(addresses, "http", settings.HTTP)
	}
	log.InfoContext(ctx, "started", addresses...)
	began := time.Now()
	defer func() {
		h.Stop()
		log.InfoContext(context.WithoutCancel(ctx), "stopped", "services", names, "ran", time.Since(began))
	}()
	return h.Wait(ctx)
}

// nameOf returns the name in telemetry of a process that runs the named services.
func nameOf(names []string) string {
	if len(names) == 1 {
		return "puls-" + names[0]
	}
	return "puls"
}

// network returns a TCP network: the services of this process listen on consecutive ports from the configured one, in
// the order of names.
func network(settings run.Settings, names []string, log *slog.Logger) (host.Network, error) {
	protect, err := settings.Credentials(log)
	return host.TCP{
		ListenOn: func(name string) string { return offset(settings.GRPC, slices.Index(names, name)) },
		Peer:     settings.Peer, Protect: protect,
	}, err
}
