package engine

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fact is what a row says, in the open.
type fact struct {
	database int32
	channel  Channel
	message  string
	category uint32
	number   uint32
	day      uint32
	kind     uint32
	event    uint64
}

// facts answers what batches hold; it checks their form.
func unpack(t testing.TB, into map[fact]int, b *Batch) {
	t.Helper()
	require.Len(t, b.Categories, len(b.MessageIDs))
	for _, c := range b.Chunks {
		gap, at := 0, uint32(0)
		for g, size := range c.GroupSizes {
			if size == 0 {
				t.Fatal("an empty group")
			}
			for i := range size {
				at += c.ContactGaps[gap]
				if i == 0 {
					at = c.ContactGaps[gap]
				}
				if at >= 1<<16 {
					t.Fatal("a place outside of its chunk")
				}
				f := fact{database: b.Database, channel: b.Channel, number: c.Number<<16 | at, day: c.GroupDays[g], kind: c.GroupKinds[g]}
				if b.Channel == Web {
					f.event = c.EventKeys[gap]
				} else {
					f.message = string(b.MessageIDs[c.GroupMessages[g]])
					f.category = b.Categories[c.GroupMessages[g]]
				}
				into[f]++
				gap++
			}
		}
		require.Len(t, c.ContactGaps, gap)
		if b.Channel != Web {
			require.Empty(t, c.EventKeys)
		}
	}
}

const testDay = 20759 // 2026-11-02

// account1 reads rows of databases 7 (uid 001) and 9 (uid 042), whose contacts are C0 … C199999 by external id.
func account1(t testing.TB, facts *Facts) (*Engagement, *Book) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Warsaw")
	require.NoError(t, err)
	return NewEngagement(facts, EngagementOptions{
		Zone: NewZone(zone), Databases: map[string]int32{"001": 7, "042": 9}, OwnUID: "001", Now: (testDay + 1) * secondsOfDay,
		EventKey: func(id []byte) uint64 { return uint64(len(id))<<32 | uint64(id[len(id)-1]) },
	}), testBook()
}

var testBook = sync.OnceValue(func() *Book {
	book := NewBook(1)
	for n := range uint32(200_000) {
		err := errors.Join(
			book.Add(ExternalID, fmt.Appendf(nil, "C%d", n), n),
			book.Add(Email, fmt.Appendf(nil, "c%d@example.com", n), n),
			book.Add(GSM, fmt.Appendf(nil, "+48%09d", 500_000_000+n), n))
		if err != nil {
			panic(err)
		}
	}
	return book
})

func readCSV(text string) Scanner {
	columns := make([]int, EngagementFields)
	for i := range columns {
		columns[i] = i
	}
	return NewCSV(whole(text), Start{}, ',', columns, EngagementFields)
}

// collect reads all rows of a text as one transaction.
func collect(t testing.TB, e *Engagement, book *Book, s Scanner) (refused []Refusal) {
	t.Helper()
	e.Begin()
	for e.BeginWindow(); s.Fill(); e.BeginWindow() {
		for s.Next() {
			e.Take(s.Row())
		}
		e.Resolve(func(int32) *Book { return book })
		for _, r := range e.Refused {
			r.Text = slices.Clone(r.Text)
			refused = append(refused, r)
		}
	}
	require.NoError(t, s.Err())
	return refused
}

func batches(t testing.TB, f *Facts) map[fact]int {
	t.Helper()
	for _, part := range f.WebParts() {
		numbers := make([]uint32, len(part.Visitors))
		for i := range numbers {
			numbers[i] = uint32(70_000 - i)
		}
		part.Place(numbers)
	}
	got := map[fact]int{}
	require.NoError(t, f.Batches(func(b *Batch) error { unpack(t, got, b); return nil }))
	return got
}

func TestBatchesHoldTheFactsOfTheRows(t *testing.T) {
	facts := NewFacts()
	e, book := account1(t, facts)
	kinds := map[Channel][]string{Mailing: {"mailing.sent", "mailing.opened", "mailing.unsubscribed"}, SMS: {"sms.sent", "sms.clicked"}}
	for seed := range uint64(5) { // the same memory is used again
		r := rand.New(rand.NewPCG(seed, 1))
		want := map[fact]int{}
		var text []byte
		for range 6_000 {
			channel := Channel(1 + r.IntN(2))
			name := kinds[channel][r.IntN(len(kinds[channel]))]
			_, kind, _ := parseType([]byte(name))
			n, m, d := r.IntN(200_000), r.IntN(1+int(seed)*500), r.IntN(90)
			uid := []string{"001", "042", ""}[r.IntN(3)]
			recipient := []string{fmt.Sprintf("C%d,,", n), fmt.Sprintf(",C%d@Example.com,", n), fmt.Sprintf(",,+48%d", 500_000_000+n)}[r.IntN(3)]
			day := time.Unix(int64(testDay-d)*secondsOfDay, 0).UTC().Format("2006-01-02")
			text = fmt.Appendf(text, "e,%sT12:00:00Z,%s,%s,m%d,,%s,,\n", day, uid, name, m, recipient)
			f := fact{database: 7, channel: channel, message: fmt.Sprintf("m%d", m), number: uint32(n), day: uint32(testDay - d), kind: uint32(kind)}
			if uid == "042" {
				f.database = 9
			}
			want[f] = 1
		}
		require.Empty(t, collect(t, e, book, readCSV(string(text))))
		require.Equal(t, 6_000, e.Kept)
		require.Equal(t, want, batches(t, facts))
	}
}

func TestWebEventsKeepTheirEventsAndClaims(t *testing.T) {
	facts := NewFacts()
	e, book := account1(t, facts)
	refused := collect(t, e, book, readCSV(`x1,2026-11-01T10:00:00Z,001,web.page_view,,nonsense,C5,,,v1,shop.example.com
x2,2026-11-01T10:00:00Z,001,web.page_view,,,,,,v1,
x2,2026-11-01T10:00:00Z,001,web.page_view,,,,,,v1,
x3,2026-11-01T11:00:00Z,001,web.purchase,,,C5,,,v1,
x4,2026-11-01T10:30:00Z,001,web.purchase,,,C5,,,v1,
x5,2026-11-01T10:30:00Z,001,web.purchase,,,,Nobody@Example.com,,v2,
,2026-11-01T10:30:00Z,001,web.purchase,,,,,,v2,
x7,2026-11-01T10:30:00Z,001,web.purchase,,,,,,,
`))
	require.Equal(t, []Reason{MissingEvent, MissingVisitor}, []Reason{refused[0].Reason, refused[1].Reason})
	parts := facts.WebParts()
	require.Len(t, parts, 1)
	require.Equal(t, []string{"v1", "v2"}, parts[0].Visitors)
	slices.SortFunc(parts[0].Claims, func(a, b Claim) int { return int(a.Visitor) - int(b.Visitor) })
	at := time.Date(2026, 11, 1, 11, 0, 0, 0, time.UTC).Unix()
	require.Equal(t, []Claim{
		{Visitor: 0, Kind: ExternalID, Address: "C5", Seconds: at, EventID: "x3"},
		{Visitor: 1, Kind: Email, Address: "nobody@example.com", Seconds: at - 1800, EventID: "x5"},
	}, parts[0].Claims)
	got := batches(t, facts)
	key := func(id string) uint64 { return 2<<32 | uint64(id[1]) }
	day := uint32(testDay - 1)
	require.Equal(t, map[fact]int{
		{database: 7, channel: Web, number: 70_000, day: day, kind: uint32(PageView), event: key("x1")}: 1,
		{database: 7, channel: Web, number: 70_000, day: day, kind: uint32(PageView), event: key("x2")}: 2,
		{database: 7, channel: Web, number: 70_000, day: day, kind: uint32(Purchase), event: key("x3")}: 1,
		{database: 7, channel: Web, number: 70_000, day: day, kind: uint32(Purchase), event: key("x4")}: 1,
		{database: 7, channel: Web, number: 69_999, day: day, kind: uint32(Purchase), event: key("x5")}: 1,
	}, got)
}

func TestRowsThatSayNothingAreRefused(t *testing.T) {
	for row, want := range map[string]Reason{
		"e,2026-11-01T10:00:00Z,001,mailing.seen,m,,C1,,,,":                   UnknownType,
		"e,2026-11-01T10:00:00Z,001,,m,,C1,,,,":                               UnknownType,
		"e,2026-11-01,001,mailing.sent,m,,C1,,,,":                             BadTime,
		"e,,001,mailing.sent,m,,C1,,,,":                                       BadTime,
		"e,2026-11-31T10:00:00Z,001,mailing.sent,m,,C1,,,,":                   BadTime,
		"e,2026-11-05T10:00:00Z,001,mailing.sent,m,,C1,,,,":                   FutureTime,
		"e,1970-01-01T10:00:00Z,001,mailing.sent,m,,C1,,,,":                   AncientTime,
		"e,2026-11-01T10:00:00Z,002,mailing.sent,m,,C1,,,,":                   UnknownUID,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,,,C1,,,,":                    MissingMessage,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,automatic,C1,,,,":          UnknownCategory,
		"e,2026-11-01T10:00:00Z,001,sms.sent,m,education,C1,,,,":              UnknownCategory,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,,,,,v1,":                   MissingRecipient,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,,NOBODY,,,,":               UnknownRecipient,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,,NOBODY,c1@example.com,,,": UnknownRecipient, // no fall-through
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,,,,12,,":                   UnknownRecipient,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,\"a\tb\",,C1,,,,":            FieldCharacter,
		"e,2026-11-01T10:00:00Z,001,mailing.sent," + longText() + ",,C1,,,,":  FieldTooLong,
	} {
		e, book := account1(t, NewFacts())
		refused := collect(t, e, book, readCSV(row+"\n"))
		require.Len(t, refused, 1, row)
		require.Equal(t, want, refused[0].Reason, row)
		require.Equal(t, 1, refused[0].Line)
		require.Zero(t, e.Kept)
	}
}

func longText() string {
	text := make([]byte, MaxText+1)
	for i := range text {
		text[i] = 'x'
	}
	return string(text)
}

func TestSpreadsheetsMayHaveCutTheZerosOfAUID(t *testing.T) {
	facts := NewFacts()
	e, book := account1(t, facts)
	require.Empty(t, collect(t, e, book, readCSV("e,2026-11-01T10:00:00Z,42,mailing.sent,m,,C1,,,,\ne,2026-11-01T10:00:00Z,1,mailing.sent,m,,C1,,,,\n")))
	var databases []int32
	for f := range batches(t, facts) {
		databases = append(databases, f.database)
	}
	slices.Sort(databases)
	require.Equal(t, []int32{7, 9}, databases)
}

func TestTheFirstCategoryOfAMessageStands(t *testing.T) {
	facts := NewFacts()
	e, book := account1(t, facts)
	collect(t, e, book, readCSV("e,2026-11-01T10:00:00Z,001,mailing.sent,m,,C1,,,,\ne,2026-11-01T10:00:00Z,001,mailing.sent,m,info,C2,,,,\n"+
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,sales,C3,,,,\n"))
	for f := range batches(t, facts) {
		require.Equal(t, uint32(2), f.category)
	}
}

func TestBatchesAreCutBeforeTheyAreTooLarge(t *testing.T) {
	facts := NewFacts()
	e, book := account1(t, facts)
	var text []byte
	for n := range 60_000 {
		text = fmt.Appendf(text, "e,2026-11-01T10:00:00Z,001,mailing.sent,message-with-a-long-name-%d,,C%d,,,,\n", n, n)
	}
	require.Empty(t, collect(t, e, book, readCSV(string(text))))
	count, facts1 := 0, map[fact]int{}
	require.NoError(t, facts.Batches(func(b *Batch) error {
		count++
		size := 0
		for _, id := range b.MessageIDs {
			size += len(id)
		}
		require.Less(t, size, maxBatch)
		unpack(t, facts1, b)
		return nil
	}))
	require.Greater(t, count, 4)
	require.Len(t, facts1, 60_000)
}

func TestAFailureToEmitEndsTheBatches(t *testing.T) {
	facts := NewFacts()
	e, book := account1(t, facts)
	collect(t, e, book, readCSV("e,2026-11-01T10:00:00Z,001,mailing.sent,m,,C1,,,,\n"))
	failure := errors.New("full")
	require.ErrorIs(t, facts.Batches(func(*Batch) error { return failure }), failure)
}

func TestSorterSortsLikeTheStandardLibrary(t *testing.T) {
	var s sorter
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 5))
		n := r.IntN(3000)
		keys, values, want := make([]uint64, n), make([]uint64, n), map[uint64][]uint64{}
		for i := range keys {
			keys[i] = r.Uint64() & []uint64{0xff, 0xff00ff, ^uint64(0)}[seed%3]
			values[i] = uint64(i)
			want[keys[i]] = append(want[keys[i]], values[i])
		}
		s.sort(keys, values)
		require.True(t, slices.IsSorted(keys))
		for i, k := range keys {
			if want[k][0] != values[i] {
				t.Fatal("equal keys lost their order")
			}
			want[k] = want[k][1:]
		}
	}
}

func TestBookFindsEveryAddressAndNoOther(t *testing.T) {
	b := NewBook(3)
	for n := range uint32(50_000) {
		if err := b.Add(Email, fmt.Appendf(nil, "%d@example.com", n), n); err != nil {
			t.Fatal(err)
		}
	}
	require.False(t, b.Has(GSM))
	for n := range uint32(50_000) {
		number, ok := b.Find(Email, b.Hash(fmt.Appendf(nil, "%d@example.com", n)))
		_, other := b.Find(Email, b.Hash(fmt.Appendf(nil, "%d@example.org", n)))
		if !ok || number != n || other {
			t.Fatalf("%d was found as %d", n, number)
		}
	}
	_, ok := b.Find(GSM, b.Hash([]byte("0@example.com")))
	require.False(t, ok)
	require.ErrorIs(t, b.Add(Email, []byte("1@example.com"), 7), ErrCollision)
}

func TestNamesNumberTextsInTheirOrder(t *testing.T) {
	n := newNames()
	for round := range 3 {
		seen := map[string]uint32{}
		r := rand.New(rand.NewPCG(uint64(round), 6))
		for range 20_000 {
			text := fmt.Sprint(r.IntN(9000))
			want, known := seen[text]
			if !known {
				want = uint32(len(seen))
				seen[text] = want
			}
			if number := n.number([]byte(text)); number != want {
				t.Fatalf("%s is %d instead of %d", text, number, want)
			}
		}
		for text, number := range maps.All(seen) {
			if text != string(n.get(number)) {
				t.Fatalf("%d is not %s", number, text)
			}
		}
		n.reset()
		require.Zero(t, n.len())
	}
}
