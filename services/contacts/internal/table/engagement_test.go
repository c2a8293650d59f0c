package table

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
)

// said is the content of a row.
type said struct {
	database contact.DatabaseID
	channel  fact.Channel
	message  string
	category uint32
	number   uint32
	day      uint32
	kind     uint32
	event    uint64
}

// unpack adds the facts of a batch to a map and checks its form.
func unpack(t testing.TB, into map[said]int, b *fact.Batch) {
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
				f := said{
					database: b.Database, channel: b.Channel, number: c.Number<<16 | at, day: c.GroupDays[g], kind: c.GroupKinds[g],
				}
				if b.Channel == fact.Web {
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
		if b.Channel != fact.Web {
			require.Empty(t, c.EventKeys)
		}
	}
}

const testDay = 20759 // 2026-11-02

// account1 reads rows of databases 7 (uid 001) and 9 (uid 042), whose contacts are C0 … C199999 by external id.
func account1(t testing.TB, facts *fact.Facts) (*EngagementReader, *fact.Book) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Warsaw")
	require.NoError(t, err)
	databases := UidsOf("001", []contact.Database{{ID: 7, UID: "001"}, {ID: 9, UID: "042"}})
	places := make([]int, EngagementFields+1)
	now := int64((testDay + 1) * SecondsOfDay)
	return NewEngagementReader(facts, databases, file.NewZone(zone), now, places, nil), testBook()
}

var testBook = sync.OnceValue(func() *fact.Book {
	book := fact.NewBook(1)
	for n := range uint32(200_000) {
		err := errors.Join(
			book.Add(fact.ExternalID, fmt.Appendf(nil, "C%d", n), n),
			book.Add(fact.Email, fmt.Appendf(nil, "c%d@example.com", n), n),
			book.Add(fact.GSM, fmt.Appendf(nil, "+48%09d", 500_000_000+n), n))
		if err != nil {
			panic(err)
		}
	}
	return book
})

func readCSV(body string) file.Scanner {
	columns := make([]int, EventMachine) // files need not have the machine column
	for i := range columns {
		columns[i] = i
	}
	return file.NewCSV(&text{body}, file.Start{}, ',', columns, EngagementFields)
}

// withVerdict reads a file that has the machine column too.
func withVerdict(body string) file.Scanner {
	columns := make([]int, EngagementFields)
	for i := range columns {
		columns[i] = i
	}
	return file.NewCSV(&text{body}, file.Start{}, ',', columns, EngagementFields)
}

// collect reads all rows of a text as one transaction.
func collect(t testing.TB, e *EngagementReader, book *fact.Book, s file.Scanner) (refused []contact.RefusedRow) {
	t.Helper()
	e.Begin()
	for e.BeginWindow(); s.Fill(); e.BeginWindow() {
		for s.Next() {
			e.Read(s.Row())
		}
		e.Resolve(func(contact.DatabaseID) *fact.Book { return book })
		for _, r := range e.Refused {
			r.Text = slices.Clone(r.Text)
			refused = append(refused, r)
		}
	}
	require.NoError(t, s.Err())
	return refused
}

func batches(t testing.TB, f *fact.Facts) map[said]int {
	t.Helper()
	for _, part := range f.WebParts() {
		numbers := make([]uint32, len(part.Visitors))
		for i := range numbers {
			numbers[i] = uint32(70_000 - i)
		}
		part.Place(numbers)
	}
	got := map[said]int{}
	require.NoError(t, f.Batches(func(b *fact.Batch) error { unpack(t, got, b); return nil }))
	return got
}

func TestBatchesHoldTheFactsOfTheRows(t *testing.T) {
	facts := fact.NewFacts()
	e, book := account1(t, facts)
	kinds := map[fact.Channel][]string{
		fact.Mailing: {"mailing.sent", "mailing.opened", "mailing.unsubscribed"}, fact.SMS: {"sms.sent", "sms.clicked"},
	}
	for seed := range uint64(5) { // the same memory is reused
		r := rand.New(rand.NewPCG(seed, 1))
		want := map[said]int{}
		var text []byte
		for range 6_000 {
			channel := fact.Channel(1 + r.IntN(2))
			name := kinds[channel][r.IntN(len(kinds[channel]))]
			_, kind, _ := parseType(name)
			n, m, d := r.IntN(200_000), r.IntN(1+int(seed)*500), r.IntN(90)
			uid := []string{"001", "042", ""}[r.IntN(3)]
			recipient := []string{
				fmt.Sprintf("C%d,,", n), fmt.Sprintf(",C%d@Example.com,", n), fmt.Sprintf(",,+48%d", 500_000_000+n),
			}[r.IntN(3)]
			day := time.Unix(int64(testDay-d)*SecondsOfDay, 0).UTC().Format("2006-01-02")
			text = fmt.Appendf(text, "e,%sT12:00:00Z,%s,%s,m%d,,%s,,\n", day, uid, name, m, recipient)
			f := said{
				database: 7, channel: channel, message: fmt.Sprintf("m%d", m), number: uint32(n), day: uint32(testDay - d),
				kind: uint32(kind),
			}
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
	facts := fact.NewFacts()
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
	require.Equal(t, []*file.Defect{missingEvent, missingVisitor}, []*file.Defect{refused[0].Defect, refused[1].Defect})
	parts := facts.WebParts()
	require.Len(t, parts, 1)
	require.Equal(t, []string{"v1", "v2"}, parts[0].Visitors)
	slices.SortFunc(parts[0].Claims, func(a, b fact.Claim) int { return int(a.Visitor) - int(b.Visitor) })
	at := time.Date(2026, 11, 1, 11, 0, 0, 0, time.UTC).Unix()
	require.Equal(t, []fact.Claim{
		{Visitor: 0, Kind: fact.ExternalID, Address: "C5", Seconds: at, EventID: "x3"},
		{Visitor: 1, Kind: fact.Email, Address: "nobody@example.com", Seconds: at - 1800, EventID: "x5"},
	}, parts[0].Claims)
	got := batches(t, facts)
	day := uint32(testDay - 1)
	require.Equal(t, map[said]int{
		{
			database: 7, channel: fact.Web, number: 70_000, day: day, kind: uint32(fact.PageView),
			event: xxhash.Sum64String("x1"),
		}: 1,
		{
			database: 7, channel: fact.Web, number: 70_000, day: day, kind: uint32(fact.PageView),
			event: xxhash.Sum64String("x2"),
		}: 2,
		{
			database: 7, channel: fact.Web, number: 70_000, day: day, kind: uint32(fact.Purchase),
			event: xxhash.Sum64String("x3"),
		}: 1,
		{
			database: 7, channel: fact.Web, number: 70_000, day: day, kind: uint32(fact.Purchase),
			event: xxhash.Sum64String("x4"),
		}: 1,
		{
			database: 7, channel: fact.Web, number: 69_999, day: day, kind: uint32(fact.Purchase),
			event: xxhash.Sum64String("x5"),
		}: 1,
	}, got)
}

func TestRowsThatSayNothingAreRefused(t *testing.T) {
	for row, want := range map[string]*file.Defect{
		"e,2026-11-01T10:00:00Z,001,mailing.seen,m,,C1,,,,":                   unknownType,
		"e,2026-11-01T10:00:00Z,001,,m,,C1,,,,":                               unknownType,
		"e,2026-11-01,001,mailing.sent,m,,C1,,,,":                             badTime,
		"e,,001,mailing.sent,m,,C1,,,,":                                       badTime,
		"e,2026-11-31T10:00:00Z,001,mailing.sent,m,,C1,,,,":                   badTime,
		"e,2026-11-05T10:00:00Z,001,mailing.sent,m,,C1,,,,":                   futureTime,
		"e,1970-01-01T10:00:00Z,001,mailing.sent,m,,C1,,,,":                   ancientTime,
		"e,2026-11-01T10:00:00Z,002,mailing.sent,m,,C1,,,,":                   unknownUID,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,,,C1,,,,":                    missingMessage,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,automatic,C1,,,,":          unknownCategory,
		"e,2026-11-01T10:00:00Z,001,sms.sent,m,education,C1,,,,":              unknownCategory,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,,,,,v1,":                   missingRecipient,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,,NOBODY,,,,":               unknownRecipient,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,,NOBODY,c1@example.com,,,": unknownRecipient, // no fall-through
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,,,,12,,":                   unknownRecipient,
		"e,2026-11-01T10:00:00Z,001,mailing.sent,\"a\tb\",,C1,,,,":            contact.FieldCharacter,
		"e,2026-11-01T10:00:00Z,001,mailing.sent," + longText() + ",,C1,,,,":  contact.FieldTooLong,
	} {
		e, book := account1(t, fact.NewFacts())
		refused := collect(t, e, book, readCSV(row+"\n"))
		require.Len(t, refused, 1, row)
		require.Equal(t, want, refused[0].Defect, row)
		require.Equal(t, 1, refused[0].Line)
		require.Zero(t, e.Kept)
	}
}

func longText() string {
	text := make([]byte, fact.MaxText+1)
	for i := range text {
		text[i] = 'x'
	}
	return string(text)
}

func TestSpreadsheetsMayHaveCutTheZerosOfAUID(t *testing.T) {
	facts := fact.NewFacts()
	e, book := account1(t, facts)
	require.Empty(
		t,
		collect(
			t, e, book,
			readCSV("e,2026-11-01T10:00:00Z,42,mailing.sent,m,,C1,,,,\ne,2026-11-01T10:00:00Z,1,mailing.sent,m,,C1,,,,\n"),
		),
	)
	var databases []contact.DatabaseID
	for f := range batches(t, facts) {
		databases = append(databases, f.database)
	}
	slices.Sort(databases)
	require.Equal(t, []contact.DatabaseID{7, 9}, databases)
}

func TestTheFirstCategoryOfAMessageStands(t *testing.T) {
	facts := fact.NewFacts()
	e, book := account1(t, facts)
	collect(t, e, book, readCSV("e,2026-11-01T10:00:00Z,001,mailing.sent,m,,C1,,,,\ne,2026-11-01T10:00:00Z,001,mailing.sent,m,info,C2,,,,\n"+
		"e,2026-11-01T10:00:00Z,001,mailing.sent,m,sales,C3,,,,\n"))
	for f := range batches(t, facts) {
		require.Equal(t, uint32(2), f.category)
	}
}

func TestBatchesAreCutBeforeTheyAreTooLarge(t *testing.T) {
	facts := fact.NewFacts()
	e, book := account1(t, facts)
	var text []byte
	for n := range 60_000 {
		text = fmt.Appendf(text, "e,2026-11-01T10:00:00Z,001,mailing.sent,message-with-a-long-name-%d,,C%d,,,,\n", n, n)
	}
	require.Empty(t, collect(t, e, book, readCSV(string(text))))
	count, facts1 := 0, map[said]int{}
	require.NoError(t, facts.Batches(func(b *fact.Batch) error {
		count++
		size := 0
		for _, id := range b.MessageIDs {
			size += len(id)
		}
		require.Less(t, size, 500<<10)
		unpack(t, facts1, b)
		return nil
	}))
	require.Greater(t, count, 4)
	require.Len(t, facts1, 60_000)
}

func TestAFailureToEmitEndsTheBatches(t *testing.T) {
	facts := fact.NewFacts()
	e, book := account1(t, facts)
	collect(t, e, book, readCSV("e,2026-11-01T10:00:00Z,001,mailing.sent,m,,C1,,,,\n"))
	failure := errors.New("full")
	require.ErrorIs(t, facts.Batches(func(*fact.Batch) error { return failure }), failure)
}

func TestFilesMayMarkActivityOfMachines(t *testing.T) {
	read := func(row string) (kind uint32, refused []contact.RefusedRow) {
		facts := fact.NewFacts()
		e, book := account1(t, facts)
		refused = collect(t, e, book, withVerdict(row+"\n"))
		for f := range batches(t, facts) {
			kind = f.kind
		}
		return kind, refused
	}
	for row, want := range map[string]fact.Kind{
		"mailing.opened,true": fact.MachineOpened, "mailing.clicked,1": fact.MachineClicked,
		"mailing.opened,PRAWDA": fact.MachineOpened, "mailing.opened,false": fact.Opened, "mailing.clicked,": fact.Clicked,
		"mailing.delivered,true": fact.Delivered, "mailing.bounced,true": fact.Bounced, "sms.clicked,true": fact.Clicked,
	} {
		what, verdict, _ := strings.Cut(row, ",")
		kind, refused := read("e,2026-11-01T10:00:00Z,001," + what + ",m,,C1,,,,," + verdict)
		require.Empty(t, refused, row)
		require.EqualValues(t, want, kind, row)
	}
	for what, want := range map[string]fact.Kind{
		"sms.sent": fact.Sent, "sms.clicked": fact.Clicked, "mailing.sent": fact.Sent, "mailing.delivered": fact.Delivered,
	} {
		for _, other := range []string{"perhaps", "\"a\tb\"", longText()} {
			kind, refused := read("e,2026-11-01T10:00:00Z,001," + what + ",m,,C1,,,,," + other)
			require.Empty(t, refused, what)
			require.EqualValues(t, want, kind, what)
		}
	}
	_, refused := read("e,2026-11-01T10:00:00Z,001,web.page_view,,,,,,v,shop.pl,perhaps")
	require.Empty(t, refused)
	_, refused = read("e,2026-11-01T10:00:00Z,001,mailing.opened,m,,C1,,,,,perhaps")
	require.Equal(t, badFlag, refused[0].Defect)
	require.Equal(t, "perhaps", refused[0].Value)
}

func TestMachinesAndPersonsAreDifferentFacts(t *testing.T) {
	var rows string
	for _, verdict := range []string{"true", "", "true", "false"} {
		for _, kind := range []string{"opened", "clicked"} {
			rows += "e,2026-11-01T10:00:00Z,001,mailing." + kind + ",m,,C1,,,,," + verdict + "\n"
		}
	}
	facts := fact.NewFacts()
	e, book := account1(t, facts)
	require.Empty(t, collect(t, e, book, withVerdict(rows)))
	kinds := map[fact.Kind]int{}
	for f, times := range batches(t, facts) {
		require.Equal(t, 1, times, "a repeated fact is one")
		kinds[fact.Kind(f.kind)]++
	}
	require.Equal(t, map[fact.Kind]int{
		fact.Opened: 1, fact.Clicked: 1, fact.MachineOpened: 1, fact.MachineClicked: 1,
	}, kinds)
}
