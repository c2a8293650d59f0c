package contact

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnActConcernsWhomItChangesOnceEach(t *testing.T) {
	changes := Apply([]Row{
		{ExternalID: "A1", EmailConsent: No},                      // a change
		{ExternalID: "A1", SMSConsent: Yes},                       // another of the same contact
		{Email: "bob@example.com", Groups: []string{"vip"}},       // a group only
		{Email: "new@example.com", EmailConsent: Yes},             // a new contact
		{Email: "new@example.com", Groups: []string{"vip"}},       // who comes into a group
		{Email: "new@example.com", ExternalID: "A1"},              // refused
		{Email: "other@example.com", Groups: []string{"missing"}}, // refused
	}, directory())
	require.Len(t, changes.Refused, 2)
	changes.Regroup(func(number int32) bool { return number != 0 })
	require.Equal(t, Concerned{
		Subjects: []int32{0, 2, 1}, EmailGiven: []int32{2}, EmailWithdrawn: []int32{0}, SMSGiven: []int32{0},
	}, changes.Concerned)
	require.Equal(t, Effects{
		New: 1, Changed: 2, EmailGiven: 1, EmailWithdrawn: 1, SMSGiven: 1, NewGiven: [2]int{1, 0},
	}, changes.Effects)

	changes = Apply([]Row{{Email: "bob@example.com", Groups: []string{"vip"}}}, directory())
	changes.Regroup(func(int32) bool { return false })
	require.Equal(t, Effects{Unchanged: 1}, changes.Effects)
	require.Empty(t, changes.Concerned)
}
