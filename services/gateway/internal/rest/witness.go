package rest

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/rpc"
	"puls.app/services/reason"
)

// Record writes to the audit log that a call read contacts. With again, a repeated entry is left out: the call reads
// the same list once more, such as its next page.
type Record func(ctx context.Context, act string, again bool) error

// Reads reports whether a call only returns data of contacts: its contract has reads_persons, and its method changes
// nothing.
func Reads(call *typev1.Call, method string) bool {
	return call.GetReadsPersons() && !call.GetOnce() && (method == http.MethodGet || method == http.MethodPost)
}

// witness is a connection that writes reads of contacts by visitors to the audit log: the call with its contact or
// list, never an address. A response is sent once its entry is stored. A file or stream has its entry before its first
// part.
type witness struct {
	grpc.ClientConnInterface
	// visits returns the Record of a call; nil for users of the account itself.
	visits func(context.Context) Record
}

var errUnwitnessed = fault.New(
	fault.Unavailable, reason.Unavailable, "the audit log does not answer; try again in a moment",
)

// reading is a call that reads contacts.
type reading struct {
	record   Record
	contract protoreflect.MethodDescriptor
	request  protoreflect.Message
}

// of returns the reading that a call must record, or nil.
func (w witness) of(ctx context.Context, method string) *reading {
	record := w.visits(ctx)
	contract := contractOf(method)
	if record == nil || contract == nil {
		return nil
	}
	if verb, _ := methodAndPath(ruleOf(contract)); !Reads(rpc.CallOf(contract), verb) {
		return nil
	}
	return &reading{record: record, contract: contract}
}

func (r *reading) asked(request any) {
	if message, ok := request.(proto.Message); ok {
		r.request = message.ProtoReflect()
	}
}

// write adds the entry. contacts names the contacts, or is empty.
func (r *reading) write(ctx context.Context, contacts string, again bool) error {
	if err := r.record(ctx, "read "+contacts+r.call(), again); err != nil { // the Record has logged it
		return rpc.Refusal(errUnwitnessed)
	}
	return nil
}

// call returns the method and path of the call, with the list that the request names.
func (r *reading) call() string {
	verb, template := methodAndPath(ruleOf(r.contract))
	path := inBraces.ReplaceAllStringFunc(template, func(name string) string {
		return url.PathEscape(textOf(r.request, protoreflect.Name(strings.Trim(name, "{}"))))
	})
	for _, name := range []protoreflect.Name{"uid", "uids", "group_id"} {
		text := textOf(r.request, name)
		if text != "" && text != "0" && !strings.Contains(template, "{"+string(name)+"}") {
			path += fmt.Sprintf(" %s=%s", name, text)
		}
	}
	return verb + " " + path
}

var inBraces = regexp.MustCompile(`\{[a-z_]+\}`)

// textOf returns a message's value of a field, a list with commas; empty without the field.
func textOf(m protoreflect.Message, name protoreflect.Name) string {
	if m == nil {
		return ""
	}
	field := m.Descriptor().Fields().ByName(name)
	switch {
	case field == nil || !m.Has(field) && field.Kind() != protoreflect.Int32Kind:
		return ""
	case field.IsList():
		var texts []string
		for i := range m.Get(field).List().Len() {
			texts = append(texts, m.Get(field).List().Get(i).String())
		}
		return strings.Join(texts, ",")
	default:
		return m.Get(field).String()
	}
}

// Invoke makes a unary call.
func (w witness) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	err := w.ClientConnInterface.Invoke(ctx, method, args, reply, opts...)
	read := w.of(ctx, method)
	message, ok := reply.(proto.Message)
	if err != nil || read == nil || !ok {
		return err
	}
	read.asked(args)
	return read.write(ctx, contactsOf(message.ProtoReflect()), true)
}

// NewStream begins a stream.
func (w witness) NewStream(
	ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption,
) (grpc.ClientStream, error) {
	stream, err := w.ClientConnInterface.NewStream(ctx, desc, method, opts...)
	read := w.of(ctx, method)
	if err != nil || read == nil {
		return stream, err
	}
	return &witnessed{ClientStream: stream, reading: read, again: !downloads(method)}, nil
}

// witnessed is a stream or a download in progress. Each download is an act of its own.
type witnessed struct {
	grpc.ClientStream
	*reading
	again, written bool
}

// SendMsg sends the request.
func (s *witnessed) SendMsg(m any) error {
	s.asked(m)
	return s.ClientStream.SendMsg(m)
}

// RecvMsg receives the next part.
func (s *witnessed) RecvMsg(m any) error {
	if err := s.ClientStream.RecvMsg(m); err != nil || s.written {
		return err
	}
	s.written = true
	return s.write(s.Context(), "", s.again)
}

// mostNamed is how many contacts an entry lists; for more it has only their number.
const mostNamed = 10

// contactsOf returns the contacts of a response, as "001/7 ", or the number of contacts on all pages of a list.
func contactsOf(answer protoreflect.Message) string {
	named := contactsIn(answer)
	count := len(named)
	if field := answer.Descriptor().Fields().ByName("total"); field != nil {
		count = max(count, int(answer.Get(field).Int()))
	}
	if count > mostNamed {
		return fmt.Sprintf("%d contacts: ", count)
	}
	if count == 0 {
		return ""
	}
	return strings.Join(named, ", ") + ": "
}

// contactsIn names the contacts of a response: its messages with a uid and a number.
func contactsIn(m protoreflect.Message) (named []string) {
	fields := m.Descriptor().Fields()
	if fields.ByName("uid") != nil && fields.ByName("number") != nil {
		return []string{textOf(m, "uid") + "/" + textOf(m, "number")}
	}
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.Message() == nil || field.IsMap():
		case field.IsList():
			for i := range value.List().Len() {
				named = append(named, contactsIn(value.List().Get(i).Message())...)
			}
		default:
			named = append(named, contactsIn(value.Message())...)
		}
		return true
	})
	return named
}
