// Package perkey bounds how much is done at once for each key, such as an account: what is more waits in line or is
// refused, and one key's line is nothing to another's.
package perkey

import (
	"context"
	"sync"
)

// Limit lets so much be done at once for each key. It keeps nothing of a key for which nothing is done.
type Limit[K comparable] struct {
	most  int
	mu    sync.Mutex
	lines map[K]*line
}

// line is where those stand who do something for a key; it goes with the last of them.
type line struct {
	// places holds what each who does something has put there.
	places chan struct{}
	// users are those who do something and those who wait.
	users int
}

// New returns a limit of most at once for each key.
func New[K comparable](most int) *Limit[K] { return &Limit[K]{most: most, lines: map[K]*line{}} }

// Enter waits for a place of the key and returns how it is left. It fails with the context's error if that ends first.
func (l *Limit[K]) Enter(ctx context.Context, key K) (leave func(), err error) {
	at := l.join(key)
	select {
	case at.places <- struct{}{}:
		return func() { l.leave(key, at) }, nil
	case <-ctx.Done():
		l.part(key, at)
		return nil, ctx.Err()
	}
}

// TryEnter is Enter without waiting: ok is false when the key has no place free.
func (l *Limit[K]) TryEnter(key K) (leave func(), ok bool) {
	at := l.join(key)
	select {
	case at.places <- struct{}{}:
		return func() { l.leave(key, at) }, true
	default:
		l.part(key, at)
		return nil, false
	}
}

func (l *Limit[K]) leave(key K, at *line) {
	<-at.places
	l.part(key, at)
}

func (l *Limit[K]) join(key K) *line {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.lines[key]
	if at == nil {
		at = &line{places: make(chan struct{}, l.most)}
		l.lines[key] = at
	}
	at.users++
	return at
}

func (l *Limit[K]) part(key K, at *line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at.users--; at.users == 0 {
		delete(l.lines, key)
	}
}
