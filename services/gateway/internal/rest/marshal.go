package rest

import (
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/encoding/protojson"
)

const ndjson = "application/x-ndjson"

// dialect is the JSON dialect of the API: camelCase, zero values included, unknown members refused. Downloads pass
// unchanged.
type dialect struct{ runtime.HTTPBodyMarshaler }

func newDialect() *dialect {
	return &dialect{runtime.HTTPBodyMarshaler{Marshaler: &runtime.JSONPb{
		MarshalOptions:   protojson.MarshalOptions{EmitUnpopulated: true},
		UnmarshalOptions: protojson.UnmarshalOptions{DiscardUnknown: false},
	}}}
}

// Delimiter returns nothing: the default newline after every part would corrupt downloads. Marshal ends the lines of
// other streams itself.
func (d *dialect) Delimiter() []byte { return nil }

// StreamContentType returns the content type of a download, and that of newline-delimited JSON for other streams.
func (d *dialect) StreamContentType(v any) string {
	if body, ok := v.(*httpbody.HttpBody); ok {
		return body.GetContentType()
	}
	return ndjson
}

// Marshal encodes a message; an element of a stream becomes a line.
func (d *dialect) Marshal(v any) ([]byte, error) {
	data, err := d.HTTPBodyMarshaler.Marshal(v)
	if _, element := v.(map[string]any); element {
		data = append(data, '\n')
	}
	return data, err
}
