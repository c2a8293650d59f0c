package rpc

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// invalidRequest turns violations of proto rules into a fault that names each wrong value by its JSON path.
func invalidRequest(message proto.Message, err error) error {
	var broken *protovalidate.ValidationError
	if !errors.As(err, &broken) {
		return fmt.Errorf("validate request: %w", err)
	}
	f := fault.New(fault.Invalid, reason.RequestInvalid, "the request has values that cannot be used")
	for _, violation := range broken.Violations {
		class, params := classOf(violation)
		f = f.With(fault.Field{
			Name: jsonPath(message.ProtoReflect().Descriptor(), violation.Proto.GetField()), Class: class, Params: params,
			Message: violation.Proto.GetMessage(),
		})
	}
	return f
}

// jsonPath writes a path of proto names with their JSON names.
func jsonPath(message protoreflect.MessageDescriptor, path *validate.FieldPath) string {
	var b strings.Builder
	for _, element := range path.GetElements() {
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		name := element.GetFieldName()
		if message != nil {
			if field := message.Fields().ByName(protoreflect.Name(name)); field != nil {
				name = field.JSONName()
				message = field.Message()
				if field.IsMap() {
					message = field.MapValue().Message()
				}
			}
		}
		b.WriteString(name)
		switch sub := element.GetSubscript().(type) {
		case *validate.FieldPathElement_Index:
			b.WriteString("[" + strconv.FormatUint(sub.Index, 10) + "]")
		case *validate.FieldPathElement_StringKey:
			b.WriteString("[" + sub.StringKey + "]")
		}
	}
	return b.String()
}

// classOf returns the class of a defect, from the id of the broken rule, and the parameters of the rules on the same
// field.
func classOf(violation *protovalidate.Violation) (class string, params map[string]any) {
	id := violation.Proto.GetRuleId()
	kind, rule, _ := strings.Cut(id, ".")
	empty := violation.FieldValue.IsValid() && isEmpty(violation.FieldValue)
	switch {
	case id == "required", rule == "min_len" && empty, strings.HasSuffix(rule, "_empty"):
		return fault.ValueRequired, limits(violation)
	case rule == "min_len":
		return fault.TextTooShort, limits(violation)
	case rule == "max_len" || rule == "max_bytes":
		return fault.TextTooLong, limits(violation)
	case rule == "in" || rule == "const" || rule == "not_in" || rule == "defined_only":
		return fault.ValueNotAllowed, limits(violation)
	case rule == "unique":
		return fault.ListRepeats, nil
	case rule == "min_items" || rule == "min_pairs":
		return fault.ListTooShort, limits(violation)
	case rule == "max_items" || rule == "max_pairs":
		return fault.ListTooLong, limits(violation)
	case rule == "controls":
		return fault.TextControlCharacters, nil
	case rule == "blank":
		return fault.TextBlank, nil
	case kind == "string" || kind == "text":
		return fault.TextMalformed, formOf(violation, rule)
	case strings.HasPrefix(rule, "gt") || strings.HasPrefix(rule, "lt") || rule == "finite":
		return fault.ValueOutOfRange, limits(violation)
	default:
		return fault.ValueInvalid, nil
	}
}

func isEmpty(value protoreflect.Value) bool {
	text, ok := value.Interface().(string)
	return ok && text == ""
}

// formOf returns the required form of a text: "email", "uuid", "day", or a pattern.
func formOf(violation *protovalidate.Violation, rule string) map[string]any {
	if rule == "pattern" && violation.RuleValue.IsValid() {
		return map[string]any{"pattern": violation.RuleValue.String()}
	}
	form, _, _ := strings.Cut(rule, "_") // means the same form
	return map[string]any{"form": form}
}

// limits returns the numbers and values of the rules on the same field as the broken one.
func limits(violation *protovalidate.Violation) map[string]any {
	rules := rulesOf(violation)
	if rules == nil {
		return nil
	}
	params := map[string]any{}
	rules.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch name := string(field.Name()); name {
		case "min_len", "min_items", "min_pairs", "gte":
			params["min"] = number(value)
		case "max_len", "max_items", "max_pairs", "lte":
			params["max"] = number(value)
		case "gt":
			params["above"] = number(value)
		case "lt":
			params["below"] = number(value)
		case "in":
			allowed := make([]any, 0, value.List().Len())
			for i := range value.List().Len() {
				allowed = append(allowed, number(value.List().Get(i)))
			}
			params["allowed"] = allowed
		case "scoring_type":
			params["allowed"] = scoringTypes(typev1.ScoringTypes(value.Enum()))
		}
		return true
	})
	return params
}

// scoringTypes returns the values that the rule scoring_type allows: the channels of the contract, in its order.
func scoringTypes(which typev1.ScoringTypes) []any {
	var allowed []any
	if which != typev1.ScoringTypes_SCORING_TYPES_REQUIRED {
		allowed = append(allowed, "")
	}
	channels := typev1.Channel(0).Descriptor().Values()
	for i := range channels.Len() {
		channel := typev1.Channel(channels.Get(i).Number())
		visitors := channel == typev1.Channel_CHANNEL_WEB && which == typev1.ScoringTypes_SCORING_TYPES_CONTACTS
		if channel != typev1.Channel_CHANNEL_UNSPECIFIED && !visitors {
			allowed = append(allowed, strings.ToLower(strings.TrimPrefix(channel.String(), "CHANNEL_")))
		}
	}
	return allowed
}

// number converts numbers to float64, the type of JSON numbers; texts stay unchanged.
func number(value protoreflect.Value) any {
	switch v := value.Interface().(type) {
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case uint32:
		return float64(v)
	case uint64:
		return float64(v)
	case float32:
		return float64(v)
	default:
		return v
	}
}

// rulesOf returns the message of rules that contains the broken one; nil for a rule outside such a message.
func rulesOf(violation *protovalidate.Violation) protoreflect.Message {
	path := violation.Proto.GetRule().GetElements()
	if violation.FieldDescriptor == nil || len(path) < 2 {
		return nil
	}
	extension, ok := proto.GetExtension(violation.FieldDescriptor.Options(), validate.E_Field).(*validate.FieldRules)
	if !ok {
		return nil
	}
	rules := extension.ProtoReflect()
	for _, element := range path[:len(path)-1] {
		field := rules.Descriptor().Fields().ByName(protoreflect.Name(element.GetFieldName()))
		if field == nil || field.Message() == nil || field.IsList() || field.IsMap() {
			return nil
		}
		rules = rules.Get(field).Message()
	}
	return rules
}
