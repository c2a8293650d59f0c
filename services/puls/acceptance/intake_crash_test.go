package acceptance

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/puls/internal/run"
)

const intakeBatch = 100

// fromEnvironment returns a number from the environment, or a default.
func fromEnvironment(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// flood sends batches of events at a rate, each until it is acknowledged.
type flood struct {
	key     string
	address atomic.Pointer[string]
	client  http.Client

	mu sync.Mutex
	// took has the times of acknowledged requests.
	took []time.Duration
	// repeated counts failed requests, busy those refused with a wait.
	repeated, busy int
}

// event returns the id of an event. The events of a batch come from ten visitors, and all batches together stay within
// a website's hourly limit.
func (f *flood) event(batch, i int) string { return fmt.Sprintf("flood-%d-%d", batch, i) }

func (f *flood) body(batch int) []byte {
	now := time.Now().UTC().Format(time.RFC3339Nano)
	body := []byte(`{"sentAt":"` + now + `","batch":[`)
	names := []string{"Product Viewed", "Checkout Started", "add_payment_info", "purchase", "view_item"}
	for i := range intakeBatch {
		if i > 0 {
			body = append(body, ',')
		}
		body = fmt.Appendf(body, `{"type":"track","event":%q,"messageId":%q,"anonymousId":"v%d","timestamp":%q,`+
			`"context":{"page":{"url":"https://shop.example.com/shoes?size=40","path":"/shoes","title":"Shoes"},`+
			`"userAgent":"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0",`+
			`"library":{"name":"analytics.js","version":"npm:next-1.84.3"},"locale":"pl-PL"},`+
			`"properties":{"product_id":"4711","price":199.9,"currency":"PLN","quantity":1,"category":"shoes/boots"}}`,
			names[i%len(names)], f.event(batch, i), (batch*intakeBatch/40+i%10)%20_000, now)
	}
	return append(body, "]}"...)
}

// send repeats a batch until it is acknowledged, like senders do.
func (f *flood) send(t *testing.T, batch int) {
	for {
		began := time.Now()
		status, wait := f.post(f.body(batch))
		f.mu.Lock()
		switch status {
		case http.StatusOK:
			f.took = append(f.took, time.Since(began))
			f.mu.Unlock()
			return
		case http.StatusTooManyRequests:
			f.busy++
		default:
			f.repeated++
		}
		f.mu.Unlock()
		select {
		case <-time.After(wait):
		case <-t.Context().Done():
			return
		}
	}
}

// begin sends batches; sent is closed when all were acknowledged.
func (f *flood) begin(t *testing.T, rate, batches int) (sent chan struct{}) {
	sent = make(chan struct{})
	go func() {
		defer close(sent)
		tick := time.NewTicker(time.Second * intakeBatch / time.Duration(rate))
		defer tick.Stop()
		var sending sync.WaitGroup
		for batch := range batches {
			<-tick.C
			sending.Go(func() { f.send(t, batch) })
		}
		sending.Wait()
	}()
	return sent
}

func (f *flood) post(body []byte) (status int, wait time.Duration) {
	req, err := http.NewRequest(http.MethodPost, *f.address.Load()+"/api/ingest/v1/batch", bytes.NewReader(body))
	if err != nil {
		return 0, time.Second
	}
	req.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(f.key+":")))
	res, err := f.client.Do(req)
	if err != nil {
		return 0, 200 * time.Millisecond
	}
	_, err = io.Copy(io.Discard, res.Body)
	if res.Body.Close() != nil || err != nil {
		return 0, 200 * time.Millisecond
	}
	after, err := strconv.Atoi(res.Header.Get("Retry-After"))
	if err != nil {
		after = 1
	}
	return res.StatusCode, time.Duration(after) * time.Second
}

// TestAKilledIntakeLosesNothingThatItAcknowledged sends PULS_INTAKE_RATE events a second for PULS_INTAKE_SECONDS and
// kills the program twice meanwhile.
func TestAKilledIntakeLosesNothingThatItAcknowledged(t *testing.T) {
	rate, seconds := fromEnvironment("PULS_INTAKE_RATE", 2_000), fromEnvironment("PULS_INTAKE_SECONDS", 6)
	batches := rate * seconds / intakeBatch
	p := newProcess(t)
	address := p.start()
	c := p.createAccount(address, "flood@example.com")
	f := &flood{client: http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	f.address.Store(&address)
	var made struct{ SiClientID string }
	website := object{"uid": "001", "domain": "shop.example.com"}
	c.call(http.MethodPost, "protected/web/web-tracking-accounts", website, &made)
	f.key = made.SiClientID

	began := time.Now()
	sent := f.begin(t, rate, batches)
	// A body during which the program ends twice is set aside: the second end must be in other bodies than the first.
	query := `SELECT coalesce(min(begun_by::text), '') FROM contacts.intake_begins`
	for kill := range 2 {
		<-time.After(time.Until(began.Add(time.Duration(seconds) * time.Second * time.Duration(kill+1) / 3)))
		reader := ""
		eventually(t, "bodies to be read, and those begun before to be done", func() bool {
			withDatabase(t, p, func(one func(string, ...any)) { one(query, &reader) })
			return reader != ""
		})
		p.kill()
		query = fmt.Sprintf(`SELECT CASE WHEN EXISTS (SELECT FROM contacts.intake_begins
			WHERE begun > 1 OR begun_by IS NULL OR begun_by = '%s') THEN '' ELSE 'done' END`, reader)
		address := p.start()
		f.address.Store(&address)
	}
	<-sent
	acknowledged := time.Since(began)
	eventually(t, "everything to be counted", func() (all bool) {
		withDatabase(t, p, func(query func(string, ...any)) {
			query(`SELECT NOT EXISTS (SELECT FROM contacts.intake_bodies) AND (SELECT count(*) FROM contacts.outbox
				WHERE subject = 'engagement.batch') = (SELECT count(*) FROM scoring_engine.batches)`, &all)
		})
		return all
	})
	f.report(t, rate*seconds, acknowledged, time.Since(began))
	file, err := run.Find(p.data)
	require.NoError(t, err)
	f.check(t, file.DatabaseURL, batches)
}

// report reports the measurements.
func (f *flood) report(t *testing.T, events int, acknowledged, counted time.Duration) {
	slices.Sort(f.took)
	at := func(share float64) time.Duration { return f.took[int(share*float64(len(f.took)-1))] }
	figure(t, "%d events acknowledged in %.1f s, counted after %.1f s; a request took p50 %s, p99 %s, at most %s; "+
		"%d requests failed, %d were told to wait", events, acknowledged.Seconds(), counted.Seconds(),
		at(0.5).Round(100*time.Microsecond), at(0.99).Round(100*time.Microsecond), at(1).Round(time.Millisecond),
		f.repeated, f.busy)
}

// check compares the acknowledged events with the facts that the engine received: every event, each as one fact.
func (f *flood) check(t *testing.T, database string, batches int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	type fact struct {
		visitor, day, kind uint32
	}
	given := map[uint64]fact{}
	rows, err := conn.Query(t.Context(), "SELECT payload FROM contacts.outbox WHERE subject = 'engagement.batch'")
	require.NoError(t, err)
	var payload []byte
	_, err = pgx.ForEachRow(rows, []any{&payload}, func() error {
		b := &contactsv1.EngagementBatch{}
		if err := proto.Unmarshal(payload, b); err != nil {
			return err
		}
		if b.GetChannel() != typev1.Channel_CHANNEL_WEB {
			return nil // of a file imported meanwhile
		}
		for _, chunk := range b.GetChunks() {
			at := 0
			for g, size := range chunk.GetGroupSizes() {
				place := uint32(0)
				for range size {
					place += chunk.GetContactGaps()[at]
					key := chunk.GetEventKeys()[at]
					one := fact{chunk.GetChunk()<<16 | place, chunk.GetGroupDays()[g], chunk.GetGroupKinds()[g]}
					if other, twice := given[key]; twice && other != one {
						return fmt.Errorf("an event is two facts: %v and %v", other, one)
					}
					given[key] = one
					at++
				}
			}
		}
		return nil
	})
	require.NoError(t, err)
	for batch := range batches {
		for i := range intakeBatch {
			if _, is := given[xxhash.Sum64String(f.event(batch, i))]; !is {
				require.Fail(t, "an event is lost", f.event(batch, i))
			}
		}
	}
	require.Len(t, given, batches*intakeBatch)
}
