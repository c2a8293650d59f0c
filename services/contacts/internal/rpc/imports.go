package rpc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/core"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/sheet"
)

const (
	// listSize is how many imports a page has when nobody says.
	listSize = 100
	// errorLimit is how many refused rows an import names; the rest is in the download.
	errorLimit = 1000
	// pieceSize is about how much of a download travels in one message.
	pieceSize = 64 << 10
	// discardLimit bounds the removal of a file whose sender is gone.
	discardLimit = 30 * time.Second
)

// ImportServer takes files and tells about imports of the caller's account.
type ImportServer struct {
	contactsv1.UnimplementedImportServiceServer
	files     core.Files
	imports   core.Imports
	catalogue core.Catalogue
	accepted  func()
}

// NewImportServer makes a server that calls accepted after every file it took.
func NewImportServer(files core.Files, imports core.Imports, catalogue core.Catalogue, accepted func()) *ImportServer {
	return &ImportServer{files: files, imports: imports, catalogue: catalogue, accepted: accepted}
}

type uploadStream = grpc.ClientStreamingServer[contactsv1.UploadImportRequest, contactsv1.UploadImportResponse]

// UploadImport takes a file.
func (s *ImportServer) UploadImport(stream uploadStream) error {
	ctx := stream.Context()
	first, err := stream.Recv()
	if err != nil {
		return cutOff(err)
	}
	header := first.GetHeader()
	if header == nil {
		return core.ErrImportCutOff.Withf("the upload does not begin with its header")
	}
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("make id: %w", err)
	}
	receiver, err := core.NewReceiver(ctx, s.files, s.catalogue, core.Upload{
		ID: core.ImportID(id), Account: auth.Account(ctx), Kind: core.FileKind(header.GetKind()), Format: header.GetFormat(),
		KeepConsent: header.GetConsentPolicy() == "keep", IdempotencyKey: header.GetIdempotencyKey(),
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
	s.accepted()
	return stream.SendAndClose(&contactsv1.UploadImportResponse{Id: uuid.UUID(taken).String()})
}

func receive(stream uploadStream, receiver *core.Receiver) (core.ImportID, error) {
	for {
		req, err := stream.Recv()
		if err != nil {
			return core.ImportID{}, cutOff(err)
		}
		switch part := req.GetPart().(type) {
		case *contactsv1.UploadImportRequest_Data:
			if err := receiver.Write(stream.Context(), part.Data); err != nil {
				return core.ImportID{}, err
			}
		case *contactsv1.UploadImportRequest_End:
			return receiver.Finish(stream.Context(), part.End.GetSize())
		default:
			return core.ImportID{}, core.ErrImportCutOff.Withf("a part of the upload is neither data nor end")
		}
	}
}

// cutOff says what an upload that stopped before its end is.
func cutOff(err error) error {
	if errors.Is(err, io.EOF) {
		return core.ErrImportCutOff
	}
	return err
}

// ListImports answers a page of imports, with their first refused rows.
func (s *ImportServer) ListImports(
	ctx context.Context, req *contactsv1.ListImportsRequest,
) (*contactsv1.ListImportsResponse, error) {
	size := int(req.GetPageSize())
	if size == 0 {
		size = listSize
	}
	imports, total, err := s.imports.List(ctx, auth.Account(ctx), max(int(req.GetPage()), 1)-1, size)
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListImportsResponse{Total: int32(total)}
	for i := range imports {
		item := importToProto(&imports[i])
		for _, r := range imports[i].First {
			item.Errors = append(item.Errors, &contactsv1.ImportError{Line: int32(r.Line), Reason: string(r.Reason)})
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// GetImport answers one import with its first refused rows.
func (s *ImportServer) GetImport(
	ctx context.Context, req *contactsv1.GetImportRequest,
) (*contactsv1.GetImportResponse, error) {
	id, err := importID(req.GetId())
	if err != nil {
		return nil, err
	}
	found, err := s.imports.Get(ctx, auth.Account(ctx), id)
	if err != nil {
		return nil, err
	}
	res := importToProto(&found)
	if found.Refused > 0 {
		err = s.imports.Refused(ctx, auth.Account(ctx), id, func(line int, reason string, _ []byte) (bool, error) {
			res.Errors = append(res.Errors, &contactsv1.ImportError{Line: int32(line), Reason: reason})
			return len(res.Errors) < errorLimit, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return &contactsv1.GetImportResponse{Import: res}, nil
}

func importID(text string) (core.ImportID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return core.ImportID{}, core.ErrImportNotFound
	}
	return core.ImportID(id), nil
}

func importToProto(i *core.Import) *contactsv1.Import {
	res := &contactsv1.Import{
		Id: uuid.UUID(i.ID).String(), Kind: string(i.Kind), State: core.Outcome(i.State, i.Kept, i.Refused), Read: int32(i.Read), Kept: int32(i.Kept),
		Refused: int32(i.Refused), StartedAt: timestamppb.New(i.StartedAt),
	}
	if i.FinishedAt != nil {
		res.FinishedAt = timestamppb.New(*i.FinishedAt)
	}
	return res
}

// DownloadRefused streams the refused rows as CSV.
func (s *ImportServer) DownloadRefused(
	req *contactsv1.DownloadRefusedRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody],
) error {
	ctx := stream.Context()
	id, err := importID(req.GetId())
	if err != nil {
		return err
	}
	if _, err := s.imports.Get(ctx, auth.Account(ctx), id); err != nil {
		return err
	}
	name := metadata.Pairs("content-disposition", `attachment; filename="refused-`+uuid.UUID(id).String()+`.csv"`)
	if err := stream.SetHeader(name); err != nil {
		return fmt.Errorf("name the file: %w", err)
	}
	piece := sheet.AppendRow(nil, ',', "line", "reason", "row")
	send := func() error {
		err := stream.Send(&httpbody.HttpBody{ContentType: "text/csv; charset=utf-8", Data: bytes.Clone(piece)})
		piece = piece[:0]
		return err
	}
	err = s.imports.Refused(ctx, auth.Account(ctx), id, func(line int, reason string, text []byte) (bool, error) {
		piece = sheet.AppendRow(piece, ',', strconv.Itoa(line), reason, sheet.Harmless(string(text)))
		if len(piece) > pieceSize {
			return true, send()
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	return send()
}
