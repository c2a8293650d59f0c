package fact

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSorterSortsLikeTheStandardLibrary(t *testing.T) {
	var s sorter
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 5))
		n := r.IntN(3000)
		keys, values, want := make([]uint64, n), make([]uint64, n), map[uint64][]uint64{}
		for i := range keys {
			keys[i] = r.Uint64() & []uint64{0xff, 0xff00ff, ^uint64(0)}[seed%3]
			values[i] = uint64(i)
			want[keys[i]] = append(want[keys[i]], values[i])
		}
		s.sort(keys, values)
		require.True(t, slices.IsSorted(keys))
		for i, k := range keys {
			if want[k][0] != values[i] {
				t.Fatal("equal keys lost their order")
			}
			want[k] = want[k][1:]
		}
	}
}

func TestBookFindsEveryAddressAndNoOther(t *testing.T) {
	b := NewBook(3)
	for n := range uint32(50_000) {
		if err := b.Add(Email, fmt.Appendf(nil, "%d@example.com", n), n); err != nil {
			t.Fatal(err)
		}
	}
	require.False(t, b.Has(GSM))
	for n := range uint32(50_000) {
		number, ok := b.Find(Email, b.Hash(fmt.Appendf(nil, "%d@example.com", n)))
		_, other := b.Find(Email, b.Hash(fmt.Appendf(nil, "%d@example.org", n)))
		if !ok || number != n || other {
			t.Fatalf("%d was found as %d", n, number)
		}
	}
	_, ok := b.Find(GSM, b.Hash([]byte("0@example.com")))
	require.False(t, ok)
	require.ErrorIs(t, b.Add(Email, []byte("1@example.com"), 7), ErrCollision)
}

func TestNamesNumberTextsInTheirOrder(t *testing.T) {
	n := newNames()
	for round := range 3 {
		seen := map[string]uint32{}
		r := rand.New(rand.NewPCG(uint64(round), 6))
		for range 20_000 {
			text := fmt.Sprint(r.IntN(9000))
			want, known := seen[text]
			if !known {
				want = uint32(len(seen))
				seen[text] = want
			}
			if number := n.number([]byte(text)); number != want {
				t.Fatalf("%s is %d instead of %d", text, number, want)
			}
		}
		for text, number := range maps.All(seen) {
			if text != string(n.get(number)) {
				t.Fatalf("%d is not %s", number, text)
			}
		}
		n.reset()
		require.Zero(t, n.len())
	}
}
