// Package payload bounds the bytes of request bodies in memory, and how long to wait for a client that sends nothing.
// Memory is counted before it is allocated, and allocated as bytes arrive. Where none is left, the client that has sent
// nothing for longest gives way.
package payload

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"puls.app/services/gateway/internal/quota"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

const (
	// allBytes bounds the bodies of all clients in memory, addressBytes those of one address.
	allBytes     = 32 << 20
	addressBytes = 8 << 20
	// least is the least size that an unfinished body counts, for the connection and the waiting call take memory, too.
	least = 16 << 10
	// first is the size of the first buffer; it doubles as bytes arrive.
	first = 4 << 10
	// grace is how long a client may send nothing while another client needs the memory.
	grace = 100 * time.Millisecond
	// silence is how long a client may send nothing in any case.
	silence = 5 * time.Second
	// headStart is how long a body may take, plus one second for each pace bytes that have arrived: a client that sends a
	// byte now and then is as good as silent.
	headStart = 10 * time.Second
	pace      = 8 << 10
	// unread is how long to wait for the rest of a body that no call reads any more, so that the connection can be reused,
	// and mostUnread is how large that rest may be. Beyond these bounds a new connection costs less.
	unread     = 500 * time.Millisecond
	mostUnread = 256 << 10
	// linger is how long a connection stays open after the response to a body that was not read to its end. A connection
	// that is closed with unread bytes is reset, and the client may lose the response.
	linger = 250 * time.Millisecond
	// comeAgain is the Retry-After of a refused client: silent clients have been dropped by then.
	comeAgain = silence
)

// The reasons for a body that is not read.
var (
	// ErrTooLarge means that the body has more bytes than the call accepts.
	ErrTooLarge = fault.New(fault.TooLarge, reason.RequestTooLarge, "the request body is too large for this call")
	// ErrOwn means that the unfinished bodies of one address have reached their limit, ErrAll that those of all addresses
	// have.
	ErrOwn = fault.New(
		fault.Busy, reason.BodiesBusy, "too many requests of this address have unfinished bodies; try again later",
	).After(comeAgain)
	ErrAll = fault.New(
		fault.Unavailable, reason.BodiesBusy, "too many requests have unfinished bodies; try again later",
	).After(comeAgain)
)

// Bounds counts the bytes of bodies in memory.
type Bounds struct {
	quota   *quota.Quota[string]
	address func(context.Context) string
}

// New returns bounds with no bytes counted. Address returns the client address of a request.
func New(address func(context.Context) string) *Bounds {
	return &Bounds{quota.New[string](quota.Limits{
		All: allBytes, Each: addressBytes, Grace: grace, OwnGivesWay: true,
	}), address}
}

type bodyKey struct{}

// Handler applies the bounds to the body of every request.
func (b *Bounds) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		body := &body{
			ReadCloser: r.Body, connection: http.NewResponseController(w), bounds: b, address: b.address(r.Context()),
			announced: r.ContentLength, silence: silence, asks: r.Header.Get("Expect") != "",
		}
		defer body.end(r.Context())
		r = r.WithContext(context.WithValue(r.Context(), bodyKey{}, body))
		r.Body = body
		next.ServeHTTP(w, r)
	})
}

// body is the body of one request in progress.
type body struct {
	io.ReadCloser
	connection *http.ResponseController
	bounds     *Bounds
	address    string
	announced  int64
	// asks means that the client sends nothing before 100 Continue, which the first read sends.
	asks bool
	// silence is how long the client may send nothing. A streamed body is not held in memory and may take any time.
	silence  time.Duration
	streamed bool

	begun   time.Time
	arrived int64
	whole   bool
	held    int64
	// waiting is when the wait for the client began, in Unix nanoseconds; 0 outside a wait.
	waiting atomic.Int64
	dropped atomic.Bool
}

// Read fails once the client has been silent for too long, or has to give way.
func (b *body) Read(to []byte) (int, error) {
	if b.whole {
		return 0, io.EOF
	}
	b.wait()
	n, err := b.ReadCloser.Read(to)
	b.waiting.Store(0)
	b.arrived += int64(n)
	if b.dropped.Load() {
		return n, ErrAll
	}
	if errors.Is(err, io.EOF) {
		b.whole = true
		_ = b.connection.SetReadDeadline(time.Time{}) // the response has no deadline
	}
	return n, err
}

// wait sets the deadline for the next bytes. Connections without deadlines (in tests) just wait for the client.
func (b *body) wait() {
	now := time.Now()
	if b.begun.IsZero() {
		b.begun = now
	}
	until := now.Add(b.silence)
	if latest := b.begun.Add(headStart + time.Duration(b.arrived)*time.Second/pace); !b.streamed && latest.Before(until) {
		until = latest
	}
	b.waiting.Store(now.UnixNano())
	_ = b.connection.SetReadDeadline(until)
	if b.dropped.Load() { // Drop was called before this deadline was set
		_ = b.connection.SetReadDeadline(now)
	}
}

// Waits returns how long the current wait for the client has lasted.
func (b *body) Waits(now time.Time) time.Duration {
	since := b.waiting.Load()
	if since == 0 {
		return 0
	}
	return now.Sub(time.Unix(0, since))
}

// Drop ends the body.
func (b *body) Drop() {
	b.dropped.Store(true)
	_ = b.connection.SetReadDeadline(time.Now())
}

// hold counts size more bytes before they are allocated.
func (b *body) hold(ctx context.Context, size int64) error {
	err := b.bounds.quota.Take(ctx, b.address, b, size)
	switch {
	case errors.Is(err, quota.ErrOwn):
		return ErrOwn
	case errors.Is(err, quota.ErrAll):
		return ErrAll
	case err == nil:
		b.held += size
	}
	return err
}

func (b *body) end(ctx context.Context) {
	defer b.bounds.quota.Leave(b)
	if b.whole {
		return
	}
	switch {
	case b.rest(ctx):
		_ = b.connection.SetReadDeadline(time.Time{})
	case b.dropped.Load(): // net/http would read the rest itself, uncounted
		_ = b.connection.SetReadDeadline(time.Now())
	default:
		_ = b.connection.SetReadDeadline(time.Now().Add(linger))
	}
}

// rest reads the bytes that no call has read, and reports whether it reached the end. They count as a body does, and
// give way like one.
func (b *body) rest(ctx context.Context) bool {
	if b.dropped.Load() || b.announced-b.arrived > mostUnread || b.asks && b.arrived == 0 {
		return false
	}
	if b.held == 0 && b.hold(ctx, least) != nil {
		return false
	}
	now := time.Now()
	b.waiting.Store(now.UnixNano())
	_ = b.connection.SetReadDeadline(now.Add(unread))
	var chunk [512]byte
	for n := 0; n <= mostUnread && !b.dropped.Load(); {
		read, err := b.ReadCloser.Read(chunk[:])
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		n += read
	}
	return false
}

// Stream marks the body of a request as one that is never held as a whole: it may take any time, as long as its client
// is not silent for longer than silence.
func Stream(r *http.Request, silence time.Duration) {
	if b, ok := r.Context().Value(bodyKey{}).(*body); ok {
		b.silence, b.streamed = silence, true
	}
}

// Whole returns the body of a request once all of it has arrived; the body counts until the request is answered. It
// fails with ErrTooLarge, ErrOwn or ErrAll, or with the error of the body's reader.
func Whole(r *http.Request, most int) ([]byte, error) {
	b, ok := r.Context().Value(bodyKey{}).(*body)
	if !ok { // in unit tests
		b = &body{bounds: New(func(context.Context) string { return "" }), announced: r.ContentLength}
		defer b.bounds.quota.Leave(b)
	}
	if b.announced > int64(most) {
		return nil, ErrTooLarge
	}
	if r.Body == nil {
		return nil, nil
	}
	if err := b.hold(r.Context(), least); err != nil {
		return nil, err
	}
	data, err := b.read(r.Context(), r.Body, most)
	if err != nil {
		return nil, err
	}
	b.bounds.quota.Shrink(b, least)
	return data, nil
}

// Unpacked returns the decompressed body of a request, read from a decompressing reader. It counts as the body does,
// and fails as Whole does.
func Unpacked(r *http.Request, from io.Reader, most int) ([]byte, error) {
	b, ok := r.Context().Value(bodyKey{}).(*body)
	if !ok {
		b = &body{bounds: New(func(context.Context) string { return "" }), announced: -1}
		defer b.bounds.quota.Leave(b)
	}
	return b.read(r.Context(), from, most)
}

// read reads to the end. It fails with ErrTooLarge beyond most bytes.
func (b *body) read(ctx context.Context, from io.Reader, most int) (data []byte, err error) {
	for !errors.Is(err, io.EOF) {
		if err != nil {
			return nil, err
		}
		if len(data) > most {
			return nil, ErrTooLarge
		}
		if len(data) == cap(data) {
			size := min(max(first, 2*cap(data)), most+1)
			if err := b.hold(ctx, int64(size-cap(data))); err != nil {
				return nil, err
			}
			data = append(make([]byte, 0, size), data...)
		}
		var n int
		n, err = from.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
	}
	if len(data) > most {
		return nil, ErrTooLarge
	}
	return data, nil
}
