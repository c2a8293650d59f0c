package command

import (
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/conf"
	"puls.app/services/puls/internal/run"
)

// operatorName is the name by which operators' commands call services.
const operatorName = "operator"

func keysCommand() *cobra.Command {
	var token bool
	var into, database string
	command := &cobra.Command{
		Use: "keys", Short: "Print a fresh set of keys for services that run apart", Args: cobra.NoArgs,
		Long: "Print a fresh set of keys as environment variables: what every service gets, then what only one of them gets.\n" +
			"With --token print one pair for people's tokens, to be exchanged for the one in use; docs/adr/0014-identity-of-services.md says how.\n" +
			"With --into write a folder for each, in which a file named like a setting holds it (the setting NAME_FILE names such a file).",
		RunE: func(command *cobra.Command, _ []string) error {
			if token {
				return printTokenPair(command.OutOrStdout())
			}
			keys, err := freshKeys(database)
			if err != nil {
				return err
			}
			if into != "" {
				return writeKeys(into, keys)
			}
			return printKeys(command.OutOrStdout(), keys)
		},
	}
	command.Flags().BoolVar(&token, "token", false, "print only a pair for people's tokens")
	command.Flags().StringVar(&into, "into", "", "write files into this new folder instead")
	command.Flags().StringVar(&database, "database", "",
		"the administrator's address of the database; makes everybody's own from it")
	command.MarkFlagsMutuallyExclusive("token", "into")
	command.MarkFlagsMutuallyExclusive("token", "database")
	return command
}

func printTokenPair(out io.Writer) error {
	public, private, err := auth.NewPair()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "PULS_TOKEN_PUBLIC_KEYS=%s\nPULS_TOKEN_PRIVATE_KEY=%s\n", public, private)
	return err
}

// keyring is what one kind of process gets and no other.
type keyring struct {
	whose    string
	settings []keySetting
}

type keySetting struct{ name, value string }

// Rings beside those of the services.
const (
	everybodyName = "everybody"
	migrateName   = "migrate"
)

// freshKeys makes the keys of everybody, of every service, of `puls migrate`, and of operators' commands, which run
// services in their own process and so get everything. Where the database is named, each gets its own address too.
func freshKeys(database string) ([]keyring, error) {
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
	if database != "" {
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
	return rings(person, own)
}

// rings gives each service a pair of its own, and operators' commands all of them with what services have alone.
func rings(person string, own map[string][]keySetting) (list []keyring, err error) {
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
			if !strings.HasPrefix(setting.name, "DATABASE_URL") { // it makes those from its own
				operator = append(operator, setting)
			}
		}
	}
	everybody := keyring{everybodyName, []keySetting{
		{"PULS_TOKEN_PUBLIC_KEYS", person}, {"PULS_SERVICE_PUBLIC_KEYS", strings.Join(public, ",")},
	}}
	operator = append([]keySetting{{servicePrivateKeys, strings.Join(private, ",")}}, operator...)
	list = append(list, keyring{migrateName, own[migrateName]}, keyring{operatorName, operator})
	return append([]keyring{everybody}, list...), nil
}

const servicePrivateKeys = "PULS_SERVICE_PRIVATE_KEYS"

func printKeys(out io.Writer, keys []keyring) error {
	var text strings.Builder
	for _, ring := range keys {
		switch ring.whose {
		case migrateName:
			continue // operators' commands have it, too
		case everybodyName:
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

// writeKeys makes a folder that only its owner can open. The files in it can be read by all, because the user that a
// container runs as is another one, to whom they are handed one by one.
func writeKeys(into string, keys []keyring) error {
	if err := os.Mkdir(into, 0o700); err != nil {
		return fmt.Errorf("make a new folder for keys: %w", err)
	}
	for _, ring := range keys {
		dir := filepath.Join(into, ring.whose)
		if err := os.Mkdir(dir, 0o755); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
		for _, setting := range ring.settings {
			path := filepath.Join(dir, setting.name)
			if err := os.WriteFile(path, []byte(setting.value), 0o644); err != nil { //nolint:gosec // see above
				return fmt.Errorf("write key: %w", err)
			}
		}
	}
	return nil
}
