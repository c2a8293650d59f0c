// Package compose_test reads deploy/compose with the library of Docker Compose itself.
package compose_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/stretchr/testify/require"
)

const repository = "../../.."

// ours are the containers with the product's image.
var ours = []string{
	"account", "contacts", "flags", "gateway", "migrate", "nightly", "operator", "reports", "scoring-config",
	"scoring-engine",
}

func load(t *testing.T, env ...string) (*types.Project, error) {
	t.Helper()
	options, err := cli.NewProjectOptions(
		[]string{filepath.Join(repository, "deploy/compose/compose.yaml")}, cli.WithEnv(env), cli.WithProfiles([]string{"operator"}),
	)
	require.NoError(t, err)
	return options.LoadProject(t.Context())
}

func project(t *testing.T) *types.Project {
	t.Helper()
	p, err := load(t, "PULS_IMAGE=localhost/puls:0.1.0", "PULS_PUBLIC_URL=https://puls.example.com")
	require.NoError(t, err)
	return p
}

func TestTheFileIsValidForCompose(t *testing.T) {
	p := project(t)
	require.ElementsMatch(t, append([]string{"nats", "postgres"}, ours...), p.ServiceNames())
	for _, service := range p.Services {
		for name := range service.DependsOn {
			require.Contains(t, p.Services, name)
		}
		require.Regexp(t, `:[0-9]`, service.Image, "%s: an image of a version", service.Name)
	}
	require.True(t, p.Networks["inside"].Internal)
	for _, service := range p.Services {
		published := len(service.Ports) > 0
		require.Equal(t, service.Name == "gateway", published, "%s", service.Name)
	}
	require.Equal(t, "127.0.0.1", p.Services["gateway"].Ports[0].HostIP)
}

func TestRequiredSettingsAreNamedWhenMissing(t *testing.T) {
	_, err := load(t, "PULS_PUBLIC_URL=https://puls.example.com")
	require.ErrorContains(t, err, "PULS_IMAGE")
	_, err = load(t, "PULS_IMAGE=localhost/puls:0.1.0")
	require.ErrorContains(t, err, "PULS_PUBLIC_URL")
}

func TestNoContainerOfOursCanDoMoreThanItMust(t *testing.T) {
	p := project(t)
	for _, name := range ours {
		service := p.Services[name]
		require.Equal(t, "65532:65532", service.User, name)
		require.True(t, service.ReadOnly, name)
		require.False(t, service.Privileged, name)
		require.Equal(t, []string{"ALL"}, service.CapDrop, name)
		require.Empty(t, service.CapAdd, name)
		require.Contains(t, service.SecurityOpt, "no-new-privileges:true", name)
		require.Positive(t, int64(service.MemLimit), name)
		require.GreaterOrEqual(t, time.Duration(*service.StopGracePeriod), 30*time.Second, name)
		for _, volume := range service.Volumes {
			require.True(t, volume.ReadOnly, "%s: %s", name, volume.Target)
		}
	}
}

func TestServicesShowEachOtherCertificatesOfTheirOwn(t *testing.T) {
	p := project(t)
	for _, name := range ours {
		service := p.Services[name]
		if len(service.Command) == 0 || service.Command[0] != "serve" {
			continue
		}
		for variable, file := range map[string]string{"CERT": "tls.crt", "KEY": "tls.key", "CA": "ca.crt"} {
			require.Equal(t, "/run/secrets/tls/"+file, *service.Environment["PULS_GRPC_"+variable+"_FILE"], name)
		}
		mounted := slices.IndexFunc(service.Volumes, func(v types.ServiceVolumeConfig) bool {
			return v.Target == "/run/secrets/tls" && filepath.Base(v.Source) == name+"-tls"
		})
		require.GreaterOrEqual(t, mounted, 0, name)
	}
}

var row = regexp.MustCompile("(?m)^\\| `([A-Z][A-Z0-9_]*(?:_<SCHEMA>)?)` \\|")

func TestEverySettingIsDocumentedAndEverySecretAFile(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository, "docs/operating.md"))
	require.NoError(t, err)
	var known []string
	for _, match := range row.FindAllStringSubmatch(string(text), -1) {
		known = append(known, match[1])
	}
	p := project(t)
	holders := map[string][]string{}
	for _, name := range ours {
		for variable, value := range p.Services[name].Environment {
			if strings.HasPrefix(variable, "PULS_GRPC_") { // settings that name files
				require.Contains(t, known, variable)
				require.Regexp(t, "^/run/secrets/tls/(tls|ca)[.](crt|key)$", *value)
				continue
			}
			setting := strings.TrimSuffix(variable, "_FILE")
			if strings.HasPrefix(setting, "DATABASE_URL_") {
				own := "DATABASE_URL_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
				require.Equal(t, own, setting, "%s signs in as itself", name)
				setting = "DATABASE_URL_<SCHEMA>"
			}
			require.True(t, slices.Contains(known, setting) || setting == "GOMEMLIMIT", "%s: %s is no setting", name, variable)
			if variable == setting {
				continue
			}
			require.Regexp(t, "^/run/secrets/(own|everybody)/[A-Z_]+$", *value)
			holders[strings.TrimSuffix(variable, "_FILE")] = append(holders[strings.TrimSuffix(variable, "_FILE")], name)
		}
	}
	for secret, want := range map[string][]string{
		"DATABASE_URL": {"migrate", "operator"}, "PULS_DATABASE_SECRET": {"migrate", "operator"},
		"PULS_TOKEN_PRIVATE_KEY": {"account", "operator"}, "PULS_SESSION_SECRET": {"account", "operator"},
		"PULS_ERASURE_SECRET": {"contacts", "operator"}, "PULS_UNSUBSCRIBE_SECRET": {"contacts", "operator"},
		"PULS_PROVIDER_SECRET": {"contacts", "operator"},
	} {
		require.ElementsMatch(t, want, holders[secret], secret)
	}
}
