// Package unsubscribe serves the page behind one-click links (RFC 8058), which mail programs and people request to
// unsubscribe. Viewing the page changes nothing, since programs that check links open all of them. Its only button
// sends the request of a mail program.
package unsubscribe

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"strings"
	"time"

	"golang.org/x/text/language"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

// Path is the path before the token.
const Path = "/api/public/unsubscribe/"

const (
	// maxBody bounds the body of a request in bytes: a form with one field.
	maxBody = 8 << 10
	// callTime bounds a call of contacts.
	callTime = 10 * time.Second
	// field and click are the form field that mail programs send, and its value.
	field, click = "List-Unsubscribe", "One-Click"
)

//go:embed page.html
var pages embed.FS

type handler struct {
	consents contactsv1.IntakeServiceClient
	page     *template.Template
}

// Handler returns the handler of Path.
func Handler(consents contactsv1.IntakeServiceClient) (http.Handler, error) {
	page, err := template.ParseFS(pages, "page.html")
	if err != nil {
		return nil, fmt.Errorf("read page: %w", err)
	}
	h := handler{consents: consents, page: page}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path+"{token}", h.show)
	mux.HandleFunc("POST "+Path+"{token}", h.withdraw)
	mux.HandleFunc(Path+"{token}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", "GET, POST")
		rest.WriteError(w, http.StatusMethodNotAllowed, reason.MethodNotAllowed, "the path takes GET, POST")
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { rest.WriteNotFound(w) })
	return mux, nil
}

func (h handler) show(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), callTime)
	defer cancel()
	res, err := h.consents.GetUnsubscription(ctx, &contactsv1.GetUnsubscriptionRequest{Token: tokenOf(r)})
	switch {
	case err != nil:
		h.refuse(w, r, err)
	case res.GetWithdrawn():
		h.write(w, r, http.StatusOK, done, res.GetScoringType())
	default:
		h.write(w, r, http.StatusOK, ask, res.GetScoringType())
	}
}

// withdraw withdraws the consent if the form says so. Any other request gets the page, so that no consent is withdrawn
// by accident.
func (h handler) withdraw(w http.ResponseWriter, r *http.Request) {
	form, ok := rest.Body(w, r, maxBody, reason.RequestInvalid)
	if !ok {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(form))
	answer := r.PostFormValue(field) // parses both kinds of forms; other bodies have no values
	// The call does not depend on the client, which may have left for good.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), callTime)
	defer cancel()
	token := tokenOf(r)
	if answer != click {
		res, err := h.consents.GetUnsubscription(ctx, &contactsv1.GetUnsubscriptionRequest{Token: token})
		if err != nil {
			h.refuse(w, r, err)
			return
		}
		h.write(w, r, http.StatusBadRequest, ask, res.GetScoringType())
		return
	}
	res, err := h.consents.Unsubscribe(ctx, &contactsv1.UnsubscribeRequest{Token: token})
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	h.write(w, r, http.StatusOK, done, res.GetScoringType())
}

// tokenOf returns the token of the path as valid UTF-8. A token that is not is an unknown one.
func tokenOf(r *http.Request) string { return strings.ToValidUTF8(r.PathValue("token"), "?") }

// refuse renders an error for people; programs read the status.
func (h handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	switch status.Code(err) {
	case codes.NotFound, codes.InvalidArgument: // a malformed token is as good as an unknown one
		h.write(w, r, http.StatusNotFound, unknown, "")
	default:
		w.Header().Set("Retry-After", "60")
		h.write(w, r, http.StatusServiceUnavailable, later, "")
	}
}

func (h handler) write(w http.ResponseWriter, r *http.Request, code int, what state, channel string) {
	language := languageOf(r)
	text := texts[language][what]
	if own, has := text.of[channel]; has {
		text.words = own
	}
	var body bytes.Buffer
	view := view{Language: language, words: text.words, Ask: what == ask, Field: field, Click: click}
	if err := h.page.Execute(&body, view); err != nil {
		panic(err) // the page is part of the program and takes these values
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", language)
	w.Header().Add("Vary", "Accept-Language")
	w.Header().Set("X-Robots-Tag", "noindex")
	w.WriteHeader(code)
	_, _ = body.WriteTo(w) // the client has gone when this fails
}

var languages = language.NewMatcher([]language.Tag{language.Polish, language.English})

// languageOf returns the language that the browser prefers, Polish by default.
func languageOf(r *http.Request) string {
	if _, at := language.MatchStrings(languages, r.Header.Get("Accept-Language")); at == 1 {
		return "en"
	}
	return "pl"
}
