package chart_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"sigs.k8s.io/yaml"
)

func companion(t *testing.T, name string) map[string]any {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(repository, "deploy/helm/companions", name))
	require.NoError(t, err)
	read := map[string]any{}
	require.NoError(t, yaml.UnmarshalStrict(content, &read))
	return read
}

// TestTheCompanionsSyncAcknowledgedMessages reads the examples without their API types, which come with operators that
// the module proxy does not have. The allowed fields of CloudNativePG's Cluster are listed by hand, from its
// documentation.
func TestTheCompanionsSyncAcknowledgedMessages(t *testing.T) {
	cluster := companion(t, "postgres.yaml")
	require.Equal(t, "postgresql.cnpg.io/v1", cluster["apiVersion"])
	require.Equal(t, "Cluster", cluster["kind"])
	spec, ok := cluster["spec"].(map[string]any)
	require.True(t, ok)
	known := []string{
		"instances", "imageName", "enableSuperuserAccess", "bootstrap", "postgresql", "storage", "walStorage", "resources",
		"affinity",
	}
	for field := range spec {
		require.Contains(t, known, field)
	}
	require.EqualValues(t, 3, spec["instances"])
	require.EqualValues(t, 1, at(t, spec, "postgresql", "synchronous", "number"))
	nats := companion(t, "nats-values.yaml")
	require.EqualValues(t, 3, at(t, nats, "config", "cluster", "replicas"))
	require.Equal(t, true, at(t, nats, "config", "jetstream", "fileStore", "enabled"))
	require.Equal(t, "always", at(t, nats, "config", "jetstream", "merge", "sync_interval"))
	users, ok := at(t, nats, "config", "merge", "authorization", "users").([]any)
	require.True(t, ok)
	require.Len(t, users, 1)
	require.Equal(t, "<< $NATS_PASSWORD >>", at(t, users[0], "password"))
	require.Equal(t, "puls-nats", at(t, nats, "container", "env", "NATS_PASSWORD", "valueFrom", "secretKeyRef", "name"))
}

// TestTheQueueIsCountedOnce compares the adapter's rule with the metric that the engine scales by: each replica reports
// the whole queue.
func TestTheQueueIsCountedOnce(t *testing.T) {
	rules, ok := at(t, companion(t, "prometheus-adapter-values.yaml"), "rules", "external").([]any)
	require.True(t, ok)
	require.Len(t, rules, 1)
	scaler := find[*autoscalingv2.HorizontalPodAutoscaler](render(t, sizes(t)["large"]))["puls-scoring-engine"]
	metric := scaler.Spec.Metrics[1].External.Metric.Name
	require.Equal(t, metric+`{namespace!=""}`, at(t, rules[0], "seriesQuery"))
	require.Equal(t, "max(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)", at(t, rules[0], "metricsQuery"))
	require.Equal(t, "namespace", at(t, rules[0], "resources", "overrides", "namespace", "resource"))
}

// at returns the value at a path of keys.
func at(t *testing.T, value any, path ...string) any {
	t.Helper()
	for _, key := range path {
		fields, ok := value.(map[string]any)
		require.True(t, ok, path)
		value = fields[key]
	}
	return value
}
