package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/program"
)

const email, password = "busy@example.com", "Correct-Horse-9"

// lastDay is the newest that is calculated; all events are from before it.
const lastDay = "2025-11-02"

// days is over how many the events are spread, and how many are calculated in turns.
const days = 28

// Busy is an account in which something goes on all the time.
type Busy struct {
	program            *program.Program
	set                *data.Set
	rows               *data.Rows
	uid, scoring, site string

	mu     sync.Mutex
	counts Counts
}

// Counts are what happened in it: acts by name, and those that failed.
type Counts struct {
	Done   map[string]int
	Failed map[string]int
}

// rowsAtOnce is how many rows of engagement one import has.
const rowsAtOnce = 50_000

// Fill makes an account with so many contacts, a month of engagement and a first result.
func Fill(ctx context.Context, p *program.Program, contacts int) (*Busy, error) {
	last, err := data.Day(lastDay)
	if err != nil {
		return nil, err
	}
	account, err := p.CreateAccount(ctx, email, password)
	if err != nil {
		return nil, err
	}
	b := &Busy{
		program: p, uid: fmt.Sprintf("%03d", account), counts: Counts{Done: map[string]int{}, Failed: map[string]int{}},
	}
	if b.set, err = data.New(7, contacts, days, last-days, data.Daily); err != nil {
		return nil, err
	}
	b.set.EveryAddress = true
	if b.rows, err = data.NewRows(b.set, data.ByTime, 40*rowsAtOnce); err != nil {
		return nil, err
	}
	client, err := p.Login(ctx, email, password)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(b.importContacts(ctx, client, 0), b.importEngagement(ctx, client, 0)); err != nil {
		return nil, err
	}
	if b.scoring, err = client.CreateScoring(ctx, "Everybody", b.uid, days, 0); err != nil {
		return nil, err
	}
	var made struct{ SiClientID string }
	err = client.Call(ctx, http.MethodPost, "protected/web/web-tracking-accounts",
		map[string]any{"uid": b.uid, "domain": "shop.example.com"}, &made)
	b.site = made.SiClientID
	return b, errors.Join(err, b.calculate(ctx, client, 0))
}

// act is something that is done again and again, by somebody who is signed in; n counts.
type act struct {
	name  string
	every time.Duration
	do    func(ctx context.Context, client *program.Client, n int) error
}

func (b *Busy) acts() []act {
	return []act{
		{"imports of contacts", time.Minute, b.importContacts},
		{"imports of engagement", 20 * time.Second, b.importEngagement},
		{"nights", 90 * time.Second, b.night},
		{"calculations that are watched", 30 * time.Second, b.calculate},
		{"files of a result", 15 * time.Second, b.export},
		{"files of contacts", 45 * time.Second, b.exportContacts},
		{"streams that are left", 10 * time.Second, b.watch},
		{"batches of web events", time.Second, b.webEvents},
		{"refused sign-ins", 5 * time.Second, b.wrongPassword},
	}
}

// Go does everything until ctx ends, and answers what was done.
func (b *Busy) Go(ctx context.Context) Counts {
	var doing sync.WaitGroup
	for _, a := range b.acts() {
		doing.Go(func() { b.repeat(ctx, a) })
	}
	doing.Wait()
	return b.counts
}

func (b *Busy) repeat(ctx context.Context, a act) {
	client, err := b.program.Login(ctx, email, password)
	if err != nil {
		b.note(a.name, err)
		return
	}
	ticker := time.NewTicker(a.every)
	defer ticker.Stop()
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := a.do(ctx, client, n); ctx.Err() == nil {
			b.note(a.name, err)
		}
	}
}

func (b *Busy) note(name string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil {
		b.counts.Done[name]++
		return
	}
	if b.counts.Failed[name]++; b.counts.Failed[name] < 3 {
		fmt.Fprintf(os.Stderr, "bench: %s: %v\n", name, err)
	}
}

func (b *Busy) importContacts(ctx context.Context, client *program.Client, _ int) error {
	id, err := client.Upload(ctx, "contacts", b.set.WriteContacts)
	if err != nil {
		return err
	}
	return client.WaitImport(ctx, id, b.set.Contacts)
}

func (b *Busy) importEngagement(ctx context.Context, client *program.Client, n int) error {
	from := n % 40 * rowsAtOnce
	id, err := client.Upload(ctx, "engagement", func(w io.Writer) error { return b.rows.Write(w, from, from+rowsAtOnce) })
	if err != nil {
		return err
	}
	return client.WaitImport(ctx, id, rowsAtOnce)
}

// date is the nth day before the last one, again and again.
func (b *Busy) date(n int) string { return data.Date(b.set.First + days - n%days) }

func (b *Busy) night(ctx context.Context, _ *program.Client, n int) error {
	return b.program.Nightly(ctx, b.date(n))
}

// calculate asks for a day and follows its progress to the end.
func (b *Busy) calculate(ctx context.Context, client *program.Client, _ int) error {
	path := "protected/scoring/scorings/" + b.scoring
	asked := map[string]any{"generatedDate": b.date(0)}
	if err := client.Call(ctx, http.MethodPost, path+":calculate", asked, nil); err != nil {
		return err
	}
	return client.Read(ctx, http.MethodGet, fmt.Sprintf("%s:progress?generatedDate=%s", path, b.date(0)), nil, io.Discard)
}

func (b *Busy) export(ctx context.Context, client *program.Client, _ int) error {
	return client.Read(ctx, http.MethodPost, "protected/scoring/scorings/"+b.scoring+":exportToCsv",
		map[string]any{"scoringType": "mailing", "generatedDate": b.date(0)}, io.Discard)
}

func (b *Busy) exportContacts(ctx context.Context, client *program.Client, _ int) error {
	return client.Read(
		ctx, http.MethodPost, "protected/saresystem/contacts:exportToCsv", map[string]any{"uid": b.uid}, io.Discard,
	)
}

// watch looks at what a website sends for a while and leaves without a word, as a closed page does.
func (b *Busy) watch(ctx context.Context, client *program.Client, _ int) error {
	watching, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	err := client.Read(
		watching, http.MethodGet, "protected/web/web-tracking-accounts/"+b.site+":recent", nil, io.Discard,
	)
	if watching.Err() != nil {
		return nil // left on purpose
	}
	return errors.Join(err, errors.New("the stream ended by itself"))
}

func (b *Busy) webEvents(ctx context.Context, _ *program.Client, n int) error {
	batch := make([]map[string]any, 20)
	for i := range batch {
		batch[i] = map[string]any{
			"type": "page", "messageId": fmt.Sprintf("soak-%d-%d", n, i),
			"anonymousId": fmt.Sprintf("visitor-%d", (n*20+i)%5000),
			"timestamp":   time.Now().UTC().Format(time.RFC3339Nano), "properties": map[string]any{"path": "/"},
		}
	}
	return b.program.SendEvents(ctx, b.site, map[string]any{"batch": batch})
}

// wrongPassword is an unknown person each time: one who is known would be shut out after twenty.
func (b *Busy) wrongPassword(ctx context.Context, _ *program.Client, n int) error {
	_, err := b.program.Login(ctx, fmt.Sprintf("stranger-%d@example.com", n), "Wrong-Horse-99")
	if status := program.Status(err); status == http.StatusUnauthorized || status == http.StatusTooManyRequests {
		return nil
	}
	return errors.Join(err, errors.New("a wrong password was not refused"))
}
