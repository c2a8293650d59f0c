// Package lists calls the APIs of mail providers with lists (docs/destinations.md).
package lists

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"puls.app/services/contacts/internal/destination"
)

// Opener opens lists.
type Opener struct {
	client *http.Client
	// base replaces the hosts of all providers, each under a path with its name; empty for the real hosts.
	base string
	pace pace
}

// pace holds the timeouts of calls.
type pace struct {
	// request limits one attempt, tries all attempts of one call, job a job in the background.
	request, tries, job time.Duration
	// look is the interval of polling a job.
	look time.Duration
}

var usual = pace{request: time.Minute, tries: 2 * time.Minute, job: 10 * time.Minute, look: 2 * time.Second}

// New returns an opener. A base replaces the hosts of all providers, for tests.
func New(base string) *Opener {
	pace := usual
	if base != "" {
		pace.look = 50 * time.Millisecond
	}
	return &Opener{base: strings.TrimSuffix(base, "/"), pace: pace, client: &http.Client{
		// A redirect would send the key to another host; no provider needs one.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// dataCentre matches the end of a Mailchimp key, which is the first label of its host.
var dataCentre = regexp.MustCompile(`-([a-z]{2,3}[0-9]{1,3})$`)

var errKey = errors.New("the key does not end in the data centre of its account, such as -us6")

// Open opens a list.
func (o *Opener) Open(t destination.Target, key string) (destination.List, error) {
	bearer := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+key) }
	switch t.Provider {
	case destination.SendGrid:
		c := o.caller(t, "https://api.sendgrid.com", "https://api.eu.sendgrid.com", bearer)
		return &sendGrid{caller: c, Target: t}, nil
	case destination.Mailgun:
		basic := func(r *http.Request) { r.SetBasicAuth("api", key) }
		return &mailgun{caller: o.caller(t, "https://api.mailgun.net", "https://api.eu.mailgun.net", basic), Target: t}, nil
	case destination.Mailchimp:
		centre := dataCentre.FindStringSubmatch(key)
		if centre == nil {
			return nil, &destination.Stopped{Failure: destination.FailKey, Cause: errKey}
		}
		host := "https://" + centre[1] + ".api.mailchimp.com"
		return &mailchimp{caller: o.caller(t, host, host, bearer), Target: t}, nil
	default:
		header := func(r *http.Request) { r.Header.Set("Api-Key", key) }
		return &brevo{caller: o.caller(t, "https://api.brevo.com", "https://api.brevo.com", header), Target: t}, nil
	}
}

func (o *Opener) caller(t destination.Target, usual, europe string, authorize func(*http.Request)) caller {
	host := usual
	if t.Region == "eu" {
		host = europe
	}
	if o.base != "" {
		host = o.base + "/" + string(t.Provider)
	}
	return caller{client: o.client, host: host, authorize: authorize, pace: o.pace}
}

// escaped returns a text as a segment of a path.
func escaped(part string) string { return url.PathEscape(part) }
