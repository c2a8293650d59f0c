package command

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"

	"puls.app/services/kit/telemetry"
	"puls.app/services/puls/internal/run"
)

// place is an installation that some commands examine or back up: one that the environment names, or the folder of
// `puls local`, running or not.
type place struct {
	settings run.Settings
	// database signs in as an administrator.
	database string
	connect  func(...nats.Option) (*nats.Conn, error)
	// data is empty for an installation of the environment; http is empty unless `puls local` runs there.
	data, http string
}

// folder has the data folder of `puls local` and the folder of its Postgres packages; commands have both as flags.
type folder struct{ data, packages string }

// defaultPackages is the folder of the Postgres packages in a checkout.
var defaultPackages = filepath.Join("deploy", "postgres", "node_modules")

// errNoData means that a folder is not one of `puls local`.
var errNoData = errors.New("holds no data of `puls local`; name its folder with --data, or set DATABASE_URL and NATS_URL")

// at runs work with the installation that the environment names, else with the servers of the folder: running ones, or
// ones started for the duration of work.
func (f folder) at(ctx context.Context, work func(place) error) error {
	settings, err := installation()
	if err != nil {
		return err
	}
	if settings.NATSURL() != "" {
		return work(place{settings: settings, database: settings.DatabaseURL(), connect: settings.NATS(settings.NATSURL())})
	}
	// The public URL, which `puls local` derives from its own address, is not used here but required.
	values, err := local{data: f.data}.values()
	if err != nil {
		return err
	}
	if settings, err = run.Read(values.Default("PULS_PUBLIC_URL", "http://127.0.0.1")); err != nil {
		return err
	}
	if settings.Secret == "" {
		if settings.Secret, err = run.KeptSecret(f.data); errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("%s %w", f.data, errNoData)
		} else if err != nil {
			return err
		}
	}
	if file, err := run.Find(f.data); err == nil && answers(ctx, file.HTTP) {
		return work(place{
			settings: settings, database: file.DatabaseURL, connect: settings.NATS(file.NATSURL), data: f.data, http: file.HTTP,
		})
	}
	return f.start(ctx, settings, work)
}

// start runs work with newly started servers of a folder that no program uses.
func (f folder) start(ctx context.Context, settings run.Settings, work func(place) error) (err error) {
	log := telemetry.NewLogger(os.Stderr, true, errorsOnly)
	servers, err := settings.StartEmbedded(ctx, f.data, f.packages, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, servers.Stop()) }()
	return work(place{settings: settings, database: servers.DatabaseURL, connect: servers.Connect, data: f.data})
}

// answers reports whether a program answers at an address, ready or not.
func answers(ctx context.Context, address string) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/healthz", nil)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(req)
	return err == nil && res.Body.Close() == nil
}
