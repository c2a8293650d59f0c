// Package upload accepts uploads, which a JSON contract cannot express, and streams them to the contacts service.
package upload

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"google.golang.org/grpc/metadata"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/gateway/internal/payload"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

const (
	// maxUpload is the size of the largest body, in bytes.
	maxUpload = 2 << 30
	// piece is the size of one message to the service, in bytes.
	piece = 256 << 10
	// idle is how long to wait for a silent client.
	idle = 60 * time.Second
)

var errKind = errors.New("the body must be a file of CSV, NDJSON or XLSX, as it is or packed by gzip or zip")

// Room reports whether the disk has room for so many more bytes.
type Room func(bytes int64) bool

// errFull marks an upload that the disk has no room for.
var errFull = errors.New("the disk is filling")

// Upload handles POST contacts:import, engagement:import and unsubscribes:import. It responds with the id of the
// import.
func Upload(client contactsv1.ImportServiceClient, room Room, kind string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !room(r.ContentLength) {
			full(w)
			return
		}
		if r.ContentLength > maxUpload {
			tooLarge(w)
			return
		}
		header, wrong := headerOf(r, kind)
		if len(wrong) > 0 {
			rest.WriteError(w, http.StatusBadRequest, reason.RequestInvalid, "the request has values that cannot be used", wrong...)
			return
		}
		body, err := open(w, r, header)
		if err != nil {
			rest.WriteError(w, http.StatusUnsupportedMediaType, reason.ContentTypeUnsupported, err.Error())
			return
		}
		payload.Stream(r, idle)
		id, err := send(r, body, client, header, room)
		var limit *http.MaxBytesError
		var cut *cutOffError
		switch {
		case errors.Is(err, errFull):
			full(w)
		case errors.As(err, &limit):
			tooLarge(w)
		case errors.Is(err, errSecondFile):
			rest.WriteError(w, http.StatusBadRequest, reason.ImportSecondFile, "a form holds one file; nothing was imported")
		case errors.As(err, &cut):
			rest.WriteError(
				w, http.StatusBadRequest, reason.ImportCutOff,
				"the body ended before its announced end; nothing was imported, send it again",
			)
		case err != nil:
			rest.WriteStatus(w, err)
		default:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"id":"`+id+`"}`+"\n") // the client has gone when this fails
		}
	})
}

func full(w http.ResponseWriter) {
	w.Header().Set("Connection", "close") // the rest of the body is not read
	rest.WriteFull(w)
}

func tooLarge(w http.ResponseWriter) {
	w.Header().Set("Connection", "close") // the rest of the body is not read
	rest.WriteError(w, http.StatusRequestEntityTooLarge, reason.ImportTooLarge, "the file is over 2 GiB; split it")
}

// open returns the file of the request: the body itself, or the first file of a form. It adds the file's name and
// format to the header.
func open(w http.ResponseWriter, r *http.Request, header *contactsv1.UploadHeader) (body io.Reader, err error) {
	limited := http.MaxBytesReader(w, r.Body, maxUpload)
	contentType, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil && r.Header.Get("Content-Type") != "" {
		return nil, errKind
	}
	body = limited
	if contentType == "multipart/form-data" {
		form := multipart.NewReader(limited, params["boundary"])
		part, err := firstFile(form)
		if err != nil {
			return nil, errKind
		}
		contentType, _, _ = mime.ParseMediaType(part.Header.Get("Content-Type"))
		header.FileName = cmp.Or(header.GetFileName(), part.FileName())
		body = &onlyFile{part, form}
		if _, known := formats[contentType]; !known {
			contentType = "" // a browser guesses the type from the name
		}
	}
	format, known := formats[contentType]
	if !known || format == ndjson && header.GetKind() != "engagement" {
		return nil, errKind
	}
	header.Format = format
	return body, nil
}

const ndjson = "ndjson"

// formats maps the types that a body may have to formats; empty where the content decides.
var formats = map[string]string{
	"": "", "application/octet-stream": "", "application/vnd.ms-excel": "", "text/plain": "",
	"text/csv": "csv", "application/csv": "csv",
	"application/x-ndjson": ndjson, "application/ndjson": ndjson, "application/jsonl": ndjson,
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
	"application/vnd.ms-excel.sheet.macroenabled.12":                    "xlsx",
	"application/gzip": "", "application/x-gzip": "", "application/zip": "", "application/x-zip-compressed": "",
}

func firstFile(reader *multipart.Reader) (*multipart.Part, error) {
	for {
		part, err := reader.NextPart()
		if err != nil {
			return nil, err
		}
		if part.FileName() != "" {
			return part, nil
		}
	}
}

// errSecondFile means that a form holds another file, which would be dropped.
var errSecondFile = errors.New("the form holds a second file")

// onlyFile is the first file of a form. It ends with the form: another file behind it is an error, so that nothing of
// the form takes effect.
type onlyFile struct {
	*multipart.Part
	form *multipart.Reader
}

func (f *onlyFile) Read(to []byte) (int, error) {
	n, err := f.Part.Read(to)
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	switch _, err := firstFile(f.form); {
	case err == nil:
		return n, errSecondFile
	case errors.Is(err, io.EOF):
		return n, io.EOF
	default:
		return n, err
	}
}

// cutOffError marks a body that ended early.
type cutOffError struct{ cause error }

func (e *cutOffError) Error() string { return "body cut off: " + e.cause.Error() }
func (e *cutOffError) Unwrap() error { return e.cause }

// send streams the body. When the service stops early, its own error is returned.
func send(
	r *http.Request, body io.Reader, client contactsv1.ImportServiceClient, header *contactsv1.UploadHeader, room Room,
) (string, error) {
	// A client that has gone shows as a body that ends early, which is more precise than a cancelled call.
	ctx := metadata.AppendToOutgoingContext(
		context.WithoutCancel(r.Context()), "authorization", r.Header.Get("Authorization"),
	)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := client.UploadImport(ctx)
	if err != nil {
		return "", err
	}
	if err := stream.Send(
		&contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_Header{Header: header}},
	); err != nil {
		return finish(stream)
	}
	buf := make([]byte, piece)
	var size int64
	for {
		if !room(piece) {
			return "", errFull
		}
		n, readErr := fill(body, buf)
		size += int64(n)
		if n > 0 {
			part := &contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_Data{Data: buf[:n]}}
			if err := stream.Send(part); err != nil {
				return finish(stream)
			}
		}
		switch {
		case errors.Is(readErr, io.EOF):
			end := &contactsv1.UploadEnd{Size: size}
			if err := stream.Send(
				&contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_End{End: end}},
			); err != nil {
				return finish(stream)
			}
			return finish(stream)
		case errors.Is(readErr, errSecondFile):
			return "", readErr
		case readErr != nil:
			return "", &cutOffError{readErr}
		}
	}
}

// fill reads until buf is full or the body ends. Unlike io.ReadFull it tells a short last piece (io.EOF) from a body
// that broke off (io.ErrUnexpectedEOF).
func fill(body io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var more int
		more, err = body.Read(buf[n:])
		n += more
	}
	return n, err
}

func finish(stream contactsv1.ImportService_UploadImportClient) (string, error) {
	res, err := stream.CloseAndRecv()
	return res.GetId(), err
}
