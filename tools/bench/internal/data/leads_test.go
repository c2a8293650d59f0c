package data

import (
	"bytes"
	"encoding/csv"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
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

func TestBatchesHoldExactlyTheEvents(t *testing.T) {
	for name, set := range map[string]*Set{
		"two chunks": newLeads(t, 70_000, 40_000, 3), "groups that fill more than a batch": newLeads(t, 1000, 200_000, 2),
	} {
		t.Run(name, func(t *testing.T) {
			type fact struct {
				event Event
				day   int
			}
			want := map[fact]int{}
			for day := 1; day < set.Days; day++ {
				for chunk := range set.Chunks() {
					for _, e := range set.Events(nil, day, chunk) {
						want[fact{e, set.First + day}]++
					}
				}
			}
			keys := map[uint64]bool{}
			batcher := NewBatcher(set, 7, func(_ string, payload []byte) error {
				var batch contactsv1.EngagementBatch
				require.NoError(t, proto.Unmarshal(payload, &batch))
				require.Equal(t, typev1.Channel_CHANNEL_WEB, batch.GetChannel())
				require.Empty(t, batch.GetMessageIds())
				for _, c := range batch.GetChunks() {
					require.Empty(t, c.GetGroupMessages())
					at := 0
					for g, size := range c.GetGroupSizes() {
						visitor := c.GetChunk() * ChunkContacts
						for range size {
							visitor += c.GetContactGaps()[at]
							require.False(t, keys[c.GetEventKeys()[at]], "no event is another one")
							keys[c.GetEventKeys()[at]] = true
							at++
							want[fact{
								Event{int32(visitor), uint8(c.GetGroupKinds()[g] - 10)}, int(c.GetGroupDays()[g]),
							}]--
						}
					}
				}
				return nil
			})
			for day := range set.Days {
				require.NoError(t, batcher.Day(day))
			}
			require.NotEmpty(t, want)
			for f, left := range want {
				require.Zero(t, left, "%+v", f)
			}
		})
	}
}

func TestVisitorsFileHasEveryVisitor(t *testing.T) {
	set := newLeads(t, 20_000, 1000, 2)
	var file bytes.Buffer
	require.NoError(t, set.WriteVisitors(&file))
	rows, err := csv.NewReader(&file).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 20_001)
	seen := map[string]bool{}
	var known, leftOut float64
	for i, row := range rows[1:] {
		require.Equal(t, set.VisitorID(i), row[5])
		require.False(t, seen[row[5]])
		seen[row[5]] = true
		contact, says := set.Known(i)
		require.Equal(t, says, row[3]+row[4] != "")
		if says {
			known++
			require.Less(t, contact, set.Contacts)
			external, email := set.Names(contact)
			require.Equal(t, []string{external, email}, row[3:5])
		}
		if set.LeftOut(i) {
			leftOut++
		}
	}
	require.InDelta(t, 0.2, known/20_000, 0.01)
	require.InDelta(t, 0.01, leftOut/20_000, 0.003)
}

func TestASetIsMadeAgain(t *testing.T) {
	set := newLeads(t, 1000, 5000, 3)
	again, err := (&Set{
		Seed: set.Seed, Visitors: set.Visitors, EventsADay: set.EventsADay, Days: set.Days, First: set.First, Shape: Leads,
	}).Again()
	require.NoError(t, err)
	require.Equal(t, set, again)
	_, err = NewLeads(1, 0, 1, 1, 20_000)
	require.Error(t, err)
	_, err = New(1, 10, 1, 20_000, "d")
	require.Error(t, err)
}
