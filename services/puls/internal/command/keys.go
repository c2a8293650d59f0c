package command

import (
	"crypto/rand"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/conf"
	"puls.app/services/puls/internal/run"
)

// operatorName is the service name of operators' commands.
const operatorName = "operator"

func keysCommand() *cobra.Command {
	var token bool
	var into string
	var places keyPlaces
	command := &cobra.Command{
		Use: "keys", Short: "Print a fresh set of keys for services that run apart", Args: cobra.NoArgs,
		Long: "Print a new set of keys as environment variables: those of all services, then those of single ones.\n" +
			"With --token print a pair of keys for users' tokens, to replace the current one; see docs/adr/0014-identity-of-services.md.\n" +
			"With --into write a folder for each, in which a file named like a setting holds it (the setting NAME_FILE names such a file),\n" +
			"and a folder NAME-tls for each service with the certificates by which services know each other.",
		RunE: func(command *cobra.Command, _ []string) error {
			if token {
				return printTokenPair(command.OutOrStdout())
			}
			keys, err := freshKeys(places)
			if err != nil {
				return err
			}
			if into == "" {
				return printKeys(command.OutOrStdout(), keys)
			}
			certificates, err := freshCertificates(places.names, time.Now())
			if err != nil {
				return err
			}
			return writeKeys(into, append(keys, certificates...))
		},
	}
	command.Flags().BoolVar(&token, "token", false, "print only a pair for people's tokens")
	command.Flags().StringVar(&into, "into", "", "write files into this new folder instead")
	command.Flags().StringVar(&places.database, "database", "",
		"the administrator's address of the database; creates each service's address from it")
	command.Flags().StringVar(&places.nats, "nats", "",
		"the address of NATS without a password; creates passwords for the server and each service")
	command.Flags().StringSliceVar(&places.names, "names", []string{"%s", "puls-%s"},
		"host names by which a service is called, %s for its own, for its certificate")
	command.MarkFlagsMutuallyExclusive("token", "into")
	command.MarkFlagsMutuallyExclusive("token", "database")
	command.MarkFlagsMutuallyExclusive("token", "nats")
	return command
}

// keyPlaces are the servers to make keys for. An empty address makes none.
type keyPlaces struct {
	// database is an administrator's URL of Postgres; nats has the URLs of the NATS servers, separated by commas.
	database, nats string
	// names are patterns of the host names of services, with %s for a service's name.
	names []string
}

func printTokenPair(out io.Writer) error {
	public, private, err := auth.NewPair()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "PULS_TOKEN_PUBLIC_KEYS=%s\nPULS_TOKEN_PRIVATE_KEY=%s\n", public, private)
	return err
}

// keyring has the settings for one kind of process alone.
type keyring struct {
	whose    string
	settings []keySetting
}

type keySetting struct{ name, value string }

// Rings beside those of the services.
const (
	sharedName  = "everybody"
	migrateName = "migrate"
	natsName    = "nats"
)

// freshKeys makes the keys shared by all, the keys of each service and of `puls migrate`, and those of operators'
// commands, which run services in their own process and so need all keys. If the database is named, each also gets its
// own address.
func freshKeys(places keyPlaces) ([]keyring, error) {
	person, personPrivate, err := auth.NewPair()
	if err != nil {
		return nil, err
	}
	secret := func() string { return rand.Text() + rand.Text() }
	databaseSecret := secret()
	own := map[string][]keySetting{
		"account": {{"PULS_TOKEN_PRIVATE_KEY", personPrivate}, {"PULS_SESSION_SECRET", secret()}},
		"contacts": {
			{"PULS_ERASURE_SECRET", secret()}, {"PULS_UNSUBSCRIBE_SECRET", secret()}, {"PULS_PROVIDER_SECRET", secret()},
		},
		operatorName: {{"PULS_DATABASE_SECRET", databaseSecret}},
		migrateName:  {{"PULS_DATABASE_SECRET", databaseSecret}},
	}
	everybody := []keySetting{{"PULS_TOKEN_PUBLIC_KEYS", person}}
	if places.nats != "" {
		address, server, err := natsPassword(places.nats, secret())
		if err != nil {
			return nil, err
		}
		everybody, own[natsName] = append(everybody, keySetting{"NATS_URL", address}), server
	}
	if database := places.database; database != "" {
		settings := run.Settings{TokenPublicKeys: []string{person}, DatabaseSecret: conf.Secret(databaseSecret)}
		signIn := settings.ServiceURL(database)
		for _, service := range Services() {
			if service.Schema == "" {
				continue
			}
			address, err := signIn(service.Schema)
			if err != nil {
				return nil, err
			}
			own[service.Name] = append(own[service.Name], keySetting{"DATABASE_URL_" + strings.ToUpper(service.Schema), address})
		}
		for _, name := range []string{operatorName, migrateName} {
			own[name] = append(own[name], keySetting{"DATABASE_URL", database})
		}
	}
	return rings(everybody, own)
}

// natsUser is the user name of all services in NATS.
const natsUser = "puls"

// natsPassword adds a password to each address of NATS. The server gets it as a variable of its environment and as a
// file that its configuration includes.
func natsPassword(addresses, password string) (address string, server []keySetting, err error) {
	var with []string
	for one := range strings.SplitSeq(addresses, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" || u.User != nil {
			return "", nil, fmt.Errorf("--nats: %q is no address like nats://nats:4222", one)
		}
		u.User = url.UserPassword(natsUser, password)
		with = append(with, u.String())
	}
	return strings.Join(with, ","), []keySetting{
		{"NATS_PASSWORD", password},
		{"authorization.conf", fmt.Sprintf("authorization { user: %q, password: %q }\n", natsUser, password)},
	}, nil
}

// certificateLifetime is the lifetime of certificates made here. They are not renewed: an installation with short-lived
// certificates has an issuer, such as cert-manager.
const certificateLifetime = 10 * 365 * 24 * time.Hour

// freshCertificates makes a certificate for each service, signed by an authority whose key is discarded.
func freshCertificates(names []string, now time.Time) (list []keyring, err error) {
	authority, err := auth.NewAuthority("puls", now, certificateLifetime)
	if err != nil {
		return nil, err
	}
	for _, service := range Services() {
		var called []string
		for _, name := range names {
			called = append(called, strings.ReplaceAll(name, "%s", service.Name))
		}
		certificate, key, err := authority.Issue(called...)
		if err != nil {
			return nil, err
		}
		list = append(list, keyring{service.Name + "-tls", []keySetting{
			{"tls.crt", string(certificate)}, {"tls.key", string(key)}, {"ca.crt", string(authority.Certificate())},
		}})
	}
	return list, nil
}

// rings makes a key pair for each service. Operators' commands get all private keys and the settings of single
// services.
func rings(everybody []keySetting, own map[string][]keySetting) (list []keyring, err error) {
	var public, private []string
	pair := func(name string) (string, error) {
		pub, priv, err := auth.NewPair()
		public, private = append(public, name+"="+pub), append(private, name+"="+priv)
		return name + "=" + priv, err
	}
	if _, err := pair(operatorName); err != nil {
		return nil, err
	}
	operator := own[operatorName]
	for _, service := range Services() {
		key, err := pair(service.Name)
		if err != nil {
			return nil, err
		}
		settings := append([]keySetting{{servicePrivateKeys, key}}, own[service.Name]...)
		list = append(list, keyring{service.Name, settings})
		for _, setting := range own[service.Name] {
			if !strings.HasPrefix(setting.name, "DATABASE_URL") { // operators derive these from their own address
				operator = append(operator, setting)
			}
		}
	}
	everybody = append(everybody, keySetting{"PULS_SERVICE_PUBLIC_KEYS", strings.Join(public, ",")})
	operator = append([]keySetting{{servicePrivateKeys, strings.Join(private, ",")}}, operator...)
	list = append(list, keyring{migrateName, own[migrateName]}, keyring{operatorName, operator})
	if server := own[natsName]; server != nil {
		list = append(list, keyring{natsName, server})
	}
	return append([]keyring{{sharedName, everybody}}, list...), nil
}

const servicePrivateKeys = "PULS_SERVICE_PRIVATE_KEYS"

func printKeys(out io.Writer, keys []keyring) error {
	var text strings.Builder
	for _, ring := range keys {
		switch ring.whose {
		case migrateName:
			continue // operators' commands have it too
		case natsName:
			text.WriteString("\n# the server of NATS alone\n")
			ring.settings = ring.settings[:1] // the file has the same password
		case sharedName:
			text.WriteString("# everybody\n")
		case operatorName:
			text.WriteString("\n# operators' commands alone\n")
		default:
			fmt.Fprintf(&text, "\n# %s alone\n", ring.whose)
		}
		for _, setting := range ring.settings {
			fmt.Fprintf(&text, "%s=%s\n", setting.name, setting.value)
		}
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// writeKeys creates folders and files that only their owner can read. If containers run as another user, the operator
// must make that user the owner.
func writeKeys(into string, keys []keyring) error {
	if err := os.Mkdir(into, 0o700); err != nil {
		return fmt.Errorf("make a new folder for keys: %w", err)
	}
	for _, ring := range keys {
		dir := filepath.Join(into, ring.whose)
		if err := os.Mkdir(dir, 0o700); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
		for _, setting := range ring.settings {
			path := filepath.Join(dir, setting.name)
			if err := os.WriteFile(path, []byte(setting.value), 0o600); err != nil {
				return fmt.Errorf("write key: %w", err)
			}
		}
	}
	return nil
}
