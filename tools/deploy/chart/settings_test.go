package chart_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
)

var row = regexp.MustCompile("(?m)^\\| `([A-Z][A-Z0-9_]*)(_<SCHEMA>)?` \\|")

// documented returns the settings of docs/operating.md.
func documented(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, "docs/operating.md"))
	require.NoError(t, err)
	names := map[string]bool{}
	for _, match := range row.FindAllStringSubmatch(string(text), -1) {
		if match[2] == "" {
			names[match[1]] = true
			continue
		}
		for _, schema := range []string{"FLAGS", "ACCOUNT", "CONTACTS", "SCORING_CONFIG", "SCORING_ENGINE", "REPORTS"} {
			names[match[1]+"_"+schema] = true
		}
	}
	require.Greater(t, len(names), 40)
	return names
}

// secret lists the settings that come from Secrets, with the services that need them (ADR 14), and never as text.
var secret = map[string][]string{
	"PULS_TOKEN_PUBLIC_KEYS":   nil,
	"PULS_SERVICE_PUBLIC_KEYS": nil,
	"PULS_SERVICE_PRIVATE_KEYS": {
		"account", "contacts", "flags", "gateway", "reports", "scoring-config", "scoring-engine", "operator",
	},
	"PULS_TOKEN_PRIVATE_KEY":  {"account", "operator"},
	"PULS_SESSION_SECRET":     {"account", "operator"},
	"PULS_ERASURE_SECRET":     {"contacts", "operator"},
	"PULS_UNSUBSCRIBE_SECRET": {"contacts", "operator"},
	"PULS_PROVIDER_SECRET":    {"contacts", "operator"},
	"DATABASE_URL":            {"migrate", "operator"},
	"PULS_DATABASE_SECRET":    {"migrate", "operator"},
	"DATABASE_URL_FLAGS":      {"flags"}, "DATABASE_URL_ACCOUNT": {"account"}, "DATABASE_URL_CONTACTS": {"contacts"},
	"DATABASE_URL_SCORING_CONFIG": {"scoring-config"}, "DATABASE_URL_SCORING_ENGINE": {"scoring-engine"},
	"DATABASE_URL_REPORTS": {"reports"},
	"PULS_SMTP_URL":        {"account"},
}

// elsewhere lists settings that no pod gets: the image has them, or they are for one machine, or for a person.
var elsewhere = []string{
	"PULS_HTTP", "PULS_WEB_DIR", "PULS_GRPC", "PULS_ADMIN", "PULS_DATA", "PULS_SECRET", "PULS_PASSWORD",
	"PULS_DISK_RESERVE", "PULS_MAIL_DIR", "PULS_ARCHIVE_DIR", "PULS_TLS_CERT_FILE", "PULS_TLS_KEY_FILE", "PULS_SMTP_URL",
	"PULS_GRPC_CERT_FILE", "PULS_GRPC_KEY_FILE", "PULS_GRPC_CA_FILE",
}

// setting returns the documented name of a variable: X_FILE names a file with the value of X.
func setting(known map[string]bool, name string) string {
	if known[name] {
		return name
	}
	return strings.TrimSuffix(name, "_FILE")
}

// foreign matches variables that Go and OpenTelemetry read themselves.
var foreign = regexp.MustCompile(`^(GOMEMLIMIT|SSL_CERT_DIR|OTEL_[A-Z_]+)$`)

func TestEverySettingOfAPodIsDocumented(t *testing.T) {
	known := documented(t)
	given := map[string]bool{}
	for name, values := range sizes(t) {
		release := render(t, values)
		for _, pod := range pods(release) {
			for variable := range environment(pod.Containers[0]) {
				given[setting(known, variable)] = true
			}
		}
		for variable := range find[*corev1.ConfigMap](release)["puls"].Data {
			given[setting(known, variable)] = true
		}
		_ = name
	}
	for name := range given {
		require.True(t, known[name] || foreign.MatchString(name), "%s is no setting", name)
	}
	for name := range known {
		settable := given[name] || slices.Contains(settings(t), name) || slices.Contains(elsewhere, name) ||
			foreign.MatchString(name) || strings.HasPrefix(name, "DATABASE_ADMIN_URL_") // migrate.moreSecrets
		require.True(t, settable, "%s can be set by no value: add it to values.schema.json, or say why not", name)
	}
}

// settings returns the names that the schema allows in values.settings.
func settings(t *testing.T) []string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(repository, "deploy/helm/puls/values.schema.json"))
	require.NoError(t, err)
	var schema struct {
		Properties struct {
			Settings struct{ Properties map[string]any }
		}
	}
	require.NoError(t, json.Unmarshal(content, &schema))
	var names []string
	for name := range schema.Properties.Settings.Properties {
		names = append(names, name)
	}
	require.NotEmpty(t, names)
	return names
}

func TestSettingsOfTheValuesAreDocumentedAndNoSecrets(t *testing.T) {
	known := documented(t)
	for _, name := range settings(t) {
		require.True(t, known[name], name)
		require.NotContains(t, secret, name)
	}
}

func TestEveryPodGetsOnlyTheSecretsThatItNeeds(t *testing.T) {
	known := documented(t)
	got := map[string][]string{}
	for _, values := range []string{sizes(t)["large"] + "\noperator: {args: [account, list]}"} {
		for object, pod := range pods(render(t, values)) {
			who := object[strings.LastIndex(object, "/puls-")+len("/puls-"):]
			who = strings.TrimSuffix(who, "-")
			for variable, value := range environment(pod.Containers[0]) {
				name := setting(known, variable)
				if _, is := secret[name]; !is {
					continue
				}
				require.Equal(t, name+"_FILE", variable, "a secret is a file")
				require.True(t, strings.HasPrefix(value, "/run/secrets/"), value)
				got[name] = append(got[name], who)
			}
		}
	}
	for name, want := range secret {
		if want == nil {
			require.Len(t, got[name], 10, name)
			continue
		}
		require.ElementsMatch(t, want, got[name], name)
	}
}

func TestNoSecretIsText(t *testing.T) {
	for name, values := range sizes(t) {
		for _, object := range render(t, values).Objects {
			require.NotContains(t, object.Name(), "Secret/", "%s: Secrets are made by who has the keys", name)
		}
	}
}
