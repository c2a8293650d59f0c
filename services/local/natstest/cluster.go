package natstest

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/certtest"
)

// Size is the number of servers of a cluster.
const Size = 3

// patience bounds the time in which servers find each other, or elect a leader, on a busy machine.
const patience = time.Minute

// built builds the server's program once for all tests.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "nats-bin")
	if err != nil {
		return "", fmt.Errorf("make folder: %w", err)
	}
	program := filepath.Join(dir, "nats-server")
	build := exec.Command("go", "build", "-ldflags=-s", "-o", program, "github.com/nats-io/nats-server/v2")
	output, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build nats-server: %w: %s", err, output)
	}
	return program, nil
})

// Cluster is a cluster of three servers. Its methods are for one goroutine.
type Cluster struct {
	// URL has the addresses of all servers, separated by commas.
	URL string
	// CAFile, CertFile and KeyFile authenticate a client.
	CAFile, CertFile, KeyFile string

	t       testing.TB
	dir     string
	ports   []int
	servers [Size]*exec.Cmd
	admin   *nats.Conn
}

// Start starts a cluster that ends with the test, and returns once it can store streams.
func Start(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{t: t, dir: t.TempDir(), ports: freePorts(t, 2*Size)}
	authority := certtest.NewAuthority(t, "nats")
	authority.Write(t, c.dir, []string{"127.0.0.1"}, authority)
	c.CAFile, c.CertFile, c.KeyFile = c.in("ca.crt"), c.in("tls.crt"), c.in("tls.key")
	var urls, routes []string
	for n := range Size {
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", c.ports[n]))
		routes = append(routes, fmt.Sprintf(`"nats://127.0.0.1:%d"`, c.ports[Size+n]))
	}
	c.URL = strings.Join(urls, ",")
	for n := range Size {
		c.configure(n, routes)
		c.Run(n)
	}
	t.Cleanup(func() {
		if c.admin != nil {
			c.admin.Close()
		}
		for n := range Size {
			c.Kill(n)
		}
	})
	var err error
	c.admin, err = nats.Connect(
		c.URL, nats.UserInfo("admin", "admin"), nats.RootCAs(c.CAFile), nats.ClientCert(c.CertFile, c.KeyFile),
		nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond),
	)
	require.NoError(t, err)
	c.AwaitWhole()
	return c
}

func (c *Cluster) configure(n int, routes []string) {
	c.t.Helper()
	config := fmt.Sprintf(`
server_name: n%d
listen: "127.0.0.1:%d"
accounts {
  APP { jetstream: enabled, users: [{user: app, password: app}] }
  $SYS { users: [{user: admin, password: admin}] }
}
no_auth_user: app
jetstream { store_dir: %q, sync_interval: always, max_file_store: 64GB }
tls { cert_file: %q, key_file: %q, ca_file: %q, verify: true }
cluster { name: puls, listen: "127.0.0.1:%d", routes: [%s] }
`, n, c.ports[n], c.store(n), c.CertFile, c.KeyFile, c.CAFile, c.ports[Size+n], strings.Join(routes, ", "))
	require.NoError(c.t, os.WriteFile(c.file(n, "conf"), []byte(config), 0o600))
}

func (c *Cluster) in(name string) string { return filepath.Join(c.dir, name) }

func (c *Cluster) store(n int) string { return c.in(fmt.Sprintf("n%d", n)) }

func (c *Cluster) file(n int, ending string) string { return c.store(n) + "." + ending }

// Run starts a stopped server.
func (c *Cluster) Run(n int) {
	c.t.Helper()
	program, err := built()
	require.NoError(c.t, err)
	log, err := os.OpenFile(c.file(n, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	require.NoError(c.t, err)
	defer func() { require.NoError(c.t, log.Close()) }()
	cmd := exec.Command(program, "-c", c.file(n, "conf"))
	cmd.Stderr = log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	require.NoError(c.t, cmd.Start())
	c.servers[n] = cmd
}

// Kill ends a server like a power cut; a stopped one is left alone.
func (c *Cluster) Kill(n int) {
	c.t.Helper()
	cmd := c.servers[n]
	if cmd == nil {
		return
	}
	c.servers[n] = nil
	require.NoError(c.t, cmd.Process.Kill())
	_ = cmd.Wait() // its error is the kill itself
}

// Lose removes the data of a stopped server.
func (c *Cluster) Lose(n int) {
	c.t.Helper()
	require.Nil(c.t, c.servers[n])
	require.NoError(c.t, os.RemoveAll(c.store(n)))
}

// serverState is a server's report of its streams.
type serverState struct {
	Server struct{ Name string }
	Data   struct {
		Meta *struct {
			Leader   string `json:"leader"`
			Replicas []struct {
				Current bool `json:"current"`
			} `json:"replicas"`
		} `json:"meta_cluster"`
		Accounts []struct {
			Streams []struct {
				Name    string `json:"name"`
				Cluster struct {
					Leader   string `json:"leader"`
					Replicas []struct {
						Current bool `json:"current"`
					} `json:"replicas"`
				} `json:"cluster"`
			} `json:"stream_detail"`
		} `json:"account_details"`
	}
}

func (c *Cluster) states() []serverState {
	inbox := nats.NewInbox()
	sub, err := c.admin.SubscribeSync(inbox)
	require.NoError(c.t, err)
	defer func() { _ = sub.Unsubscribe() }() // the connection may be between two servers
	ask := []byte(`{"accounts":true,"streams":true}`)
	if c.admin.PublishRequest("$SYS.REQ.SERVER.PING.JSZ", inbox, ask) != nil {
		return nil
	}
	var states []serverState
	for len(states) < Size {
		msg, err := sub.NextMsg(time.Second)
		if err != nil {
			break
		}
		var state serverState
		require.NoError(c.t, json.Unmarshal(msg.Data, &state))
		states = append(states, state)
	}
	return states
}

// AwaitWhole returns once all servers run and all replicas are current.
func (c *Cluster) AwaitWhole() {
	c.t.Helper()
	c.eventually("the cluster to be whole", func() bool {
		states, whole := c.states(), false
		for _, state := range states {
			if meta := state.Data.Meta; meta != nil && meta.Leader == state.Server.Name {
				whole = len(meta.Replicas) == Size-1
				for _, replica := range meta.Replicas {
					whole = whole && replica.Current
				}
			}
		}
		for _, state := range states {
			for _, account := range state.Data.Accounts {
				for _, stream := range account.Streams {
					for _, replica := range stream.Cluster.Replicas {
						whole = whole && (replica.Current || stream.Cluster.Leader != state.Server.Name)
					}
				}
			}
		}
		return whole && len(states) == Size
	})
}

// Leader returns the number of the server that leads a stream.
func (c *Cluster) Leader(stream string) int {
	c.t.Helper()
	leader := -1
	c.eventually("a leader of "+stream, func() bool {
		for _, state := range c.states() {
			for _, account := range state.Data.Accounts {
				for _, s := range account.Streams {
					if s.Name == stream && s.Cluster.Leader != "" {
						_, err := fmt.Sscanf(s.Cluster.Leader, "n%d", &leader)
						return err == nil
					}
				}
			}
		}
		return false
	})
	return leader
}

func (c *Cluster) eventually(what string, holds func() bool) {
	c.t.Helper()
	deadline := time.Now().Add(patience)
	for !holds() {
		if time.Now().After(deadline) {
			for n := range Size {
				log, _ := os.ReadFile(c.file(n, "log")) // only printed
				c.t.Logf("n%d: %s", n, log)
			}
			require.FailNow(c.t, "waited in vain", what)
		}
		<-time.After(20 * time.Millisecond)
	}
}

// freePorts returns ports of the loopback address that nothing listens on.
func freePorts(t testing.TB, count int) []int {
	t.Helper()
	var config net.ListenConfig
	var ports []int
	for range count {
		listener, err := config.Listen(context.Background(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer func() { require.NoError(t, listener.Close()) }()
		address, _ := listener.Addr().(*net.TCPAddr)
		ports = append(ports, address.Port)
	}
	return ports
}
