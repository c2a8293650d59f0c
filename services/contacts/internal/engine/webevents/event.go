package webevents

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
)

// Event is what Puls takes of a message; everything else of it is dropped.
type Event struct {
	// Kind is "page_view", "product_view", "checkout_view", "payment_info", "purchase" or "identify"; empty for what Puls
	// does not count.
	Kind string
	// Name is Kind, or how the sender calls what has none.
	Name string
	// ID is the message's; of one without, a hash of its bytes.
	ID string
	// Visitor is the browser, or "user:" and the user where no browser is named. No browser's begins with that.
	Visitor string
	// User, Email and GSM are who the visitor says to be. A user's visitor is that user: nothing else names it.
	User, Email, GSM string
	// Timestamp is when it happened and SentAt when it was sent, both by the sender's clock, as they were written.
	Timestamp, SentAt string
	// Host is of the page, in lower case and without a port; Path its path. Both may be empty.
	Host, Path string
	// Damaged messages are no JSON objects.
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

// read reads one message. Type is what the endpoint says that it is; sentAt what the batch says.
func read(raw []byte, kind, sentAt string) Event {
	var m message
	if !isObject(raw) {
		return Event{Damaged: true}
	}
	_ = json.Unmarshal(raw, &m) // it is JSON already: what has another type than expected is as if it were not there
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
		e.Email = e.User // many shops take the address for the user's id
	}
	if e.ID == "" {
		sum := sha256.Sum256(raw)
		e.ID = hex.EncodeToString(sum[:16])
	}
	return e
}

// These set the visitors apart that users are from those that browsers are. A website's key is public, so anybody may
// call a browser whatever they like.
const (
	userPrefix    = "user:"
	browserPrefix = "browser:"
)

// visitorOf returns whose visit an event is: that of the browser or, where none is named, of the user.
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

// kindOf returns what a message of a type and, of a track, a name is.
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

// kinds are the names of Segment's and Google's specifications of e-commerce and our own, plain.
var kinds = map[string]string{
	"pageview": "page_view", "pageviewed": "page_view",
	"productview": "product_view", "productviewed": "product_view", "viewitem": "product_view",
	"checkoutview": "checkout_view", "checkoutstarted": "checkout_view", "begincheckout": "checkout_view",
	"paymentinfo": "payment_info", "paymentinfoentered": "payment_info", "addpaymentinfo": "payment_info",
	"purchase": "purchase", "ordercompleted": "purchase",
}

// plain leaves the letters of a name, small: senders differ in case and spacing.
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

// placeOf returns the host and the path of a page, without what follows a question mark. A part of the path that may
// be an e-mail address is left out.
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

// HostOf returns the host of an Origin header in lower case and without a port; empty for what names none, such as
// null.
func HostOf(origin string) string {
	parsed, err := url.Parse(origin)
	if err != nil {
		return ""
	}
	return strings.ToLower(parsed.Hostname())
}

// Belongs reports whether a page of host is of the website of domain: the domain itself or one below it. The www of a
// domain is not looked at, and a website without a domain has all pages.
func Belongs(host, domain string) bool {
	domain = strings.TrimPrefix(domain, "www.")
	return domain == "" || host == domain || strings.HasSuffix(host, "."+domain)
}
