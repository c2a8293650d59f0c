// Package rpc translates between the contracts and the use cases. Its only decision is the size of messages in a
// stream.
package rpc
