package data

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func newLeads(t *testing.T, visitors, eventsADay, days int) *Set {
	t.Helper()
	set, err := NewLeads(1, visitors, eventsADay, days, 20_000)
	require.NoError(t, err)
	return set
}

func TestVisitsHaveTheSharesOfThePlan(t *testing.T) {
	const visitors, days = 70_000, 29
	set := newLeads(t, visitors, 100_000, days)
	var of [visitors]int
	var kinds [Purchase + 1]float64
	for day := range days {
		for chunk := range set.Chunks() {
			events := set.Events(nil, day, chunk)
			require.True(t, slices.IsSortedFunc(events, func(a, b Event) int { return int(a.Visitor - b.Visitor) }))
			for _, e := range events {
				if day == 0 {
					require.Equal(t, PageView, e.Kind)
					continue
				}
				of[e.Visitor]++
				kinds[e.Kind]++
			}
		}
	}
	all := 0
	for _, n := range of {
		all += n
	}
	require.InEpsilon(t, 28*100_000, all, 0.01)
	for kind, events := range map[uint8]float64{
		PageView: 3, ProductView: 1, CheckoutView: 0.06, PaymentInfo: 0.04, Purchase: 0.03,
	} {
		require.InEpsilon(t, events/eventsOfVisit, kinds[kind]/float64(all), 0.05, "kind %d", kind)
	}
	slices.Sort(of[:])
	top := 0
	for _, n := range of[visitors-visitors/100:] {
		top += n
	}
	require.InDelta(t, 0.25, float64(top)/float64(all), 0.03, "one in a hundred makes a quarter of the events")
	require.Greater(t, of[visitors-1], 200*all/visitors)
	require.Less(t, of[visitors/2], all/visitors)
}

func TestFilesHoldExactlyTheEvents(t *testing.T) {
	set := newLeads(t, 70_000, 40_000, 3)
	want := map[string]int{}
	for day := range set.Days {
		for chunk := range set.Chunks() {
			for _, e := range set.Events(nil, day, chunk) {
				want[Date(set.First+day)+set.VisitorID(int(e.Visitor))+EventTypes[e.Kind-PageView]]++
			}
		}
	}
	ids := map[string]bool{}
	var known, excluded float64
	for i, row := range readDays(t, set) {
		require.False(t, ids[row[0]], "no event is another one")
		ids[row[0]] = true
		want[row[1][:10]+row[7]+strings.TrimPrefix(row[2], "web.")]--
		require.Empty(t, row[3]+row[4])
		if i >= set.Visitors {
			require.Empty(t, row[5]+row[6])
			continue
		}
		require.Equal(t, set.VisitorID(i), row[7], "the first ones number the visitors")
		contact, says := set.Known(i)
		require.Equal(t, says, row[5]+row[6] != "")
		if says {
			known++
			external, email := set.Names(contact)
			require.Equal(t, []string{external, email}, row[5:7])
			if set.Contact(contact).Excluded {
				excluded++
			}
		}
	}
	for fact, left := range want {
		require.Zero(t, left, fact)
	}
	require.InDelta(t, 0.2, known/70_000, 0.01)
	require.InDelta(t, 0.01, excluded/70_000, 0.003)
}

func TestSomeSetsCannotBe(t *testing.T) {
	_, err := NewLeads(1, 0, 1, 1, 20_000)
	require.Error(t, err)
	_, err = New(1, 10, 1, 20_000, "d")
	require.Error(t, err)
}
