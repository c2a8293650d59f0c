package gateway_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

func (i *intake) ReceiveMailEvents(
	_ context.Context, req *contactsv1.ReceiveMailEventsRequest,
) (*contactsv1.ReceiveMailEventsResponse, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.err != nil {
		return nil, i.err
	}
	i.hooks = append(i.hooks, req)
	return &contactsv1.ReceiveMailEventsResponse{EventCount: 1}, nil
}

func TestWebhooksOfMailProvidersGoThroughToTheByte(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	const body = "[{\"a\" : 1}]\r\n \xff\x00"
	res := s.do(http.MethodPost, "/api/hooks/v1/sendgrid/KEY", body, "Origin", shop, "Sec-Fetch-Site", "cross-site",
		"Content-Type", "application/json", "X-Twilio-Email-Event-Webhook-Signature", "sig",
		"X-Twilio-Email-Event-Webhook-Timestamp", "1600112502", "Authorization", basicKey, "Cookie", "refresh=x",
		"X-Other", "not passed")
	require.Equal(t, http.StatusOK, res.StatusCode, res.body)
	require.Empty(t, res.Header.Values("Set-Cookie"))
	got := s.peers.intake.hooks[0]
	require.Equal(t, "sendgrid KEY "+body, got.GetProvider()+" "+got.GetKey()+" "+string(got.GetBody()))
	require.Equal(t, map[string]string{
		"authorization": basicKey, "content-type": "application/json", "x-twilio-email-event-webhook-signature": "sig",
		"x-twilio-email-event-webhook-timestamp": "1600112502",
	}, got.GetHeaders())
	require.WithinDuration(t, time.Now(), got.GetReceivedAt().AsTime(), time.Minute)
	require.Equal(t, http.StatusOK, s.do(http.MethodPost, "/api/hooks/v1/ses/KEY", strings.Repeat("x", 1<<20)).StatusCode)
	large := s.do(http.MethodPost, "/api/hooks/v1/ses/KEY", strings.Repeat("x", 1<<20+1))
	require.Equal(t, http.StatusRequestEntityTooLarge, large.StatusCode)
	require.Len(t, s.peers.intake.hooks, 2)
	for _, path := range []string{"/api/hooks/v1/ses", "/api/hooks/v1/ses/", "/api/hooks/v1/ses/a/b", "/api/hooks/v1/"} {
		require.Equal(t, http.StatusNotFound, s.post(path, "{}").StatusCode, path)
	}
	require.Equal(t, http.StatusNotFound, s.get("/api/hooks/v1/ses/KEY").StatusCode)
	require.Equal(t, http.StatusBadRequest, s.post("/api/hooks/v1/nobody/KEY", "{}").StatusCode)
	require.Equal(t, http.StatusBadRequest, s.post("/api/hooks/v1/%ff/KEY", "{}").StatusCode)
	s.do(http.MethodPost, "/api/hooks/v1/ses/a%ff", "{}", "Authorization", "Basic \xff")
	got = s.peers.intake.hooks[2]
	require.Equal(t, "a? Basic ?", got.GetKey()+" "+got.GetHeaders()["authorization"])
}

func TestARefusedWebhookIsToldWhy(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, c := range []struct {
		err    *fault.Fault
		status int
	}{
		{fault.New(fault.Unauthenticated, reason.IntakeSignatureInvalid, "no"), http.StatusUnauthorized},
		{fault.New(fault.NotFound, reason.ProviderNotFound, "no"), http.StatusNotFound},
		{fault.New(fault.Busy, reason.IntakeBusy, "no").After(5 * time.Second), http.StatusTooManyRequests},
		{fault.New(fault.Invalid, reason.IntakeBodyInvalid, "no"), http.StatusBadRequest},
		{fault.New(fault.Unavailable, reason.Unavailable, "no").After(5 * time.Second), http.StatusServiceUnavailable},
	} {
		s.peers.intake.err = c.err
		res := s.post("/api/hooks/v1/postmark/KEY", "{}")
		require.Equal(t, c.status, res.StatusCode)
		require.Equal(t, c.err.Reason, res.class())
		if c.err.Wait > 0 {
			require.Equal(t, "5", res.Header.Get("Retry-After"))
		}
	}
}
