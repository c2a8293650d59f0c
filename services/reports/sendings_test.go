package reports_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/local/servicetest"
)

// startSendings starts a system with databases of two uids.
func startSendings(t *testing.T) (*system, reportsv1.SendingServiceClient) {
	t.Helper()
	s := start(t)
	s.peers.set(func(p *peers) {
		p.engine.resolved = []*contactsv1.DatabaseRef{{DatabaseId: 70, Uid: "007"}, {DatabaseId: 42, Uid: "042"}}
	})
	return s, reportsv1.NewSendingServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
}

func TestSendingsAreDaysOfBothChannels(t *testing.T) {
	t.Parallel()
	s, client := startSendings(t)
	var asked []string
	s.peers.set(func(p *peers) {
		p.engine.days = func(req *scoringenginev1.CountSendingsRequest) *scoringenginev1.CountSendingsResponse {
			s.peers.set(func(*peers) {
				asked = append(asked, fmt.Sprintf("%s %v %s %s %t %d",
					req.GetChannel(), req.GetDatabaseIds(), req.GetStart(), req.GetEnd(), req.GetByCategory(), req.GetCategory()))
			})
			sent := &scoringenginev1.SendingTotals{Sent: 10, Delivered: 9, Opened: 5, Clicked: 3, Bounced: 1, Unsubscribed: 2}
			days := []*scoringenginev1.DayTotals{{Date: "2026-11-01", Totals: sent}}
			if req.GetChannel() == typev1.Channel_CHANNEL_SMS {
				days = append(days, &scoringenginev1.DayTotals{Date: "2026-11-02", Totals: &scoringenginev1.SendingTotals{Sent: 4}})
			}
			return &scoringenginev1.CountSendingsResponse{Days: days}
		}
	})
	res, err := client.ListSendings(t.Context(), &reportsv1.ListSendingsRequest{End: "2026-11-02", Uids: []string{"042"}})
	require.NoError(t, err)
	require.Equal(t, "2026-10-04 2026-11-02", res.GetStart()+" "+res.GetEnd(), "30 days")
	require.ElementsMatch(t, []string{
		"CHANNEL_MAILING [42] 2026-10-04 2026-11-02 false 0", "CHANNEL_SMS [42] 2026-10-04 2026-11-02 false 0",
	}, asked)
	var rows []string
	for _, item := range res.GetItems() {
		rows = append(rows, fmt.Sprintf("%s %s %d", item.GetDate(), item.GetScoringType(), item.GetSent()))
	}
	require.Equal(t, []string{"2026-11-02 sms 4", "2026-11-01 mailing 10", "2026-11-01 sms 10"}, rows, "newest first")
	total := res.GetTotal()
	require.Equal(t, []int32{24, 18, 5, 6, 2, 4}, []int32{
		total.GetSent(), total.GetDelivered(), total.GetOpened(), total.GetClicked(), total.GetBounced(),
		total.GetUnsubscribed(),
	})
	for category, want := range map[string][]string{
		"education": {"CHANNEL_MAILING [42 70] 2026-11-02 2026-11-02 true 5"},
		"mandatory": {"CHANNEL_SMS [42 70] 2026-11-02 2026-11-02 true 4"},
		"info": {
			"CHANNEL_MAILING [42 70] 2026-11-02 2026-11-02 true 2", "CHANNEL_SMS [42 70] 2026-11-02 2026-11-02 true 2",
		},
		"none": {
			"CHANNEL_MAILING [42 70] 2026-11-02 2026-11-02 true 0", "CHANNEL_SMS [42 70] 2026-11-02 2026-11-02 true 0",
		},
	} {
		asked = nil
		_, err := client.ListSendings(t.Context(), &reportsv1.ListSendingsRequest{
			Start: "2026-11-02", End: "2026-11-02", Category: category,
		})
		require.NoError(t, err)
		require.ElementsMatch(t, want, asked, category)
	}
	res, err = client.ListSendings(t.Context(), &reportsv1.ListSendingsRequest{})
	require.NoError(t, err)
	require.Equal(t, s.today().Format(time.DateOnly), res.GetEnd(), "today in the account's zone")
	asked = nil
	res, err = client.ListSendings(t.Context(), &reportsv1.ListSendingsRequest{End: "1970-01-05"})
	require.NoError(t, err)
	require.Equal(t, "1970-01-01", res.GetStart(), "no earlier day can be asked for")
	require.Contains(t, asked, "CHANNEL_MAILING [42 70] 1970-01-01 1970-01-05 false 0")
	s.peers.set(func(p *peers) { p.engine.resolved = nil })
	res, err = client.ListSendings(t.Context(), &reportsv1.ListSendingsRequest{})
	require.NoError(t, err)
	require.Empty(t, res.GetItems(), "an account without databases has sent nothing")
}

func TestSendingsOfUnknownDatabasesAndDaysAreRefused(t *testing.T) {
	t.Parallel()
	_, client := startSendings(t)
	for name, c := range map[string]struct {
		req    *reportsv1.ListSendingsRequest
		code   codes.Code
		reason string
	}{
		"from after to": {
			&reportsv1.ListSendingsRequest{Start: "2026-11-03", End: "2026-11-02"}, codes.InvalidArgument, "RANGE_INVALID",
		},
		"801 days": {
			&reportsv1.ListSendingsRequest{Start: "2024-08-24", End: "2026-11-02"}, codes.InvalidArgument, "RANGE_INVALID",
		},
		"no day":          {&reportsv1.ListSendingsRequest{Start: "1969-12-31"}, codes.InvalidArgument, "DATE_INVALID"},
		"a uid of others": {&reportsv1.ListSendingsRequest{Uids: []string{"099"}}, codes.NotFound, "DATABASE_NOT_FOUND"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := client.ListSendings(t.Context(), c.req)
			servicetest.Refused(t, err, c.code, c.reason)
		})
	}
	_, err := client.ListSentMessages(t.Context(), &reportsv1.ListSentMessagesRequest{Date: "1969-12-31"})
	servicetest.Refused(t, err, codes.InvalidArgument, "DATE_INVALID")
}

func TestMessagesOfBothChannelsAreOneListThatIsReadByThePage(t *testing.T) {
	t.Parallel()
	s, client := startSendings(t)
	mailing := typev1.Channel_CHANNEL_MAILING.String()
	messages := map[string][]*scoringenginev1.MessageTotals{}
	for n := range 450 { // mailings of 900, 898 … and SMS of 899, 896 …
		for channel, sent := range map[string]int{mailing: 900 - 2*n, typev1.Channel_CHANNEL_SMS.String(): 899 - 3*n} {
			if sent > 0 {
				messages[channel] = append(messages[channel], &scoringenginev1.MessageTotals{
					DatabaseId: 42, MessageId: fmt.Sprint(channel, n), MessageCount: 1, Category: 1,
					Totals: &scoringenginev1.SendingTotals{Sent: int32(sent), Opened: 7},
				})
			}
		}
	}
	read := func(size, pages int) (all []*reportsv1.SentMessage) {
		for page := range pages + 1 {
			res, err := client.ListSentMessages(t.Context(), &reportsv1.ListSentMessagesRequest{
				Date: "2026-11-02", Page: int32(page + 1), PageSize: int32(size),
			})
			require.NoError(t, err)
			require.Equal(t, len(messages[mailing])+len(messages["CHANNEL_SMS"]), int(res.GetTotal()))
			require.Equal(t, page == pages, len(res.GetItems()) == 0)
			all = append(all, res.GetItems()...)
		}
		return all
	}
	s.peers.set(func(p *peers) { p.engine.messages = messages })
	all := read(200, 4)
	require.Len(t, all, 450+300)
	for i := 1; i < len(all); i++ {
		require.GreaterOrEqual(t, all[i-1].GetSent(), all[i].GetSent())
	}
	require.Equal(t, []string{"mailing", "sales", "042"}, []string{
		all[0].GetScoringType(), all[0].GetCategory(), all[0].GetUid(),
	})
	require.Equal(t, []string{"sms", "automatic"}, []string{all[1].GetScoringType(), all[1].GetCategory()})
	require.Equal(t, []int32{7, 0}, []int32{all[0].GetOpened(), all[1].GetOpened()}, "an SMS is never opened")
	delete(messages, "CHANNEL_SMS")
	require.Len(t, read(100, 5), 450, "one channel alone is read from where the page begins")
}

func TestAPageFarDownIsReadInFewSteps(t *testing.T) {
	t.Parallel()
	s, client := startSendings(t)
	messages := map[string][]*scoringenginev1.MessageTotals{}
	const most = 50_000
	for n := range most / 2 {
		for of, channel := range []string{typev1.Channel_CHANNEL_MAILING.String(), typev1.Channel_CHANNEL_SMS.String()} {
			messages[channel] = append(messages[channel], &scoringenginev1.MessageTotals{
				DatabaseId: 42, MessageId: "m", MessageCount: 1, Totals: &scoringenginev1.SendingTotals{Sent: int32(most - 2*n - of)},
			})
		}
	}
	s.peers.set(func(p *peers) { p.engine.messages = messages })
	for _, c := range []struct {
		channel string
		page    int32
		want    []int32
	}{
		{page: 1, want: []int32{200, 200}},
		{page: 20, want: []int32{4_000, 4_000}},
		{page: 250, want: []int32{10_000, 10_000, 10_000, 10_000, 10_000, 10_000}},
		{page: 251, want: []int32{10_000, 10_000}}, // after the last
		{channel: "sms", page: 120, want: []int32{200}},
	} {
		s.peers.set(func(p *peers) { p.engine.pages = nil })
		res, err := client.ListSentMessages(t.Context(), &reportsv1.ListSentMessagesRequest{
			Date: "2026-11-02", ScoringType: c.channel, Page: c.page, PageSize: 200,
		})
		require.NoError(t, err)
		require.Equal(t, c.want, s.peers.now().pages, "page %d", c.page)
		first, step := most-(c.page-1)*200, int32(1)
		if c.channel == "sms" {
			first, step = most-1-2*(c.page-1)*200, 2
		}
		require.Len(t, res.GetItems(), min(200, max(0, int(first)/int(step)+int(step)-1)))
		for i, item := range res.GetItems() {
			require.Equal(t, first-step*int32(i), item.GetSent())
		}
	}
}

// A file of messages is sent while they arrive from one stream for each channel: nothing is counted again for another
// page, and a file that is read slowly waits at the engine, not in memory.
func TestMessagesAreExportedAsTheyArrive(t *testing.T) {
	t.Parallel()
	s, client := startSendings(t)
	messages := map[string][]*scoringenginev1.MessageTotals{}
	const most = 100_000
	id := strings.Repeat("m", 1000) // 100 MB, more than connections buffer
	for n := range most / 2 {
		for of, channel := range []string{typev1.Channel_CHANNEL_MAILING.String(), typev1.Channel_CHANNEL_SMS.String()} {
			messages[channel] = append(messages[channel], &scoringenginev1.MessageTotals{
				DatabaseId: 42, MessageId: id, MessageCount: 1,
				Totals: &scoringenginev1.SendingTotals{Sent: int32(most - 2*n - of)},
			})
		}
	}
	s.peers.set(func(p *peers) { p.engine.messages = messages })
	stream, err := client.ExportSentMessages(t.Context(), &reportsv1.ExportSentMessagesRequest{Date: "2026-11-02"})
	require.NoError(t, err)
	part, err := stream.Recv()
	require.NoError(t, err)
	before := int64(-1)
	require.Eventually(t, func() bool {
		now := s.peers.streamed.Load()
		defer func() { before = now }()
		return now == before
	}, time.Minute, 200*time.Millisecond)
	require.Less(t, before, int64(most/2), "the engine waits")
	t.Logf("%d of %d messages were sent ahead", before, most)

	file, buffer := 0, []byte{}
	next := int64(most)
	for err == nil {
		buffer = append(buffer, part.GetData()...)
		for {
			line, rest, whole := bytes.Cut(buffer, []byte("\n"))
			if !whole {
				break
			}
			if buffer = rest; file > 0 {
				cells := strings.Split(string(line), ",")
				require.Equal(t, fmt.Sprint(next), cells[5])
				next--
			}
			file++
		}
		part, err = stream.Recv()
	}
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, most+1, file)
	require.Empty(t, s.peers.now().pages)
	require.ElementsMatch(t, []string{"CHANNEL_MAILING", "CHANNEL_SMS"}, s.peers.now().streams)
}
