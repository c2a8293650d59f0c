package rest

import (
	"math"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

const (
	// spare is the room in a body beside the values of its contract: spaces between members, and values that are a little
	// too long, which get an error by name.
	spare = 4 << 10
	// sign is the length of the longest form of a character in JSON, two escaped surrogates.
	sign = 12
	// scalar bounds the length of a number, a boolean or an enum's name.
	scalar = 64
)

// largest returns the size in bytes of the largest body that is valid by its contract, at most maxBody. A contract that
// bounds its strings and lists has small bodies, so that a sign-in cannot make the gateway hold more.
func largest(message protoreflect.MessageDescriptor) int {
	return int(math.Min(maxBody, spare+messageSize(message, map[protoreflect.FullName]bool{})))
}

// messageSize returns +Inf where the contract has no bound.
func messageSize(message protoreflect.MessageDescriptor, within map[protoreflect.FullName]bool) float64 {
	if within[message.FullName()] {
		return math.Inf(1) // it is recursive
	}
	within[message.FullName()] = true
	defer delete(within, message.FullName())
	sum := 2.0
	fields := message.Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
		sum += float64(len(field.JSONName())+len(`"":,`)) + fieldSize(field, rules, within)
	}
	return sum
}

func fieldSize(
	field protoreflect.FieldDescriptor, rules *validate.FieldRules, within map[protoreflect.FullName]bool,
) float64 {
	switch {
	case field.IsMap():
		most := rules.GetMap()
		if most == nil {
			return math.Inf(1)
		}
		return bounded(most.MaxPairs) * (valueSize(field.MapKey(), most.GetKeys(), within) +
			valueSize(field.MapValue(), most.GetValues(), within))
	case field.IsList():
		most := rules.GetRepeated()
		if most == nil {
			return math.Inf(1)
		}
		return bounded(most.MaxItems) * valueSize(field, most.GetItems(), within)
	default:
		return valueSize(field, rules, within)
	}
}

func valueSize(
	field protoreflect.FieldDescriptor, rules *validate.FieldRules, within map[protoreflect.FullName]bool,
) float64 {
	switch field.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return messageSize(field.Message(), within)
	case protoreflect.StringKind:
		return textSize(rules.GetString()) + float64(len(`"",`))
	case protoreflect.BytesKind:
		if rules.GetBytes() == nil {
			return math.Inf(1)
		}
		return bounded(rules.GetBytes().MaxLen)*2 + float64(len(`"",`))
	default:
		return scalar
	}
}

func textSize(rules *validate.StringRules) float64 {
	switch {
	case rules == nil:
		return math.Inf(1)
	case rules.GetUuid():
		return scalar
	case len(rules.GetIn()) > 0:
		longest := 0
		for _, allowed := range rules.GetIn() {
			longest = max(longest, len(allowed))
		}
		return sign * float64(longest)
	case proto.HasExtension(rules, typev1.E_ScoringType):
		return sign * float64(len("mailing"))
	case rules.Len != nil:
		return sign * float64(rules.GetLen())
	case rules.MaxBytes != nil:
		return sign * float64(rules.GetMaxBytes())
	default:
		return sign * bounded(rules.MaxLen)
	}
}

func bounded(most *uint64) float64 {
	if most == nil {
		return math.Inf(1)
	}
	return float64(*most)
}
