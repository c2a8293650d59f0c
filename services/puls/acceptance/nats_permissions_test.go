package acceptance

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/host"
	"puls.app/services/kit/telemetry"
)

// limitedNATS starts a server with the users and permissions of the companion's values, and returns its address.
func limitedNATS(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "deploy", "helm", "companions", "nats-values.yaml"))
	require.NoError(t, err)
	var values struct {
		Config struct {
			Merge struct{ Authorization map[string]any }
		}
	}
	text = bytes.ReplaceAll(text, []byte("<< $NATS_PASSWORD >>"), []byte("password"))
	require.NoError(t, yaml.Unmarshal(text, &values))
	admitted := values.Config.Merge.Authorization
	require.NotEmpty(t, admitted)
	path := filepath.Join(t.TempDir(), "nats.json")
	file, err := os.Create(path)
	require.NoError(t, err)
	config := json.NewEncoder(file)
	config.SetEscapeHTML(false) // NATS cannot read \u, and its chart does not write it
	require.NoError(t, config.Encode(object{
		"listen": "127.0.0.1:-1", "jetstream": object{"store_dir": t.TempDir()}, "authorization": admitted,
	}))
	require.NoError(t, file.Close())
	options, err := server.ProcessConfigFile(path)
	require.NoError(t, err)
	options.NoSigs = true
	nats, err := server.NewServer(options)
	require.NoError(t, err)
	nats.Start()
	t.Cleanup(func() { nats.Shutdown(); nats.WaitForShutdown() })
	require.True(t, nats.ReadyForConnections(10*time.Second))
	return strings.Replace(nats.ClientURL(), "nats://", "nats://puls:password@", 1)
}

func TestTheProductNeedsNoMoreOfNATSThanTheCompanionAllows(t *testing.T) {
	t.Parallel()
	address := limitedNATS(t)
	lines := &lockedBuffer{}
	log := telemetry.NewLogger(lines, false, slog.LevelWarn)
	p := startProgramLogging(t, log, func(env *host.Env) {
		limited, err := bus.Connect(bus.Options{Connect: bus.Server{URL: address}.Connect, Name: "puls"}, log)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, limited.Close()) })
		env.Bus = limited
	})
	useEverything(t, p)
	batches, cause := bus.EventOf[*contactsv1.EngagementBatch]().Subject(), errors.New("unreadable")
	require.NoError(t, p.env.Bus.PutDeadLetter(t.Context(), batches, "one", []byte("?"), cause))
	require.NotContains(t, strings.ToLower(lines.String()), "permissions violation")

	refused := make(chan error, 1)
	tell := func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }
	foreign, err := nats.Connect(address, nats.ErrorHandler(tell))
	require.NoError(t, err)
	defer foreign.Close()
	require.NoError(t, foreign.Publish("payments.made", nil))
	require.ErrorIs(t, <-refused, nats.ErrPermissionViolation)
	_, err = foreign.SubscribeSync("engagement.>")
	require.NoError(t, err)
	require.ErrorIs(t, <-refused, nats.ErrPermissionViolation)
}
