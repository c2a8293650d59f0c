package chart_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"puls.app/tools/deploy/chart"
)

const repository = "../../.."

// sizes returns the sets of values that every rule is checked with, by name.
func sizes(t *testing.T) map[string]string {
	t.Helper()
	read := func(name string) string {
		content, err := os.ReadFile(filepath.Join(repository, "deploy/helm/values", name))
		require.NoError(t, err)
		return string(content)
	}
	return map[string]string{
		"default": "", "small": read("small.yaml"), "large": read("large.yaml"),
		"operator":       `operator: {args: [account, list]}`,
		"url in values":  `nats: {url: "nats://nats:4222"}`,
		"no certificate": `tls: {enabled: false}`, "ingress-nginx": read("ingress-nginx.yaml"),
		"managed": read("managed.yaml"), "openshift": read("openshift.yaml"),
	}
}

// rendered caches releases by their values, because rendering takes longer than the checks.
var rendered = map[string]chart.Release{}

func render(t *testing.T, values string) chart.Release {
	t.Helper()
	if _, done := rendered[values]; !done {
		release, err := try(t, values)
		require.NoError(t, err)
		rendered[values] = release
	}
	return rendered[values]
}

func try(t *testing.T, values string) (chart.Release, error) {
	t.Helper()
	return chart.Render(t.Context(), chart.Options{
		Folder: filepath.Join(repository, "deploy/helm/puls"), Name: "puls", Namespace: "puls", Values: values,
	})
}

// find returns the objects of a type by name.
func find[T any](release chart.Release) map[string]T {
	found := map[string]T{}
	for _, object := range release.Objects {
		if typed, ok := object.Typed.(T); ok {
			_, name, _ := strings.Cut(object.Name(), "/")
			found[name] = typed
		}
	}
	return found
}

// services are the services of the product; all but the gateway serve gRPC.
var services = []string{"account", "contacts", "flags", "gateway", "reports", "scoring-config", "scoring-engine"}

func TestEveryObjectIsValidForKubernetes(t *testing.T) {
	for name, values := range sizes(t) {
		t.Run(name, func(t *testing.T) {
			release := render(t, values)
			seen := map[string]bool{}
			for _, object := range release.Objects {
				require.False(t, seen[object.Name()], "%s twice", object.Name())
				seen[object.Name()] = true
			}
			for _, service := range services {
				require.True(t, seen["Deployment/puls-"+service])
				require.True(t, seen["Service/puls-"+service])
				require.True(t, seen["NetworkPolicy/puls-"+service])
			}
			require.True(t, seen["Job/puls-migrate"])
			require.True(t, seen["CronJob/puls-nightly"])
			require.NotEmpty(t, release.Notes)
		})
	}
}

func TestAReleaseOfAnotherNameFindsItself(t *testing.T) {
	release, err := chart.Render(t.Context(), chart.Options{
		Folder: filepath.Join(repository, "deploy/helm/puls"), Name: "other", Namespace: "tests",
	})
	require.NoError(t, err)
	require.Equal(t, "dns:///other-%s:9000", find[*corev1.ConfigMap](release)["other"].Data["PULS_PEERS"])
	for _, service := range services {
		require.Contains(t, find[*corev1.Service](release), "other-"+service, "the address that peers dial")
	}
}

func TestTheOldestKubernetesOfTheReadmeIsTheChartsOwn(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository, "deploy/helm/puls/README.md"))
	require.NoError(t, err)
	require.Contains(t, string(text), "\n| Kubernetes | 1.27 and newer")
	options := chart.Options{
		Folder: filepath.Join(repository, "deploy/helm/puls"), Name: "puls", Namespace: "puls", Values: sizes(t)["large"],
	}
	newest, err := chart.Render(t.Context(), options)
	require.NoError(t, err)
	options.Kubernetes = 27
	oldest, err := chart.Render(t.Context(), options)
	require.NoError(t, err)
	require.Equal(t, newest, oldest, "no object depends on the cluster's version")
	options.Kubernetes = 26
	_, err = chart.Render(t.Context(), options)
	require.ErrorContains(t, err, ">=1.27.0")
}

// Each version needs its own module, because a module has one version of Kubernetes' types.
func TestOlderKubernetesVersionsReadEveryObject(t *testing.T) {
	for minor, arguments := range map[int][]string{27: {}, 32: {"-modfile=v1.32.mod"}} {
		for name, values := range sizes(t) {
			release, err := chart.Render(t.Context(), chart.Options{
				Folder: filepath.Join(repository, "deploy/helm/puls"), Name: "puls", Namespace: "puls", Values: values,
				Kubernetes: minor,
			})
			require.NoError(t, err)
			var texts []string
			for _, object := range release.Objects {
				texts = append(texts, object.Text)
			}
			cmd := exec.CommandContext(t.Context(), "go", append(append([]string{"run"}, arguments...), ".")...)
			cmd.Dir, cmd.Stdin = "../kinds", strings.NewReader(strings.Join(texts, "\n---\n"))
			var log strings.Builder // the downloads of a first run too
			cmd.Stderr = &log
			output, err := cmd.Output()
			require.NoError(t, err, "1.%d, %s: %s", minor, name, log.String())
			count, err := strconv.Atoi(strings.TrimSpace(string(output)))
			require.NoError(t, err)
			require.Greater(t, count, 3*len(services), "1.%d, %s", minor, name)
		}
	}
}

func TestIngressNginxPassesTheGatewaysBodySizes(t *testing.T) {
	code, err := os.ReadFile(filepath.Join(repository, "services/gateway/internal/upload/upload.go"))
	require.NoError(t, err)
	require.Contains(t, string(code), "maxUpload = 2 << 30")
	annotations := find[*networkingv1.Ingress](render(t, sizes(t)["ingress-nginx"]))["puls"].Annotations
	for name, value := range map[string]string{
		"proxy-body-size": "2g", "proxy-request-buffering": "off", "proxy-buffering": "off", "proxy-read-timeout": "3600",
	} {
		require.Equal(t, value, annotations["nginx.ingress.kubernetes.io/"+name])
	}
	route := find[*gatewayv1.HTTPRoute](render(t, sizes(t)["large"]))["puls"]
	require.EqualValues(t, "0s", *route.Spec.Rules[0].Timeouts.Request, "a stream ends by itself")
}

func TestReferencedObjectsExist(t *testing.T) {
	for name, values := range sizes(t) {
		t.Run(name, func(t *testing.T) {
			release := render(t, values)
			deployments := find[*appsv1.Deployment](release)
			for name, service := range find[*corev1.Service](release) {
				labels := deployments[name].Spec.Template.Labels
				require.Subset(t, labels, service.Spec.Selector)
				for _, port := range service.Spec.Ports {
					require.True(t, hasPort(deployments[name].Spec.Template.Spec, port.TargetPort.String()), "%s %s", name, port.Name)
				}
			}
			for name, scaler := range find[*autoscalingv2.HorizontalPodAutoscaler](release) {
				require.Equal(t, name, scaler.Spec.ScaleTargetRef.Name)
				require.Nil(t, deployments[name].Spec.Replicas, "an upgrade must not undo what was scaled")
				require.LessOrEqual(t, *scaler.Spec.MinReplicas, scaler.Spec.MaxReplicas)
			}
			for _, ingress := range find[*networkingv1.Ingress](release) {
				for _, path := range ingress.Spec.Rules[0].HTTP.Paths {
					require.Contains(t, find[*corev1.Service](release), path.Backend.Service.Name)
				}
			}
			for _, object := range release.Objects {
				if pod := object.Pod(); pod != nil {
					requireMounts(t, object.Name(), pod.Spec)
				}
			}
		})
	}
}

func hasPort(pod corev1.PodSpec, name string) bool {
	for _, port := range pod.Containers[0].Ports {
		if port.Name == name {
			return true
		}
	}
	return false
}

// requireMounts checks that every file named by a setting is in a mounted volume.
func requireMounts(t *testing.T, name string, pod corev1.PodSpec) {
	t.Helper()
	volumes, mounted := map[string]bool{}, map[string]bool{}
	for _, volume := range pod.Volumes {
		volumes[volume.Name] = true
	}
	for _, mount := range pod.Containers[0].VolumeMounts {
		require.True(t, volumes[mount.Name], "%s mounts %s", name, mount.Name)
		mounted[mount.MountPath] = true
	}
	require.Len(t, mounted, len(volumes), "%s has volumes that it does not mount", name)
	for _, env := range pod.Containers[0].Env {
		if strings.HasSuffix(env.Name, "_FILE") {
			require.True(t, mounted[filepath.Dir(env.Value)], "%s: %s=%s", name, env.Name, env.Value)
		}
	}
}

func TestTheEngineGrowsWithItsQueue(t *testing.T) {
	scaler := find[*autoscalingv2.HorizontalPodAutoscaler](render(t, sizes(t)["large"]))["puls-scoring-engine"]
	require.NotNil(t, scaler)
	require.Len(t, scaler.Spec.Metrics, 2)
	external := scaler.Spec.Metrics[1].External
	require.Equal(t, "puls_tasks_waiting", external.Metric.Name)
	require.Equal(t, "20", external.Target.AverageValue.String())
}

func TestHooksStandOnNothingThatComesLater(t *testing.T) {
	for name, values := range sizes(t) {
		release := render(t, values)
		for _, object := range release.Objects {
			pod := object.Pod()
			if !object.Hook || pod == nil {
				continue
			}
			require.Empty(t, pod.Spec.ServiceAccountName, name)
			require.Empty(t, pod.Spec.Containers[0].EnvFrom, name)
		}
	}
}
