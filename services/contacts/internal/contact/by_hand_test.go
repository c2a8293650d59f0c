package contact

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
)

// Memory for each number of the database would be 200 MB for a million contacts.
func TestAnAddedContactTakesMemoryForOneHoweverManyThereAre(t *testing.T) {
	email := "ada@example.com"
	change := Change{Addresses: [fact.AddressKinds]*string{fact.Email: &email}}
	act := ByHand{Number: NewContact, Zone: file.NewZone(time.UTC), Change: change}
	effects, err := Decide(act, ContactDirectory{NextNumber: 1_000_000})
	require.NoError(t, err)
	require.Len(t, effects.New, 1)
	require.LessOrEqual(t, cap(effects.New), 1)
	require.EqualValues(t, 1_000_001, effects.NextNumber)
}
