package conf_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/conf"
)

func TestAValueMayStandInAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(file, []byte("one\n two \r\n"), 0o600))
	given := conf.Values{"PULS_A_FILE": file, "PULS_B": "text", "PULS_TLS_KEY_FILE": "a path"}
	read, err := given.Files("PULS_A", "PULS_B", "PULS_TLS_KEY_FILE")
	require.NoError(t, err)
	require.Equal(t, conf.Values{
		"PULS_A_FILE": file, "PULS_A": "one\n two ", "PULS_B": "text", "PULS_TLS_KEY_FILE": "a path",
	}, read)
	require.Empty(t, given["PULS_A"])

	_, err = given.With("PULS_A", "text").Files("PULS_A")
	require.EqualError(t, err, "PULS_A and PULS_A_FILE are both set; leave one")
	_, err = conf.Values{"PULS_A_FILE": file + "-gone"}.Files("PULS_A")
	require.ErrorContains(t, err, "PULS_A_FILE: ")
	require.ErrorIs(t, err, os.ErrNotExist)
}
