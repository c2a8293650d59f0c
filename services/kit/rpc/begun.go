package rpc

import "google.golang.org/grpc/metadata"

// begun is the header of a stream that is accepted before its first message.
const begun = "puls-begun"

// Begun returns the header that a handler sends once it has accepted a stream, so that the client knows that the stream
// is open however long its first message takes.
func Begun() metadata.MD { return metadata.Pairs(begun, "1") }

// HasBegun reports whether a stream's header has the mark of Begun.
func HasBegun(header metadata.MD) bool { return len(header.Get(begun)) > 0 }
