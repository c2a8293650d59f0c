package scoring_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/spec"
)

func TestLiftMeasuresTheActivityOfEachBand(t *testing.T) {
	b := segment.NewBuilder(segment.Sendings)
	add := func(contact uint16, kinds map[segment.Kind]int) {
		for kind, messages := range kinds {
			for message := range messages {
				require.NoError(t, b.Add(uint64(message), 0, kind, contact))
			}
		}
	}
	add(0, map[segment.Kind]int{segment.Sent: 300, segment.Opened: 1})    // more than a tally packs
	add(1, map[segment.Kind]int{segment.Sent: 300})                       // the same, but without outcomes
	add(2, map[segment.Kind]int{segment.Sent: 600, segment.Clicked: 512}) // counts that are 0 in their lowest byte
	add(3, map[segment.Kind]int{segment.Sent: 1, segment.Clicked: 1})
	add(4, map[segment.Kind]int{segment.Sent: 254, segment.Opened: 254})
	add(6, map[segment.Kind]int{segment.Sent: 1})
	data, err := b.Segment()
	require.NoError(t, err)
	whole, err := segment.Open(data)
	require.NoError(t, err)
	var tally counting.Tally
	require.NoError(t, counting.NewCounter().Sendings([]segment.Segment{whole}, counting.Windows{D: 1, DaysAgo: []int{1}},
		[]*counting.Tally{&tally}))
	cells := append([]byte{0, 20, 21, 40, 61, 100, spec.CellNoConsent}, make([]byte, 100)...)
	for i := 7; i < len(cells); i++ {
		cells[i] = 81 // never sent anything, and beyond the end of the tally
	}
	var lift scoring.Lift
	lift.AddContacts(cells, &tally)
	require.Equal(t, scoring.Lift{
		{Scored: 2, Reached: 2, Opened: 1},
		{Scored: 2, Reached: 2, Opened: 2, Clicked: 2},
		{},
		{Scored: 1, Reached: 1, Opened: 1},
		{Scored: 101},
	}, lift)
	lift.AddContacts(cells[:1], &tally)
	require.Equal(t, uint64(3), lift[0].Reached, "the lifts of chunks add up")
}
