package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	"puls.app/services/kit/fault"
)

// maxWrong bounds the number of wrong values in a response.
const maxWrong = 50

var (
	errTrailing = errors.New("the body holds more than one JSON document")
	errTooDeep  = errors.New("the body of the request is nested too deeply")
)

// checkBody compares a body with the contract. It returns the members that are unknown or of another type, and the body
// for the gateway library, with ids as strings. A body that is not JSON passes: the library reports where it breaks
// off.
func (r *route) checkBody(data []byte) (taken []byte, wrong []ErrorField, err error) {
	if tooDeep(data) {
		return nil, nil, errTooDeep
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	var document json.RawMessage
	if err := decoder.Decode(&document); err != nil {
		return data, nil, nil //nolint:nilerr // see above
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, nil, errTrailing
	}
	message := r.input
	if r.body != "*" {
		field := r.input.Fields().ByName(protoreflect.Name(r.body))
		if field == nil || field.Message() == nil {
			return data, nil, nil
		}
		message = field.Message()
	}
	c := &checker{}
	c.message(message, document, "")
	if c.numbers && len(c.wrong) == 0 {
		data = withTextIDs(message, document)
	}
	return data, c.wrong, nil
}

// checker collects the wrong values of a body.
type checker struct {
	wrong []ErrorField
	// numbers means that a string id is written as a number.
	numbers bool
}

func (c *checker) add(e ErrorField) {
	if len(c.wrong) < maxWrong {
		c.wrong = append(c.wrong, e)
	}
}

func (c *checker) message(message protoreflect.MessageDescriptor, raw json.RawMessage, path string) {
	if string(raw) == "null" || !strings.HasPrefix(string(message.FullName()), "puls.") {
		return // Google's messages have JSON forms of their own, which the library checks
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		c.add(*malformed(orBody(path), "object"))
		return
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		field := message.Fields().ByJSONName(name)
		if field == nil {
			field = message.Fields().ByName(protoreflect.Name(name))
		}
		inside := name
		if path != "" {
			inside = path + "." + name
		}
		if field == nil {
			c.add(fieldError(inside, fault.FieldUnknown, "there is no such member"))
			continue
		}
		c.field(field, members[name], inside)
	}
}

func (c *checker) field(field protoreflect.FieldDescriptor, raw json.RawMessage, path string) {
	switch {
	case string(raw) == "null":
	case field.IsMap():
		var members map[string]json.RawMessage
		if json.Unmarshal(raw, &members) != nil {
			c.add(*malformed(path, "object"))
			return
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			c.value(field.MapValue(), members[name], path+"["+name+"]")
		}
	case field.IsList():
		var items []json.RawMessage
		if json.Unmarshal(raw, &items) != nil {
			c.add(*malformed(path, "list"))
			return
		}
		for i, item := range items {
			c.value(field, item, path+"["+strconv.Itoa(i)+"]")
		}
	default:
		c.value(field, raw, path)
	}
}

// value checks one value, of a field, a list or a map.
func (c *checker) value(field protoreflect.FieldDescriptor, raw json.RawMessage, path string) {
	first := raw[0]
	switch field.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		c.message(field.Message(), raw, path)
	case protoreflect.StringKind:
		switch {
		case isID(field) && wholeNumber.Match(raw):
			c.numbers = true
		case first != '"':
			c.add(*malformed(path, "text"))
		case !isText(raw):
			c.add(*malformed(path, "utf-8"))
		}
	case protoreflect.BytesKind:
		if first != '"' {
			c.add(*malformed(path, "text"))
		}
	case protoreflect.BoolKind:
		if first != 't' && first != 'f' {
			c.add(*malformed(path, "boolean"))
		}
	case protoreflect.EnumKind:
		if first != '"' && (first < '0' || first > '9') {
			c.add(*malformed(path, "text"))
		}
	default:
		number := json.Number(strings.Trim(string(raw), `"`))
		if e := checkNumber(field, path, number); e != nil {
			c.add(*e)
		}
	}
}

// bounds returns the range of whole numbers of a kind.
func bounds(kind protoreflect.Kind) (low, high float64) {
	switch kind {
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return math.MinInt32, math.MaxInt32
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return 0, math.MaxUint32
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return 0, math.MaxUint64
	default:
		return math.MinInt64, math.MaxInt64
	}
}

func checkNumber(field protoreflect.FieldDescriptor, path string, number json.Number) *ErrorField {
	value, err := number.Float64()
	if field.Kind() == protoreflect.DoubleKind || field.Kind() == protoreflect.FloatKind {
		if err != nil {
			return malformed(path, "number")
		}
		return nil
	}
	low, high := bounds(field.Kind())
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && (value < low || value > high):
		e := fieldError(path, fault.ValueOutOfRange, "the number is too large or too small")
		e.Params = map[string]any{"min": low, "max": high}
		return &e
	case err != nil || value != math.Trunc(value):
		return malformed(path, "integer")
	}
	return nil
}

func orBody(path string) string {
	if path == "" {
		return "body"
	}
	return path
}

var surrogate = regexp.MustCompile(
	`\\(?:\\|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[dD][89a-fA-F][0-9a-fA-F]{2})`,
)

// isText reports whether a JSON string is Unicode: valid UTF-8 without half a surrogate pair.
func isText(raw []byte) bool {
	if !utf8.Valid(raw) {
		return false
	}
	for _, found := range surrogate.FindAll(raw, -1) {
		if len(found) == len(`\ud800`) {
			return false
		}
	}
	return true
}
