package chart_test

import (
	"os"
	"path/filepath"
	"testing"

	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"github.com/stretchr/testify/require"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"sigs.k8s.io/yaml"
)

func TestAlertsAndDashboardsAreThoseOfDeployTelemetry(t *testing.T) {
	require.Empty(t, find[*monitoringv1.PrometheusRule](render(t, "")))
	require.NotContains(t, find[*corev1.ConfigMap](render(t, "")), "puls-dashboards")
	release := render(t, sizes(t)["large"])
	folder := filepath.Join(repository, "deploy/telemetry")
	content, err := os.ReadFile(filepath.Join(folder, "alerts.yaml"))
	require.NoError(t, err)
	var rules monitoringv1.PrometheusRuleSpec
	require.NoError(t, yaml.UnmarshalStrict(content, &rules))
	require.NotEmpty(t, rules.Groups[0].Rules)
	rendered := find[*monitoringv1.PrometheusRule](release)["puls"]
	require.Equal(t, rules, rendered.Spec)
	require.Equal(t, "prometheus", rendered.Labels["release"], "the operator chooses rules by their labels")
	dashboards := find[*corev1.ConfigMap](release)["puls-dashboards"]
	require.Equal(t, "1", dashboards.Labels["grafana_dashboard"], "Grafana's sidecar chooses them by it")
	files, err := filepath.Glob(filepath.Join(folder, "dashboards", "*.json"))
	require.NoError(t, err)
	require.Len(t, dashboards.Data, len(files))
	for _, file := range files {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(content), dashboards.Data[filepath.Base(file)])
	}
}

func TestAServiceIsGivenVariablesVolumesAndAnnotationsOfItsOperator(t *testing.T) {
	release := render(t, `
serviceAccount: {annotations: {eks.amazonaws.com/role-arn: puls}}
services:
  contacts:
    annotations: {of: pods}
    serviceAnnotations: {of: services}
    extraEnv: [{name: HTTPS_PROXY, value: "http://proxy:3128"}]
    extraVolumes: [{name: more, configMap: {name: more}}]
    extraVolumeMounts: [{name: more, mountPath: /more, readOnly: true}]`)
	contacts := find[*appsv1.Deployment](release)["puls-contacts"].Spec.Template
	require.Equal(t, "pods", contacts.Annotations["of"])
	require.Equal(t, "http://proxy:3128", environment(contacts.Spec.Containers[0])["HTTPS_PROXY"])
	requireMounts(t, "contacts", contacts.Spec)
	mount := corev1.VolumeMount{Name: "more", MountPath: "/more", ReadOnly: true}
	require.Contains(t, contacts.Spec.Containers[0].VolumeMounts, mount)
	require.Equal(t, map[string]string{"of": "services"}, find[*corev1.Service](release)["puls-contacts"].Annotations)
	require.Empty(t, find[*corev1.Service](release)["puls-account"].Annotations)
	account := find[*appsv1.Deployment](release)["puls-account"].Spec.Template.Spec
	require.NotContains(t, environment(account.Containers[0]), "HTTPS_PROXY")
	require.Equal(t, "puls", find[*corev1.ServiceAccount](release)["puls"].Annotations["eks.amazonaws.com/role-arn"])
}

func TestEveryPodOfOursTrustsAPrivateAuthority(t *testing.T) {
	for name, pod := range pods(render(t, `{privateCA: {secret: company-ca}, operator: {args: [account, list]}}`)) {
		if name == testPod {
			continue
		}
		folder := environment(pod.Containers[0])["SSL_CERT_DIR"]
		require.NotEmpty(t, folder, name)
		var mounted string
		for _, mount := range pod.Containers[0].VolumeMounts {
			if mount.MountPath == folder {
				mounted = mount.Name
			}
		}
		for _, volume := range pod.Volumes {
			if volume.Name == mounted {
				require.Equal(t, "company-ca", volume.Secret.SecretName)
				only := []corev1.KeyToPath{{Key: "ca.crt", Path: "ca.crt"}}
				require.Equal(t, only, volume.Secret.Items, "never the authority's key")
				mounted = ""
			}
		}
		require.Empty(t, mounted, name)
	}
}

func TestNamesAreResolvedWhereTheValuesSay(t *testing.T) {
	dns := func(values string) map[string]networkingv1.NetworkPolicyEgressRule {
		first := map[string]networkingv1.NetworkPolicyEgressRule{}
		for name, policy := range find[*networkingv1.NetworkPolicy](render(t, values)) {
			first[name] = policy.Spec.Egress[0]
			require.Len(t, first[name].Ports, 2, name)
		}
		return first
	}
	for name, rule := range dns("") {
		require.Equal(t, 53, rule.Ports[0].Port.IntValue(), name)
		require.Equal(t, "kube-system", rule.To[0].NamespaceSelector.MatchLabels["kubernetes.io/metadata.name"], name)
	}
	for name, rule := range dns(`networkPolicy: {dns: {port: 5353, to: [{ipBlock: {cidr: 169.254.20.10/32}}]}}`) {
		require.Equal(t, 5353, rule.Ports[1].Port.IntValue(), name)
		require.Equal(t, "169.254.20.10/32", rule.To[0].IPBlock.CIDR, name)
	}
}

const testPod = "Pod/puls-test"

func TestHelmTestAsksTheGateway(t *testing.T) {
	release := render(t, sizes(t)["large"])
	pod := find[*corev1.Pod](release)["puls-test"]
	require.Equal(t, "test", pod.Annotations["helm.sh/hook"])
	args := pod.Spec.Containers[0].Args
	require.Equal(t, "http://puls-gateway/readyz", args[len(args)-1])
	require.Contains(t, find[*corev1.Service](release), "puls-gateway")
	policies := find[*networkingv1.NetworkPolicy](release)
	admitted := policies["puls-gateway"].Spec.Ingress[0].From
	last := admitted[len(admitted)-1].PodSelector
	require.Equal(t, "test", last.MatchLabels[component], "whoever else may reach the gateway")
	out := policies["puls-test"].Spec.Egress[1]
	require.Equal(t, 8080, out.Ports[0].Port.IntValue())
	require.Equal(t, "gateway", out.To[0].PodSelector.MatchLabels[component])
}
