package rpc

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"

	"puls.app/services/kit/fault"
)

// invalidRequest turns violations of proto rules into a fault that names each wrong value by its JSON path.
func invalidRequest(err error) error {
	var broken *protovalidate.ValidationError
	if !errors.As(err, &broken) {
		return fmt.Errorf("validate request: %w", err)
	}
	f := fault.New(fault.Invalid, "REQUEST_INVALID", "the request has values that cannot be used")
	for _, violation := range broken.Violations {
		f = f.WithField(jsonPath(violation.Proto.GetField()), violation.Proto.GetMessage())
	}
	return f
}

func jsonPath(path *validate.FieldPath) string {
	var b strings.Builder
	for _, element := range path.GetElements() {
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(camel(element.GetFieldName()))
		switch sub := element.GetSubscript().(type) {
		case *validate.FieldPathElement_Index:
			b.WriteString("[" + strconv.FormatUint(sub.Index, 10) + "]")
		case *validate.FieldPathElement_StringKey:
			b.WriteString("[" + sub.StringKey + "]")
		}
	}
	return b.String()
}

func camel(snake string) string {
	parts := strings.Split(snake, "_")
	for i, part := range parts[1:] {
		if part != "" {
			parts[i+1] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, "")
}
