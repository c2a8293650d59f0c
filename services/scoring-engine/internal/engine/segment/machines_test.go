package segment_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

func TestSegmentsWithoutMachinesAreOfTheFirstVersion(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 1))
	for _, world := range oracle.Worlds()[:2] {
		facts := world.Facts(r)
		s := oracle.Build(t, segment.Sendings, facts)
		require.EqualValues(t, 1, s.Bytes()[0])
		require.False(t, s.Machines())
		with := oracle.WithMachines(r, facts, 0.2)
		s = oracle.Build(t, segment.Sendings, with)
		require.EqualValues(t, 2, s.Bytes()[0], "a program of before must not take it for what it knows")
		require.True(t, s.Machines())
		require.Equal(t, oracle.Sort(with), oracle.Sort(oracle.Unpack(t, &s)))
	}
}

func TestMergingWithMachinesIsAUnion(t *testing.T) {
	for i, world := range oracle.Worlds() {
		if i > 1 && world.Name != "singles" {
			continue
		}
		r := rand.New(rand.NewPCG(65, uint64(i)))
		facts := oracle.WithMachines(r, world.Facts(r), 0.3)
		var m segment.Merger
		want, err := m.Merge([]segment.Segment{oracle.Build(t, segment.Sendings, facts)})
		require.NoError(t, err)
		for n := range 4 {
			got, err := m.Merge(oracle.Deal(t, r, segment.Sendings, facts, 1+2*n))
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
}

func TestTheFirstVersionHasNoMachines(t *testing.T) {
	b := segment.NewBuilder(segment.Sendings)
	require.NoError(t, b.Add(7, 20000, segment.Sent, 1, 2))
	require.NoError(t, b.Add(7, 20000, segment.MachineOpened, 1, 2))
	data, err := b.Segment()
	require.NoError(t, err)
	data[0] = 1
	_, err = segment.Open(data)
	require.ErrorIs(t, err, segment.ErrCorrupt)
	require.NoError(t, b.Add(8, 20000, segment.MachineClicked, 1))
	data, err = b.Segment()
	require.NoError(t, err)
	data[0] = 1
	_, err = segment.Open(data)
	require.ErrorIs(t, err, segment.ErrCorrupt)
}
