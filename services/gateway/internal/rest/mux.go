package rest

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/gateway/internal/stream"
	"puls.app/services/kit/rpc"
)

// Options configure how the mux reaches services, and the metadata of calls.
type Options struct {
	// Dial returns a connection to a service that sends no token of its own.
	Dial func(name string) (grpc.ClientConnInterface, error)
	// Request returns the metadata that services receive besides the token.
	Request func(context.Context, *http.Request) metadata.MD
	// Response turns metadata of a service's response into headers.
	Response func(ctx context.Context, header http.Header, answer metadata.MD)
	// Account returns the account of a call; 0 without a verified identity.
	Account func(context.Context) int32
	// Visits returns the Record of a call that reads contacts; nil for users of the account itself.
	Visits func(context.Context) Record
	// Streams bounds the streams that are open at once.
	Streams *stream.Limiter
	Log     *slog.Logger
}

type registration struct {
	service  string
	register func(context.Context, *runtime.ServeMux, grpc.ClientConnInterface) error
}

// with returns the registration of a service's generated client and handler.
func with[C any](
	service string, client func(grpc.ClientConnInterface) C, handler func(context.Context, *runtime.ServeMux, C) error,
) registration {
	return registration{service, func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return handler(ctx, mux, client(conn))
	}}
}

// registrations lists every service with paths under /api/. The handlers call over the network in every mode, so that
// interceptors always run. Feature flags have a handler of their own, which caches them.
func registrations() []registration {
	return []registration{
		with("account", accountv1.NewSessionServiceClient, accountv1.RegisterSessionServiceHandlerClient),
		with("account", accountv1.NewRegistrationServiceClient, accountv1.RegisterRegistrationServiceHandlerClient),
		with("account", accountv1.NewAccountServiceClient, accountv1.RegisterAccountServiceHandlerClient),
		with("account", accountv1.NewNotificationServiceClient, accountv1.RegisterNotificationServiceHandlerClient),
		with("account", accountv1.NewWebhookServiceClient, accountv1.RegisterWebhookServiceHandlerClient),
		with("contacts", contactsv1.NewContactsServiceClient, contactsv1.RegisterContactsServiceHandlerClient),
		with("contacts", contactsv1.NewImportServiceClient, contactsv1.RegisterImportServiceHandlerClient),
		with("contacts", contactsv1.NewTrackingServiceClient, contactsv1.RegisterTrackingServiceHandlerClient),
		with("contacts", contactsv1.NewMailProviderServiceClient, contactsv1.RegisterMailProviderServiceHandlerClient),
		with("contacts", contactsv1.NewDestinationServiceClient, contactsv1.RegisterDestinationServiceHandlerClient),
		with("contacts", contactsv1.NewOneClickServiceClient, contactsv1.RegisterOneClickServiceHandlerClient),
		with("contacts", contactsv1.NewDataProtectionServiceClient, contactsv1.RegisterDataProtectionServiceHandlerClient),
		with("scoring-config", scoringconfigv1.NewScoringServiceClient, scoringconfigv1.RegisterScoringServiceHandlerClient),
		with("contacts", contactsv1.NewGroupExportServiceClient, contactsv1.RegisterGroupExportServiceHandlerClient),
		with(
			"scoring-engine", scoringenginev1.NewCalculationServiceClient,
			scoringenginev1.RegisterCalculationServiceHandlerClient,
		),
		with(
			"scoring-engine", scoringenginev1.NewExplanationServiceClient,
			scoringenginev1.RegisterExplanationServiceHandlerClient,
		),
		with("scoring-engine", scoringenginev1.NewRunServiceClient, scoringenginev1.RegisterRunServiceHandlerClient),
		with("reports", reportsv1.NewReportServiceClient, reportsv1.RegisterReportServiceHandlerClient),
		with("reports", reportsv1.NewSendingServiceClient, reportsv1.RegisterSendingServiceHandlerClient),
	}
}

// NewMux returns the handler of the API of all services, inside Routes.Find. Each service has a mux of its own, since
// the library tries all patterns of a mux one after the other.
func NewMux(ctx context.Context, o Options) (http.Handler, error) {
	options := []runtime.ServeMuxOption{
		runtime.WithMarshalerOption(runtime.MIMEWildcard, newDialect()),
		runtime.WithErrorHandler(handleError(o.Log)),
		runtime.WithRoutingErrorHandler(handleRouting),
		runtime.WithStreamErrorHandler(handleStream),
		runtime.WithIncomingHeaderMatcher(incoming),
		runtime.WithOutgoingHeaderMatcher(outgoing),
		runtime.WithOutgoingTrailerMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithMetadata(o.Request),
		runtime.WithForwardResponseOption(func(ctx context.Context, w http.ResponseWriter, message proto.Message) error {
			if answer, ok := runtime.ServerMetadataFromContext(ctx); ok {
				o.Response(ctx, w.Header(), answer.HeaderMD)
				if message == nil && rpc.HasBegun(answer.HeaderMD) { // a stream that may have no line to send for long
					return beginStream(w)
				}
			}
			return nil
		}),
	}
	muxes := map[protoreflect.FullName]*runtime.ServeMux{}
	for _, r := range registrations() {
		conn, err := o.Dial(r.service)
		if err != nil {
			return nil, fmt.Errorf("dial %s: %w", r.service, err)
		}
		pkg := protoreflect.FullName("puls." + strings.ReplaceAll(r.service, "-", "") + ".v1")
		if muxes[pkg] == nil {
			muxes[pkg] = runtime.NewServeMux(options...)
		}
		if err := r.register(ctx, muxes[pkg], o.conn(conn)); err != nil {
			return nil, fmt.Errorf("register %s: %w", r.service, err)
		}
	}
	return onlyJSON(strict(trackStreams(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if mux := muxes[routeOf(r).pkg]; mux != nil {
			mux.ServeHTTP(w, r)
			return
		}
		WriteNotFound(w) // the route has another handler, which this path does not reach
	})))), nil
}

// conn wraps a connection of a service for its handlers.
func (o Options) conn(conn grpc.ClientConnInterface) grpc.ClientConnInterface {
	return witness{narrow{conn, o.Streams, o.Account}, o.Visits}
}

func incoming(header string) (string, bool) {
	switch name := strings.ToLower(header); name {
	case "accept", "idempotency-key":
		return name, true
	default:
		return "", false // the gateway library itself passes authorization on
	}
}

func outgoing(key string) (string, bool) {
	if key == "content-disposition" {
		return "Content-Disposition", true
	}
	return "", false
}
