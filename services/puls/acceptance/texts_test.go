package acceptance

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// requests returns every message that is the request of an RPC or part of one.
func requests() map[protoreflect.FullName]protoreflect.MessageDescriptor {
	all := map[protoreflect.FullName]protoreflect.MessageDescriptor{}
	var add func(message protoreflect.MessageDescriptor)
	add = func(message protoreflect.MessageDescriptor) {
		if all[message.FullName()] != nil || !strings.HasPrefix(string(message.FullName()), "puls.") {
			return
		}
		all[message.FullName()] = message
		for i := range message.Fields().Len() {
			field := message.Fields().Get(i)
			if field.IsMap() {
				field = field.MapValue()
			}
			if field.Message() != nil {
				add(field.Message())
			}
		}
	}
	rpcs(func(method protoreflect.MethodDescriptor, _ *annotations.HttpRule) { add(method.Input()) })
	return all
}

// with returns messages that hold a text in one field: as the value, as an item, as a key and as the value of a key.
func with(
	t *testing.T, message protoreflect.MessageDescriptor, field protoreflect.FieldDescriptor, text string,
) []protoreflect.Message {
	t.Helper()
	kind, err := protoregistry.GlobalTypes.FindMessageByName(message.FullName())
	require.NoError(t, err)
	value := protoreflect.ValueOfString(text)
	var made []protoreflect.Message
	add := func(fill func(m protoreflect.Message)) {
		m := kind.New()
		fill(m)
		made = append(made, m)
	}
	switch {
	case field.IsMap():
		if field.MapKey().Kind() == protoreflect.StringKind {
			add(func(m protoreflect.Message) {
				entries := m.Mutable(field).Map()
				entries.Set(value.MapKey(), entries.NewValue())
			})
		}
		if field.MapValue().Kind() == protoreflect.StringKind {
			add(func(m protoreflect.Message) {
				m.Mutable(field).Map().Set(protoreflect.ValueOfString("key").MapKey(), value)
			})
		}
	case field.Kind() != protoreflect.StringKind:
	case field.IsList():
		add(func(m protoreflect.Message) { m.Mutable(field).List().Append(value) })
	default:
		add(func(m protoreflect.Message) { m.Set(field, value) })
	}
	return made
}

func TestEveryTextOfARequestHasARule(t *testing.T) {
	validator, err := protovalidate.New()
	require.NoError(t, err)
	count := 0
	for name, message := range requests() {
		for i := range message.Fields().Len() {
			field := message.Fields().Get(i)
			if field.FullName() == "puls.account.v1.RecordActRequest.act" {
				continue // an unchanged path, which must be recorded whatever its bytes; the service cleans it
			}
			for _, text := range []string{"a\x00b", "a\x1b[31mb", "a\x7fb", "a\u0085b", strings.Repeat("a", 20_000)} {
				for _, made := range with(t, message, field, text) {
					count++
					var broken *protovalidate.ValidationError
					require.ErrorAs(
						t, validator.Validate(made.Interface()), &broken, "%s.%s takes %.20q: give it a rule", name, field.Name(), text,
					)
					found := false
					for _, violation := range broken.Violations {
						found = found || violation.Proto.GetField().GetElements()[0].GetFieldName() == string(field.Name())
					}
					require.True(t, found, "%s.%s takes %.20q: give it a rule", name, field.Name(), text)
				}
			}
		}
	}
	figure(t, "%d texts", count)
}

// nasty is a text that has broken programs.
type nasty struct {
	name, text string
	// json and bytes replace the text in a body, and in a path or query, if they are set.
	json, bytes string
	// refused means that no field accepts it.
	refused bool
}

var nasties = []nasty{
	{name: "NUL", text: "a\x00b", refused: true},
	{name: "escape", text: "a\x1b[31mb", refused: true},
	{name: "line break", text: "a\r\nb", refused: true},
	{name: "C1", text: "a\u0085b", refused: true},
	{name: "lone surrogate", text: "@@lone@@", json: `\ud800`, bytes: "\xed\xa0\x80", refused: true},
	{name: "no UTF-8", text: "@@bytes@@", json: "\xff\xfe", bytes: "\xff\xfe", refused: true},
	{name: "direction", text: "a\u202eb\u2066c"},
	{name: "zero width", text: "a\u200b\u2060b"},
	{name: "blanks", text: "     "},
	{name: "long", text: strings.Repeat("a", 10_000), refused: true},
	{name: "combining", text: "a" + strings.Repeat("\u0301", 300)},
	{name: "not a character", text: "a\uffff\U0001fffeb"},
	{name: "beyond the plane", text: "😀👩‍👩‍👧"},
	{name: "SQL", text: `'; DROP TABLE scorings; --`},
	{name: "format", text: `%s%n{{.}}${x}\`},
}

// place is one place of a request that can hold a text: fill returns an object with the text in it.
type place struct {
	name string
	text bool
	fill func(text string) object
}

func places(message protoreflect.MessageDescriptor, depth int) []place {
	var all []place
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		name := field.JSONName()
		wrap := func(value any) object {
			if field.IsList() {
				value = []any{value}
			}
			return object{name: value}
		}
		switch {
		case field.IsMap():
			all = append(
				all, place{name + "{key}", true, func(text string) object { return object{name: object{text: object{}}} }},
			)
			if field.MapValue().Kind() == protoreflect.StringKind {
				all = append(
					all, place{name + "{value}", true, func(text string) object { return object{name: object{"key": text}} }},
				)
			}
		case field.Message() != nil && strings.HasPrefix(string(field.Message().FullName()), "puls.") && depth < 4:
			for _, inner := range places(field.Message(), depth+1) {
				all = append(
					all, place{name + "." + inner.name, inner.text, func(text string) object { return wrap(inner.fill(text)) }},
				)
			}
		default:
			all = append(
				all, place{name, field.Kind() == protoreflect.StringKind, func(text string) object { return wrap(text) }},
			)
		}
	}
	return all
}

// merge merges what into values, object by object.
func merge(values, what object) {
	for name, value := range what {
		inner, isObject := value.(object)
		into, hasObject := values[name].(object)
		if isObject && hasObject {
			merge(into, inner)
			continue
		}
		values[name] = value
	}
}

// request makes the request with the bytes of a text in it.
func (n nasty) request(e endpoint, values object) (path, contentType string, body io.Reader) {
	path, contentType, body = e.request(values)
	if n.bytes != "" {
		for _, written := range []string{url.QueryEscape(n.text), url.PathEscape(n.text)} {
			path = strings.ReplaceAll(path, written, url.QueryEscape(n.bytes))
		}
		if body != nil {
			data, err := io.ReadAll(body)
			if err != nil {
				panic(err) // read from memory
			}
			body = bytes.NewReader(bytes.ReplaceAll(data, []byte(n.text), []byte(n.json)))
		}
	}
	return path, contentType, body
}

func TestNoTextAnywhereBreaksTheProgram(t *testing.T) {
	p := startProgram(t)
	c := newTenant(p, "mine", "011")
	calls := 0
	for _, e := range endpoints(t) {
		for _, place := range places(e.input, 0) {
			for _, n := range nasties {
				r := rowOf(t, e)
				values := c.body(r.values)
				if r.draft {
					values["id"] = c.drafts[0]
				}
				merge(values, place.fill(n.text))
				path, contentType, body := n.request(e, values)
				status, answer := c.do(e.method, path, contentType, body)
				calls++
				where := fmt.Sprintf("%s of %s with %s: %.300s", place.name, e.name, n.name, answer)
				require.Less(t, status, 500, where)
				// The headers of spreadsheets have line breaks.
				isHeader := strings.HasSuffix(place.name, "values{key}") && n.name == "line break"
				if n.refused && place.text && !isHeader {
					require.Contains(t, []int{400, 404, 413, 431}, status, where)
				}
			}
		}
	}
	for _, n := range nasties {
		for _, path := range []string{"protected/scoring/scorings/", "protected/saresystem/imports/", "protected/", ""} {
			text := n.text
			if n.bytes != "" {
				text = n.bytes
			}
			status, answer := c.do(http.MethodGet, path+url.PathEscape(text), "", nil)
			calls++
			require.Contains(t, []int{400, 404, 431}, status, "%s in %s: %s", n.name, path, answer)
			status, answer = c.do(http.MethodGet, "protected/scoring/scorings?"+url.QueryEscape(text)+"=1", "", nil)
			calls++
			require.Less(t, status, 500, "%s as a parameter: %s", n.name, answer)
		}
	}
	figure(t, "%d calls, none of them 5xx", calls)
}
