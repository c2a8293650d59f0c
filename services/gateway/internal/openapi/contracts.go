package openapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"puls.app/services/kit/rpc"
)

//go:embed examples.json
var examples []byte

// contracts returns the methods of all linked contracts by the ids of their operations.
func contracts() map[string]protoreflect.MethodDescriptor {
	all := map[string]protoreflect.MethodDescriptor{}
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				method := service.Methods().Get(j)
				all[string(service.Name()+"_"+method.Name())] = method
			}
		}
		return true
	})
	return all
}

// messages maps the names of schemas to their messages.
type messages map[string]protoreflect.MessageDescriptor

// visit adds the message of a schema and all messages that it refers to.
func (m messages) visit(schemas object, schema any, message protoreflect.MessageDescriptor) {
	found := references(schema)
	if message == nil || strings.HasPrefix(string(message.FullName()), "google.") || len(found) == 0 {
		return
	}
	name := schemaName(found[0])
	if m[name] != nil {
		return
	}
	m[name] = message
	for member, inner := range child(child(schemas, name), "properties") {
		m.visit(schemas, inner, element(message.Fields().ByJSONName(member)).Message())
	}
}

// element returns the field itself, or the values of a map.
func element(field protoreflect.FieldDescriptor) protoreflect.FieldDescriptor {
	if field.IsMap() {
		return field.MapValue()
	}
	return field
}

// part returns the message of a field; the message itself without a field.
func part(message protoreflect.MessageDescriptor, field string) protoreflect.MessageDescriptor {
	if field == "" || field == "*" {
		return message
	}
	return element(message.Fields().ByName(protoreflect.Name(field))).Message()
}

func schemaName(reference string) string {
	return strings.TrimPrefix(reference, "#/components/schemas/")
}

// inputSuffix is the suffix of the request schema of a message that is in both requests and responses.
const inputSuffix = "Input"

// describeMessages adds required members, the values that requests accept, examples, and idempotency keys. A message in
// both requests and responses gets a schema for each.
func describeMessages(document object) error {
	var samples object
	if err := json.Unmarshal(examples, &samples); err != nil {
		return fmt.Errorf("read examples of requests: %w", err)
	}
	schemas := child(child(document, "components"), "schemas")
	answers, requests := messages{}, messages{}
	bodies := []any{}
	check, err := newRules()
	if err != nil {
		return err
	}
	methods := contracts()
	for operation := range operations(document) {
		id, _ := operation["operationId"].(string)
		method := methods[id]
		if method == nil && strings.Contains(id, "_") {
			return fmt.Errorf("no contract of %s is linked", id)
		} else if method == nil {
			continue // an operation of the gateway itself
		}
		http, _ := proto.GetExtension(method.Options(), annotations.E_Http).(*annotations.HttpRule)
		content := child(child(child(operation, "responses"), "200"), "content")
		for kind := range content {
			schema := child(child(content, kind), "schema")
			if method.IsStreamingServer() {
				schema = child(child(schema, "properties"), "result")
			}
			answers.visit(schemas, schema, part(method.Output(), http.GetResponseBody()))
		}
		if body := child(child(child(operation, "requestBody"), "content"), "application/json"); len(body) > 0 {
			requests.visit(schemas, body["schema"], part(method.Input(), http.GetBody()))
			bodies = append(bodies, body)
			if sample, has := samples[id]; has {
				body["example"] = sample
			}
		}
		if err := check.parameters(operation, method.Input()); err != nil {
			return err
		}
		if rpc.CallOf(method).GetOnce() {
			parameters, _ := operation["parameters"].([]any)
			operation["parameters"] = append(parameters, idempotencyKey())
		}
	}
	separate(schemas, answers, requests, bodies)
	for name, message := range requests {
		if err := check.request(child(schemas, name), message); err != nil {
			return err
		}
	}
	for name, message := range answers {
		if _, both := requests[name+inputSuffix]; both {
			check.values(child(schemas, name), message) // so that a received value can be sent
		}
		answered(child(schemas, name), message)
	}
	return nil
}

// operations yields the operations of all paths.
func operations(document object) func(yield func(object) bool) {
	return func(yield func(object) bool) {
		paths := child(document, "paths")
		for path := range paths {
			for _, operation := range child(paths, path) {
				if op, is := operation.(object); is && !yield(op) {
					return
				}
			}
		}
	}
}

// separate adds a second schema, for requests, for each message of both responses and requests.
func separate(schemas object, answers, requests messages, bodies []any) {
	renamed := map[string]string{}
	for name, message := range maps.Clone(requests) {
		if answers[name] != nil {
			renamed[name] = name + inputSuffix
			schemas[renamed[name]] = clone(schemas[name])
			delete(requests, name)
			requests[renamed[name]] = message
		}
	}
	for name := range requests {
		rename(schemas[name], renamed)
	}
	rename(bodies, renamed)
}

func clone(node any) any {
	switch n := node.(type) {
	case object:
		copied := make(object, len(n))
		for name, value := range n {
			copied[name] = clone(value)
		}
		return copied
	case []any:
		copied := make([]any, len(n))
		for i, value := range n {
			copied[i] = clone(value)
		}
		return copied
	default:
		return node
	}
}

// rename changes the names of all references in node.
func rename(node any, names map[string]string) {
	switch n := node.(type) {
	case object:
		reference, _ := n["$ref"].(string)
		if name, is := names[schemaName(reference)]; is {
			n["$ref"] = "#/components/schemas/" + name
		}
		for _, value := range n {
			rename(value, names)
		}
	case []any:
		for _, value := range n {
			rename(value, names)
		}
	}
}

// answered marks the members of a response that are always present as required: all but optional ones and those of a
// oneof.
func answered(schema object, message protoreflect.MessageDescriptor) {
	var required []any
	for _, name := range slices.Sorted(maps.Keys(child(schema, "properties"))) {
		if message.Fields().ByJSONName(name).ContainingOneof() == nil {
			required = append(required, name)
		}
	}
	if len(required) > 0 {
		schema["required"] = required
	}
}

func idempotencyKey() object {
	return object{
		"name": "Idempotency-Key", "in": "header",
		"description": "The call takes effect once, however often it is sent within two days: the first answer is repeated.",
		"schema":      object{"type": "string", "pattern": "^[!-~]{1,255}$"},
		"example":     "01935b5e-7d1c-7a4e-9a53-7b0f3c1d2e4f",
	}
}
