// Package run starts what services stand on: settings, identities, database, bus, network. It knows no service.
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

// Settings are the program's own, read from the environment with the prefix PULS_. What a service needs to know stands
// with the service.
type Settings struct {
	// Secret is what all keys and role passwords come from on one machine; 32 characters or more.
	Secret conf.Secret `env:"SECRET"`
	// The next five take the secret's place where services run apart, see auth.KeySettings; `puls keys` makes them.
	TokenPublicKeys    []string    `env:"TOKEN_PUBLIC_KEYS"`
	TokenPrivateKey    conf.Secret `env:"TOKEN_PRIVATE_KEY"`
	ServicePublicKeys  []string    `env:"SERVICE_PUBLIC_KEYS"`
	ServicePrivateKeys conf.Secret `env:"SERVICE_PRIVATE_KEYS"`
	SessionSecret      conf.Secret `env:"SESSION_SECRET"`
	// DatabaseSecret is what the roles' passwords come from where services run apart; 32 characters or more. A service
	// that is given its DATABASE_URL_<SCHEMA> needs none.
	DatabaseSecret conf.Secret `env:"DATABASE_SECRET"`
	// HTTP is the address of the public API.
	HTTP string `env:"HTTP" envDefault:"127.0.0.1:8080"`
	// GRPC is the address that a service listens on when services run apart.
	GRPC string `env:"GRPC" envDefault:":9000"`
	// GRPCCertFile, GRPCKeyFile and GRPCCAFile are rpc.CertificateFiles; without them connections between services are
	// plain.
	GRPCCertFile string `env:"GRPC_CERT_FILE"`
	GRPCKeyFile  string `env:"GRPC_KEY_FILE"`
	GRPCCAFile   string `env:"GRPC_CA_FILE"`
	// GRPCReflection is host.Env's.
	GRPCReflection bool `env:"GRPC_REFLECTION" envDefault:"false"`
	// Admin is the address of /healthz and /readyz where services run apart; "off" for none.
	Admin string `env:"ADMIN" envDefault:":9090"`
	// DrainPause is host.Env's.
	DrainPause time.Duration `env:"DRAIN_PAUSE" envDefault:"5s"`
	// Peers is where services find each other: an address in which %s stands for the name, or a list such as
	// account=10.0.0.1:9000,contacts=10.0.0.2:9000|10.0.0.3:9000.
	Peers string `env:"PEERS" envDefault:"dns:///puls-%s:9000"`
	// DatabaseConnections is how many connections to Postgres a process of each service may have.
	DatabaseConnections int32 `env:"DATABASE_CONNECTIONS" envDefault:"16"`
	// NATSReplicas is how many servers of a NATS cluster keep each stream.
	NATSReplicas int `env:"NATS_REPLICAS" envDefault:"1"`
	// The next four prove to NATS who this is, and to this program that it is NATS; see bus.Server.
	NATSCredentialsFile string `env:"NATS_CREDENTIALS_FILE"`
	NATSCAFile          string `env:"NATS_CA_FILE"`
	NATSCertFile        string `env:"NATS_CERT_FILE"`
	NATSKeyFile         string `env:"NATS_KEY_FILE"`
	// DiskReserve is how many bytes of the disk `puls local` keeps for work that it has accepted: with less, no files are
	// taken; with a quarter of it, nothing is changed any more.
	DiskReserve int64 `env:"DISK_RESERVE" envDefault:"1073741824"`
	// ArchiveDir is where Postgres of `puls local` puts its write-ahead log, for restores to a moment; empty for none.
	ArchiveDir string `env:"ARCHIVE_DIR"`
	// LogLevel is debug, info, warn or error.
	LogLevel string `env:"LOG_LEVEL" envDefault:"info"`

	// values are what all settings were read from.
	values conf.Values
}

// Read reads the program's settings and keeps the values for the services.
func Read(values conf.Values) (Settings, error) {
	s := Settings{values: values}
	err := values.Read(&s)
	return s, err
}

// Unread are the names with the prefix of settings that no struct of settings holds: they are read before those are.
var Unread = []string{"PULS_DATA", "PULS_PASSWORD"}

// Values are all settings as text.
func (s Settings) Values() conf.Values { return s.values }

// DatabaseURL and NATSURL have the names that every platform sets.
func (s Settings) DatabaseURL() string { return s.values["DATABASE_URL"] }

// NATSURL returns the addresses of a NATS server or cluster, with commas between them; a token may stand as the user.
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

// Credentials returns what protects connections between services, or nil where nothing does.
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

// AdminURL returns where an administrator of a schema signs in: DATABASE_ADMIN_URL_<SCHEMA> where the schema is in a
// database of its own, else admin.
func (s Settings) AdminURL(admin string) func(schema string) string {
	return func(schema string) string {
		if own := s.values["DATABASE_ADMIN_URL_"+strings.ToUpper(schema)]; own != "" {
			return own
		}
		return admin
	}
}

// ServiceURL returns where a service signs in. DATABASE_URL_<SCHEMA> is taken as it is; otherwise its administrator's
// address with the service's role and the password that comes from the secret.
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

// DefaultData returns the folder that `puls local` keeps everything in. Root's is where the user that Postgres runs as
// can reach it.
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
