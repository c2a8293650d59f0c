package run

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheLogOfPostgresBeginsAnewWhenItIsLarge(t *testing.T) {
	file, err := os.OpenFile(filepath.Join(t.TempDir(), "postgres.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	e := &Embedded{log: file}
	for size, left := range map[int64]int64{mostLog - 1: mostLog + 4, mostLog: 5} {
		require.NoError(t, file.Truncate(size))
		require.NoError(t, e.cutLog(t.Context()))
		_, err = file.WriteString("line\n")
		require.NoError(t, err)
		info, err := file.Stat()
		require.NoError(t, err)
		require.Equal(t, left, info.Size())
	}
}
