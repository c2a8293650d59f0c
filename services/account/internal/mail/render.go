// Package mail writes the service's mails in Polish and English, and sends them to a mail server or, without one, to a
// folder. It knows neither accounts nor when a mail is due.
package mail

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/url"
	"strings"
)

//go:embed templates
var templates embed.FS

// linkMark is the placeholder of the link in a text.
const linkMark = "{{.Link}}"

// Message is a mail ready to send.
type Message struct {
	To      string
	Subject string
	Text    string
	HTML    string
}

// page returns the path of a link under the public address, with the secret if the kind has one.
func page(kind, secret string) string {
	switch kind {
	case "blocked":
		return "password-reset"
	case "reset":
		return "password-reset/" + url.PathEscape(secret)
	default:
		return "activate/" + url.PathEscape(secret)
	}
}

func button(kind, language string) string {
	return map[string]string{
		"activation.pl": "Aktywuj konto", "activation.en": "Activate account",
		"reset.pl": "Ustaw nowe hasło", "reset.en": "Set a new password",
		"blocked.pl": "Ustaw nowe hasło", "blocked.en": "Set a new password",
	}[kind+"."+language]
}

// Writer writes mails with links under the public address of the application.
type Writer struct {
	publicURL string
	layout    *template.Template
}

// NewWriter returns a writer for the public address of the application, such as https://puls.example. Links never use
// the host of a request.
func NewWriter(publicURL string) (*Writer, error) {
	parsed, err := url.Parse(publicURL)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "https" && parsed.Scheme != "http") {
		return nil, fmt.Errorf("PULS_PUBLIC_URL must be an address such as https://puls.example")
	}
	layout, err := template.ParseFS(templates, "templates/layout.html")
	if err != nil {
		return nil, fmt.Errorf("read mail layout: %w", err)
	}
	return &Writer{publicURL: strings.TrimRight(publicURL, "/"), layout: layout}, nil
}

// Write returns the mail of a kind ("activation", "reset", "blocked") in a language ("pl", "en"), with the secret in
// the link if the kind has one. The first line of the text file is the subject; the HTML part has the same paragraphs
// as the text.
func (w *Writer) Write(kind, language, to, secret string) (Message, error) {
	raw, err := templates.ReadFile("templates/" + kind + "." + language + ".txt")
	if err != nil {
		return Message{}, fmt.Errorf("read mail template: %w", err)
	}
	link := w.publicURL + "/" + page(kind, secret)
	subject, text, _ := strings.Cut(string(raw), "\n")
	before, after, _ := strings.Cut(text, linkMark)
	var html bytes.Buffer
	err = w.layout.Execute(&html, map[string]any{
		"Language": language, "Subject": subject, "Link": link, "Button": button(kind, language),
		"Before": paragraphs(before), "After": paragraphs(after),
	})
	if err != nil {
		return Message{}, fmt.Errorf("write mail: %w", err)
	}
	return Message{To: to, Subject: subject, Text: strings.ReplaceAll(text, linkMark, link), HTML: html.String()}, nil
}

func paragraphs(text string) []string { return strings.Split(strings.TrimSpace(text), "\n\n") }
