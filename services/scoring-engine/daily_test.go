package scoringengine_test

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/semaphore"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/jobs"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/scoring-engine/internal/rpc"
)

// watched counts how often facts are read.
type watched struct {
	*pg.Store
	views atomic.Int32
	// opened receives from each view, which continues once proceed is closed; if nil, views do not wait.
	opened  chan struct{}
	proceed chan struct{}
}

func (w *watched) View(
	ctx context.Context, channel calculation.Channel, workers int, work func([]calculation.SegmentView) error,
) error {
	w.views.Add(1)
	if w.opened != nil {
		w.opened <- struct{}{}
		select {
		case <-w.proceed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return w.Store.View(ctx, channel, workers, work)
}

// messageSink collects a stream of messages.
type messageSink struct {
	grpc.ServerStreamingServer[scoringenginev1.StreamMessagesResponse]
	ctx context.Context
	got []*scoringenginev1.MessageTotals
}

func (s *messageSink) Context() context.Context { return s.ctx }

func (s *messageSink) Send(part *scoringenginev1.StreamMessagesResponse) error {
	s.got = append(s.got, part.GetMessages()...)
	return nil
}

func daily(t *testing.T, facts asking.Facts) *rpc.Daily {
	t.Helper()
	counts := asking.NewDaily(facts, jobs.NewMessages(), 2, semaphore.NewWeighted(calculation.LooksAtOnce))
	running, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- counts.Run(running) }()
	t.Cleanup(func() { stop(); require.NoError(t, <-ended) })
	return rpc.NewDaily(counts)
}

func dateOf(day segment.Day) string { return calculation.DateOf(day).Format(time.DateOnly) }

func TestSendingsByDayAgreeWithARecount(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	facts := &watched{Store: store}
	server := daily(t, facts)
	r := rand.New(rand.NewPCG(31, 10))
	for _, channel := range []calculation.Channel{calculation.Mailing, calculation.SMS} {
		all := map[int32]told{}
		for database := range int32(3) {
			all[database+1] = tell(t, store, r, calculation.DatabaseID(database+1), channel)
		}
		compact(t, store, 2)
		ask := func() {
			some := func() []int32 { return []int32{1 + r.Int32N(3), 1 + r.Int32N(3)} }
			req := &scoringenginev1.CountSendingsRequest{
				Channel: typev1.Channel(channel), DatabaseIds: some(), Start: dateOf(firstDay + segment.Day(r.IntN(30)-5)),
				End: dateOf(firstDay + segment.Day(r.IntN(40))), ByCategory: r.IntN(2) == 0, Category: r.Uint32N(4),
			}
			got, err := server.CountSendings(t.Context(), req)
			require.NoError(t, err)
			want := wantDays(req, all)
			require.True(t, proto.Equal(want, got), "of %v: want %v, got %v", req, want, got)
			messages := &scoringenginev1.CountMessagesRequest{
				Channel: typev1.Channel(channel), DatabaseIds: some(), Date: dateOf(firstDay + segment.Day(r.IntN(30))),
				ByCategory: r.IntN(2) == 0, Category: r.Uint32N(4), Limit: 1 + r.Int32N(20), Offset: r.Int32N(3),
			}
			page, err := server.CountMessages(t.Context(), messages)
			require.NoError(t, err)
			rows := wantMessages(messages, all)
			require.True(t, proto.Equal(rows, page), "of %v: want %v, got %v", messages, rows, page)
			messages.Offset, messages.Limit = 0, math.MaxInt32
			before, whole := facts.views.Load(), &messageSink{ctx: t.Context()}
			require.NoError(t, server.StreamMessages(&scoringenginev1.StreamMessagesRequest{
				Channel: messages.Channel, DatabaseIds: messages.DatabaseIds, Date: messages.Date,
				ByCategory: messages.ByCategory, Category: messages.Category,
			}, whole))
			require.Equal(t, before, facts.views.Load(), "the page's count serves all")
			rows = wantMessages(messages, all)
			require.True(t, proto.Equal(rows, &scoringenginev1.CountMessagesResponse{
				Total: int32(len(whole.got)), Messages: whole.got,
			}), "of %v: want %v, got %v", messages, rows, whole.got)
		}
		for range 50 {
			ask()
		}
		whole := &scoringenginev1.CountSendingsRequest{
			Channel: typev1.Channel(channel), DatabaseIds: []int32{1, 2, 3}, Start: dateOf(0), End: dateOf(firstDay + 99),
		}
		_, err := server.CountSendings(t.Context(), whole)
		require.NoError(t, err)
		views := facts.views.Load()
		compact(t, store, 1)
		_, err = server.CountSendings(t.Context(), whole)
		require.NoError(t, err)
		require.Equal(t, views, facts.views.Load(), "compaction changes no fact")
		// New facts count at once, in their database only.
		more := tell(t, store, r, 3, channel)
		for id, category := range all[3].categories {
			more.categories[id] = category
		}
		more.deeds = append(more.deeds, all[3].deeds...)
		all[3] = more
		got, err := server.CountSendings(t.Context(), whole)
		require.NoError(t, err)
		require.True(t, proto.Equal(wantDays(whole, all), got))
		require.Equal(t, views+1, facts.views.Load())
		for range 20 {
			ask()
		}
	}
}

func TestTheSameIsCountedOnceEvenWhenItsAskerLeaves(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	r := rand.New(rand.NewPCG(31, 11))
	tell(t, store, r, 1, calculation.Mailing)
	facts := &watched{Store: store, opened: make(chan struct{}, 100), proceed: make(chan struct{})}
	server := daily(t, facts)
	ask := func(ctx context.Context) error {
		_, err := server.GetLastDay(ctx, &scoringenginev1.GetLastDayRequest{
			Channel: typev1.Channel_CHANNEL_MAILING, DatabaseIds: []int32{1}, Until: "2026-12-31",
		})
		return err
	}
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() { left <- ask(ctx) }()
	<-facts.opened
	var asked sync.WaitGroup
	errs := make(chan error, 50)
	for range 50 {
		asked.Go(func() { errs <- ask(t.Context()) })
	}
	leave()
	require.ErrorIs(t, <-left, context.Canceled)
	close(facts.proceed)
	asked.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
	require.EqualValues(t, 1, facts.views.Load())
}

// TestTheLastDayIsThatOfASendingOrAnEvent checks every day.
func TestTheLastDayIsThatOfASendingOrAnEvent(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	r := rand.New(rand.NewPCG(31, 12))
	server := daily(t, store)
	sent, visited := map[segment.Day]bool{}, map[segment.Day]bool{}
	for database := range calculation.DatabaseID(2) {
		days, _ := tell(t, store, r, database+1, calculation.Mailing).recount()
		for at := range days {
			sent[at.day] = true
		}
	}
	events := life(r, calculation.Web, 5)
	events = slices.DeleteFunc(events, func(h happened) bool {
		return h.chunk.Database == 3 || (h.fact.Day-firstDay)%4 != 0 // some days without, also within a segment
	})
	keep(t, store, r, events)
	for _, h := range events {
		visited[h.fact.Day] = true
	}
	for channel, days := range map[calculation.Channel]map[segment.Day]bool{
		calculation.Mailing: sent, calculation.Web: visited,
	} {
		want := ""
		for day := firstDay - 10; day < firstDay+80; day++ {
			if days[day] {
				want = dateOf(day)
			}
			got, err := server.GetLastDay(t.Context(), &scoringenginev1.GetLastDayRequest{
				Channel: typev1.Channel(channel), DatabaseIds: []int32{1, 2}, Until: dateOf(day),
			})
			require.NoError(t, err)
			require.Equal(t, want, got.GetDate(), "%s up to %s", channel, dateOf(day))
		}
		require.NotEmpty(t, want)
	}
}

func TestSendingsAreForServicesOnly(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.engage(t, 20)
	client := scoringenginev1.NewSendingCountServiceClient(s.AsService(t))
	day := generated.AddDate(0, 0, -20).Format(time.DateOnly)
	days, err := client.CountSendings(t.Context(), &scoringenginev1.CountSendingsRequest{
		Channel: typev1.Channel_CHANNEL_MAILING, DatabaseIds: []int32{database}, Start: day, End: day,
	})
	require.NoError(t, err)
	counts := &scoringenginev1.SendingTotals{Sent: 4, Delivered: 3, Opened: 2}
	want := &scoringenginev1.CountSendingsResponse{Days: []*scoringenginev1.DayTotals{{Date: day, Totals: counts}}}
	require.True(t, proto.Equal(want, days), days)
	messages, err := client.CountMessages(t.Context(), &scoringenginev1.CountMessagesRequest{
		Channel: typev1.Channel_CHANNEL_MAILING, DatabaseIds: []int32{database}, Date: day, Limit: 10,
	})
	require.NoError(t, err)
	require.True(t, proto.Equal(&scoringenginev1.CountMessagesResponse{
		Total: 1, Messages: []*scoringenginev1.MessageTotals{{
			DatabaseId: database, MessageId: "m", MessageCount: 1, Category: 1, Totals: counts,
		}},
	}, messages), messages)
	last, err := client.GetLastDay(t.Context(), &scoringenginev1.GetLastDayRequest{
		Channel: typev1.Channel_CHANNEL_WEB, DatabaseIds: []int32{database}, Until: day,
	})
	require.NoError(t, err)
	require.Empty(t, last.GetDate(), "nobody visits")
	stream, err := client.StreamMessages(t.Context(), &scoringenginev1.StreamMessagesRequest{
		Channel: typev1.Channel_CHANNEL_MAILING, DatabaseIds: []int32{database}, Date: day,
	})
	require.NoError(t, err)
	part, err := stream.Recv()
	require.NoError(t, err)
	require.True(t, proto.Equal(messages.GetMessages()[0], part.GetMessages()[0]))
	_, err = stream.Recv()
	require.ErrorIs(t, err, io.EOF)
	_, err = client.GetLastDay(t.Context(), &scoringenginev1.GetLastDayRequest{
		DatabaseIds: []int32{database}, Until: "2026-02-30",
	})
	servicetest.Refused(t, err, codes.InvalidArgument, "DATE_INVALID")
	person := scoringenginev1.NewSendingCountServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
	_, err = person.GetLastDay(t.Context(), &scoringenginev1.GetLastDayRequest{DatabaseIds: []int32{database}, Until: day})
	servicetest.Refused(t, err, codes.PermissionDenied, "SERVICE_ONLY")
}

func TestABlockOfMessageIDsThatIsDamagedIsRefused(t *testing.T) {
	t.Parallel()
	encoder, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	block := func(message proto.Message) []byte {
		plain, err := proto.Marshal(message)
		require.NoError(t, err)
		return encoder.EncodeAll(plain, nil)
	}
	good := &contactsv1.EngagementBatch{MessageIds: []string{"a", "b"}, Categories: []uint32{2, 300}}
	var got []string
	messages := jobs.NewMessages()
	require.NoError(t, messages.ReadMessages(block(good), func(key uint64, id []byte, category uint8) {
		require.Equal(t, xxhash.Sum64(id), key)
		got = append(got, fmt.Sprint(string(id), category))
	}))
	require.Equal(t, []string{"a2", "b0"}, got)
	for _, bad := range [][]byte{
		[]byte("no frame"), block(good)[:9], encoder.EncodeAll([]byte{0x22, 9, 'a'}, nil),
		block(&contactsv1.EngagementBatch{MessageIds: []string{"a", "b"}, Categories: []uint32{1}}),
		block(&contactsv1.EngagementBatch{DatabaseId: 7}),
	} {
		require.Error(t, messages.ReadMessages(bad, func(uint64, []byte, uint8) { t.Fail() }))
	}
}
