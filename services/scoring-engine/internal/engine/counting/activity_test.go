package counting_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

func TestTheLastEventOfAVisitorCountsOfAnyType(t *testing.T) {
	t.Parallel()
	b := segment.NewBuilder(segment.Visits)
	for _, e := range []struct {
		key     uint64
		day     segment.Day
		kind    segment.Kind
		visitor uint16
	}{
		{1, 100, segment.Purchase, 0},
		{2, 102, segment.PageView, 0},
		{3, 99, segment.PageView, 2},
		{4, 98, segment.Purchase, 5},
	} {
		require.NoError(t, b.Add(e.key, e.day, e.kind, e.visitor))
	}
	data, err := b.Segment()
	require.NoError(t, err)
	s, err := segment.Open(data)
	require.NoError(t, err)
	var a counting.Activity
	cells, err := a.Last([]segment.Segment{s}, 99)
	require.NoError(t, err)
	require.Equal(t, []uint16{1 + 3*8, 0, 1}, cells)
}

func TestActivityOfMachinesDoesNotCount(t *testing.T) {
	t.Parallel()
	b := segment.NewBuilder(segment.Sendings)
	require.NoError(t, b.Add(1, 100, segment.Sent, 0, 1, 2))
	require.NoError(t, b.Add(1, 101, segment.MachineOpened, 0, 1))
	require.NoError(t, b.Add(1, 101, segment.MachineClicked, 2))
	require.NoError(t, b.Add(1, 101, segment.Opened, 1))
	data, err := b.Segment()
	require.NoError(t, err)
	s, err := segment.Open(data)
	require.NoError(t, err)
	var a counting.Activity
	cells, err := a.Last([]segment.Segment{s}, 100)
	require.NoError(t, err)
	require.Equal(t, []uint16{0, 1 + 8 + 2}, cells)
}
