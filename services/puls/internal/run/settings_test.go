package run_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/conf"
	"puls.app/services/local/certtest"
	"puls.app/services/puls/internal/run"
)

func TestAWrongCertificateNamesItsSettings(t *testing.T) {
	dir := t.TempDir()
	authority := certtest.NewAuthority(t, "ours")
	authority.Write(t, dir, []string{"puls-contacts"}, authority)
	values := func(certificate, key, ca string) conf.Values {
		return conf.Values{
			"PULS_GRPC_CERT_FILE": certificate, "PULS_GRPC_KEY_FILE": key, "PULS_GRPC_CA_FILE": ca,
		}
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(in("empty"), nil, 0o600))
	for name, c := range map[string]struct {
		values conf.Values
		says   string
	}{
		"one is missing":     {values(in("tls.crt"), in("tls.key"), ""), "PULS_GRPC_CA_FILE belong together"},
		"a file is missing":  {values(in("tls.crt"), in("gone"), in("ca.crt")), "PULS_GRPC_KEY_FILE"},
		"no CA is in it":     {values(in("tls.crt"), in("tls.key"), in("empty")), "no certificate is in " + in("empty")},
		"they are exchanged": {values(in("tls.key"), in("tls.crt"), in("ca.crt")), "PULS_GRPC_CERT_FILE"},
	} {
		settings, err := run.Read(c.values)
		require.NoError(t, err)
		_, err = settings.Credentials(slog.New(slog.DiscardHandler))
		require.ErrorContains(t, err, c.says, name)
	}
	settings, err := run.Read(values(in("tls.crt"), in("tls.key"), in("ca.crt")))
	require.NoError(t, err)
	protect, err := settings.Credentials(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.Equal(t, "tls", protect.Info().SecurityProtocol)
	settings, err = run.Read(conf.Values{})
	require.NoError(t, err)
	protect, err = settings.Credentials(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.Nil(t, protect, "without files connections are plain")
}
