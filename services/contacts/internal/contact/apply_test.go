package contact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
)

func never(Suppression) bool { return false }

// directory returns a directory with the contacts ada and bob.
func directory() Directory {
	return Directory{
		Contacts: []Contact{
			{
				Number: 0, ExternalID: "A1", Email: "ada@example.com", GSM: "+48500000001", Consents: ByChannel[bool]{true}, HasCreated: true,
				CreatedAt: 5, CreatedDay: 100,
			},
			{Number: 1, ExternalID: "B2", Email: "bob@example.com"},
		},
		Groups:     map[string]GroupID{"vip": 7, "out": 8},
		Suppressed: never, NextNumber: 2,
	}
}

func TestTheFirstGivenAddressIdentifiesTheContactOfARow(t *testing.T) {
	for name, c := range map[string]struct {
		row     Row
		number  int32
		isNew   bool
		refused *file.Defect
	}{
		"by external id": {row: Row{ExternalID: "A1"}, number: 0},
		"by e-mail":      {row: Row{Email: "ada@example.com"}, number: 0},
		"by phone":       {row: Row{GSM: "+48500000001"}, number: 0},
		"all of one contact": {
			row: Row{ExternalID: "A1", Email: "ada@example.com", GSM: "+48500000001"}, number: 0,
		},
		"a new e-mail for a known contact": {row: Row{ExternalID: "A1", Email: "new@example.com"}, number: 0},
		"a phone for a known contact":      {row: Row{ExternalID: "B2", GSM: "+48500000009"}, number: 1},
		"nobody's":                         {row: Row{Email: "eve@example.com"}, number: 2, isNew: true},
		"another's e-mail": {
			row: Row{ExternalID: "A1", Email: "bob@example.com"}, refused: addressTaken,
		},
		"a new external id, a known e-mail": {
			row: Row{ExternalID: "C3", Email: "bob@example.com"}, refused: addressTaken,
		},
		"a known e-mail, another's phone": {
			row: Row{Email: "bob@example.com", GSM: "+48500000001"}, refused: addressTaken,
		},
		"an external id that is another kind": {row: Row{ExternalID: "ada@example.com"}, number: 2, isNew: true},
	} {
		t.Run(name, func(t *testing.T) {
			c.row.Groups = []string{"vip"} // shows which contact was found
			changes := Apply([]Row{c.row}, directory())
			if c.refused != nil {
				require.Len(t, changes.Refused, 1)
				require.Equal(t, c.refused, changes.Refused[0].Defect)
				require.Zero(t, changes.Kept)
				require.Empty(t, changes.Bits)
				require.Equal(t, int32(2), changes.NextNumber)
				return
			}
			require.Equal(t, 1, changes.Kept)
			require.Equal(t, c.isNew, len(changes.New) == 1)
			require.Contains(t, changes.Bits, Bit{Number: c.number, Kind: BitGroup, Ref: 7, Set: true})
		})
	}
}

func TestRowsSeeTheEffectsOfEarlierRows(t *testing.T) {
	changes := Apply([]Row{
		{Line: 2, ExternalID: "C3", Email: "new@example.com"},
		{Line: 3, Email: "new@example.com", GSM: "+48500000003"}, // the same contact
		{Line: 4, ExternalID: "A1", Email: "moved@example.com"},  // frees ada@example.com
		{Line: 5, ExternalID: "B2", Email: "ada@example.com"},    // takes it
		{Line: 6, ExternalID: "D4", Email: "moved@example.com"},  // is ada's now
		{Line: 7, Email: "bob@example.com"},                      // is free, so a new contact
		{Line: 8, ExternalID: "E5", GSM: "+48500000003"},         // belongs to C3
	}, directory())
	require.Equal(t, 5, changes.Kept)
	require.Equal(t, []int{6, 8}, []int{changes.Refused[0].Line, changes.Refused[1].Line})
	require.Equal(t, []Contact{
		{Number: 2, ExternalID: "C3", Email: "new@example.com", GSM: "+48500000003"}, {Number: 3, Email: "bob@example.com"},
	}, changes.New)
	require.Len(t, changes.Changed, 2)
	require.Equal(t, "moved@example.com", changes.Changed[0].After.Email)
	require.Equal(t, "ada@example.com", changes.Changed[1].After.Email)
	require.True(t, changes.Addresses)
	require.Equal(t, int32(4), changes.NextNumber)
}

func TestRowsThatSayNothingNewChangeNothing(t *testing.T) {
	changes := Apply([]Row{
		{
			ExternalID: "A1", Email: "ada@example.com", GSM: "+48500000001", Consents: ByChannel[Flag]{Yes}, HasCreated: true, CreatedAt: 5,
			CreatedDay: 101,
		},
		{Email: "bob@example.com", Consents: ByChannel[Flag]{Keep, No}, Blocked: ByChannel[Flag]{Keep, No}},
	}, directory())
	require.Equal(t, 2, changes.Kept)
	require.Empty(t, changes.New)
	require.Empty(t, changes.Changed) // a day stays fixed when the zone changes later
	require.Empty(t, changes.Bits)
	require.False(t, changes.Addresses)
}

func TestConsent(t *testing.T) {
	listed := []Suppression{
		{fact.Mailing, fact.Email, "gone@example.com"},
		{fact.SMS, fact.GSM, "+48500000001"},
		{fact.SMS, fact.ExternalID, "B3"},
	}
	suppressed := func(s Suppression) bool { return slices.Contains(listed, s) }
	for name, c := range map[string]struct {
		row        Row
		email, sms bool
	}{
		"no word keeps": {row: Row{ExternalID: "A1"}, email: true},
		"true gives": {
			row: Row{ExternalID: "B2", Consents: ByChannel[Flag]{Yes, Yes}}, email: true, sms: true,
		},
		"false withdraws":                {row: Row{ExternalID: "A1", Consents: ByChannel[Flag]{No}}},
		"not to an unsubscribed phone":   {row: Row{ExternalID: "A1", Consents: ByChannel[Flag]{Keep, Yes}}, email: true},
		"not to an unsubscribed address": {row: Row{Email: "gone@example.com", Consents: ByChannel[Flag]{Yes}}},
		"an unsubscribed name is of a channel": {
			row: Row{ExternalID: "B3", Consents: ByChannel[Flag]{Yes, Yes}}, email: true,
		},
		"an unsubscribed address brings it on": {row: Row{ExternalID: "A1", Email: "gone@example.com"}},
		"no word is none for a new contact":    {row: Row{Email: "eve@example.com"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := directory()
			d.Suppressed = suppressed
			state := map[int32]Contact{0: d.Contacts[0], 1: d.Contacts[1]}
			changes := Apply([]Row{c.row}, d)
			last := state[0]
			if c.row.ExternalID == "B2" {
				last = state[1]
			}
			for _, change := range changes.Changed {
				last = change.After
			}
			for _, added := range changes.New {
				last = added
			}
			require.Equal(t, c.email, last.Consents[0])
			require.Equal(t, c.sms, last.Consents[1])
		})
	}
}

func TestAFullDatabaseRefusesNewContacts(t *testing.T) {
	d := directory()
	d.NextNumber = fact.MaxContacts - 1
	changes := Apply([]Row{{Email: "c@example.com"}, {Email: "d@example.com"}, {Email: "c@example.com"}}, d)
	require.Equal(t, 2, changes.Kept)
	require.Equal(t, tooMany, changes.Refused[0].Defect)
}

func TestPropertiesAreAddedToThoseThereAre(t *testing.T) {
	d := directory()
	d.Contacts[0].Properties = map[PropertyID]string{1: "old", 2: "kept"}
	changes := Apply([]Row{{ExternalID: "A1", Properties: []PropertyValue{{1, "new"}}}}, d)
	require.Equal(t, map[PropertyID]string{1: "new", 2: "kept"}, changes.Changed[0].After.Properties)
	require.Equal(t, map[PropertyID]string{1: "old", 2: "kept"}, changes.Changed[0].Before.Properties)
}

// bitmaps applies changes of bits to into, which has those that are set.
func bitmaps(into map[Bit]bool, bits []Bit) {
	for _, b := range bits {
		set := b.Set
		b.Set = false
		if delete(into, b); set {
			into[b] = true
		}
	}
}

// TestBlocksOfAnySizeComeToTheSame applies random rows in one block, in blocks of 7 and row by row.
func TestBlocksOfAnySizeComeToTheSame(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		rows := make([]Row, 60)
		for i := range rows {
			rows[i] = randomRow(r, i)
		}
		all, allBits, allRefused := applyAll(rows, len(rows))
		for _, size := range []int{1, 7} {
			some, someBits, someRefused := applyAll(rows, size)
			require.Equal(t, all, some, "seed %d, blocks of %d", seed, size)
			require.Equal(t, allBits, someBits, "seed %d, blocks of %d", seed, size)
			require.Equal(t, allRefused, someRefused)
		}
	}
}

func randomRow(r *rand.Rand, line int) Row {
	row := Row{
		Line: line, Consents: ByChannel[Flag]{Flag(r.IntN(3)), Flag(r.IntN(3))}, Blocked: ByChannel[Flag]{Flag(r.IntN(3))},
		HasCreated: r.IntN(2) == 0, CreatedDay: int32(r.IntN(100)),
	}
	row.CreatedAt = int64(row.CreatedDay)
	if r.IntN(2) == 0 {
		row.ExternalID = fmt.Sprint("X", r.IntN(8))
	}
	if r.IntN(2) == 0 {
		row.Email = fmt.Sprint("e", r.IntN(8), "@example.com")
	}
	if r.IntN(2) == 0 || row.ExternalID+row.Email == "" {
		row.GSM = fmt.Sprint("+4850000000", r.IntN(8))
	}
	if r.IntN(3) == 0 {
		row.Groups = []string{"vip"}
	}
	return row
}

// applyAll applies rows in blocks and checks that no two contacts ever have the same address.
func applyAll(rows []Row, size int) (people map[int32]Contact, bits map[Bit]bool, refused []int) {
	people, bits = map[int32]Contact{}, map[Bit]bool{}
	next := int32(0)
	for len(rows) > 0 {
		block := rows[:min(size, len(rows))]
		rows = rows[len(block):]
		d := Directory{Groups: map[string]GroupID{"vip": 7}, Suppressed: never, NextNumber: next}
		for number := range next {
			d.Contacts = append(d.Contacts, people[number])
		}
		changes := Apply(block, d)
		for _, c := range changes.Changed {
			people[c.After.Number] = c.After
		}
		for _, c := range changes.New {
			people[c.Number] = c
		}
		bitmaps(bits, changes.Bits)
		for _, r := range changes.Refused {
			refused = append(refused, r.Line)
		}
		next = changes.NextNumber
	}
	seen := map[string]bool{}
	for _, c := range people {
		for _, address := range []string{c.ExternalID, c.Email, c.GSM} {
			if address != "" && seen[address] {
				panic("two contacts have " + address)
			}
			seen[address] = true
		}
	}
	return people, bits, refused
}

func TestOnlyRowsWithUnknownAddressesAreOfNewContacts(t *testing.T) {
	for name, c := range map[string]struct {
		rows []Row
		want bool
	}{
		"new ones": {[]Row{{ExternalID: "A1", Email: "ada@example.com"}, {Email: "bob@example.com"}}, true},
		"one that is named again": {
			[]Row{{ExternalID: "A1", Email: "ada@example.com"}, {ExternalID: "A1", GSM: "+48500000001"}}, true,
		},
		"one that loses an address, which somebody may have": {
			[]Row{{ExternalID: "A1", Email: "ada@example.com"}, {ExternalID: "A1", Email: "bob@example.com"}}, false,
		},
		"one that is refused": {
			[]Row{{ExternalID: "A1"}, {ExternalID: "B2", Groups: []string{"missing"}}}, false,
		},
	} {
		require.Equal(t, c.want, Apply(c.rows, Directory{}).OnlyNew, name)
	}
	require.False(t, Apply([]Row{{ExternalID: "C3"}}, directory()).OnlyNew, "somebody is known")
}

func TestRowsThatNameAnErasedAddressAreRefusedWithoutTheirText(t *testing.T) {
	d := directory()
	d.Erased = map[string]bool{"gone@example.com": true, "GONE": true}
	changes := Apply([]Row{
		{Line: 2, Email: "gone@example.com", Text: []byte("gone@example.com")},
		{Line: 3, ExternalID: "A1", Email: "gone@example.com", Text: []byte("A1,gone@example.com")},
		{Line: 4, ExternalID: "A1", Email: "bob@example.com", GSM: "GONE", Text: []byte("A1,bob@example.com,GONE")},
		{Line: 5, ExternalID: "A1", Email: "bob@example.com", Text: []byte("A1,bob@example.com")},
		{Line: 6, Email: "eve@example.com", Text: []byte("eve@example.com")},
	}, d)
	require.Equal(t, []RefusedRow{
		{Line: 2, Defect: erasedAddress},
		{Line: 3, Defect: erasedAddress},
		{Line: 4, Defect: erasedAddress},
		{Line: 5, Defect: addressTaken, Text: []byte("A1,bob@example.com")},
	}, changes.Refused)
	require.Len(t, changes.New, 1)
	require.Empty(t, changes.Changed)
}
