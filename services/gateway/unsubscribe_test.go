package gateway_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// GetUnsubscription knows the tokens "mail" and "text".
func (i *intake) GetUnsubscription(
	_ context.Context, req *contactsv1.GetUnsubscriptionRequest,
) (*contactsv1.GetUnsubscriptionResponse, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	channel, err := i.link(req.GetToken())
	return &contactsv1.GetUnsubscriptionResponse{ScoringType: channel, Withdrawn: i.withdrawn[req.GetToken()]}, err
}

func (i *intake) Unsubscribe(
	_ context.Context, req *contactsv1.UnsubscribeRequest,
) (*contactsv1.UnsubscribeResponse, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	channel, err := i.link(req.GetToken())
	if err == nil {
		i.withdrawn[req.GetToken()] = true
	}
	return &contactsv1.UnsubscribeResponse{ScoringType: channel}, err
}

func (i *intake) link(token string) (channel string, err error) {
	if i.withdrawn == nil {
		i.withdrawn = map[string]bool{}
	}
	switch {
	case i.err != nil:
		return "", i.err
	case token == "mail":
		return "mailing", nil
	case token == "text":
		return "sms", nil
	default:
		return "", fault.New(fault.NotFound, reason.UnsubscribeLinkUnknown, "the link is not valid")
	}
}

const (
	linkPath = "/api/public/unsubscribe/"
	formType = "application/x-www-form-urlencoded"
	oneClick = "List-Unsubscribe=One-Click"
)

func TestAMailProgramUnsubscribesWithOneClick(t *testing.T) {
	t.Parallel()
	multipart := "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n"
	for contentType, body := range map[string]string{
		formType: oneClick, formType + "; charset=utf-8": oneClick, "multipart/form-data; boundary=x": multipart,
	} {
		s := start(t, nil)
		for range 2 {
			res := s.do(http.MethodPost, linkPath+"mail", body, "Content-Type", contentType,
				"Origin", "https://mail.example.com", "Sec-Fetch-Site", "cross-site")
			require.Equal(t, http.StatusOK, res.StatusCode, contentType)
			require.Contains(t, res.body, "Wypisano")
			require.Empty(t, res.Header.Get("Access-Control-Allow-Origin"), "no page reads it")
			require.Empty(t, res.Header.Get("Set-Cookie"))
		}
		require.True(t, s.peers.intake.withdrawn["mail"])
		require.Contains(t, s.do(http.MethodGet, linkPath+"mail", "").body, "Wypisano")
		require.Contains(t, s.do(http.MethodGet, linkPath+"text", "").body, "<form")
	}
}

func TestOpeningALinkChangesNothingAndItsFormSendsTheRequestOfMailPrograms(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for header, want := range map[string]string{
		"": `lang="pl"`, "en-GB,en;q=0.9": `lang="en"`, "de,en;q=0.5": `lang="en"`, "pl,en;q=0.9": `lang="pl"`,
		"xx": `lang="pl"`,
	} {
		res := s.do(http.MethodGet, linkPath+"mail", "", "Accept-Language", header)
		require.Equal(t, http.StatusOK, res.StatusCode)
		require.Contains(t, res.body, want, header)
		require.Contains(t, res.body, `<form method="post"><button name="List-Unsubscribe" value="One-Click">`)
		require.NotContains(t, res.body, "<script")
		require.Equal(t, "text/html; charset=utf-8", res.Header.Get("Content-Type"))
		require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
		require.Contains(t, res.Header.Get("Content-Security-Policy"), "form-action 'self'")
	}
	text := s.do(http.MethodGet, linkPath+"text", "", "Accept-Language", "en")
	require.Contains(t, text.body, "Unsubscribe from text messages")
	require.Equal(t, http.StatusOK, s.do(http.MethodHead, linkPath+"mail", "").StatusCode)
	for _, body := range []string{"", "List-Unsubscribe=", "List-Unsubscribe=Two-Clicks", "x=" + oneClick, "%"} {
		res := s.do(http.MethodPost, linkPath+"mail", body, "Content-Type", formType)
		require.Equal(t, http.StatusBadRequest, res.StatusCode, body)
		require.Contains(t, res.body, "<form")
	}
	s.do(http.MethodPost, linkPath+"mail?"+oneClick, "{}", "Content-Type", "application/json")
	require.Empty(t, s.peers.intake.withdrawn, "only a form withdraws")
	put := s.do(http.MethodPut, linkPath+"mail", oneClick, "Content-Type", formType)
	require.Equal(t, http.StatusMethodNotAllowed, put.StatusCode)
	require.Equal(t, "GET, POST", put.Header.Get("Allow"))
}

func TestAnUnknownLinkAndAnUnavailableServiceAreReported(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, path := range []string{"unknown", "a%00b", "%3Cscript%3E", "%ff"} {
		for method, body := range map[string]string{http.MethodGet: "", http.MethodPost: oneClick} {
			res := s.do(method, linkPath+path, body, "Content-Type", formType)
			require.Equal(t, http.StatusNotFound, res.StatusCode, path)
			require.Contains(t, res.body, "Link nie działa")
			require.NotContains(t, res.body, "script")
		}
	}
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, linkPath, "").StatusCode)
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, linkPath+"a/b", "").StatusCode)
	s.peers.intake.err = fault.New(fault.Unavailable, reason.Unavailable, "away")
	res := s.do(http.MethodPost, linkPath+"mail", oneClick, "Content-Type", formType)
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
	require.Equal(t, "60", res.Header.Get("Retry-After"))
	require.Contains(t, res.body, "Spróbuj ponownie")
}
