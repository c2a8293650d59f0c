package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/rpc"
)

// natsConfig is the indented text of the server's configuration in deploy/compose/compose.yaml, the last thing in it.
var natsConfig = regexp.MustCompile(`(?s)configs:\n  nats:\n    content: \|\n(.*)$`)

func TestTheServerOfComposeRequiresThePassword(t *testing.T) {
	dir := t.TempDir()
	keys := keysCommand()
	keys.SetArgs([]string{"--into", filepath.Join(dir, "keys"), "--nats", "nats://nats:4222"})
	require.NoError(t, keys.Execute())
	// Like compose.yaml mounts them: its text as a file, and the server's keys in the folder beside it.
	compose, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "deploy", "compose", "compose.yaml"))
	require.NoError(t, err)
	found := natsConfig.FindSubmatch(compose)
	require.NotNil(t, found)
	config := strings.ReplaceAll(strings.ReplaceAll(string(found[1]), "      ", ""), "/data", filepath.Join(dir, "data"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "nats.conf"), []byte(config), 0o600))
	require.NoError(t, os.Symlink(filepath.Join(dir, "keys", natsName), filepath.Join(dir, "nats")))
	options, err := server.ProcessConfigFile(filepath.Join(dir, "nats.conf"))
	require.NoError(t, err)
	options.Host, options.Port, options.NoSigs, options.NoLog = "127.0.0.1", server.RANDOM_PORT, true, true
	running, err := server.NewServer(options)
	require.NoError(t, err)
	go running.Start()
	t.Cleanup(running.Shutdown)
	require.True(t, running.ReadyForConnections(10*time.Second))

	_, err = nats.Connect(running.ClientURL())
	require.ErrorIs(t, err, nats.ErrAuthorization)
	given := given(t, filepath.Join(dir, "keys", sharedName))["NATS_URL"]
	conn, err := nats.Connect(strings.Replace(given, "nats:4222", running.Addr().String(), 1))
	require.NoError(t, err)
	conn.Close()
}

func TestKeysForSeveralServersOfNATSAreInEachAddress(t *testing.T) {
	address, _, err := natsPassword("tls://nats-0:4222, tls://nats-1:4222", "secret")
	require.NoError(t, err)
	require.Equal(t, "tls://puls:secret@nats-0:4222,tls://puls:secret@nats-1:4222", address)
	for _, bad := range []string{"nats", "nats://somebody:else@nats:4222", ""} {
		_, _, err := natsPassword(bad, "secret")
		require.ErrorContains(t, err, "--nats", bad)
	}
}

func TestCertificatesOfAFolderOfKeysBelongTogether(t *testing.T) {
	into := filepath.Join(t.TempDir(), "keys")
	keys := keysCommand()
	keys.SetArgs([]string{"--into", into})
	require.NoError(t, keys.Execute())
	for _, service := range Services() {
		dir := filepath.Join(into, service.Name+"-tls")
		_, err := rpc.Credentials(rpc.CertificateFiles{
			Certificate: filepath.Join(dir, "tls.crt"), Key: filepath.Join(dir, "tls.key"), CA: filepath.Join(dir, "ca.crt"),
		}, nil)
		require.NoError(t, err, service.Name)
	}
}
