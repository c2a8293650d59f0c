package chart_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"puls.app/tools/deploy/chart"
)

func TestEveryPodIsRestricted(t *testing.T) {
	for name, values := range sizes(t) {
		for _, object := range render(t, values).Objects {
			pod := object.Pod()
			if pod == nil {
				continue
			}
			t.Run(name+" "+object.Name(), func(t *testing.T) {
				requireRestricted(t, pod.Spec, name == "openshift")
				require.Len(t, pod.Spec.Containers, 1)
				require.Empty(t, pod.Spec.InitContainers)
				requireContained(t, pod.Spec.Containers[0])
				if object.Name() != testPod {
					requireSoftLimit(t, pod.Spec.Containers[0])
				}
			})
		}
	}
}

func requireRestricted(t *testing.T, pod corev1.PodSpec, assigned bool) {
	t.Helper()
	require.False(t, *pod.AutomountServiceAccountToken)
	require.False(t, pod.HostNetwork || pod.HostPID || pod.HostIPC)
	security := pod.SecurityContext
	require.True(t, *security.RunAsNonRoot)
	if assigned { // the cluster refuses a user outside the namespace's range
		require.Equal(t, [3]*int64{}, [3]*int64{security.RunAsUser, security.RunAsGroup, security.FSGroup})
	} else {
		require.Positive(t, *security.RunAsUser)
		require.Positive(t, *security.RunAsGroup)
	}
	require.Equal(t, corev1.SeccompProfileTypeRuntimeDefault, security.SeccompProfile.Type)
	for _, volume := range pod.Volumes {
		require.True(t, volume.Secret != nil || volume.EmptyDir != nil, "%s is neither a Secret nor scratch", volume.Name)
		if volume.EmptyDir != nil {
			require.Positive(t, volume.EmptyDir.SizeLimit.Value(), "scratch without a limit fills the node")
		}
	}
}

func requireContained(t *testing.T, container corev1.Container) {
	t.Helper()
	security := container.SecurityContext
	require.False(t, *security.AllowPrivilegeEscalation)
	require.True(t, *security.ReadOnlyRootFilesystem)
	require.Nil(t, security.Privileged)
	require.Nil(t, security.RunAsUser)
	require.Equal(t, &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}}, security.Capabilities)
	require.NotContains(t, container.Image, "latest")
	require.Regexp(t, `(:[^/:]+|@sha256:[0-9a-f]{64})$`, container.Image, "the image has a tag or a digest")
	for _, kind := range []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory} {
		request, limit := container.Resources.Requests[kind], container.Resources.Limits[kind]
		require.Positive(t, request.MilliValue(), kind)
		require.GreaterOrEqual(t, limit.Cmp(request), 0, kind)
	}
}

func requireSoftLimit(t *testing.T, container corev1.Container) {
	t.Helper()
	memory := container.Resources.Limits[corev1.ResourceMemory]
	soft := resource.MustParse(strings.TrimSuffix(environment(container)["GOMEMLIMIT"], "B"))
	share := float64(soft.Value()) / float64(memory.Value())
	require.InDelta(t, 0.82, share, 0.09, "Go collects before the kernel ends the process: %s of %s", &soft, &memory)
}

// environment returns a container's settings by name.
func environment(container corev1.Container) map[string]string {
	values := map[string]string{}
	for _, env := range container.Env {
		values[env.Name] = env.Value
	}
	return values
}

func TestEveryServiceIsAskedHowItIs(t *testing.T) {
	for name, values := range sizes(t) {
		release := render(t, values)
		for _, service := range services {
			t.Run(name+" "+service, func(t *testing.T) {
				container := find[*appsv1.Deployment](release)["puls-"+service].Spec.Template.Spec.Containers[0]
				for _, probe := range []*corev1.Probe{container.StartupProbe, container.LivenessProbe} {
					require.Equal(t, "/healthz admin", fmt.Sprint(probe.HTTPGet.Path, " ", probe.HTTPGet.Port.String()),
						"a process is not ended because a database is away")
				}
				require.GreaterOrEqual(t, container.LivenessProbe.FailureThreshold*container.LivenessProbe.PeriodSeconds, int32(20))
				secure := environment(container)["PULS_GRPC_CERT_FILE"] != ""
				ready := container.ReadinessProbe
				switch {
				case service == "gateway":
					require.Equal(t, "/readyz http", fmt.Sprint(ready.HTTPGet.Path, " ", ready.HTTPGet.Port.String()))
				case secure:
					require.Equal(t, "/readyz admin", fmt.Sprint(ready.HTTPGet.Path, " ", ready.HTTPGet.Port.String()))
				default:
					require.Equal(t, int32(9000), ready.GRPC.Port)
				}
			})
		}
	}
}

func TestAPodIsGivenTheTimeThatItsStopTakes(t *testing.T) {
	const grace = 10 * time.Second // services/kit/host: stopGrace; services/gateway: drainTimeout
	for _, seconds := range []int{0, 5, 30} {
		release := render(t, fmt.Sprintf("drainPauseSeconds: %d", seconds))
		pause, err := time.ParseDuration(find[*corev1.ConfigMap](release)["puls"].Data["PULS_DRAIN_PAUSE"])
		require.NoError(t, err)
		for name, deployment := range find[*appsv1.Deployment](release) {
			given := time.Duration(*deployment.Spec.Template.Spec.TerminationGracePeriodSeconds) * time.Second
			require.GreaterOrEqual(t, given, pause+2*grace, name)
			ready := deployment.Spec.Template.Spec.Containers[0].ReadinessProbe
			if seconds == 5 {
				noticed := time.Duration(ready.PeriodSeconds*ready.FailureThreshold) * time.Second
				require.Less(t, noticed, pause, "%s: what is not ready is noticed within the pause", name)
			}
			require.Zero(t, deployment.Spec.Strategy.RollingUpdate.MaxUnavailable.IntValue(), name)
		}
	}
}

func TestAChangedSettingIsANewPod(t *testing.T) {
	sum := func(values string) string {
		pod := find[*appsv1.Deployment](render(t, values))["puls-account"].Spec.Template
		return pod.Annotations["checksum/config"]
	}
	require.Equal(t, sum(""), sum("podDisruptionBudget: {enabled: false}"))
	require.NotEqual(t, sum(""), sum("settings: {PULS_LOG_LEVEL: debug}"))
}

// pods returns the pods by the names of their objects.
func pods(release chart.Release) map[string]corev1.PodSpec {
	found := map[string]corev1.PodSpec{}
	for _, object := range release.Objects {
		if pod := object.Pod(); pod != nil {
			found[object.Name()] = pod.Spec
		}
	}
	return found
}
