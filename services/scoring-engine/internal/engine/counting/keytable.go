package counting

import "math/bits"

// KeyTable maps message keys to small values, in little more than their own bytes. The zero value is empty.
type KeyTable[V uint8 | uint32] struct {
	keys   []uint64 // 0 in a free place
	values []V
	used   int
	// The key 0 is stored separately.
	hasZero bool
	zero    V
}

// Len returns the number of keys.
func (t *KeyTable[V]) Len() int {
	if t.hasZero {
		return t.used + 1
	}
	return t.used
}

// Add sets the value of a key unless it has one, and returns the key's value.
func (t *KeyTable[V]) Add(key uint64, value V) V {
	if key == 0 {
		if !t.hasZero {
			t.hasZero, t.zero = true, value
		}
		return t.zero
	}
	if t.used >= len(t.keys)/5*4 {
		t.grow()
	}
	at := t.place(key)
	if t.keys[at] == 0 {
		t.keys[at], t.values[at] = key, value
		t.used++
	}
	return t.values[at]
}

// Find returns the value of a key; ok is false if the key is absent.
func (t *KeyTable[V]) Find(key uint64) (value V, ok bool) {
	if key == 0 {
		return t.zero, t.hasZero
	}
	if t.used == 0 {
		return 0, false
	}
	at := t.place(key)
	return t.values[at], t.keys[at] != 0
}

// Each calls visit with every key.
func (t *KeyTable[V]) Each(visit func(key uint64)) {
	if t.hasZero {
		visit(0)
	}
	for _, key := range t.keys {
		if key != 0 {
			visit(key)
		}
	}
}

// place returns the index of a key, or the free index to insert it at: there is always a free one.
func (t *KeyTable[V]) place(key uint64) int {
	at, _ := bits.Mul64(key*spread, uint64(len(t.keys)))
	for t.keys[at] != 0 && t.keys[at] != key {
		if at++; at == uint64(len(t.keys)) {
			at = 0
		}
	}
	return int(at)
}

// grow increases the table by half.
func (t *KeyTable[V]) grow() {
	old := *t
	size := max(64, len(t.keys)/2*3)
	t.keys, t.values = make([]uint64, size), make([]V, size)
	for i, key := range old.keys {
		if key != 0 {
			at := t.place(key)
			t.keys[at], t.values[at] = key, old.values[i]
		}
	}
}
