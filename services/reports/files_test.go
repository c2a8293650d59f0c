package reports_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/servicetest"
)

type fileStream = grpc.ServerStreamingClient[httpbody.HttpBody]

// download returns a file with its name and media type.
func download[R any](
	t *testing.T, call func(ctx context.Context, req R, opts ...grpc.CallOption) (fileStream, error), req R, accept string,
) (file []byte, name, kind string) {
	t.Helper()
	stream, err := call(metadata.AppendToOutgoingContext(t.Context(), "accept", accept), req)
	require.NoError(t, err)
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		file, kind = append(file, part.GetData()...), part.GetContentType()
	}
	header, err := stream.Header()
	require.NoError(t, err)
	return file, header.Get("content-disposition")[0], kind
}

const parquetType = "application/vnd.apache.parquet"

// cellsOf reads a CSV file.
func cellsOf(t *testing.T, file []byte) [][]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	require.NoError(t, err)
	return rows
}

// columnsOf reads a Parquet file as another program does: by the schema in the file. It returns the header and the rows
// as texts, with null as an empty text.
func columnsOf(t *testing.T, file []byte) [][]string {
	t.Helper()
	opened, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	var header []string
	dates := map[int]bool{}
	for i, field := range opened.Schema().Fields() {
		header = append(header, field.Name())
		dates[i] = field.Type().String() == "DATE"
	}
	all := [][]string{header}
	for _, group := range opened.RowGroups() {
		rows := group.Rows()
		buffer := make([]parquet.Row, 100)
		for {
			n, err := rows.ReadRows(buffer)
			for _, row := range buffer[:n] {
				texts := make([]string, len(header))
				for _, value := range row {
					switch {
					case value.IsNull():
					case dates[value.Column()]:
						texts[value.Column()] = time.Unix(int64(value.Int32())*86_400, 0).UTC().Format(time.DateOnly)
					default:
						texts[value.Column()] = value.String()
					}
				}
				all = append(all, texts)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
		}
		require.NoError(t, rows.Close())
	}
	return all
}

func TestAFileOfChangesHasTheRowsOfAllPages(t *testing.T) {
	t.Parallel()
	s := start(t)
	all, dates := randomCells(rand.New(rand.NewPCG(3, 4)), 2)
	s.peers.set(func(p *peers) { p.engine.changes = all.changes })
	for _, date := range dates {
		s.Publish(t, all.event(date))
	}
	s.waitFor(t, len(dates))
	standing := func(s *reportsv1.Standing) []string {
		if s.GetScore() == nil {
			return []string{"", s.GetReason().GetValue(), ""}
		}
		return []string{strconv.Itoa(int(s.GetScore().GetValue())), "", ""}
	}
	for _, from := range []string{"", dates[1]} {
		want := [][]string{strings.Split(
			"uid,number,score_before,excluded_reason_before,known_before,score,excluded_reason,known", ",",
		)}
		req := &reportsv1.ListChangesRequest{Id: scoringID, From: from, To: dates[0], Minimum: 1, PageSize: 70}
		for {
			res, err := s.own.ListChanges(t.Context(), req)
			require.NoError(t, err)
			for _, item := range res.GetItems() {
				row := []string{item.GetUid(), strconv.Itoa(int(item.GetNumber()))}
				want = append(want, append(append(row, standing(item.GetBefore())...), standing(item.GetAfter())...))
			}
			if req.PageToken = res.GetNextPageToken(); req.GetPageToken() == "" {
				break
			}
		}
		require.Greater(t, len(want), 71, "several pages")
		ask := &reportsv1.ExportChangesRequest{Id: scoringID, From: from, To: dates[0], Minimum: 1}
		file, name, kind := download(t, s.own.ExportChanges, ask, "")
		require.Equal(t, "text/csv; charset=utf-8", kind)
		days := strings.TrimPrefix(from+" - "+dates[0], " - ")
		require.Contains(t, name, `filename="changes - `+days+`.csv"`)
		require.Equal(t, want, cellsOf(t, file))
		file, name, kind = download(t, s.own.ExportChanges, ask, parquetType)
		require.Equal(t, parquetType, kind)
		require.Contains(t, name, `filename="changes - `+days+`.parquet"`)
		require.Equal(t, want, columnsOf(t, file))
		ask.Delimiter, ask.Language = ";", "pl"
		file, _, _ = download(t, s.own.ExportChanges, ask, "")
		require.True(t, bytes.HasPrefix(file, []byte("\xef\xbb\xbfUID;Numer;")))
		require.Contains(t, string(file), ";Brak zgody;")
	}
	stream, err := s.own.ExportChanges(t.Context(), &reportsv1.ExportChangesRequest{Id: scoringID, From: "2020-01-01"})
	require.NoError(t, err)
	_, err = stream.Recv()
	servicetest.Refused(t, err, codes.NotFound, "REPORT_NOT_FOUND")
}

func TestFilesOfSendingsHaveTheRowsOfTheirLists(t *testing.T) {
	t.Parallel()
	s, client := startSendings(t)
	messages := map[string][]*scoringenginev1.MessageTotals{}
	for n := range 300 {
		for _, channel := range []typev1.Channel{typev1.Channel_CHANNEL_MAILING, typev1.Channel_CHANNEL_SMS} {
			messages[channel.String()] = append(messages[channel.String()], &scoringenginev1.MessageTotals{
				DatabaseId: 42, MessageId: fmt.Sprintf("=m%d", n), MessageCount: 1, Category: uint32(n % 2),
				Totals: &scoringenginev1.SendingTotals{Sent: int32(900 - n), Opened: 7, Unsubscribed: 1},
			})
		}
	}
	messages["CHANNEL_MAILING"][0].MessageId = ""
	messages["CHANNEL_MAILING"][1].MessageId = "sms" // a name of the API as a text
	s.peers.set(func(p *peers) {
		p.engine.messages = messages
		p.engine.days = func(req *scoringenginev1.CountSendingsRequest) *scoringenginev1.CountSendingsResponse {
			totals := &scoringenginev1.SendingTotals{
				Sent: 10, Delivered: 9, Opened: 5, Clicked: 3, Bounced: 1, Unsubscribed: 2,
			}
			return &scoringenginev1.CountSendingsResponse{Days: []*scoringenginev1.DayTotals{
				{Date: "2026-11-01", Totals: totals}, {Date: "2026-11-02", Totals: &scoringenginev1.SendingTotals{Sent: 4}},
			}}
		}
	})
	number := func(numbers ...int32) (texts []string) {
		for _, n := range numbers {
			texts = append(texts, strconv.Itoa(int(n)))
		}
		return texts
	}
	days, err := client.ListSendings(t.Context(), &reportsv1.ListSendingsRequest{Start: "2026-10-01", End: "2026-11-02"})
	require.NoError(t, err)
	want := [][]string{strings.Split("date,scoring_type,sent,delivered,opened,clicked,bounced,unsubscribed", ",")}
	for _, d := range days.GetItems() {
		want = append(want, append([]string{d.GetDate(), d.GetScoringType()}, number(
			d.GetSent(), d.GetDelivered(), d.GetOpened(), d.GetClicked(), d.GetBounced(), d.GetUnsubscribed(),
		)...))
	}
	require.Greater(t, len(want), 2)
	ask := &reportsv1.ExportSendingsRequest{Start: "2026-10-01", End: "2026-11-02"}
	file, name, _ := download(t, client.ExportSendings, ask, "text/csv")
	require.Contains(t, name, `filename="sendings - 2026-10-01 - 2026-11-02.csv"`)
	require.Equal(t, want, cellsOf(t, file))
	file, _, kind := download(t, client.ExportSendings, ask, parquetType)
	require.Equal(t, parquetType, kind)
	require.Equal(t, want, columnsOf(t, file))
	ask.Language, ask.Delimiter = "pl", ";"
	file, name, _ = download(t, client.ExportSendings, ask, "text/csv")
	require.Contains(t, string(file), "Data;Kanał;Wysłane;")
	require.Contains(t, name, "wysy%C5%82ki%20-%20")

	want = [][]string{strings.Split(
		"message_id,message_count,category,uid,scoring_type,sent,delivered,opened,clicked,bounced,unsubscribed", ",",
	)}
	for page := int32(1); ; page++ {
		ask := &reportsv1.ListSentMessagesRequest{Date: "2026-11-02", Page: page}
		list, err := client.ListSentMessages(t.Context(), ask)
		require.NoError(t, err)
		for _, m := range list.GetItems() {
			row := append([]string{m.GetMessageId()}, number(m.GetMessageCount())...)
			row = append(row, m.GetCategory(), m.GetUid(), m.GetScoringType())
			want = append(want, append(row, number(
				m.GetSent(), m.GetDelivered(), m.GetOpened(), m.GetClicked(), m.GetBounced(), m.GetUnsubscribed(),
			)...))
		}
		if len(want) == 601 {
			break
		}
	}
	day := &reportsv1.ExportSentMessagesRequest{Date: "2026-11-02"}
	file, _, _ = download(t, client.ExportSentMessages, day, parquetType)
	require.Equal(t, want, columnsOf(t, file), "texts as they are")
	day.Language = "en"
	file, name, _ = download(t, client.ExportSentMessages, day, "")
	require.Contains(t, name, `filename="sendings - 2026-11-02.csv"`)
	rows := cellsOf(t, file)
	require.Len(t, rows, len(want))
	require.Equal(t, []string{"Message", "Number of messages", "Type of communication", "UID", "Channel"}, rows[0][:5])
	named := map[string]bool{}
	for _, row := range rows[1:] {
		named[row[0]+" "+row[2]+" "+row[4]] = true
	}
	require.True(t, named["sms Sales E-mail"], "the id of a message is no name of the API")
	require.True(t, named["'=m4  E-mail"], "no cell is a formula")
}
