package table

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/fact"
)

func TestLongCellsOfConsentsAreCountedAndNotRemembered(t *testing.T) {
	column := newValueColumn(KindContacts, "zgoda", "email_consent", nil, fact.Mailing)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	const cells = 5000
	for n := range cells {
		column.take(append([]byte(fmt.Sprint(n)), bytes.Repeat([]byte("x"), 60_000)...))
	}
	require.Less(t, heap(), before+32<<20)
	require.Equal(t, cells, column.other)
	require.Equal(t, MeansYes, column.take([]byte("tak")).meaning)
	runtime.KeepAlive(column)
}
