package files

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"google.golang.org/grpc/metadata"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

const (
	// maxInspected is how much of a file is looked at.
	maxInspected = 256 << 10
	// inspectTime is how long a client may take to send it.
	inspectTime = 15 * time.Second
)

// Inspect answers POST imports:inspect with what the beginning of a file seems to be.
func Inspect(client contactsv1.ImportServiceClient) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := &query{values: r.URL.Query()}
		req := &contactsv1.InspectFileRequest{Kind: q.values.Get("kind"), Options: q.options()}
		req.Options.ConsentPolicy = q.values.Get("consentPolicy")
		if len(q.wrong) > 0 {
			rest.WriteError(w, http.StatusBadRequest, reason.RequestInvalid, "the request has values that cannot be used", q.wrong...)
			return
		}
		contentType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if _, known := formats[contentType]; err != nil && r.Header.Get("Content-Type") != "" || !known {
			rest.WriteError(w, http.StatusUnsupportedMediaType, reason.ContentTypeUnsupported, errKind.Error())
			return
		}
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(inspectTime)) // in tests there is none
		req.Data, err = io.ReadAll(http.MaxBytesReader(w, r.Body, maxInspected))
		var limit *http.MaxBytesError
		switch {
		case errors.As(err, &limit):
			w.Header().Set("Connection", "close") // the rest of the body is not read
			rest.WriteError(
				w, http.StatusRequestEntityTooLarge, reason.RequestTooLarge, "only the first 256 KiB of a file are looked at",
			)
			return
		case err != nil:
			rest.WriteError(w, http.StatusBadRequest, reason.ImportCutOff, "the body ended before its announced end; send it again")
			return
		}
		ctx := metadata.AppendToOutgoingContext(r.Context(), "authorization", r.Header.Get("Authorization"))
		res, err := client.InspectFile(ctx, req)
		if err != nil {
			rest.WriteStatus(w, err)
			return
		}
		rest.WriteMessage(w, res.GetInspection())
	})
}
