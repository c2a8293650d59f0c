package contact

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnActCountsEachChangedContactOnce(t *testing.T) {
	changes := Apply([]Row{
		{ExternalID: "A1", Consents: ByChannel[Flag]{No}},          // a change
		{ExternalID: "A1", Consents: ByChannel[Flag]{Keep, Yes}},   // another of the same contact
		{Email: "bob@example.com", Groups: []string{"vip"}},        // a group only
		{Email: "new@example.com", Consents: ByChannel[Flag]{Yes}}, // a new contact
		{Email: "new@example.com", Groups: []string{"vip"}},        // joins a group
		{Email: "new@example.com", ExternalID: "A1"},               // refused
		{Email: "other@example.com", Groups: []string{"missing"}},  // refused
	}, directory())
	require.Len(t, changes.Refused, 2)
	changes.Regroup(func(number int32) bool { return number != 0 })
	require.Equal(t, Concerned{
		Subjects: []int32{0, 2, 1}, Given: ByChannel[[]int32]{{2}, {0}}, Withdrawn: ByChannel[[]int32]{{0}},
	}, changes.Concerned)
	require.Equal(t, Effects{
		New: 1, Changed: 2, Given: ByChannel[int]{1, 1}, Withdrawn: ByChannel[int]{1}, NewGiven: ByChannel[int]{1},
	}, changes.Effects)

	changes = Apply([]Row{{Email: "bob@example.com", Groups: []string{"vip"}}}, directory())
	changes.Regroup(func(int32) bool { return false })
	require.Equal(t, Effects{Unchanged: 1}, changes.Effects)
	require.Empty(t, changes.Concerned)
}
