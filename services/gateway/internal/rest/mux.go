package rest

import (
	"context"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
)

// maxBody bounds JSON bodies; files have a limit of their own.
const maxBody = 1 << 20

// Dial makes a client of a service by name.
type Dial func(name string) (*grpc.ClientConn, error)

type registration struct {
	service  string
	register func(context.Context, *runtime.ServeMux, *grpc.ClientConn) error
}

// registrations lists every service with paths under /api/. The handlers call over the network in every mode, so that
// interceptors always run.
func registrations() []registration {
	return []registration{
		{"account", accountv1.RegisterSessionServiceHandler},
		{"account", accountv1.RegisterRegistrationServiceHandler},
		{"account", accountv1.RegisterAccountServiceHandler},
		{"account", accountv1.RegisterNotificationServiceHandler},
		{"contacts", contactsv1.RegisterContactsServiceHandler},
		{"contacts", contactsv1.RegisterImportServiceHandler},
		{"scoring-config", scoringconfigv1.RegisterScoringServiceHandler},
		{"scoring-engine", scoringenginev1.RegisterCalculationServiceHandler},
		{"reports", reportsv1.RegisterReportServiceHandler},
	}
}

// NewMux serves the API of all services.
func NewMux(ctx context.Context, dial Dial, log *slog.Logger) (http.Handler, error) {
	mux := runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, newDialect()),
		runtime.WithErrorHandler(handleError(log)),
		runtime.WithRoutingErrorHandler(handleRouting),
		runtime.WithStreamErrorHandler(handleStream),
		runtime.WithIncomingHeaderMatcher(incoming),
		runtime.WithOutgoingHeaderMatcher(outgoing),
		runtime.WithOutgoingTrailerMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithDisablePathLengthFallback(),
	)
	for _, r := range registrations() {
		conn, err := dial(r.service)
		if err != nil {
			return nil, fmt.Errorf("dial %s: %w", r.service, err)
		}
		if err := r.register(ctx, mux, conn); err != nil {
			return nil, fmt.Errorf("register %s: %w", r.service, err)
		}
	}
	return limitBodies(trackStreams(mux)), nil
}

func incoming(header string) (string, bool) {
	switch strings.ToLower(header) {
	case "idempotency-key":
		return "idempotency-key", true
	default:
		return "", false // authorization is passed on by the gateway library itself
	}
}

func outgoing(key string) (string, bool) {
	if key == "content-disposition" {
		return "Content-Disposition", true
	}
	return "", false
}

// limitBodies refuses bodies that are not JSON, which keeps forms of other sites out, and bodies over 1 MiB.
func limitBodies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead && r.ContentLength != 0 {
			kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
			if err != nil || kind != "application/json" {
				WriteError(w, http.StatusUnsupportedMediaType, "CONTENT_TYPE_UNSUPPORTED", "the body must be application/json")
				return
			}
		}
		if r.ContentLength > maxBody {
			WriteError(w, http.StatusRequestEntityTooLarge, "REQUEST_TOO_LARGE", "the body of the request is over 1 MiB")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}
