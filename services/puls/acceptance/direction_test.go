package acceptance

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/puls/internal/command"
)

// serviceDirs returns the folders of all services, which have the services' names.
func serviceDirs() (names []string) {
	for _, service := range command.Services() {
		names = append(names, service.Name)
	}
	return names
}

func deps(t *testing.T, pattern string) []string {
	t.Helper()
	output, err := exec.Command("go", "list", "-deps", pattern).CombinedOutput()
	require.NoError(t, err, "%s", output)
	return strings.Fields(string(output))
}

func TestNoServiceLinksAnother(t *testing.T) {
	const module = "puls.app/services/"
	for _, service := range serviceDirs() {
		for _, dep := range deps(t, module+service+"/...") {
			for _, other := range serviceDirs() {
				linked := dep == module+other || strings.HasPrefix(dep, module+other+"/")
				require.False(t, linked &&
					other != service, "%s links %s: call its generated client or take its event", service, dep)
			}
		}
	}
}

func TestTheKitKnowsNoServiceAndNoContractOfOne(t *testing.T) {
	for _, dep := range deps(t, "puls.app/services/kit/...") {
		contract := strings.HasPrefix(dep, "puls.app/proto") && dep != "puls.app/proto/gen/go/puls/type/v1"
		require.False(t, contract, "kit links %s: it holds no product noun", dep)
		for _, service := range serviceDirs() {
			require.NotEqual(t, "puls.app/services/"+service, dep)
		}
	}
}
