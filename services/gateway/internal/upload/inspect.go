package upload

import (
	"mime"
	"net/http"

	"google.golang.org/grpc/metadata"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

// maxInspected is how much of a file is inspected, in bytes.
const maxInspected = 256 << 10

// Inspect handles POST imports:inspect. It responds with a guess of the format of a file from its beginning.
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
		data, ok := rest.Body(w, r, maxInspected, reason.ImportCutOff)
		if !ok {
			return
		}
		req.Data = data
		ctx := metadata.AppendToOutgoingContext(r.Context(), "authorization", r.Header.Get("Authorization"))
		res, err := client.InspectFile(ctx, req)
		if err != nil {
			rest.WriteStatus(w, err)
			return
		}
		rest.WriteMessage(w, res.GetInspection())
	})
}
