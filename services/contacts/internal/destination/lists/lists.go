// Package lists calls the mail providers that have lists, each after its own documentation (docs/destinations.md).
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
	// base is asked in the place of all providers, each below its name; empty for the providers.
	base string
	pace pace
}

// pace is how long a provider is waited for.
type pace struct {
	// request is for one answer, tries for all tries of one call, job for a job in the background.
	request, tries, job time.Duration
	// look is between two looks at a job.
	look time.Duration
}

var usual = pace{request: time.Minute, tries: 2 * time.Minute, job: 10 * time.Minute, look: 2 * time.Second}

// New returns an opener. With a base, every provider is asked below it: for tests.
func New(base string) *Opener {
	pace := usual
	if base != "" {
		pace.look = 50 * time.Millisecond
	}
	return &Opener{base: strings.TrimSuffix(base, "/"), pace: pace, client: &http.Client{
		// A provider has no reason to lead elsewhere, where the key would follow.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// dataCentre ends a key of Mailchimp and begins the host that takes it.
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

// escaped is a part of a path.
func escaped(part string) string { return url.PathEscape(part) }
