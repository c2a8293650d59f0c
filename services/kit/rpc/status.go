package rpc

import (
	"net/http"
	"strconv"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"

	"puls.app/services/kit/fault"
)

// Failure is the content of a status beside its code and message.
type Failure struct {
	// Reason is "" for a status that none of our services made.
	Reason string
	// HTTP is the HTTP status if the code alone does not determine it; 0 otherwise.
	HTTP   int
	Fields []fault.Field
	// Wait is how long a retry would fail; 0 if unknown.
	Wait time.Duration
	// Current is the present state where another change came first; nil otherwise.
	Current proto.Message
}

// ownHTTP returns the HTTP status of kinds that share their code with another kind; 0 for all others.
func ownHTTP(kind fault.Kind) int {
	switch kind {
	case fault.Mismatch:
		return http.StatusUnprocessableEntity
	case fault.Full:
		return http.StatusInsufficientStorage
	default:
		return 0
	}
}

// faultStatus encodes a fault as a status: the reason in an ErrorInfo, the fields in a BadRequest with their params in
// a list of the same order, the wait in a RetryInfo, and the present state as its own message.
func faultStatus(f *fault.Fault) error {
	st := status.New(codeOf(f.Kind), f.Detail)
	info := &errdetails.ErrorInfo{Reason: f.Reason, Domain: errorDomain}
	if own := ownHTTP(f.Kind); own != 0 {
		info.Metadata = map[string]string{"http": strconv.Itoa(own)}
	}
	details := []protoadapt.MessageV1{info}
	if len(f.Fields) > 0 {
		bad, params := &errdetails.BadRequest{}, &structpb.ListValue{}
		for _, field := range f.Fields {
			bad.FieldViolations = append(bad.FieldViolations,
				&errdetails.BadRequest_FieldViolation{Field: field.Name, Reason: field.Class, Description: field.Message})
			values, err := structpb.NewStruct(field.Params)
			if err != nil {
				values = &structpb.Struct{}
			}
			params.Values = append(params.Values, structpb.NewStructValue(values))
		}
		details = append(details, bad, params)
	}
	if f.Wait > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(f.Wait)})
	}
	if current, ok := f.Current.(proto.Message); ok {
		details = append(details, protoadapt.MessageV1Of(current))
	}
	detailed, err := st.WithDetails(details...)
	if err != nil {
		return st.Err()
	}
	return detailed.Err()
}

// FailureOf decodes the details that faultStatus encodes.
func FailureOf(err error) Failure {
	var failure Failure
	for _, detail := range status.Convert(err).Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			failure.Reason = d.GetReason()
			failure.HTTP, _ = strconv.Atoi(d.GetMetadata()["http"]) // none is 0
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				failure.Fields = append(
					failure.Fields, fault.Field{Name: v.GetField(), Class: v.GetReason(), Message: v.GetDescription()},
				)
			}
		case *structpb.ListValue:
			for i, values := range d.GetValues() {
				if i < len(failure.Fields) {
					failure.Fields[i].Params = values.GetStructValue().AsMap()
				}
			}
		case *errdetails.RetryInfo:
			failure.Wait = d.GetRetryDelay().AsDuration()
		case proto.Message:
			failure.Current = d
		}
	}
	return failure
}

// Reason returns the reason in a status error of another service, or "".
func Reason(err error) string { return FailureOf(err).Reason }
