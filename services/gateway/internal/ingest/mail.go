package ingest

import (
	"context"
	"io"
	"net/http"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

// HooksPath is the prefix of mail provider webhooks, followed by the provider's name and the account's key.
const HooksPath = "/api/hooks/v1/"

// maxHook bounds a webhook in bytes; SendGrid sends at most 768 KiB.
const maxHook = 1 << 20

// proofs are the headers that authenticate providers, by their names in the contract.
var proofs = []string{
	"authorization", "x-twilio-email-event-webhook-signature", "x-twilio-email-event-webhook-timestamp",
	"x-amz-sns-message-type", "x-amz-sns-topic-arn", "content-type",
}

// Hooks returns the handler of HooksPath. It passes webhooks of mail providers on byte for byte, since providers sign
// the body. Limited decides which requests are read now.
func (in *Intake) Hooks(limited func(http.Handler) http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST "+HooksPath+"{provider}/{key}", limited(http.HandlerFunc(in.takeHook)))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { rest.WriteNotFound(w) })
	return mux
}

func (in *Intake) takeHook(w http.ResponseWriter, r *http.Request) {
	received := in.now()
	from := &contactsv1.FindSenderRequest_MailProvider{
		Provider: text(r.PathValue("provider")), Key: text(r.PathValue("key")),
	}
	if !in.admit(w, r, &contactsv1.FindSenderRequest{
		Sender: &contactsv1.FindSenderRequest_MailProvider_{MailProvider: from},
	}) {
		return
	}
	body, ok := rest.Body(w, r, maxHook, reason.IntakeBodyInvalid)
	if !ok {
		return
	}
	headers := map[string]string{}
	for _, name := range proofs {
		if value := r.Header.Get(name); value != "" {
			headers[name] = text(value)
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), keepTime)
	defer cancel()
	_, err := in.client.ReceiveMailEvents(ctx, &contactsv1.ReceiveMailEventsRequest{
		Provider: from.GetProvider(), Key: from.GetKey(), Headers: headers, Body: body,
		ReceivedAt: timestamppb.New(received),
	})
	if err != nil {
		rest.WriteStatus(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"success":true}`+"\n") // the provider has gone when this fails
}

// text returns a value as valid UTF-8. A value that is not names no provider and proves nothing.
func text(value string) string { return strings.ToValidUTF8(value, "?") }
