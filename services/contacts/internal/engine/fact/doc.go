// Package fact packs what rows of engagement say into batches: facts as sorted keys of 64 bits, the contacts found in
// a table of hashes, the claims and websites of visitors. It allocates nothing for a fact; its memory is used again by
// the next transaction.
package fact
