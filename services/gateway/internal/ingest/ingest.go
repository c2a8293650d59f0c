// Package ingest takes what other sites' pages and servers send: events of websites, webhooks of mail providers. A
// website's key may send from any origin, and contacts decides which mail provider a webhook is of; an answer says only
// that it arrived.
package ingest

import (
	"context"
	"net/http"
	"time"

	"github.com/maypok86/otter/v2"
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

// Intake takes events of websites and mail providers.
type Intake struct {
	client contactsv1.IntakeServiceClient
	now    func() time.Time
	// known are the senders that contacts has found: nothing is read of others.
	known *otter.Cache[string, struct{}]
}

// New returns an intake.
func New(client contactsv1.IntakeServiceClient, now func() time.Time) *Intake {
	return &Intake{client, now, otter.Must(&otter.Options[string, struct{}]{
		MaximumSize: knownSenders, ExpiryCalculator: otter.ExpiryWriting[string, struct{}](knownFor),
	})}
}

// admit reports whether the sender with the key of a request may send; it answers the request otherwise.
func (in *Intake) admit(w http.ResponseWriter, r *http.Request, sender *contactsv1.FindSenderRequest) bool {
	name := sender.String()
	if _, known := in.known.GetIfPresent(name); known {
		return true
	}
	ctx, cancel := context.WithTimeout(r.Context(), findTime)
	defer cancel()
	_, err := in.client.FindSender(ctx, sender)
	switch status.Code(err) {
	case codes.OK:
		in.known.Set(name, struct{}{})
		return true
	case codes.Unimplemented: // contacts is of the release before, and looks at the key with the body
		return true
	default:
		w.Header().Set("Connection", "close") // the body is not read
		rest.WriteStatus(w, err)
		return false
	}
}
