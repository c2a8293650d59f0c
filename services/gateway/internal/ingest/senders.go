package ingest

import (
	"context"
	"net/http"
	"time"

	"github.com/maypok86/otter/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/gateway/internal/rest"
)

const (
	// knownSenders and knownFor bound what is remembered: contacts looks again at whatever is taken in.
	knownSenders = 4096
	knownFor     = 10 * time.Second
	// findTime bounds the question for a sender.
	findTime = 5 * time.Second
)

// Finder is the service that knows who may send.
type Finder interface {
	FindSender(
		ctx context.Context, in *contactsv1.FindSenderRequest, opts ...grpc.CallOption,
	) (*contactsv1.FindSenderResponse, error)
}

// Senders are the websites and mail providers of which there are any: nothing is read of anybody else.
type Senders struct {
	finder Finder
	known  *otter.Cache[string, struct{}]
}

// NewSenders returns senders of which none is known yet.
func NewSenders(finder Finder) *Senders {
	return &Senders{finder, otter.Must(&otter.Options[string, struct{}]{
		MaximumSize: knownSenders, ExpiryCalculator: otter.ExpiryWriting[string, struct{}](knownFor),
	})}
}

// admit reports whether somebody with the key of a request may send; it answers the request otherwise.
func (s *Senders) admit(w http.ResponseWriter, r *http.Request, sender *contactsv1.FindSenderRequest) bool {
	name := sender.String()
	if _, known := s.known.GetIfPresent(name); known {
		return true
	}
	ctx, cancel := context.WithTimeout(r.Context(), findTime)
	defer cancel()
	_, err := s.finder.FindSender(ctx, sender)
	switch status.Code(err) {
	case codes.OK:
		s.known.Set(name, struct{}{})
		return true
	case codes.Unimplemented: // contacts is of the release before, and looks at the key with the body
		return true
	default:
		w.Header().Set("Connection", "close") // the body is not read
		rest.WriteStatus(w, err)
		return false
	}
}
