package chart_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	networkingv1 "k8s.io/api/networking/v1"
)

// dialled matches the line of a service's wiring that makes a client of a peer.
var dialled = regexp.MustCompile(`(?:DialAsService|DialAsCaller|\bdial)\("([a-z-]+)"\)`)

// arrow matches a line of the diagram of services; lines of publishers name the event.
var arrow = regexp.MustCompile(`(?m)^  (\w+) -->(?:\|([^|]*)\|)? (.+)$`)

// arrows returns the services that each service calls, from the code.
func arrows(t *testing.T) map[string][]string {
	t.Helper()
	calls := map[string][]string{}
	for _, service := range services {
		code, err := os.ReadFile(filepath.Join(repository, "services", service, "service.go"))
		require.NoError(t, err)
		for _, match := range dialled.FindAllStringSubmatch(string(code), -1) {
			calls[service] = append(calls[service], match[1])
		}
	}
	// The gateway's routes come from the contracts, so it calls every service that has any.
	paths, err := filepath.Glob(filepath.Join(repository, "proto/puls/*/v1/*_service.proto"))
	require.NoError(t, err)
	for _, path := range paths {
		contract, err := os.ReadFile(path)
		require.NoError(t, err)
		if !strings.Contains(string(contract), "google.api.http") {
			continue
		}
		name := filepath.Base(filepath.Dir(filepath.Dir(path)))
		calls["gateway"] = append(calls["gateway"], strings.Replace(name, "scoring", "scoring-", 1))
	}
	for service := range calls {
		slices.Sort(calls[service])
		calls[service] = slices.Compact(calls[service])
	}
	return calls
}

func TestNetworkPoliciesAdmitTheCallersOfAServiceOnly(t *testing.T) {
	expected := arrows(t)
	require.Len(t, expected["gateway"], 6)
	policies := find[*networkingv1.NetworkPolicy](render(t, ""))
	in, out := map[string][]string{}, map[string][]string{}
	for _, service := range services {
		policy := policies["puls-"+service].Spec
		require.Equal(t, []networkingv1.PolicyType{"Ingress", "Egress"}, policy.PolicyTypes)
		require.Equal(t, service, policy.PodSelector.MatchLabels[component])
		for _, rule := range policy.Ingress {
			for _, peer := range rule.From {
				caller := peer.PodSelector.MatchLabels[component]
				in[caller] = append(in[caller], service)
			}
		}
		for _, rule := range policy.Egress {
			for _, peer := range rule.To {
				if peer.PodSelector != nil {
					out[service] = append(out[service], peer.PodSelector.MatchLabels[component])
				}
			}
		}
	}
	for _, matrix := range []map[string][]string{in, out} {
		for service := range matrix {
			slices.Sort(matrix[service])
		}
		require.Equal(t, expected, matrix)
	}
}

const component = "app.kubernetes.io/component"

func TestTheDiagramOfServicesShowsTheirCalls(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository, "docs/architecture.md"))
	require.NoError(t, err)
	_, picture, found := strings.Cut(string(text), "## Services")
	require.True(t, found)
	picture, _, _ = strings.Cut(picture, "\n```\n")
	ids := map[string]string{"config": "scoring-config", "engine": "scoring-engine"}
	name := func(id string) string {
		id, _, _ = strings.Cut(strings.TrimSpace(id), "[")
		if long, ok := ids[id]; ok {
			return long
		}
		return id
	}
	drawn := map[string][]string{}
	for _, match := range arrow.FindAllStringSubmatch(picture, -1) {
		from, event := name(match[1]), strings.Contains(match[2], ".") // a subject has a dot
		if event || !slices.Contains(services, from) {
			continue
		}
		for to := range strings.SplitSeq(match[3], "&") {
			drawn[from] = append(drawn[from], name(to))
		}
	}
	for service := range drawn {
		slices.Sort(drawn[service])
		drawn[service] = slices.Compact(drawn[service])
	}
	require.Equal(t, arrows(t), drawn)
}

func TestEgressReachesExternalServersWhereNeeded(t *testing.T) {
	policies := find[*networkingv1.NetworkPolicy](render(t, sizes(t)["large"]))
	for name, want := range map[string][]int{
		"flags": {5432, 4222, 4318}, "account": {5432, 4222, 4318, 465, 587, 443},
		"contacts":       {5432, 4222, 4318, 443},
		"scoring-config": {5432, 4222, 4318}, "scoring-engine": {5432, 4222, 4318}, "reports": {5432, 4222, 4318},
		"gateway": {4222, 4318}, "migrate": {5432}, "nightly": {4222}, "operator": {5432, 4222},
	} {
		var ports []int
		for _, rule := range policies["puls-"+name].Spec.Egress {
			for _, port := range rule.Ports {
				if number := port.Port.IntValue(); number != 53 && number != 9000 {
					ports = append(ports, number)
				}
			}
		}
		require.ElementsMatch(t, want, ports, name)
	}
	for _, name := range []string{"migrate", "nightly", "operator"} {
		require.Empty(t, policies["puls-"+name].Spec.Ingress, "nobody calls a job")
	}
}

func TestEveryPodHasAPolicy(t *testing.T) {
	release := render(t, "operator: {args: [account, list]}")
	policies := find[*networkingv1.NetworkPolicy](release)
	for _, object := range release.Objects {
		if pod := object.Pod(); pod != nil {
			held := slices.ContainsFunc(slices.Collect(mapValues(policies)), func(p *networkingv1.NetworkPolicy) bool {
				return p.Spec.PodSelector.MatchLabels[component] == pod.Labels[component]
			})
			require.True(t, held, object.Name())
		}
	}
}

func mapValues[K comparable, V any](m map[K]V) func(func(V) bool) {
	return func(yield func(V) bool) {
		for _, value := range m {
			if !yield(value) {
				return
			}
		}
	}
}
