package openapi

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

type object = map[string]any

// describe corrects a generated description in place to match the gateway.
func describe(document object, version string, access Access) error {
	document["openapi"] = "3.1.0"
	document["info"] = object{
		"title": "Puls", "version": version,
		"description": "Engagement scoring. A failed call answers Failure; its meta.class is the key of the catalogue of texts.",
		"license":     object{"name": "Proprietary", "url": "https://puls.example/licence"},
	}
	document["servers"] = []any{object{"url": "/"}}
	components := child(document, "components")
	components["securitySchemes"] = object{
		"bearer": object{
			"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "Token of a session, about 15 minutes.",
		},
		"apiKey": object{"type": "http", "scheme": "bearer", "description": "API key of the account."},
		"cookie": object{
			"type": "apiKey", "in": "cookie", "name": "__Secure-refresh",
			"description": "Set at signing in; continues the session.",
		},
	}
	components["responses"] = object{"Failure": object{
		"description": "The call failed.",
		"headers": object{"Retry-After": object{
			"description": "Seconds for which trying again is in vain; with 429 and 503.", "schema": object{"type": "integer"},
		}},
		"content": jsonOf(object{"$ref": "#/components/schemas/Failure"}),
	}}
	schemas := child(components, "schemas")
	schemas["Failure"] = failure()
	paths := child(document, "paths")
	for path := range paths {
		for method, operation := range child(paths, path) {
			if op, ok := operation.(object); ok {
				describeOperation(path, method, access(strings.ToUpper(method), path), op)
			}
		}
	}
	allowNull(schemas)
	if err := describeMessages(document); err != nil {
		return err
	}
	document["tags"] = tagsOf(paths)
	dropUnused(document, schemas)
	return nil
}

// dropUnused removes schemas that no call refers to.
func dropUnused(document, schemas object) {
	used := map[string]bool{}
	var visit func(node any)
	visit = func(node any) {
		for _, reference := range references(node) {
			name := strings.TrimPrefix(reference, "#/components/schemas/")
			if schema, found := schemas[name]; found && !used[name] {
				used[name] = true
				visit(schema)
			}
		}
	}
	visit(document["paths"])
	visit(child(document, "components")["responses"])
	maps.DeleteFunc(schemas, func(name string, _ any) bool { return !used[name] })
}

func describeOperation(path, method string, access typev1.Access, op object) {
	responses := child(op, "responses")
	responses["default"] = object{"$ref": "#/components/responses/Failure"}
	refused := []int{400, 429, 503}
	op["security"] = proofOf(path, access)
	if access == typev1.Access_ACCESS_PERSON {
		refused = append(refused, 401, 403)
	}
	if strings.Contains(path, "{") {
		refused = append(refused, 404)
	}
	if method != "get" {
		refused = append(refused, 401, 403, 409)
	}
	for _, status := range refused {
		if _, own := responses[strconv.Itoa(status)]; !own {
			responses[strconv.Itoa(status)] = object{"$ref": "#/components/responses/Failure"}
		}
	}
	describeFile(child(child(op, "requestBody"), "content"))
	if done, ok := responses["200"].(object); ok {
		done["description"] = orText(done["description"], "Done.")
		describeContent(done)
		if parquetPaths[path] {
			child(done, "content")["application/vnd.apache.parquet"] = file()
		}
	}
}

// describeFile describes a body that is one file: binary, text, or a part of a form.
func describeFile(content object) {
	for kind := range content {
		schema := child(child(content, kind), "schema")
		switch {
		case kind == "multipart/form-data" && schema["format"] == "binary":
			content[kind] = object{"schema": object{
				"type": "object", "required": []any{"file"}, "properties": object{"file": file()["schema"]},
			}}
		case strings.HasPrefix(kind, "text/"), kind == "application/x-ndjson":
			content[kind] = object{"schema": object{"type": "string"}}
		}
	}
}

// parquetPaths are those of the calls that return two kinds of files.
var parquetPaths = map[string]bool{
	"/api/protected/scoring/scorings/{id}:exportToCsv":   true,
	"/api/protected/scoring/scorings/{id}:exportChanges": true,
	"/api/protected/reports/sendings:export":             true,
	"/api/protected/reports/sendings/{date}:export":      true,
}

func file() object { return object{"schema": object{"type": "string", "format": "binary"}} }

// proofOf returns the security requirement of a call; empty for calls without authentication.
func proofOf(path string, access typev1.Access) []any {
	switch {
	case access == typev1.Access_ACCESS_API_KEY:
		return []any{object{"apiKey": []any{}}}
	case access == typev1.Access_ACCESS_PERSON:
		return []any{object{"bearer": []any{}}}
	case path == "/api/public/account/users:refresh-token":
		return []any{object{"cookie": []any{}}}
	default:
		return []any{}
	}
}

// describeContent describes streams, downloads and raw bodies, which the generator describes as JSON.
func describeContent(response object) {
	schema := child(child(child(response, "content"), "application/json"), "schema")
	title, _ := schema["title"].(string)
	format, _ := schema["format"].(string)
	reference, _ := schema["$ref"].(string)
	switch {
	case format == "binary", strings.HasPrefix(title, "Stream result of") &&
		slices.Contains(references(schema), "#/components/schemas/apiHttpBody"):
		response["description"] = "The file, with its name in Content-Disposition."
		response["content"] = object{"text/csv": file()}
	case strings.HasPrefix(title, "Stream result of"):
		response["description"] = "A line for each element; one with an error ends a stream that fails half-way."
		if properties, ok := schema["properties"].(object); ok {
			properties["error"] = object{
				"type": "object", "properties": object{"code": object{"type": "integer"}, "message": object{"type": "string"}},
			}
		}
		delete(schema, "title")
		response["content"] = object{"application/x-ndjson": object{"schema": schema}}
	case reference == "#/components/schemas/apiHttpBody":
		response["content"] = jsonOf(object{"type": "object"})
	}
}

func failure() object {
	text := object{"type": "string"}
	return object{
		"type": "object", "required": []any{"error", "meta"},
		"properties": object{
			"error": object{
				"type": "object", "required": []any{"title"},
				"properties": object{"title": object{"type": "string", "description": "For a developer, in English."}},
			},
			"meta": object{
				"type": "object", "required": []any{"class"},
				"properties": object{
					"class": object{"type": "string", "description": "UPPER_SNAKE key of the catalogue of texts."},
				},
			},
			"fields": object{"type": "array", "description": "The wrong values of the request.", "items": object{
				"type": "object", "required": []any{"field", "class", "params", "message"},
				"properties": object{
					"field": object{"type": "string", "description": "JSON path."}, "class": text, "message": text,
					"params": object{
						"type": "object", "description": "Numbers and names of the broken rule, such as min and max.",
						"additionalProperties": true,
					},
				},
			}},
			"current": object{
				"type": "object", "description": "The stored version, which another user saved before (409).",
				"additionalProperties": true,
			},
		},
	}
}

// allowNull lets members that are messages, timestamps or wrapped values be null, because unset ones are written as
// null. Values that may be any JSON may be null, too.
func allowNull(schemas object) {
	wrapped := wrappedMembers()
	for schemaName, schema := range schemas {
		members, _ := schema.(object)
		for name, member := range child(members, "properties") {
			m, _ := member.(object)
			if wrapped[schemaName+"."+name] {
				m["type"] = []any{m["type"], "null"}
			}
			reference, _ := m["$ref"].(string)
			if child(schemas, strings.TrimPrefix(reference, "#/components/schemas/"))["type"] == "object" {
				delete(m, "$ref")
				m["anyOf"] = []any{object{"$ref": reference}, object{"type": "null"}}
			}
			if m["format"] == "date-time" {
				m["type"] = []any{"string", "null"}
			}
			if values, is := m["additionalProperties"].(object); is && len(values) == 0 {
				values["type"] = []any{"string", "number", "boolean", "object", "array", "null"}
			}
		}
	}
}

// wrappedMembers returns the members of schemas that are wrapped values in the linked contracts; the generator
// describes them as bare ones. It calls a message v1Name or, if several packages have one, pulsPackageV1Name.
func wrappedMembers() map[string]bool {
	wrapped := map[string]bool{}
	protoregistry.GlobalTypes.RangeMessages(func(message protoreflect.MessageType) bool {
		words := strings.Split(string(message.Descriptor().FullName()), ".")
		for i := range words[1:] {
			words[i+1] = strings.ToUpper(words[i+1][:1]) + words[i+1][1:]
		}
		fields := message.Descriptor().Fields()
		for i := range fields.Len() {
			field := fields.Get(i)
			if field.Message() == nil || field.Message().ParentFile().Path() != "google/protobuf/wrappers.proto" {
				continue
			}
			wrapped["v1"+words[len(words)-1]+"."+field.JSONName()] = true
			wrapped[strings.Join(words, "")+"."+field.JSONName()] = true
		}
		return true
	})
	return wrapped
}

// references returns the values of all $ref members in node.
func references(node any) (all []string) {
	switch n := node.(type) {
	case object:
		if reference, is := n["$ref"].(string); is {
			all = append(all, reference)
		}
		for _, value := range n {
			all = append(all, references(value)...)
		}
	case []any:
		for _, value := range n {
			all = append(all, references(value)...)
		}
	}
	return all
}

// tagsOf lists the services that operations belong to.
func tagsOf(paths object) []any {
	names := map[string]bool{}
	for path := range paths {
		for _, operation := range child(paths, path) {
			if op, ok := operation.(object); ok {
				tags, _ := op["tags"].([]any)
				for _, tag := range tags {
					if name, ok := tag.(string); ok {
						names[name] = true
					}
				}
			}
		}
	}
	tags := make([]any, 0, len(names))
	for _, name := range slices.Sorted(maps.Keys(names)) {
		tags = append(tags, object{"name": name, "description": "Calls of " + name + "."})
	}
	return tags
}

func jsonOf(schema object) object { return object{"application/json": object{"schema": schema}} }

func orText(value any, otherwise string) string {
	if text, ok := value.(string); ok && text != "" && text != "A successful response." {
		return text
	}
	return otherwise
}

// child returns the object under a name; a new, unattached one if there is none.
func child(of object, name string) object {
	if inner, ok := of[name].(object); ok {
		return inner
	}
	return object{}
}
