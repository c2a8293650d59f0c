package natsserver_test

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/natsserver"
)

// killedVariable makes the test program publish one message and wait to be killed.
const killedVariable = "NATSSERVER_TEST_DIR"

func TestMain(m *testing.M) {
	dir := os.Getenv(killedVariable)
	if dir == "" {
		os.Exit(m.Run())
	}
	if err := publishAndWait(dir); err != nil {
		os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
}

func publishAndWait(dir string) error {
	ctx := context.Background()
	s, err := natsserver.Start(ctx, natsserver.Options{Dir: dir})
	if err != nil {
		return err
	}
	conn, err := s.Connect()
	if err != nil {
		return err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "FACTS", Subjects: []string{"facts.>"}}); err != nil {
		return err
	}
	if _, err := js.Publish(ctx, "facts.one", []byte("kept")); err != nil {
		return err
	}
	os.Stdout.WriteString("published\n")
	select {}
}

func startServer(t *testing.T, o natsserver.Options) *natsserver.Server {
	t.Helper()
	s, err := natsserver.Start(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Stop()) })
	return s
}

func stream(t *testing.T, conn *nats.Conn) jetstream.Stream {
	t.Helper()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	found, err := js.CreateOrUpdateStream(
		t.Context(), jetstream.StreamConfig{Name: "FACTS", Subjects: []string{"facts.>"}},
	)
	require.NoError(t, err)
	return found
}

func consume(t *testing.T, from jetstream.Stream) string {
	t.Helper()
	consumer, err := from.CreateOrUpdateConsumer(
		t.Context(), jetstream.ConsumerConfig{Durable: "reader", AckPolicy: jetstream.AckExplicitPolicy},
	)
	require.NoError(t, err)
	message, err := consumer.Next(jetstream.FetchMaxWait(10 * time.Second))
	require.NoError(t, err)
	require.NoError(t, message.DoubleAck(t.Context()))
	return string(message.Data())
}

func TestMessagesAndConsumersSurviveARestart(t *testing.T) {
	o := natsserver.Options{Dir: t.TempDir()}
	first := startServer(t, o)
	conn, err := first.Connect()
	require.NoError(t, err)
	stored := stream(t, conn)
	for _, text := range []string{"one", "two"} {
		require.NoError(t, conn.Publish("facts.new", []byte(text)))
	}
	require.NoError(t, conn.Flush())
	require.Equal(t, "one", consume(t, stored))
	conn.Close()
	require.NoError(t, first.Stop())

	second := startServer(t, o)
	conn, err = second.Connect()
	require.NoError(t, err)
	defer conn.Close()
	require.Equal(t, "two", consume(t, stream(t, conn)))
}

func TestAcknowledgedMessagesSurviveAKilledProgram(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), killedVariable+"="+dir)
	output, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line := make([]byte, len("published\n"))
	_, err = output.Read(line)
	require.NoError(t, err)
	_, err = natsserver.Start(t.Context(), natsserver.Options{Dir: dir})
	require.ErrorIs(t, err, natsserver.ErrInUse)
	require.ErrorContains(t, err, "process "+strconv.Itoa(cmd.Process.Pid))
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())

	conn, err := startServer(t, natsserver.Options{Dir: dir}).Connect()
	require.NoError(t, err)
	defer conn.Close()
	require.Equal(t, "kept", consume(t, stream(t, conn)))
}

func TestOtherProcessesNeedTheToken(t *testing.T) {
	s := startServer(t, natsserver.Options{Dir: t.TempDir(), Listen: true})
	require.Contains(t, s.URL(), "@127.0.0.1:")
	conn, err := nats.Connect(s.URL())
	require.NoError(t, err)
	conn.Close()
	_, address, _ := strings.Cut(s.URL(), "@")
	_, err = nats.Connect("nats://" + address)
	require.ErrorIs(t, err, nats.ErrAuthorization)
	conn, err = s.Connect()
	require.NoError(t, err)
	conn.Close()
}

func TestWithoutListeningThereIsNoAddress(t *testing.T) {
	require.Empty(t, startServer(t, natsserver.Options{Dir: t.TempDir()}).URL())
}

func TestAPortInUseIsNamed(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	dir := t.TempDir()
	_, err = natsserver.Start(t.Context(), natsserver.Options{Dir: dir, Listen: true, Port: port})
	require.EqualError(
		t, err, "port "+strconv.Itoa(port)+" on 127.0.0.1 is in use: stop the program that listens there or choose another port",
	)
	startServer(t, natsserver.Options{Dir: dir}) // the folder is free again
}

func TestAFolderThatCannotBeMadeIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := natsserver.Start(t.Context(), natsserver.Options{Dir: filepath.Join(file, "nats")})
	require.ErrorContains(t, err, "make the NATS data folder")
}

func TestStoppingTwiceIsHarmless(t *testing.T) {
	s := startServer(t, natsserver.Options{Dir: t.TempDir()})
	require.NoError(t, s.Stop())
	require.NoError(t, s.Stop())
}
