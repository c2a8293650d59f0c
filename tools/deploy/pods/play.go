package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"puls.app/tools/deploy/chart"
)

// pod is one that runs.
type pod struct {
	name, ip string
	// container is what Podman calls the program's.
	container string
	spec      corev1.PodSpec
}

func (r *runner) find(name string) (*pod, error) {
	for _, p := range r.pods {
		if p.name == name {
			return p, nil
		}
	}
	return nil, fmt.Errorf("nothing runs as %s", name)
}

// adapt takes from a pod what Podman cannot do, and gives it what a cluster would: probes are asked from here, as a
// kubelet does (Podman would run curl in the container), and the names of Services are entries of /etc/hosts.
func (r *runner) adapt(spec corev1.PodSpec) corev1.PodSpec {
	changed := *spec.DeepCopy()
	changed.ServiceAccountName, changed.TopologySpreadConstraints = "", nil
	for i := range changed.Containers {
		container := &changed.Containers[i]
		container.StartupProbe, container.LivenessProbe, container.ReadinessProbe = nil, nil, nil
		container.Ports = nil // Podman would open each on this machine, too
	}
	for _, p := range r.pods {
		changed.HostAliases = append(changed.HostAliases, corev1.HostAlias{IP: p.ip, Hostnames: []string{p.name}})
	}
	return changed
}

// play hands objects to Podman.
func (r *runner) play(ctx context.Context, ip string, objects ...any) error {
	var text strings.Builder
	for _, object := range objects {
		document, err := yaml.Marshal(object)
		if err != nil {
			return fmt.Errorf("write object: %w", err)
		}
		text.WriteString("---\n" + string(document))
	}
	path := filepath.Join(r.dir, "objects.yaml")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		return fmt.Errorf("write objects: %w", err)
	}
	_, err := podman(ctx, "kube", "play", "--network", network, "--ip", ip, path)
	return err
}

// job runs a Job, or what a CronJob would start, to its end. Podman 4.3 knows neither, so it runs the pod in it.
func (r *runner) job(ctx context.Context, rendered chart.Release, name string) error {
	for _, object := range rendered.Objects {
		if object.Name() != name {
			continue
		}
		_, short, _ := strings.Cut(name, "/")
		spec := r.adapt(object.Pod().Spec)
		p := corev1.Pod{
			TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, ObjectMeta: metav1.ObjectMeta{Name: short}, Spec: spec,
		}
		if err := r.play(ctx, subnet+".200", p); err != nil {
			return err
		}
		container := short + "-" + spec.Containers[0].Name
		code, err := podman(ctx, "wait", container)
		if err != nil {
			return err
		}
		if code != "0" {
			said, _ := exec.CommandContext(ctx, "podman", "logs", container).CombinedOutput() // it fails anyway
			return fmt.Errorf("%s ended with %s: %s", name, code, said)
		}
		_, err = podman(ctx, "pod", "rm", "--force", "--time", "1", short)
		return err
	}
	return fmt.Errorf("the chart renders no %s", name)
}

// deploy runs all Deployments at once and waits until each answers its readiness probe.
func (r *runner) deploy(ctx context.Context, rendered chart.Release, say *log.Logger) error {
	var config corev1.ConfigMap
	var deployments []*appsv1.Deployment
	for _, object := range rendered.Objects {
		switch typed := object.Typed.(type) {
		case *corev1.ConfigMap:
			config = *typed
		case *appsv1.Deployment:
			deployments = append(deployments, typed)
			r.pods = append(r.pods, &pod{
				name: typed.Name, ip: fmt.Sprintf("%s.%d", subnet, 10+len(r.pods)), spec: typed.Spec.Template.Spec,
				container: typed.Name + "-pod-0-" + typed.Spec.Template.Spec.Containers[0].Name,
			})
		}
	}
	begun := time.Now()
	started := map[string]time.Time{}
	// They are asked while Podman still starts the others.
	asking, stop := context.WithTimeout(ctx, patience)
	defer stop()
	answered := make(chan readiness, 1)
	go func() { answered <- r.awaitReady(asking) }()
	for i, deployment := range deployments {
		adapted := deployment.DeepCopy()
		adapted.Spec.Template.Spec = r.adapt(deployment.Spec.Template.Spec)
		started[deployment.Name] = time.Now()
		if err := r.play(ctx, r.pods[i].ip, config, adapted); err != nil {
			return err
		}
	}
	ready := <-answered
	if ready.err != nil {
		return ready.err
	}
	for _, p := range r.pods {
		if err := p.restricted(ctx); err != nil {
			return err
		}
		say.Printf("%-20s ready %.1f s after it was asked for", p.name, ready.at[p.name].Sub(started[p.name]).Seconds())
	}
	say.Printf("all ready after %.1f s; none is root, has a capability or can write its root", time.Since(begun).Seconds())
	return nil
}

// stop ends everything as a rollout does and says how long it took.
func (r *runner) stop(ctx context.Context, say *log.Logger) error {
	for _, p := range r.pods {
		begun := time.Now()
		grace := fmt.Sprint(*p.spec.TerminationGracePeriodSeconds)
		if _, err := podman(ctx, "stop", "--time", grace, p.container); err != nil {
			return err
		}
		code, err := podman(ctx, "inspect", "--format", "{{.State.ExitCode}}", p.container)
		if err != nil {
			return err
		}
		if code != "0" {
			return fmt.Errorf("%s ended with %s when it was asked to stop", p.name, code)
		}
		say.Printf("%-20s stopped in %.1f s", p.name, time.Since(begun).Seconds())
	}
	return nil
}
