package webevents

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
)

// Event has the members of a message that Puls uses.
type Event struct {
	// Kind is "page_view", "product_view", "checkout_view", "payment_info", "purchase" or "identify"; empty for an event
	// that Puls does not count.
	Kind string
	// Name is Kind, or the sender's name for an event without a kind.
	Name string
	// ID is the message's; if it has none, a hash of its bytes.
	ID string
	// Visitor is the id of the browser, or "user:" and the user if there is no browser id. No id of a browser begins with
	// that.
	Visitor string
	// User, Email and GSM are the addresses that the visitor named. A visitor that is a user is named by its user id only.
	User, Email, GSM string
	// Timestamp is when it happened and SentAt when it was sent, both by the sender's clock and as written.
	Timestamp, SentAt string
	// Host is that of the page, in lower case and without a port; Path is its path. Both may be empty.
	Host, Path string
	// Damaged messages are not JSON objects.
	Damaged bool
}

type person struct {
	Email text `json:"email"`
	Phone text `json:"phone"`
}

type page struct {
	URL  text `json:"url"`
	Path text `json:"path"`
}

type message struct {
	Type              text `json:"type"`
	Event             text `json:"event"`
	MessageID         text `json:"messageId"`
	UserID            text `json:"userId"`
	AnonymousID       text `json:"anonymousId"`
	Timestamp         text `json:"timestamp"`
	OriginalTimestamp text `json:"originalTimestamp"`
	SentAt            text `json:"sentAt"`
	Traits            person
	Properties        page
	Context           struct {
		Traits person
		Page   page
	}
}

// read decodes one message. The kind is given by the endpoint, sentAt by the batch.
func read(raw []byte, kind, sentAt string) Event {
	var m message
	if !isObject(raw) {
		return Event{Damaged: true}
	}
	_ = json.Unmarshal(raw, &m) // it is valid JSON; members of unexpected types are ignored
	if kind == "" {
		kind = strings.ToLower(string(m.Type))
	}
	e := Event{
		ID: string(m.MessageID), Visitor: string(m.AnonymousID), User: string(m.UserID),
		Timestamp: first(m.OriginalTimestamp, m.Timestamp), SentAt: first(m.SentAt, text(sentAt)),
		Email: first(m.Traits.Email, m.Context.Traits.Email), GSM: first(m.Traits.Phone, m.Context.Traits.Phone),
	}
	e.Kind, e.Name = kindOf(kind, string(m.Event))
	e.Host, e.Path = placeOf(first(m.Context.Page.URL, m.Properties.URL), first(m.Context.Page.Path, m.Properties.Path))
	e.Visitor = visitorOf(e.Visitor, e.User)
	if strings.HasPrefix(e.Visitor, userPrefix) {
		e.Email, e.GSM = "", ""
	}
	if e.Email == "" && strings.Contains(e.User, "@") {
		e.Email = e.User // many shops use the address as the user's id
	}
	if e.ID == "" {
		sum := sha256.Sum256(raw)
		e.ID = hex.EncodeToString(sum[:16])
	}
	return e
}

// These prefixes separate the visitors that are users from those that are browsers. A website's key is public, so any
// sender may choose any browser id.
const (
	userPrefix    = "user:"
	browserPrefix = "browser:"
)

// visitorOf returns the visitor of an event: the browser or, if it is not named, the user.
func visitorOf(browser, user string) string {
	switch {
	case strings.HasPrefix(browser, userPrefix):
		return browserPrefix + browser
	case browser == "" && user != "":
		return userPrefix + user
	default:
		return browser
	}
}

func first(texts ...text) string {
	for _, t := range texts {
		if t != "" {
			return string(t)
		}
	}
	return ""
}

// kindOf returns the kind of a message, from its type and, for a track, its event's name.
func kindOf(kind, event string) (known, name string) {
	switch kind {
	case "page":
		return "page_view", "page_view"
	case "identify":
		return "identify", "identify"
	case "track":
		if known = kinds[plain(event)]; known != "" {
			return known, known
		}
		return "", event
	default:
		return "", kind
	}
}

// kinds maps the event names of Segment's and Google's e-commerce specifications and of Puls to kinds, in the form of
// plain.
var kinds = map[string]string{
	"pageview": "page_view", "pageviewed": "page_view",
	"productview": "product_view", "productviewed": "product_view", "viewitem": "product_view",
	"checkoutview": "checkout_view", "checkoutstarted": "checkout_view", "begincheckout": "checkout_view",
	"paymentinfo": "payment_info", "paymentinfoentered": "payment_info", "addpaymentinfo": "payment_info",
	"purchase": "purchase", "ordercompleted": "purchase",
}

// plain normalises a name, as senders differ in case and spacing.
func plain(name string) string {
	if len(name) > 60 {
		return ""
	}
	name = strings.ToLower(strings.TrimSpace(name))
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' || r == '.' {
			return -1
		}
		return r
	}, strings.TrimPrefix(name, "web."))
}

// placeOf returns the host and the path of a page, without query and fragment. A part of the path that may be an e-mail
// address is left out.
func placeOf(address, path string) (host, cleaned string) {
	parsed, err := url.Parse(address)
	if err == nil {
		host = strings.ToLower(parsed.Hostname())
		if path == "" {
			path = parsed.Path
		}
	}
	path, _, _ = strings.Cut(path, "?")
	path, _, _ = strings.Cut(path, "#")
	if strings.Contains(path, "@") || strings.Contains(path, "%40") {
		parts := strings.Split(path, "/")
		for i, part := range parts {
			if strings.Contains(part, "@") || strings.Contains(part, "%40") {
				parts[i] = "…"
			}
		}
		path = strings.Join(parts, "/")
	}
	return host, path
}

// HostOf returns the host of an Origin header in lower case and without a port; empty if it has none, such as null.
func HostOf(origin string) string {
	parsed, err := url.Parse(origin)
	if err != nil {
		return ""
	}
	return strings.ToLower(parsed.Hostname())
}

// Belongs reports whether a page of host is of the website of domain: the domain itself or a subdomain. A www prefix of
// the domain is ignored, and a website without a domain has all pages.
func Belongs(host, domain string) bool {
	domain = strings.TrimPrefix(domain, "www.")
	return domain == "" || host == domain || strings.HasSuffix(host, "."+domain)
}
