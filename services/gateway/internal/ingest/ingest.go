// Package ingest accepts events of websites and webhooks of mail providers. A website's key may send from any origin,
// and contacts matches a webhook to its mail provider. A response says only that the request arrived.
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
	// knownSenders and knownFor bound the cache of senders. A stale entry does no harm: contacts checks every accepted
	// body again.
	knownSenders = 4096
	knownFor     = 10 * time.Second
	// findTime bounds the lookup of a sender.
	findTime = 5 * time.Second
)

// Intake accepts events of websites and mail providers.
type Intake struct {
	client contactsv1.IntakeServiceClient
	now    func() time.Time
	// known caches the senders that contacts has found. Bodies of other senders are not read.
	known *otter.Cache[string, struct{}]
}

// New returns an intake.
func New(client contactsv1.IntakeServiceClient, now func() time.Time) *Intake {
	return &Intake{client, now, otter.Must(&otter.Options[string, struct{}]{
		MaximumSize: knownSenders, ExpiryCalculator: otter.ExpiryWriting[string, struct{}](knownFor),
	})}
}

// admit reports whether the sender that a request names may send. If not, it responds to the request.
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
	case codes.Unimplemented: // contacts is one release behind and checks the key with the body
		return true
	default:
		w.Header().Set("Connection", "close") // the body is not read
		rest.WriteStatus(w, err)
		return false
	}
}
