package rpc

import (
	"slices"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	"puls.app/services/reports/internal/columnar"
	"puls.app/services/reports/internal/core"
)

const (
	// partSize is how many bytes are buffered before they are sent.
	partSize = 64 << 10
	// largestPart bounds the bytes of one message.
	largestPart = 1 << 20
	// changesAtOnce is the page size of a file of changes.
	changesAtOnce = 10_000
)

// fileOptions are the fields of a request for a file.
type fileOptions interface {
	GetDelimiter() string
	GetLanguage() string
}

func delimiterOf(o fileOptions) byte {
	if o.GetDelimiter() == "" {
		return ','
	}
	return o.GetDelimiter()[0]
}

// file is a download of rows.
type file[R any] struct {
	download
	columnar.Rows[R]
	extension string
	words     core.Words
	named     bool
}

// newFile begins a file, as Parquet for a caller that prefers it.
func newFile[R any](stream grpc.ServerStreamingServer[httpbody.HttpBody], o fileOptions) *file[R] {
	f := &file[R]{download: download{stream: stream}, words: core.WordsOf(o.GetLanguage())}
	if prefersParquet(stream.Context()) {
		f.Rows, f.extension, f.contentType = columnar.NewParquet[R](), "parquet", parquetType
	} else {
		f.Rows, f.extension = columnar.NewCSV[R](delimiterOf(o), o.GetLanguage()), "csv"
		f.contentType = csvType + "; charset=utf-8"
	}
	return f
}

// begin names the file by its content and days; zero days are left out.
func (f *file[R]) begin(content string, days ...time.Time) error {
	if f.named {
		return nil
	}
	f.named = true
	parts := []string{f.words.Column(content)}
	for _, day := range days {
		if !day.IsZero() {
			parts = append(parts, day.Format(time.DateOnly))
		}
	}
	return f.Name(strings.Join(parts, " - ") + "." + f.extension)
}

// add adds rows, and sends what is buffered once it is enough.
func (f *file[R]) add(rows ...R) error {
	if err := f.Append(rows...); err != nil || f.Len() < partSize {
		return err
	}
	return f.send()
}

func (f *file[R]) send() error {
	for part := range slices.Chunk(f.Take(), largestPart) {
		if err := f.Write(part); err != nil {
			return err
		}
	}
	return nil
}

func (f *file[R]) end() error {
	if err := f.Close(); err != nil {
		return err
	}
	return f.send()
}

// ExportChanges streams the rows of ListChanges as a file.
func (s *Server) ExportChanges(
	req *reportsv1.ExportChangesRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody],
) error {
	ask := core.ChangesAsk{Minimum: int(req.GetMinimum()), Limit: changesAtOnce}
	var err error
	if ask.Ask, err = askOf(req); err != nil {
		return err
	}
	if ask.Days, err = daysOf("from", req.GetFrom(), "to", req.GetTo()); err != nil {
		return err
	}
	f := newFile[columnar.Change](stream, req)
	ctx := stream.Context()
	if err := s.app.EachChanges(ctx, account(ctx), ask, func(page *core.Changes) error {
		if err := f.begin("changes", page.From, page.To); err != nil {
			return err
		}
		rows := make([]columnar.Change, len(page.Items))
		for i := range page.Items {
			rows[i] = columnar.ChangeOf(&page.Items[i])
		}
		return f.add(rows...)
	}); err != nil {
		return err
	}
	return f.end()
}

// ExportSendings streams the rows of ListSendings as a file.
func (s *SendingServer) ExportSendings(
	req *reportsv1.ExportSendingsRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody],
) error {
	days, err := daysOf("start", req.GetStart(), "end", req.GetEnd())
	if err != nil {
		return err
	}
	ctx := stream.Context()
	sendings, err := s.app.Sendings(ctx, account(ctx), sendingsAskOf(req), days)
	if err != nil {
		return err
	}
	f := newFile[columnar.SendingDay](stream, req)
	if err := f.begin("sendings", sendings.Days.Start, sendings.Days.End); err != nil {
		return err
	}
	for i := range sendings.Items {
		if err := f.add(columnar.SendingDayOf(&sendings.Items[i])); err != nil {
			return err
		}
	}
	return f.end()
}

// ExportSentMessages streams the rows of ListSentMessages as a file.
func (s *SendingServer) ExportSentMessages(
	req *reportsv1.ExportSentMessagesRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody],
) error {
	date, err := core.ParseDate("date", req.GetDate())
	if err != nil {
		return err
	}
	f := newFile[columnar.SentMessage](stream, req)
	ctx := stream.Context()
	if err := s.app.EachSentMessage(ctx, account(ctx), sendingsAskOf(req), date, func(m *core.SentMessage) error {
		if err := f.begin("sendings", date); err != nil {
			return err
		}
		return f.add(columnar.SentMessageOf(m))
	}); err != nil {
		return err
	}
	if err := f.begin("sendings", date); err != nil { // a day without messages
		return err
	}
	return f.end()
}
