package scoringengine_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/jobs"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg"
)

// deed is a fact of a named message.
type deed struct {
	message string
	chunk   uint32
	contact uint32
	day     segment.Day
	kind    segment.Kind
}

// deeds draws the facts of two chunks: messages to many contacts, to one, to two in two chunks or on two days, sent
// again, and outcomes before, after and without a sending.
func deeds(r *rand.Rand) (all []deed) {
	for n := range 120 {
		message, day := fmt.Sprintf("message %d", n), firstDay+segment.Day(r.IntN(30))
		var to []deed
		switch n % 4 {
		case 0:
			for contact := range uint32(400) {
				if r.Float64() < 0.3 {
					to = append(to, deed{chunk: contact % 2, contact: contact, day: day})
				}
			}
		case 1:
			to = []deed{{chunk: r.Uint32N(2), contact: r.Uint32N(9), day: day}}
		case 2:
			to = []deed{{chunk: 0, contact: 7, day: day}, {chunk: 1, contact: 7, day: day}}
		default:
			to = []deed{{contact: 3, day: day}, {contact: 4, day: day + 1}}
		}
		for _, d := range to {
			d.message = message
			for kind, share := range []float64{0.95, 0.8, 0.3, 0.2, 0.1, 0.05} {
				for range 2 {
					if d.kind = segment.Kind(kind); r.Float64() < share {
						all = append(all, d)
						share /= 10
						d.day += segment.Day(r.IntN(9)) - 4
					}
				}
			}
		}
	}
	return all
}

// batched puts facts into batches as contacts does; the category of a message is drawn for each.
func batched(
	r *rand.Rand, database calculation.DatabaseID, channel calculation.Channel, all []deed,
) []*contactsv1.EngagementBatch {
	var batches []*contactsv1.EngagementBatch
	for range 9 {
		batch := &contactsv1.EngagementBatch{
			BatchId: uuid.NewString(), DatabaseId: int32(database), Channel: typev1.Channel(channel),
			Chunks: []*contactsv1.ChunkFacts{{}, {Chunk: 1}},
		}
		batches = append(batches, batch)
	}
	slices.SortFunc(all, func(a, b deed) int { return cmp.Compare(a.contact, b.contact) })
	type group struct {
		batch int
		deed
	}
	groups := map[group][]uint32{}
	for _, d := range all {
		if channel == calculation.SMS && (d.kind == segment.Opened || d.kind == segment.Bounced) {
			continue
		}
		for _, batch := range r.Perm(len(batches))[:1+r.IntN(2)] {
			g := group{batch, d}
			g.contact = 0
			groups[g] = append(groups[g], d.contact)
		}
	}
	for g, contacts := range groups {
		batch := batches[g.batch]
		at := slices.Index(batch.MessageIds, g.message)
		if at < 0 {
			at = len(batch.GetMessageIds())
			batch.MessageIds = append(batch.MessageIds, g.message)
			batch.Categories = append(batch.Categories, r.Uint32N(3))
		}
		facts := batch.GetChunks()[g.chunk]
		facts.GroupMessages = append(facts.GroupMessages, uint32(at))
		facts.GroupDays = append(facts.GroupDays, uint32(g.day))
		facts.GroupKinds = append(facts.GroupKinds, uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT)+uint32(g.kind))
		facts.GroupSizes = append(facts.GroupSizes, uint32(len(contacts)))
		last := uint32(0)
		for _, contact := range contacts {
			facts.ContactGaps = append(facts.ContactGaps, contact-last)
			last = contact
		}
	}
	return batches
}

// told are the facts of a database and channel that the engine was given.
type told struct {
	deeds      []deed
	categories map[string]uint32
}

// tell passes facts to the engine and returns them.
func tell(
	t *testing.T, store *pg.Store, r *rand.Rand, database calculation.DatabaseID, channel calculation.Channel,
) told {
	t.Helper()
	what := told{categories: map[string]uint32{}}
	for _, d := range deeds(r) {
		if channel != calculation.SMS || d.kind != segment.Opened && d.kind != segment.Bounced {
			what.deeds = append(what.deeds, d)
		}
	}
	handle := jobs.NewIngest(store, func(keeping.ChunkKey) {}).Consumer(1).Handle
	for _, batch := range batched(r, database, channel, what.deeds) {
		for i, id := range batch.GetMessageIds() {
			if _, known := what.categories[id]; !known {
				what.categories[id] = batch.GetCategories()[i]
			}
		}
		payload, err := proto.Marshal(batch)
		require.NoError(t, err)
		require.NoError(t, handle(t.Context(), payload))
	}
	return what
}

// messageDay is a message on a day.
type messageDay struct {
	message string
	day     segment.Day
}

// recount counts as scoring.md defines it: the sendings of each message that belong to each day, and its total
// contacts.
func (w told) recount() (days map[messageDay]*scoringenginev1.SendingTotals, contacts map[string]int) {
	type sending struct {
		message        string
		chunk, contact uint32
	}
	first, kinds := map[sending]segment.Day{}, map[sending]map[segment.Kind]bool{}
	for _, d := range w.deeds {
		s := sending{d.message, d.chunk, d.contact}
		if kinds[s] == nil {
			kinds[s] = map[segment.Kind]bool{}
		}
		kinds[s][d.kind] = true
		if day, sent := first[s]; d.kind == segment.Sent && (!sent || d.day < day) {
			first[s] = d.day
		}
	}
	days, contacts = map[messageDay]*scoringenginev1.SendingTotals{}, map[string]int{}
	for s, day := range first {
		contacts[s.message]++
		at := messageDay{s.message, day}
		if days[at] == nil {
			days[at] = &scoringenginev1.SendingTotals{}
		}
		one := func(yes bool) int32 { return map[bool]int32{true: 1}[yes] }
		k, n := kinds[s], days[at]
		n.Sent++
		n.Delivered += one(k[segment.Delivered] || k[segment.Opened] || k[segment.Clicked])
		n.Opened += one(k[segment.Opened] || k[segment.Clicked])
		n.Clicked += one(k[segment.Clicked])
		n.Bounced += one(k[segment.Bounced])
		n.Unsubscribed += one(k[segment.Unsubscribed])
	}
	return days, contacts
}

func plus(to, n *scoringenginev1.SendingTotals) {
	to.Sent += n.GetSent()
	to.Delivered += n.GetDelivered()
	to.Opened += n.GetOpened()
	to.Clicked += n.GetClicked()
	to.Bounced += n.GetBounced()
	to.Unsubscribed += n.GetUnsubscribed()
}

// wantDays returns the expected days of several databases.
func wantDays(req *scoringenginev1.CountSendingsRequest, all map[int32]told) *scoringenginev1.CountSendingsResponse {
	sums := map[string]*scoringenginev1.SendingTotals{}
	for _, database := range slices.Compact(slices.Sorted(slices.Values(req.GetDatabaseIds()))) {
		days, _ := all[database].recount()
		for at, n := range days {
			date := calculation.DateOf(at.day).Format(time.DateOnly)
			if date < req.GetStart() || date > req.GetEnd() ||
				req.GetByCategory() && all[database].categories[at.message] != req.GetCategory() {
				continue
			}
			if sums[date] == nil {
				sums[date] = &scoringenginev1.SendingTotals{}
			}
			plus(sums[date], n)
		}
	}
	res := &scoringenginev1.CountSendingsResponse{}
	for date, n := range sums {
		res.Days = append(res.Days, &scoringenginev1.DayTotals{Date: date, Totals: n})
	}
	slices.SortFunc(res.GetDays(), func(a, b *scoringenginev1.DayTotals) int {
		return cmp.Compare(a.GetDate(), b.GetDate())
	})
	return res
}

// wantMessages returns the expected messages of a day of several databases.
func wantMessages(
	req *scoringenginev1.CountMessagesRequest, all map[int32]told,
) *scoringenginev1.CountMessagesResponse {
	var list []*scoringenginev1.MessageTotals
	for _, database := range slices.Compact(slices.Sorted(slices.Values(req.GetDatabaseIds()))) {
		days, contacts := all[database].recount()
		singles := map[uint32]*scoringenginev1.MessageTotals{}
		for at, n := range days {
			category := all[database].categories[at.message]
			if calculation.DateOf(at.day).Format(time.DateOnly) != req.GetDate() ||
				req.GetByCategory() && category != req.GetCategory() {
				continue
			}
			row := &scoringenginev1.MessageTotals{DatabaseId: database, Category: category}
			row.Totals = &scoringenginev1.SendingTotals{}
			if contacts[at.message] > 1 {
				row.MessageId = at.message
				list = append(list, row)
			} else if singles[category] == nil {
				singles[category] = row
				list = append(list, row)
			} else {
				row = singles[category]
			}
			row.MessageCount++
			plus(row.GetTotals(), n)
		}
	}
	slices.SortFunc(list, func(a, b *scoringenginev1.MessageTotals) int {
		return cmp.Or(cmp.Compare(b.GetTotals().GetSent(), a.GetTotals().GetSent()),
			cmp.Compare(a.GetDatabaseId(), b.GetDatabaseId()), cmp.Compare(a.GetMessageId(), b.GetMessageId()),
			cmp.Compare(a.GetCategory(), b.GetCategory()))
	})
	from := min(int(req.GetOffset()), len(list))
	return &scoringenginev1.CountMessagesResponse{
		Total: int32(len(list)), Messages: list[from:min(from+int(req.GetLimit()), len(list))],
	}
}
