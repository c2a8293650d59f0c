// Package payload bounds the bytes of request bodies that are held at once, and how long a client that sends nothing is
// waited for. Memory is asked for as bytes arrive, and only after it was counted; where none is left, whoever has sent
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
	// allBytes bounds the bodies of all clients that are held at once, addressBytes those of one address.
	allBytes     = 32 << 20
	addressBytes = 8 << 20
	// least is what a body counts until all of it is there: the connection and the call that wait for it take memory, too.
	least = 16 << 10
	// first is the size of the first buffer; it doubles as bytes arrive.
	first = 4 << 10
	// grace is how long a client may send nothing when somebody else needs the memory.
	grace = 100 * time.Millisecond
	// silence is how long a client may send nothing in any case.
	silence = 5 * time.Second
	// headStart is how long a body may take, and a second more for each pace bytes that have arrived: a client that sends
	// a byte now and then is as good as silent.
	headStart = 10 * time.Second
	pace      = 8 << 10
	// unread is how long the rest of a body that no call reads any more is waited for, so that the connection can go on,
	// and mostUnread how large it may be: beyond, a new connection costs less.
	unread     = 500 * time.Millisecond
	mostUnread = 256 << 10
	// linger is how long a connection stays behind an answer to a body that was not read to its end. One that is closed
	// with bytes unread is reset, and the client may lose the answer.
	linger = 250 * time.Millisecond
	// comeAgain is how long a client that is refused waits: by then those who are silent have gone.
	comeAgain = silence
)

// The reasons why a body is not read.
var (
	// ErrTooLarge says that the body has more bytes than the call takes.
	ErrTooLarge = fault.New(fault.TooLarge, reason.RequestTooLarge, "the request body is too large for this call")
	// ErrOwn says that as much of one address is on its way as may be, ErrAll that as much of all addresses is.
	ErrOwn = fault.New(
		fault.Busy, reason.BodiesBusy, "too many requests of this address have unfinished bodies; try again later",
	).After(comeAgain)
	ErrAll = fault.New(
		fault.Unavailable, reason.BodiesBusy, "too many requests have unfinished bodies; try again later",
	).After(comeAgain)
)

// Bounds count what is held.
type Bounds struct {
	quota   *quota.Quota[string]
	address func(context.Context) string
}

// New makes bounds under which nothing is held. Address answers where a request comes from.
func New(address func(context.Context) string) *Bounds {
	return &Bounds{quota.New[string](quota.Limits{
		All: allBytes, Each: addressBytes, Grace: grace, OwnGivesWay: true,
	}), address}
}

type bodyKey struct{}

// Handler watches the body of every request.
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

// body is one body on its way.
type body struct {
	io.ReadCloser
	connection *http.ResponseController
	bounds     *Bounds
	address    string
	announced  int64
	// asks says that the client sends nothing before it is told to go on, which reading does.
	asks bool
	// silence is how long the client may send nothing; streamed is a body that nobody holds, which may take any time.
	silence  time.Duration
	streamed bool

	begun   time.Time
	arrived int64
	whole   bool
	held    int64
	// waiting is since when the client is waited for, in Unix nanoseconds; 0 while it is not.
	waiting atomic.Int64
	dropped atomic.Bool
}

// Read fails once the client has been silent for too long, or gives way.
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
		_ = b.connection.SetReadDeadline(time.Time{}) // the answer may take as long as it likes
	}
	return n, err
}

// wait sets the deadline of the next bytes. Without deadlines (in tests) a client is just waited for.
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
	if b.dropped.Load() { // between a drop and this deadline
		_ = b.connection.SetReadDeadline(now)
	}
}

// Waits returns how long the client has been waited for.
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

// hold counts so many bytes more before they are asked for.
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
	case b.dropped.Load(): // net/http would wait for the rest itself, uncounted
		_ = b.connection.SetReadDeadline(time.Now())
	default:
		_ = b.connection.SetReadDeadline(time.Now().Add(linger))
	}
}

// rest reads what no call has read, and reports whether that was all. It counts as a body does, and gives way as one.
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

// Stream says that nobody holds the body of a request as a whole: it may take any time, as long as its client is not
// silent for so long.
func Stream(r *http.Request, silence time.Duration) {
	if b, ok := r.Context().Value(bodyKey{}).(*body); ok {
		b.silence, b.streamed = silence, true
	}
}

// Whole returns the body of a request once all of it has arrived; it counts until the request is answered. It fails
// with ErrTooLarge, ErrOwn or ErrAll, and as the body's reader does.
func Whole(r *http.Request, most int) ([]byte, error) {
	b, ok := r.Context().Value(bodyKey{}).(*body)
	if !ok { // in tests of a part
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

// Unpacked returns what a reader unpacks from the body of a request, which counts as the body does. It fails as Whole
// does.
func Unpacked(r *http.Request, from io.Reader, most int) ([]byte, error) {
	b, ok := r.Context().Value(bodyKey{}).(*body)
	if !ok {
		b = &body{bounds: New(func(context.Context) string { return "" }), announced: -1}
		defer b.bounds.quota.Leave(b)
	}
	return b.read(r.Context(), from, most)
}

// read reads to the end, at most so many bytes.
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
