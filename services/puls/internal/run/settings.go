// Package run starts the environment of services: settings, identities, database, bus, network. It knows no service.
package run

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/grpc/credentials"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/rpc"
)

// Settings are the program's own, read from the environment with the prefix PULS_. A service's settings are declared by
// the service.
type Settings struct {
	// Secret is the secret from which all keys and role passwords are derived on one machine; 32 characters or more.
	Secret conf.Secret `env:"SECRET"`
	// The next five replace the secret where services run apart, see auth.KeySettings; `puls keys` makes them.
	TokenPublicKeys    []string    `env:"TOKEN_PUBLIC_KEYS"`
	TokenPrivateKey    conf.Secret `env:"TOKEN_PRIVATE_KEY"`
	ServicePublicKeys  []string    `env:"SERVICE_PUBLIC_KEYS"`
	ServicePrivateKeys conf.Secret `env:"SERVICE_PRIVATE_KEYS"`
	SessionSecret      conf.Secret `env:"SESSION_SECRET"`
	// DatabaseSecret is the secret from which the roles' passwords are derived where services run apart; 32 characters or
	// more. A service with its own DATABASE_URL_<SCHEMA> needs none.
	DatabaseSecret conf.Secret `env:"DATABASE_SECRET"`
	// HTTP is the address of the public API.
	HTTP string `env:"HTTP" envDefault:"127.0.0.1:8080"`
	// GRPC is the address that a service listens on when services run apart.
	GRPC string `env:"GRPC" envDefault:":9000"`
	// GRPCCertFile, GRPCKeyFile and GRPCCAFile are rpc.CertificateFiles; without them connections between services are not
	// encrypted.
	GRPCCertFile string `env:"GRPC_CERT_FILE"`
	GRPCKeyFile  string `env:"GRPC_KEY_FILE"`
	GRPCCAFile   string `env:"GRPC_CA_FILE"`
	// GRPCReflection is host.Env.Reflection.
	GRPCReflection bool `env:"GRPC_REFLECTION" envDefault:"false"`
	// Admin is the address of /healthz and /readyz where services run apart; "off" for none.
	Admin string `env:"ADMIN" envDefault:":9090"`
	// DrainPause is host.Env.DrainPause.
	DrainPause time.Duration `env:"DRAIN_PAUSE" envDefault:"5s"`
	// Peers has the addresses of services: one address in which %s is replaced by the name, or a list such as
	// account=10.0.0.1:9000,contacts=10.0.0.2:9000|10.0.0.3:9000.
	Peers string `env:"PEERS" envDefault:"dns:///puls-%s:9000"`
	// DatabaseConnections is the maximum number of Postgres connections of a process of each service.
	DatabaseConnections int32 `env:"DATABASE_CONNECTIONS" envDefault:"16"`
	// NATSReplicas is the number of servers of a NATS cluster that store each stream.
	NATSReplicas int `env:"NATS_REPLICAS" envDefault:"1"`
	// The next four authenticate this program to NATS, and NATS to this program; see bus.Server.
	NATSCredentialsFile string `env:"NATS_CREDENTIALS_FILE"`
	NATSCAFile          string `env:"NATS_CA_FILE"`
	NATSCertFile        string `env:"NATS_CERT_FILE"`
	NATSKeyFile         string `env:"NATS_KEY_FILE"`
	// DiskReserve is the free space in bytes that `puls local` reserves for accepted work: with less, it accepts no files;
	// with less than a quarter, no changes.
	DiskReserve int64 `env:"DISK_RESERVE" envDefault:"1073741824"`
	// ArchiveDir is the folder for the write-ahead log of `puls local`'s Postgres, for restores to a moment; empty for
	// none.
	ArchiveDir string `env:"ARCHIVE_DIR"`
	// LogLevel is debug, info, warn or error.
	LogLevel string `env:"LOG_LEVEL" envDefault:"info"`

	// values are the source of all settings.
	values conf.Values
}

// Read reads the program's settings and stores the values for the services.
func Read(values conf.Values) (Settings, error) {
	s := Settings{values: values}
	err := values.Read(&s)
	return s, err
}

// Unread are the prefixed settings that are not in a struct of settings, because they are read before those.
var Unread = []string{"PULS_DATA", "PULS_PASSWORD"}

// Values are all settings as text.
func (s Settings) Values() conf.Values { return s.values }

// DatabaseURL returns DATABASE_URL. Its name and NATS_URL are those that platforms set.
func (s Settings) DatabaseURL() string { return s.values["DATABASE_URL"] }

// NATSURL returns the addresses of a NATS server or cluster, separated by commas; each may carry a token as its user.
func (s Settings) NATSURL() string { return s.values["NATS_URL"] }

// NATS connects to the server or cluster at an address.
func (s Settings) NATS(url string) func(...nats.Option) (*nats.Conn, error) {
	return bus.Server{
		URL: url, CredentialsFile: s.NATSCredentialsFile,
		CAFile: s.NATSCAFile, CertFile: s.NATSCertFile, KeyFile: s.NATSKeyFile,
	}.Connect
}

// Peer returns the address of a service.
func (s Settings) Peer(name string) string {
	for _, peer := range strings.Split(s.Peers, ",") {
		if address, found := strings.CutPrefix(peer, name+"="); found {
			return address
		}
	}
	return strings.ReplaceAll(s.Peers, "%s", name)
}

// Credentials returns the TLS credentials for connections between services, or nil without certificates.
func (s Settings) Credentials(log *slog.Logger) (credentials.TransportCredentials, error) {
	files := rpc.CertificateFiles{Certificate: s.GRPCCertFile, Key: s.GRPCKeyFile, CA: s.GRPCCAFile}
	if files == (rpc.CertificateFiles{}) {
		return nil, nil //nolint:nilnil // without files there are none
	}
	const names = "PULS_GRPC_CERT_FILE, PULS_GRPC_KEY_FILE, PULS_GRPC_CA_FILE"
	if files.Certificate == "" || files.Key == "" || files.CA == "" {
		return nil, errors.New(names + " belong together")
	}
	protect, err := rpc.Credentials(files, log)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", names, err)
	}
	return protect, nil
}

// Keys returns the keys of all identities.
func (s Settings) Keys() (auth.Keys, error) {
	if len(s.TokenPublicKeys) > 0 {
		return auth.KeysFromSettings(auth.KeySettings{
			PersonPublic: s.TokenPublicKeys, PersonPrivate: s.TokenPrivateKey,
			ServicePublic: s.ServicePublicKeys, ServicePrivate: s.ServicePrivateKeys, Root: s.SessionSecret,
		})
	}
	return auth.KeysFromSecret(s.Secret)
}

// AdminURL returns the administrator's address of a schema: DATABASE_ADMIN_URL_<SCHEMA> if the schema has its own
// database, else admin.
func (s Settings) AdminURL(admin string) func(schema string) string {
	return func(schema string) string {
		if own := s.values["DATABASE_ADMIN_URL_"+strings.ToUpper(schema)]; own != "" {
			return own
		}
		return admin
	}
}

// ServiceURL returns the address that a service signs in at: DATABASE_URL_<SCHEMA>, else its administrator's address
// with the service's role and the password derived from the secret.
func (s Settings) ServiceURL(admin string) func(schema string) (string, error) {
	return func(schema string) (string, error) {
		if own := s.values["DATABASE_URL_"+strings.ToUpper(schema)]; own != "" {
			return own, nil
		}
		admin := s.AdminURL(admin)(schema)
		parsed, err := url.Parse(admin)
		if err != nil || admin == "" {
			return "", fmt.Errorf("DATABASE_URL is not an address such as postgres://user:password@host/database")
		}
		password, err := s.RolePassword(schema)
		if err != nil {
			return "", fmt.Errorf("DATABASE_URL_%s is not set: %w", strings.ToUpper(schema), err)
		}
		parsed.User = url.UserPassword(pgdb.RoleOf(schema), password)
		query := parsed.Query()
		if query.Has("user") { // an address of a unix socket names the user as a parameter
			query.Set("user", pgdb.RoleOf(schema))
		}
		if query.Has("password") {
			query.Set("password", password)
		}
		parsed.RawQuery = query.Encode()
		return parsed.String(), nil
	}
}

// DefaultData returns the default data folder of `puls local`. Root's is at a place that the user that runs Postgres
// can reach.
func DefaultData() string {
	values := conf.Environment()
	if own := values["PULS_DATA"]; own != "" {
		return own
	}
	if os.Getuid() == 0 {
		return "/var/lib/puls"
	}
	if base := values["XDG_DATA_HOME"]; base != "" {
		return filepath.Join(base, "puls")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "puls-data"
	}
	return filepath.Join(home, ".local", "share", "puls")
}
