package harm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// Uploads are large files that are sent at once: of four in turn two whole, one that is cut off in the middle and one
// that trickles.
type Uploads struct {
	people []*person
	size   int
}

// Sent is what became of them.
type Sent struct {
	Whole, Cut, Slow, Refused int
	// Took is until the last whole one was answered, RefusedMost the longest wait for a refusal.
	Took, RefusedMost time.Duration
	// Wrong are answers that should not be, by what they were.
	Wrong map[string]int

	mu sync.Mutex
}

// perAccount is how many files of an account may be on their way.
const perAccount = 4

// NewUploads makes as many accounts as so many uploads need, and one more, whose uploads are to be refused.
func NewUploads(ctx context.Context, p *program.Program, uploads, size int) (*Uploads, error) {
	u := &Uploads{size: size}
	for i := range uploads {
		if i%perAccount == 0 {
			one, err := newPerson(ctx, p, fmt.Sprintf("sender%d", i))
			if err != nil {
				return nil, err
			}
			one.client.Timeout = time.Hour
			u.people = append(u.people, one)
		}
	}
	return u, nil
}

// Send sends all at once. Once they are on their way it sends as many more, which must be refused.
func (u *Uploads) Send(ctx context.Context) (*Sent, error) {
	sent := &Sent{Wrong: map[string]int{}}
	slow, stop := context.WithCancel(ctx)
	defer stop()
	var whole, others sync.WaitGroup
	begun := time.Now()
	for _, one := range u.people {
		for kind := range perAccount {
			switch kind {
			case 2:
				others.Go(func() { u.cut(ctx, one, sent) })
			case 3:
				others.Go(func() { u.trickle(slow, one, sent) })
			default:
				whole.Go(func() { u.whole(ctx, one, sent) })
			}
		}
	}
	measure.Rest(ctx, 500*time.Millisecond) // all are on their way
	for _, one := range u.people {
		for range perAccount {
			u.refused(ctx, one, sent)
		}
	}
	whole.Wait()
	sent.Took = time.Since(begun)
	stop()
	others.Wait()
	return sent, ctx.Err()
}

// body is a file of contacts of a size, which ends with err.
func body(size int, err error, pause func()) io.Reader {
	reader, writer := io.Pipe()
	go func() {
		_, failed := io.WriteString(writer, "external_id,email\n")
		for n := 0; n < size && failed == nil; {
			pause()
			block := make([]byte, 0, 64<<10)
			for i := n; len(block) < 64<<10-64; i += 32 {
				block = fmt.Appendf(block, "E%d,person%d@example.com\n", i, i)
			}
			n += len(block)
			_, failed = writer.Write(block)
		}
		_ = writer.CloseWithError(err) // a pipe's cannot fail
	}()
	return reader
}

var errCut = errors.New("cut off")

// upload returns the status, and whether the answer says how long to wait.
func (o *person) upload(ctx context.Context, file io.Reader) (status int, wait bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.address+"/api/protected/saresystem/contacts:import", file)
	if err != nil {
		return 0, false, fmt.Errorf("make request: %w", err)
	}
	req.Header.Set("Content-Type", "text/csv")
	req.Header.Set("Authorization", "Bearer "+o.token)
	res, err := o.client.Do(req)
	if err != nil {
		return 0, false, fmt.Errorf("upload: %w", err)
	}
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, res.Header.Get("Retry-After") != "", errors.Join(err, res.Body.Close())
}

func (s *Sent) note(right bool, count *int, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if right {
		*count++
		return
	}
	s.Wrong[what]++
}

func (u *Uploads) whole(ctx context.Context, one *person, s *Sent) {
	status, _, err := one.upload(ctx, body(u.size, nil, func() {}))
	s.note(err == nil && status == http.StatusOK, &s.Whole, fmt.Sprintf("whole: %v, %v", status, err))
}

// cut is told by nobody: who breaks off is gone.
func (u *Uploads) cut(ctx context.Context, one *person, s *Sent) {
	status, _, err := one.upload(ctx, body(u.size/2, errCut, func() {}))
	right := errors.Is(err, errCut) || status == http.StatusBadRequest
	s.note(right, &s.Cut, fmt.Sprintf("cut: %v, %v", status, err))
}

// trickle sends a block every half second until it is stopped, which must be the only end.
func (u *Uploads) trickle(ctx context.Context, one *person, s *Sent) {
	status, _, err := one.upload(ctx, body(u.size, nil, func() { measure.Rest(ctx, 500*time.Millisecond) }))
	s.note(ctx.Err() != nil, &s.Slow, fmt.Sprintf("slow: %v, %v", status, err))
}

func (u *Uploads) refused(ctx context.Context, one *person, s *Sent) {
	began := time.Now()
	status, wait, err := one.upload(ctx, http.NoBody)
	took := time.Since(began)
	if status == http.StatusBadRequest || status == http.StatusOK {
		return // one of theirs was cut off by now, and left its place
	}
	right := err == nil && status == http.StatusTooManyRequests && wait
	s.note(right, &s.Refused, fmt.Sprintf("beyond the limit: %v, %v", status, err))
	if right {
		s.RefusedMost = max(s.RefusedMost, took)
	}
}
