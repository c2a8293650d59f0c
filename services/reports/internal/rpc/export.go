package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	kitrpc "puls.app/services/kit/rpc"
	"puls.app/services/reports/internal/core"
)

// Scores streams score cells.
type Scores = scoringenginev1.ScoreServiceClient

// People streams who contacts and visitors are.
type People = contactsv1.AudienceServiceClient

const (
	// part is how many bytes of CSV leave in one message.
	part = 64 << 10
	// newerTries bounds how often an export of which nothing has left yet begins again for a newer result, newerPause
	// is how long it waits for the newer summary, which comes after the cells.
	newerTries = 50
	newerPause = 100 * time.Millisecond
)

// ExportToCsv streams one calculation as CSV. Nothing is held but a chunk of cells and a page of recipients. All of it
// is of one revision: when the result is calculated again meanwhile, an export of which nothing has left yet begins
// again, any other ends with an error.
func (s *Server) ExportToCsv(req *reportsv1.ExportToCsvRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody]) error {
	ctx := stream.Context()
	key, err := keyOf(req)
	if err != nil {
		return err
	}
	for try := 0; ; try++ {
		e := &export{server: s, stream: stream, account: int32(account(ctx)), includeExcluded: req.GetIncludeExcluded()}
		err := e.run(ctx, key, req)
		if kitrpc.Reason(err) != replaced {
			return err
		}
		if e.begun || try == newerTries {
			return core.ErrReplaced
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(newerPause):
		}
	}
}

// replaced is the engine's reason for not answering cells of the revision that was asked for.
const replaced = "CALCULATION_REPLACED"

type export struct {
	server          *Server
	stream          grpc.ServerStreamingServer[httpbody.HttpBody]
	account         int32
	writer          *core.Writer
	includeExcluded bool
	line            core.Line
	name            string
	// begun is set once something has left.
	begun bool
}

func (e *export) run(ctx context.Context, key core.Key, req *reportsv1.ExportToCsvRequest) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	summaries, _, err := e.server.app.Find(ctx, core.AccountID(e.account), key)
	if err != nil {
		return err
	}
	if _, err := core.Sum(summaries, req.GetUids()); err != nil {
		return err
	}
	delimiter := byte(',')
	if req.GetDelimiter() != "" {
		delimiter = req.GetDelimiter()[0]
	}
	e.writer, e.name = core.NewWriter(delimiter, req.GetLanguage()), core.FileName(summaries[0])
	for _, summary := range summaries {
		if len(req.GetUids()) > 0 && !slices.Contains(req.GetUids(), summary.UID) {
			continue
		}
		if err := e.database(ctx, summary); err != nil {
			return err
		}
	}
	return e.flush()
}

func (e *export) flush() error {
	if e.writer.Len() == 0 {
		return nil
	}
	if !e.begun {
		e.begun = true
		if err := e.stream.SetHeader(metadata.Pairs("content-disposition", core.Disposition(e.name))); err != nil {
			return fmt.Errorf("name the file: %w", err)
		}
	}
	err := e.stream.Send(&httpbody.HttpBody{ContentType: "text/csv; charset=utf-8", Data: e.writer.Take()})
	if err != nil {
		return fmt.Errorf("send export: %w", err)
	}
	return nil
}

// database joins the cells of one database with its recipients; both come by number.
func (e *export) database(ctx context.Context, summary core.Summary) error {
	channel := typev1.Channel(summary.Channel)
	scores, err := e.server.scores.StreamScores(ctx, &scoringenginev1.StreamScoresRequest{
		ScoringId: summary.Scoring.String(), Channel: channel, GeneratedDate: summary.Date.Format(time.DateOnly),
		DatabaseIds: []int32{summary.DatabaseID}, AccountId: e.account, Revision: int32(summary.Revision),
	})
	if err != nil {
		return fmt.Errorf("ask for scores: %w", err)
	}
	people, err := e.server.people.StreamRecipients(ctx, &contactsv1.StreamRecipientsRequest{
		AccountId: e.account, DatabaseId: summary.DatabaseID, Channel: channel,
	})
	if err != nil {
		return fmt.Errorf("ask for recipients: %w", err)
	}
	cells := &cellReader{stream: scores}
	for {
		page, err := people.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read recipients: %w", err)
		}
		for i, number := range page.GetNumbers() {
			cell, err := cells.at(number)
			if err != nil {
				return err
			}
			if err := e.recipient(summary, page, i, cell); err != nil {
				return err
			}
		}
	}
}

func (e *export) recipient(summary core.Summary, page *contactsv1.StreamRecipientsResponse, i int, cell byte) error {
	state := core.ReadCell(summary.Channel, cell)
	if state.Absent || (state.Reason != "" && !e.includeExcluded) {
		return nil
	}
	e.line = core.Line{UID: summary.UID, Score: state.Score, Reason: state.Reason, Known: state.Known}
	// An unknown visitor stays without a name even when somebody has become known since.
	if state.Known == nil || *state.Known {
		e.line.ExternalID, e.line.Email, e.line.GSM = page.GetExternalIds()[i], page.GetEmails()[i], page.GetGsms()[i]
	}
	if summary.Channel == core.Web {
		e.line.VisitorID = page.GetVisitorIds()[i]
	}
	e.writer.Append(&e.line)
	if e.writer.Len() >= part {
		return e.flush()
	}
	return nil
}

// cellReader walks a stream of chunks forward.
type cellReader struct {
	stream grpc.ServerStreamingClient[scoringenginev1.StreamScoresResponse]
	chunk  uint32
	cells  []byte
	ended  bool
	begun  bool
}

// at answers the cell of a number; numbers must ascend. What has no cell is absent.
func (r *cellReader) at(number uint32) (byte, error) {
	chunk := number >> 16
	for !r.ended && (!r.begun || r.chunk < chunk) {
		message, err := r.stream.Recv()
		if errors.Is(err, io.EOF) {
			r.ended = true
			break
		}
		if err != nil {
			return 0, fmt.Errorf("read scores: %w", err)
		}
		r.begun, r.chunk, r.cells = true, message.GetChunk(), message.GetCells()
	}
	if index := int(number & 0xffff); r.begun && r.chunk == chunk && index < len(r.cells) {
		return r.cells[index], nil
	}
	return core.CellAbsent, nil
}
