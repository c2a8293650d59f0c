//go:build long

package acceptance

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
)

// The network of the pods, and this machine's address in it.
const (
	podsNetwork = "puls-pods"
	podsSubnet  = "10.98.0."
	podsHost    = podsSubnet + "1"
)

// manifest is the part of a rendered object that these tests read.
type manifest struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		Template    struct{ Spec podSpec }
		JobTemplate struct {
			Spec struct{ Template struct{ Spec podSpec } }
		} `yaml:"jobTemplate"`
	}
}

type podSpec struct {
	Grace      int `yaml:"terminationGracePeriodSeconds,omitempty"`
	Containers []podContainer
	Volumes    []podVolume
	Rest       map[string]any `yaml:",inline"`
}

type podContainer struct {
	Ports []struct {
		Name   string
		Number int `yaml:"containerPort"`
	} `yaml:",omitempty"`
	Startup   *podProbe      `yaml:"startupProbe,omitempty"`
	Liveness  *podProbe      `yaml:"livenessProbe,omitempty"`
	Readiness *podProbe      `yaml:"readinessProbe,omitempty"`
	Rest      map[string]any `yaml:",inline"`
}

type podProbe struct {
	HTTP struct{ Path, Port string } `yaml:"httpGet"`
}

type podVolume struct {
	Secret *struct {
		Name string `yaml:"secretName"`
	} `yaml:",omitempty"`
	HostPath map[string]string `yaml:"hostPath,omitempty"`
	Rest     map[string]any    `yaml:",inline"`
}

// pods are the Deployments and jobs of the chart, run by Podman.
type pods struct {
	t        *testing.T
	keys     string
	config   any
	jobs     map[string]podSpec
	services []manifest
}

func (p *pods) podman(in io.Reader, args ...string) string {
	p.t.Helper()
	cmd := exec.Command("podman", args...)
	cmd.Stdin, cmd.Stderr = in, testWriter{p.t}
	output, err := cmd.Output()
	require.NoError(p.t, err, "podman %s", strings.Join(args, " "))
	return strings.TrimSpace(string(output))
}

// render loads the built image and reads the chart's objects for it, with one pod for each service.
func (p *pods) render(root string) {
	p.t.Helper()
	loaded := p.podman(nil, "load", "--quiet", "--input", filepath.Join(root, "dist", "image", "puls.oci.tar"))
	repository, tag, found := strings.Cut(strings.TrimPrefix(loaded, "Loaded image: "), ":")
	require.True(p.t, found, loaded)
	helm := exec.Command("go", "tool", "-C", filepath.Join(root, "tools", "deploy"), "helm", "template", "puls",
		filepath.Join(root, "deploy", "helm", "puls"), "--set", "image.pullPolicy=Never,defaults.replicas=1",
		"--set", "image.repository="+repository, "--set-string", "image.tag="+tag)
	helm.Env, helm.Stderr = append(os.Environ(), "GOWORK=off"), testWriter{p.t}
	text, err := helm.Output()
	require.NoError(p.t, err)
	for decoder := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var document yaml.Node
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(p.t, err)
		var object manifest
		require.NoError(p.t, document.Decode(&object))
		switch object.Kind {
		case "ConfigMap":
			require.NoError(p.t, document.Decode(&p.config))
		case "Job":
			p.jobs[object.Metadata.Name] = object.Spec.Template.Spec
		case "CronJob":
			p.jobs[object.Metadata.Name] = object.Spec.JobTemplate.Spec.Template.Spec
		case "Deployment":
			p.services = append(p.services, object)
		}
	}
}

// play starts a pod that others find by its name. Ports and probes are left out, because Podman 4.3 opens every port on
// this machine and runs probes with a curl in the container. Folders replace Secrets, which it does not decode.
func (p *pods) play(name, ip string, spec podSpec) {
	p.t.Helper()
	for i, volume := range spec.Volumes {
		if volume.Secret != nil {
			folder := filepath.Join(p.keys, strings.TrimPrefix(volume.Secret.Name, "puls-"))
			spec.Volumes[i] = podVolume{HostPath: map[string]string{"path": folder, "type": "Directory"}, Rest: volume.Rest}
		}
	}
	for i, container := range spec.Containers {
		spec.Containers[i] = podContainer{Rest: container.Rest}
	}
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	require.NoError(p.t, encoder.Encode(p.config))
	require.NoError(p.t, encoder.Encode(map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]string{"name": name}, "spec": spec,
	}))
	p.podman(&text, "kube", "play", "--network", podsNetwork+":ip="+ip+",alias="+name, "-")
}

// runJob runs the pod of a Job, or the pod that a CronJob would make, to its end.
func (p *pods) runJob(name string) {
	p.t.Helper()
	p.play(name, podsSubnet+"200", p.jobs[name])
	if code := p.podman(nil, "wait", name+"-puls"); code != "0" {
		require.Equal(p.t, "0", code, p.podman(nil, "logs", name+"-puls"))
	}
	p.podman(nil, "pod", "rm", "--force", name)
}

// runServices runs every Deployment until the test ends.
func (p *pods) runServices() {
	p.t.Helper()
	probed := map[string]podContainer{} // by address
	for i, service := range p.services {
		name, spec, ip := service.Metadata.Name, service.Spec.Template.Spec, p.address(i)
		probed[ip] = spec.Containers[0]
		p.play(name, ip, spec)
		p.t.Cleanup(func() {
			p.podman(nil, "stop", "--time", strconv.Itoa(spec.Grace), name+"-puls")
			code := p.podman(nil, "inspect", "--format", "{{.State.ExitCode}}", name+"-puls")
			require.Equal(p.t, "0", code, "%s ends well when it is asked to", name)
		})
	}
	for ip, container := range probed {
		eventually(p.t, "the probes of "+ip, func() bool { return container.answers(ip) })
	}
	for _, service := range p.services {
		p.requireRestricted(service.Metadata.Name + "-puls")
	}
}

func (p *pods) address(service int) string { return podsSubnet + strconv.Itoa(10+service) }

// answers probes a container by its own probes, like a kubelet.
func (c podContainer) answers(ip string) bool {
	for _, probe := range []*podProbe{c.Startup, c.Liveness, c.Readiness} {
		for _, port := range c.Ports {
			if port.Name != probe.HTTP.Port {
				continue
			}
			res, err := http.Get(fmt.Sprintf("http://%s:%d%s", ip, port.Number, probe.HTTP.Path))
			if err != nil {
				return false
			}
			_ = res.Body.Close() // only the status counts
			if res.StatusCode >= http.StatusBadRequest {
				return false
			}
		}
	}
	return true
}

// requireRestricted compares a container with the chart's security context, by the kernel's data of its process.
func (p *pods) requireRestricted(container string) {
	p.t.Helper()
	state := p.podman(nil, "inspect", "--format", "{{.State.Pid}} {{.HostConfig.ReadonlyRootfs}}", container)
	pid, readOnly, _ := strings.Cut(state, " ")
	require.Equal(p.t, "true", readOnly, container)
	status, err := os.ReadFile("/proc/" + pid + "/status")
	require.NoError(p.t, err)
	for _, line := range []string{
		"Uid:\t65532\t65532\t65532\t65532", "Gid:\t65532\t65532\t65532\t65532", "CapEff:\t0000000000000000",
		"CapPrm:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2",
	} {
		require.Contains(p.t, string(status), line+"\n", container)
	}
}

// startPods runs the chart on servers of this machine and returns the product as operators see it.
func startPods(t *testing.T) (*pods, *program) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	require.NoError(t, err)
	puls, err := built()
	require.NoError(t, err)
	data := newProcess(t).data
	log := slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	packages := filepath.Join(root, "deploy", "postgres", "node_modules")
	servers, err := run.Settings{}.StartEmbedded(t.Context(), data, packages, log)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, servers.Stop()) })
	p := &pods{t: t, keys: filepath.Join(data, "keys"), jobs: map[string]podSpec{}}
	database := databaseForPods(t, servers.DatabaseURL)
	output, err := exec.Command(puls, "keys", "--into", p.keys, "--database", database).CombinedOutput()
	require.NoError(t, err, "%s", output)
	bus := []byte(natsForPods(t, servers.NATSURL))
	require.NoError(t, os.WriteFile(filepath.Join(p.keys, "everybody", "NATS_URL"), bus, 0o600))
	output, err = exec.Command("chown", "-R", "65532", p.keys).CombinedOutput()
	require.NoError(t, err, "%s", output)
	p.render(root)
	p.podman(nil, "network", "create", "--subnet", podsSubnet+"0/24", podsNetwork)
	t.Cleanup(func() { p.podman(nil, "network", "rm", "--force", podsNetwork) }) // with its pods
	p.runJob("puls-migrate")
	p.runServices()
	gateway := slices.IndexFunc(p.services, func(m manifest) bool { return m.Metadata.Name == "puls-gateway" })
	settings, err := run.Read(keysIn(t, p.keys, "everybody", "operator"))
	require.NoError(t, err)
	env, err := settings.Env(host.NewMemory(), servers.DatabaseURL, settings.NATS(servers.NATSURL), nil, log)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, env.Bus.Close()) })
	address := "http://" + p.address(gateway) + ":8080"
	return p, &program{t: t, env: env, address: address, admin: servers.DatabaseURL}
}

// keysIn reads folders of keys.
func keysIn(t *testing.T, keys string, rings ...string) conf.Values {
	t.Helper()
	values := conf.Values{}
	for _, ring := range rings {
		files, err := os.ReadDir(filepath.Join(keys, ring))
		require.NoError(t, err)
		for _, file := range files {
			content, err := os.ReadFile(filepath.Join(keys, ring, file.Name()))
			require.NoError(t, err)
			values[file.Name()] = string(content)
		}
	}
	return values
}

// databaseForPods returns the address by which pods reach a Postgres that listens on a socket of this machine.
func databaseForPods(t *testing.T, address string) string {
	t.Helper()
	config, err := pgconn.ParseConfig(address)
	require.NoError(t, err)
	network, target := pgconn.NetworkAddress(config.Host, config.Port)
	outside := url.URL{
		Scheme: "postgres", User: url.UserPassword(config.User, config.Password), Path: "/" + config.Database,
		Host: forwarded(t, network, target), RawQuery: "sslmode=disable",
	}
	return outside.String()
}

// natsForPods does the same for a NATS server that listens on the loopback address.
func natsForPods(t *testing.T, address string) string {
	t.Helper()
	parsed, err := url.Parse(address)
	require.NoError(t, err)
	parsed.Host = forwarded(t, "tcp", parsed.Host)
	return parsed.String()
}

// forwarded opens a port that pods reach and that leads to a server of this machine.
func forwarded(t *testing.T, network, target string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "0.0.0.0:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, listener.Close()) })
	go func() {
		for {
			near, err := listener.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			far, err := net.Dial(network, target)
			if err != nil {
				_ = near.Close() // as if there were no listener
				continue
			}
			for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
				go func() {
					_, _ = io.Copy(way[0], way[1]) // either end may close at any time
					_ = way[0].Close()
				}()
			}
		}
	}()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	require.NoError(t, err)
	return net.JoinHostPort(podsHost, port)
}

func TestPodsOfTheChartGiveTheGoldenResults(t *testing.T) {
	pods, p := startPods(t)
	for name, dir := range goldenDirs(t) {
		t.Run(name, func(t *testing.T) {
			g := readGolden(t, dir)
			g.prove(t, p.createFor, name+"-pods", g.contactsFirst([][]byte{g.file(t, "events.csv")}))
		})
	}
	proveTheNight(t, pods, p)
}

// proveTheNight runs the CronJob's pod for a scoring that was activated two days ago.
func proveTheNight(t *testing.T, pods *pods, p *program) {
	t.Helper()
	c := p.createAccount("night@example.com", "Europe/Warsaw", "001")
	contacts, events := "uid,external_id,email,email_consent\n", eventHeader
	for person := range 50 {
		contacts += fmt.Sprintf("001,E%d,person%d@example.com,true\n", person, person)
		for day := 3; day < 24; day++ {
			at := time.Now().AddDate(0, 0, -day).UTC().Format(time.RFC3339)
			for i, kind := range []string{"sent", "delivered", "opened"}[:2+person%2] {
				events += fmt.Sprintf("e%d-%d-%d,%s,001,mailing.%s,m%d,info,,person%d@example.com,,,\n",
					person, day, i, at, kind, day, person)
			}
		}
	}
	require.Equal(t, 50, c.upload("contacts", "text/csv", strings.NewReader(contacts)).Kept)
	require.Equal(t, "done", c.upload("engagement", "text/csv", strings.NewReader(events)).State)
	scoring := crashScoring(c)
	conn, err := pgx.Connect(t.Context(), p.admin)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	changed, err := conn.Exec(t.Context(), `UPDATE scoring_config.scorings
		SET activated_at = activated_at - interval '2 days', first_activated_at = first_activated_at - interval '2 days'
		WHERE id = $1`, scoring)
	require.NoError(t, err)
	require.EqualValues(t, 1, changed.RowsAffected())
	require.Empty(t, c.dates(scoring, "mailing"))
	pods.runJob("puls-nightly")
	eventually(t, "the night's result", func() bool { return len(c.dates(scoring, "mailing")) > 0 })
}
