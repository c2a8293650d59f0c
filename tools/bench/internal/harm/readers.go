package harm

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// Readers are the figures of people who read nothing of what they asked for.
type Readers struct {
	// Idle is the most memory of the program while only honest readers were there, PeakLarge the most while the largest
	// answers were asked for at once, Peak the most beside readers who read nothing, after that; bytes.
	Idle, Peak, PeakLarge int64
	// BaseP99 and P99 are of honest readers without and beside them; milliseconds. BaseExport and Export are medians of a
	// whole download of an honest reader.
	BaseP99, P99, BaseExport, Export float64
	// Open is how many got an answer to leave unread, Refused how many were told to wait, Failed honest requests that
	// failed. LargeBytes is the size of one of the largest answers.
	Open, Refused, Failed, LargeBytes int
}

const (
	readersDate = "2026-11-02"
	honest      = 8
	large       = 20
)

// MeasureReaders has so many readers who read nothing, spread over accounts, beside honest ones.
func MeasureReaders(
	ctx context.Context, p *program.Program, readers, accounts, people int, length time.Duration,
) (Readers, error) {
	var r Readers
	crowd := make([]*person, accounts)
	scorings := make([]string, accounts)
	for i := range crowd {
		var err error
		if crowd[i], err = newPerson(ctx, p, fmt.Sprintf("reader%d", i)); err != nil {
			return r, err
		}
		day := time.Date(2026, 10, 12, 8, 0, 0, 0, time.UTC)
		if err := crowd[i].load(ctx, "contacts", contacts(people)); err != nil {
			return r, err
		}
		if err := crowd[i].load(ctx, "engagement", events(people, day)); err != nil {
			return r, err
		}
		uid, err := crowd[i].uid(ctx)
		if err != nil {
			return r, err
		}
		if scorings[i], err = crowd[i].scoring(ctx, uid); err != nil {
			return r, err
		}
		if _, err := crowd[i].calculate(ctx, scorings[i], readersDate); err != nil {
			return r, err
		}
	}
	good, goodScoring := crowd[0], scorings[0]
	if err := good.fillGroups(ctx); err != nil {
		return r, err
	}
	measure.Rest(ctx, 5*time.Second) // garbage of the loading is collected
	if err := measure.Forget(p.PID()); err != nil {
		return r, err
	}
	base := good.read(ctx, goodScoring, length)
	r.BaseP99, r.BaseExport, r.Failed = base.p99, base.export, base.failed
	var err error
	if r.Idle, err = measure.Peak(p.PID()); err != nil {
		return r, err
	}
	if r.LargeBytes, err = good.largest(ctx); err != nil {
		return r, err
	}
	if r.PeakLarge, err = measure.Peak(p.PID()); err != nil {
		return r, err
	}
	measure.Rest(ctx, 5*time.Second)
	if err := measure.Forget(p.PID()); err != nil {
		return r, err
	}
	stop := stall(ctx, crowd[1:], scorings[1:], readers, &r)
	beside := good.read(ctx, goodScoring, length)
	stop()
	r.P99, r.Export, r.Failed = beside.p99, beside.export, r.Failed+beside.failed
	r.Peak, err = measure.Peak(p.PID())
	return r, err
}

// stall opens downloads and reads nothing of them until stopped.
func stall(ctx context.Context, crowd []*person, scorings []string, readers int, r *Readers) (stop func()) {
	var mu sync.Mutex
	var opening sync.WaitGroup
	var open []net.Conn
	for i := range readers {
		one, scoring := crowd[i%len(crowd)], scorings[i%len(crowd)]
		opening.Go(func() {
			conn, status := one.stall(ctx, scoring)
			mu.Lock()
			defer mu.Unlock()
			if conn != nil {
				open = append(open, conn)
			}
			switch status {
			case http.StatusOK:
				r.Open++
			case http.StatusTooManyRequests, http.StatusServiceUnavailable:
				r.Refused++
			}
		})
	}
	opening.Wait()
	return func() {
		for _, conn := range open {
			_ = conn.Close()
		}
	}
}

// stall sends the request of a download and reads the status line of the answer.
func (o *person) stall(ctx context.Context, scoring string) (net.Conn, int) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", strings.TrimPrefix(o.address, "http://"))
	if err != nil {
		return nil, 0
	}
	body := fmt.Sprintf(`{"scoringType":"mailing","generatedDate":%q}`, readersDate)
	_, err = fmt.Fprintf(conn, "POST /api/protected/scoring/scorings/%s:exportToCsv HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", scoring, o.token, len(body), body)
	if err != nil {
		return conn, 0
	}
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute)) // a TCP connection takes one
	line := make([]byte, len("HTTP/1.1 200"))
	if _, err := conn.Read(line); err != nil {
		return conn, 0
	}
	status := 0
	_, _ = fmt.Sscanf(string(line), "HTTP/1.1 %d", &status) // 0 counts as neither
	return conn, status
}

// felt is what honest readers felt.
type felt struct {
	p99, export float64
	failed      int
}

// read has honest readers use the pages' calls, and one that downloads, for a while.
func (o *person) read(ctx context.Context, scoring string, length time.Duration) felt {
	calls := []string{
		"protected/account/users/me", "protected/scoring/scorings", "protected/scoring/scorings:summary",
		"protected/scoring/scorings/" + scoring + ":partitionSummary?scoringType=mailing", "protected/account/notifications",
	}
	var mu sync.Mutex
	var took, exports measure.Sample
	failed := 0
	note := func(into *measure.Sample, began time.Time, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		*into = append(*into, float64(time.Since(began).Microseconds())/1000)
		if !ok {
			failed++
		}
	}
	until := time.Now().Add(length)
	var reading sync.WaitGroup
	for i := range honest {
		reading.Go(func() {
			for n := i; time.Now().Before(until); n++ {
				began := time.Now()
				status, _, err := o.send(ctx, http.MethodGet, calls[n%len(calls)], nil)
				note(&took, began, err == nil && status == http.StatusOK)
				measure.Rest(ctx, 50*time.Millisecond) // a person, not a storm
			}
		})
	}
	reading.Go(func() {
		for time.Now().Before(until) {
			began := time.Now()
			status, _, err := o.send(ctx, http.MethodPost, "protected/scoring/scorings/"+scoring+":exportToCsv",
				object{"scoringType": "mailing", "generatedDate": readersDate})
			note(&exports, began, err == nil && status == http.StatusOK)
			measure.Rest(ctx, time.Second)
		}
	})
	reading.Wait()
	return felt{p99: quantile(took, 0.99), export: exports.Median(), failed: failed}
}

func quantile(s measure.Sample, q float64) float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// uid returns the account's own database.
func (o *person) uid(ctx context.Context) (string, error) {
	var me struct{ AccountID int }
	err := o.must(ctx, http.MethodGet, "protected/account/users/me", nil, &me)
	return fmt.Sprintf("%03d", me.AccountID), err
}

// fillGroups makes as many groups as one uid may have, by a file: the largest list that there is.
func (o *person) fillGroups(ctx context.Context) error {
	var file strings.Builder
	file.WriteString("external_id,groups\n")
	for i := range 5000 {
		fmt.Fprintf(&file, "E%d,%s %d\n", i, strings.Repeat("a group with a long name ", 2), i)
	}
	return o.load(ctx, "contacts", []byte(file.String()))
}

// largest asks for the largest answers at once and answers the size of one.
func (o *person) largest(ctx context.Context) (size int, err error) {
	var mu sync.Mutex
	var asking sync.WaitGroup
	for range large {
		asking.Go(func() {
			status, body, failed := o.send(ctx, http.MethodGet, "protected/saresystem/groups", nil)
			mu.Lock()
			defer mu.Unlock()
			if failed == nil && status != http.StatusOK {
				failed = fmt.Errorf("groups: status %d", status)
			}
			if failed != nil {
				err = failed
			}
			size = max(size, len(body))
		})
	}
	asking.Wait()
	return size, err
}
