package rpc

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/table"
)

const (
	// pieceSize is the approximate size of the messages of a download.
	pieceSize = 64 << 10
	// discardLimit is the timeout for removing a file whose sender is gone.
	discardLimit = 30 * time.Second
)

// ImportServer receives files and returns imports of the caller's account.
type ImportServer struct {
	contactsv1.UnimplementedImportServiceServer
	app *importing.App
}

// NewImportServer returns a server.
func NewImportServer(app *importing.App) *ImportServer { return &ImportServer{app: app} }

type uploadStream = grpc.ClientStreamingServer[contactsv1.UploadImportRequest, contactsv1.UploadImportResponse]

// UploadImport receives a file.
func (s *ImportServer) UploadImport(stream uploadStream) error {
	ctx := stream.Context()
	first, err := stream.Recv()
	if err != nil {
		return cutOff(err)
	}
	header := first.GetHeader()
	if header == nil {
		return importing.ErrCutOff.Withf("the upload does not begin with its header")
	}
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("make id: %w", err)
	}
	receiver, err := s.app.Receive(ctx, importing.Upload{
		ID: id, Account: account(ctx), Kind: table.FileKind(header.GetKind()), Format: table.Format(header.GetFormat()),
		Options: headerOptions(header), IdempotencyKey: header.GetIdempotencyKey(),
		FileName: fileName(header.GetFileName()), Actor: actor(ctx, fileName(header.GetFileName())),
		Draft: header.GetDraft() || header.GetCheck(), Check: header.GetCheck(),
	})
	if err != nil {
		return fmt.Errorf("begin upload: %w", err)
	}
	taken, err := receive(stream, receiver)
	if err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discardLimit)
		defer cancel()
		if discardErr := receiver.Discard(ctx); discardErr != nil {
			return errors.Join(err, discardErr)
		}
		return err
	}
	return stream.SendAndClose(&contactsv1.UploadImportResponse{Id: taken.String()})
}

func receive(stream uploadStream, receiver *importing.Receiver) (importing.ID, error) {
	for {
		req, err := stream.Recv()
		if err != nil {
			return importing.ID{}, cutOff(err)
		}
		switch part := req.GetPart().(type) {
		case *contactsv1.UploadImportRequest_Data:
			if err := receiver.Write(stream.Context(), part.Data); err != nil {
				return importing.ID{}, err
			}
		case *contactsv1.UploadImportRequest_End:
			return receiver.Finish(stream.Context(), part.End.GetSize())
		default:
			return importing.ID{}, importing.ErrCutOff.Withf("a part of the upload is neither data nor end")
		}
	}
}

// cutOff returns the error of an upload that stopped before its end.
func cutOff(err error) error {
	if errors.Is(err, io.EOF) {
		return importing.ErrCutOff
	}
	return err
}

// ListImports returns a page of imports, with their first refused rows.
func (s *ImportServer) ListImports(
	ctx context.Context, req *contactsv1.ListImportsRequest,
) (*contactsv1.ListImportsResponse, error) {
	imports, total, err := s.app.Imports(ctx, account(ctx), int(req.GetPage()), int(req.GetPageSize()))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListImportsResponse{Total: int32(total)}
	for i := range imports {
		res.Items = append(res.Items, importToProto(&imports[i]))
	}
	return res, nil
}

// GetImport returns one import with its first refused rows.
func (s *ImportServer) GetImport(
	ctx context.Context, req *contactsv1.GetImportRequest,
) (*contactsv1.GetImportResponse, error) {
	id, err := importID(req.GetId())
	if err != nil {
		return nil, err
	}
	found, err := s.app.Import(ctx, account(ctx), id)
	if err != nil {
		return nil, err
	}
	return &contactsv1.GetImportResponse{Import: importToProto(&found)}, nil
}

func importID(text string) (importing.ID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil, importing.ErrNotFound
	}
	return id, nil
}

// DownloadRefused streams the refused rows as CSV.
func (s *ImportServer) DownloadRefused(
	req *contactsv1.DownloadRefusedRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody],
) error {
	id, err := importID(req.GetId())
	if err != nil {
		return err
	}
	var pieces *bufio.Writer
	form := importing.RefusedForm{Delimiter: delimiterOf(req.GetDelimiter()), Language: req.GetLanguage()}
	err = s.app.WriteRefused(stream.Context(), account(stream.Context()), id, form, func(name string) io.Writer {
		pieces = bufio.NewWriterSize(&download{stream: stream, name: name}, pieceSize)
		return pieces
	})
	if err != nil {
		return err
	}
	return pieces.Flush()
}

// GetSampleFile streams a file to start from.
func (s *ImportServer) GetSampleFile(
	req *contactsv1.GetSampleFileRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody],
) error {
	pieces := bufio.NewWriterSize(&download{stream: stream, name: req.GetKind() + ".csv"}, pieceSize)
	sample := table.SampleFile(table.FileKind(req.GetKind()), delimiterOf(req.GetDelimiter()))
	if _, err := pieces.Write(sample); err != nil {
		return err
	}
	return pieces.Flush()
}

// download is a writer that streams a file, with the file's name in a header before the first piece.
type download struct {
	stream grpc.ServerStreamingServer[httpbody.HttpBody]
	name   string
	// content is the content type of the file; empty means CSV.
	content string
	named   bool
}

func (d *download) Write(piece []byte) (int, error) { return len(piece), d.send(bytes.Clone(piece)) }

// send sends a piece, which must not change until send returns.
func (d *download) send(piece []byte) error {
	if !d.named {
		d.named = true
		disposition := `attachment; filename="` + d.name + `"`
		if strings.ContainsFunc(d.name, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
			disposition = mime.FormatMediaType("attachment", map[string]string{"filename": d.name})
		}
		if err := d.stream.SetHeader(metadata.Pairs("content-disposition", disposition)); err != nil {
			return fmt.Errorf("name the file: %w", err)
		}
	}
	return d.stream.Send(&httpbody.HttpBody{ContentType: cmp.Or(d.content, "text/csv; charset=utf-8"), Data: piece})
}

// delimiterOf returns the delimiter of a CSV file, a comma by default.
func delimiterOf(text string) byte { return cmp.Or(text, ",")[0] }
