package rest

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// A malformed id answers 404 with the same bytes as an unknown one. So one of these valid but unused ids replaces it
// before the service sees it.
var (
	unusedUUID   = uuid.Nil.String()
	unusedNumber = strconv.Itoa(math.MaxInt32)
	unusedUID    = "000000000"
)

var (
	uuidForm = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	uidForm  = regexp.MustCompile(`^[0-9]{3,9}$`)
)

// replaceMalformed replaces the ids in the path by unused ones if one of them is malformed.
func (r *route) replaceMalformed(req *http.Request) {
	segments, verb := split(req.URL.Path)
	unused, changed := slices.Clone(segments), false
	for i, segment := range r.segments {
		if name := parameter(segment); name != "" && r.input != nil {
			var malformed bool
			unused[i], malformed = unusedID(r.input.Fields().ByName(protoreflect.Name(name)), segments[i])
			changed = changed || malformed
		}
	}
	if !changed {
		return
	}
	segments = unused // all ids: an unused id beside a used one could exist
	path := "/" + strings.Join(segments, "/")
	if verb != "" {
		path += ":" + verb
	}
	url := *req.URL
	url.Path, url.RawPath = path, ""
	req.URL = &url
}

// unusedID returns an unused id of the field's kind, and whether value is malformed. A value that is no id is returned
// unchanged.
func unusedID(field protoreflect.FieldDescriptor, value string) (unused string, malformed bool) {
	if field == nil {
		return value, false
	}
	rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
	switch field.Kind() {
	case protoreflect.Int32Kind:
		number, err := strconv.ParseInt(value, 10, 32)
		return unusedNumber, err != nil || number < 0 || number == 0 && rules.GetInt32().HasGt()
	case protoreflect.StringKind:
		text := rules.GetString()
		if text.GetUuid() {
			return unusedUUID, !uuidForm.MatchString(value)
		}
		if isUID, _ := proto.GetExtension(text, typev1.E_Uid).(bool); isUID {
			return unusedUID, !uidForm.MatchString(value)
		}
	default:
	}
	return value, false
}

// isID reports whether a string field of a contract is an id, which JSON may also write as a number.
func isID(field protoreflect.FieldDescriptor) bool {
	name := string(field.Name())
	return field.Kind() == protoreflect.StringKind &&
		(slices.Contains([]string{"id", "uid", "uids"}, name) || strings.HasSuffix(name, "_id") ||
			strings.HasSuffix(name, "_ids"))
}

var wholeNumber = regexp.MustCompile(`^(0|[1-9][0-9]{0,17})$`)

// withTextIDs rewrites ids of a body that are JSON numbers as strings.
func withTextIDs(message protoreflect.MessageDescriptor, raw json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return raw
	}
	for name, value := range members {
		field := message.Fields().ByJSONName(name)
		if field == nil {
			field = message.Fields().ByName(protoreflect.Name(name))
		}
		if field == nil || field.IsMap() {
			continue
		}
		if field.IsList() {
			var items []json.RawMessage
			if json.Unmarshal(value, &items) != nil {
				continue
			}
			for i := range items {
				items[i] = textID(field, items[i])
			}
			members[name], _ = json.Marshal(items) // decoded JSON can always be encoded
			continue
		}
		members[name] = textID(field, value)
	}
	written, _ := json.Marshal(members) // as above
	return written
}

func textID(field protoreflect.FieldDescriptor, raw json.RawMessage) json.RawMessage {
	switch {
	case field.Message() != nil && strings.HasPrefix(string(field.Message().FullName()), "puls."):
		return withTextIDs(field.Message(), raw)
	case isID(field) && wholeNumber.Match(bytes.TrimSpace(raw)):
		return json.RawMessage(`"` + string(bytes.TrimSpace(raw)) + `"`)
	default:
		return raw
	}
}
