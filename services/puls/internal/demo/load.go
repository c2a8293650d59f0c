package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"puls.app/services/kit/loop"
	"puls.app/services/kit/retry"
)

// The user of the demo account.
const (
	Email    = "demo@puls.example"
	Password = "Demo-Puls-2026!" //nolint:gosec // printed for everybody to read
)

// Loader loads the demo account of one program.
type Loader struct {
	// Address of the API, such as http://127.0.0.1:8080.
	Address string
	// Folder stores the progress of loading.
	Folder string
	// CreateAccount creates the account in the given timezone; taken means that it exists already.
	CreateAccount func(ctx context.Context, timezone string) (taken bool, err error)
	// Nightly requests all due calculations, including earlier weeks of scorings that were just activated.
	Nightly func(ctx context.Context) error
	Now     func() time.Time
	// Tell prints one line to the user.
	Tell func(format string, args ...any)

	state  state
	client *client
	data   *company
	shelf  shelf
	// scale makes a smaller company, for tests.
	scale int
}

// Load creates the account and fills it unless that was done before. It completes an interrupted load: each step may be
// repeated.
func (l *Loader) Load(ctx context.Context) error {
	zone, err := time.LoadLocation(timezone)
	if err != nil {
		return fmt.Errorf("load timezone: %w", err)
	}
	started := l.Now()
	var begun bool
	if l.state, begun, err = readState(l.Folder, started.In(zone)); err != nil || l.state.Finished {
		return err
	}
	if err := l.state.write(); err != nil {
		return err
	}
	taken, err := l.CreateAccount(ctx, timezone)
	if err != nil {
		return err
	}
	if taken && !begun {
		return l.finish() // the account was not made by the demo: leave it alone
	}
	l.Tell("Loading the demo account: contacts…")
	l.client = &client{address: l.Address, email: Email, password: Password}
	steps := []func(context.Context) error{l.prepare, l.loadContacts, l.loadEngagement, l.loadScorings}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := l.finish(); err != nil {
		return err
	}
	l.Tell(
		"The demo account was loaded in %.0f s. Sign in at %s as %s with the password %s", l.Now().Sub(started).Seconds(),
		l.Address, Email, Password,
	)
	return nil
}

// settings are those of the account: the shop's pages report every type of event, so that lead scoring is on.
var settings = map[string]any{
	"language": "pl", "timezone": timezone,
	"Web.TrackedEventTypeList": "page_view,product_view,checkout_view,purchase,payment_info",
	"billing": map[string]string{
		"companyName": "Herbaciarnia Puls Sp. z o.o.", "city": "Kraków", "postCode": "31-042", "street": "Rynek Główny 1",
		"taxId": "PL0000000000", "country": "PL", "currency": "PLN",
	},
}

func (l *Loader) finish() error {
	l.state.Finished = true
	return l.state.write()
}

// prepare creates the objects that the files refer to: uids, groups and properties.
func (l *Loader) prepare(ctx context.Context) error {
	var me struct {
		AccountID int `json:"accountId"`
	}
	if err := l.client.call(ctx, http.MethodGet, "protected/account/users/me", "", nil, &me); err != nil {
		return err
	}
	if err := l.client.call(ctx, http.MethodPut, "protected/account/my/account/settings", "", settings, nil); err != nil {
		return err
	}
	l.shelf = shelf{uid: fmt.Sprintf("%03d", me.AccountID), shopUID: "002"}
	if l.shelf.uid == l.shelf.shopUID {
		l.shelf.shopUID = "003"
	}
	today, err := l.state.today()
	if err != nil {
		return err
	}
	if l.data, err = newCompany(today, l.shelf.uid, l.shelf.shopUID, max(1, l.scale)); err != nil {
		return err
	}
	if err := l.prepareUID(
		ctx, l.shelf.uid, "Herbaciarnia", groupNewsletter, groupCustomers, groupVIP, groupTest,
	); err != nil {
		return err
	}
	if err := l.prepareUID(
		ctx, l.shelf.shopUID, "Sklep internetowy", groupShopNewsletter, groupBuyers, groupTest,
	); err != nil {
		return err
	}
	if l.shelf.groups, err = l.list(ctx, "groups"); err != nil {
		return err
	}
	l.shelf.properties, err = l.list(ctx, "properties")
	return err
}

func (l *Loader) prepareUID(ctx context.Context, uid, name string, groups ...string) error {
	if err := l.ensure(ctx, "databases", map[string]string{"uid": uid}); err != nil {
		return err
	}
	// The own database exists from the start, without a name.
	if err := l.client.call(
		ctx, http.MethodPatch, "protected/saresystem/databases/"+uid, "", map[string]string{"name": name}, nil,
	); err != nil {
		return err
	}
	for _, name := range groups {
		if err := l.ensure(ctx, "groups", map[string]string{"uid": uid, "name": name}); err != nil {
			return err
		}
	}
	for _, property := range [][2]string{
		{propertyName, "Text"},
		{propertyCity, "Text"},
		{propertyPurchases, "Number"},
		{propertyMailing, "Number"},
		{propertySMS, "Number"},
		{propertyWeb, "Number"},
	} {
		body := map[string]string{"uid": uid, "name": property[0], "type": property[1]}
		if err := l.ensure(ctx, "properties:add", body); err != nil {
			return err
		}
	}
	return nil
}

// ensure creates an object unless it exists, which a 409 shows.
func (l *Loader) ensure(ctx context.Context, what string, body map[string]string) error {
	err := l.client.call(ctx, http.MethodPost, "protected/saresystem/"+what, "", body, nil)
	if failedWith(err, http.StatusConflict) {
		return nil
	}
	return err
}

// list returns the ids of all groups or properties.
func (l *Loader) list(ctx context.Context, what string) (catalogue, error) {
	var answer map[string]struct {
		Items []struct {
			ID   int    `json:"id"`
			Name string `json:"name"`
		} `json:"items"`
	}
	if err := l.client.call(ctx, http.MethodGet, "protected/saresystem/"+what, "", nil, &answer); err != nil {
		return nil, err
	}
	ids := catalogue{}
	for uid, list := range answer {
		ids[uid] = map[string]int{}
		for _, item := range list.Items {
			ids[uid][item.Name] = item.ID
		}
	}
	return ids, nil
}

func (l *Loader) loadContacts(ctx context.Context) error {
	return l.importFile(
		ctx, "contacts", func(to io.Writer) (int, error) { return l.data.count(), l.data.writeContacts(to) },
	)
}

func (l *Loader) loadEngagement(ctx context.Context) error {
	l.Tell("Loading the demo account: %d contacts are there. Engagement…", l.data.count())
	today, err := l.state.today()
	if err != nil {
		return err
	}
	return l.importFile(ctx, "engagement", func(to io.Writer) (int, error) {
		data, err := newCompany(today, l.shelf.uid, l.shelf.shopUID, max(1, l.scale)) // a second attempt starts over
		if err != nil {
			return 0, err
		}
		return data.writeEngagement(to)
	})
}

const attempts = 3

// files are the demo account's files by kind: their names in lists, and the fields of their columns, which lists show.
var files = map[string]url.Values{
	"contacts":   {"fileName": {"klienci.csv"}, "mapping": contactColumns},
	"engagement": {"fileName": {"zdarzenia.csv"}, "mapping": engagementColumns},
}

var errImportFailed = errors.New("the import failed")

// importFile uploads a file and waits until it took effect. The same key returns an import that was begun before, so a
// failed import is retried with another key.
func (l *Loader) importFile(ctx context.Context, kind string, write func(io.Writer) (int, error)) error {
	attempt := 0
	again := func(err error) bool {
		return attempt < attempts && (errors.Is(err, errImportFailed) || later(err))
	}
	return retry.Do(ctx, again, func() error {
		attempt++
		return l.importOnce(ctx, kind, l.state.key(kind, attempt), write)
	})
}

func (l *Loader) importOnce(ctx context.Context, kind, key string, write func(io.Writer) (int, error)) error {
	total := 0
	path := "protected/saresystem/" + kind + ":import?" + files[kind].Encode()
	id, err := l.client.upload(ctx, path, key, func(to io.Writer) (err error) {
		total, err = write(to)
		return err
	})
	if err != nil {
		return err
	}
	for reported := 0; ; {
		var state struct {
			State   string `json:"state"`
			Read    int    `json:"read"`
			Refused int    `json:"refused"`
			Errors  []struct {
				Line   int    `json:"line"`
				Reason string `json:"reason"`
			} `json:"errors"`
		}
		if err := l.client.call(ctx, http.MethodGet, "protected/saresystem/imports/"+id, "", nil, &state); err != nil {
			return err
		}
		switch {
		case state.State == "done" && state.Refused > 0:
			first := state.Errors[0]
			return fmt.Errorf(
				"%d rows of %s were refused, the first in line %d: %s", state.Refused, kind, first.Line, first.Reason,
			)
		case state.State == "done":
			return nil
		case state.State != "running":
			return fmt.Errorf("%s import %s is %s: %w", kind, id, state.State, errImportFailed)
		}
		if percent := 100 * state.Read / max(1, total); kind == "engagement" && percent >= reported+20 {
			l.Tell("Loading the demo account: engagement %d %%", percent)
			reported = percent
		}
		if err := loop.Pause(ctx, 250*time.Millisecond); err != nil {
			return err
		}
	}
}
