package openapi

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/spec"
)

// rules translates the contracts' rules of requests into JSON Schema.
type rules struct{ validator protovalidate.Validator }

func newRules() (rules, error) {
	validator, err := protovalidate.New()
	if err != nil {
		return rules{}, fmt.Errorf("make validator of the contracts: %w", err)
	}
	return rules{validator}, nil
}

// request adds the required members and the values of a request's message.
func (r rules) request(schema object, message protoreflect.MessageDescriptor) error {
	r.values(schema, message)
	needed, err := r.needed(message)
	if err != nil {
		return err
	}
	var required []any
	for _, name := range needed {
		if _, has := child(schema, "properties")[name]; has {
			required = append(required, name)
		}
	}
	if len(required) > 0 {
		schema["required"] = required
	}
	return nil
}

// parameters does the same for query parameters.
func (r rules) parameters(operation object, message protoreflect.MessageDescriptor) error {
	needed, err := r.needed(message)
	if err != nil {
		return err
	}
	parameters, _ := operation["parameters"].([]any)
	for _, parameter := range parameters {
		p, _ := parameter.(object)
		name, _ := p["name"].(string)
		if field := message.Fields().ByJSONName(name); field != nil && p["in"] == "query" {
			limit(child(p, "schema"), field)
			if slices.Contains(needed, name) {
				p["required"] = true
			}
		}
	}
	return nil
}

// needed returns the required members of a message: those that the validation of an empty message reports.
func (r rules) needed(message protoreflect.MessageDescriptor) ([]string, error) {
	names := map[string]bool{}
	var broken *protovalidate.ValidationError
	err := r.validator.Validate(dynamicpb.NewMessage(message))
	if err != nil && !errors.As(err, &broken) {
		return nil, fmt.Errorf("rules of %s: %w", message.FullName(), err)
	}
	if broken != nil {
		for _, violation := range broken.Violations {
			path := violation.Proto.GetField().GetElements()
			if len(path) == 0 {
				continue
			}
			if field := message.Fields().ByNumber(protoreflect.FieldNumber(path[0].GetFieldNumber())); field != nil {
				names[field.JSONName()] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// values adds the valid values of the members of a message.
func (r rules) values(schema object, message protoreflect.MessageDescriptor) {
	for name, member := range child(schema, "properties") {
		if m, is := member.(object); is {
			limit(m, message.Fields().ByJSONName(name))
		}
	}
}

// limit adds the valid values of a field.
func limit(schema object, field protoreflect.FieldDescriptor) {
	of, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
	if of == nil || field.Kind() == protoreflect.BytesKind || schema["format"] == "int64" {
		return // in JSON, 64-bit numbers are strings
	}
	keywords(schema, of)
	values, closed := schema["enum"].([]any)
	if closed && of.GetIgnore() == validate.Ignore_IGNORE_IF_ZERO_VALUE {
		schema["enum"] = append([]any{field.Default().Interface()}, values...)
	}
}

// keyword maps rules to keywords of JSON Schema with the same meaning.
var keyword = map[protoreflect.Name]string{
	"in": "enum", "gte": "minimum", "lte": "maximum", "min_len": "minLength", "max_len": "maxLength", "pattern": "pattern",
	"min_items": "minItems", "max_items": "maxItems", "unique": "uniqueItems", "max_pairs": "maxProperties",
}

func keywords(schema object, of *validate.FieldRules) {
	kind := of.ProtoReflect().WhichOneof(of.ProtoReflect().Descriptor().Oneofs().ByName("type"))
	if kind == nil || kind.Name() == "enum" {
		return
	}
	of.ProtoReflect().Get(kind).Message().Range(func(rule protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		name := rule.Name()
		switch {
		case rule.IsExtension():
			if channels, is := value.Interface().(protoreflect.EnumNumber); is && rule.Name() == "scoring_type" {
				schema["enum"] = scoringTypes(typev1.ScoringTypes(channels))
			}
		case name == "uuid" || name == "email" || name == "hostname":
			schema["format"] = string(name)
		case name == "gt":
			if whole, is := value.Interface().(int32); is {
				schema["minimum"] = whole + 1
			}
		case name == "items":
			keywords(child(schema, "items"), rulesOf(value))
		case name == "values":
			keywords(child(schema, "additionalProperties"), rulesOf(value))
		case name == "keys":
			names := object{}
			keywords(names, rulesOf(value))
			schema["propertyNames"] = names
		case name == "in":
			list := value.List()
			taken := make([]any, list.Len())
			for i := range taken {
				taken[i] = list.Get(i).Interface()
			}
			schema["enum"] = taken
		case keyword[name] != "" && !strings.Contains(value.String(), `\p{`): // JavaScript supports \p only with a flag
			schema[keyword[name]] = value.Interface()
		}
		return true
	})
}

// scoringTypes returns the names of channels that are valid for a scoringType.
func scoringTypes(which typev1.ScoringTypes) []any {
	var names []any
	if which != typev1.ScoringTypes_SCORING_TYPES_REQUIRED {
		names = append(names, "")
	}
	for _, channel := range spec.Channels() {
		if which != typev1.ScoringTypes_SCORING_TYPES_CONTACTS || channel.Index() >= 0 {
			names = append(names, channel.String())
		}
	}
	return names
}

// rulesOf returns the rules of a list's items or of a map's keys or values.
func rulesOf(value protoreflect.Value) *validate.FieldRules {
	found, _ := value.Message().Interface().(*validate.FieldRules)
	return found
}
