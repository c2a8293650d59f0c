package rpc

import "google.golang.org/grpc/metadata"

// begun is the header of a stream that answers before it has anything to say.
const begun = "puls-begun"

// Begun is what a handler sends as its header once it has refused whom it refuses: whoever waits for the stream then
// knows that it is open, however long its first message takes.
func Begun() metadata.MD { return metadata.Pairs(begun, "1") }

// HasBegun reports whether the header of a stream says so.
func HasBegun(header metadata.MD) bool { return len(header.Get(begun)) > 0 }
