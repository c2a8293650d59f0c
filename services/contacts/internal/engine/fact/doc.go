// Package fact packs rows of engagement into batches: facts as sorted keys of 64 bits, contacts found in a hash table,
// the claims and websites of visitors. It makes no allocation per fact; the next transaction reuses its memory.
package fact
