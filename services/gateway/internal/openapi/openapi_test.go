package openapi_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"buf.build/go/protovalidate"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"puls.app/proto"
	_ "puls.app/proto/gen/go/puls/flags/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/gateway/internal/openapi"
	_ "puls.app/services/gateway/internal/rest" // links the contracts
	"puls.app/services/kit/rpc"
)

func described(t *testing.T) []byte {
	t.Helper()
	person := func(string, string) typev1.Access { return typev1.Access_ACCESS_PERSON }
	data, err := openapi.Describe(proto.OpenAPI, "1.2.3", person)
	require.NoError(t, err)
	return data
}

type response struct {
	Ref     string                    `json:"$ref"`
	Content map[string]map[string]any `json:"content"`
}

type operation struct {
	Security  []map[string][]string
	Responses map[string]response
}

func TestTheDescriptionMatchesTheGateway(t *testing.T) {
	data := described(t)
	if path := os.Getenv("OPENAPI_OUT"); path != "" { // for a linter
		require.NoError(t, os.WriteFile(path, data, 0o600))
	}
	require.NotContains(t, string(data), "rpcStatus")
	require.NotContains(t, string(data), "apiHttpBody")
	var document struct {
		OpenAPI    string
		Info       struct{ Version string }
		Paths      map[string]map[string]operation
		Components struct {
			SecuritySchemes map[string]any
			Schemas         map[string]any
		}
	}
	require.NoError(t, json.Unmarshal(data, &document))
	require.Equal(t, "3.1.0", document.OpenAPI)
	require.Equal(t, "1.2.3", document.Info.Version, "the program's")
	require.Len(t, document.Components.SecuritySchemes, 3)
	require.Contains(t, document.Components.Schemas, "Failure")
	wrapping := (&scoringenginev1.ContactScore{}).ProtoReflect().Descriptor()
	score, err := json.Marshal(document.Components.Schemas["v1"+string(wrapping.Name())])
	require.NoError(t, err)
	require.Contains(t, string(score), `"type":["integer","null"]`, "a wrapped value may be missing")
	for path, methods := range document.Paths {
		for method, op := range methods {
			require.NotNil(t, op.Security, "%s %s", method, path)
			if path != "/api/public/unsubscribe/{token}" { // returns pages
				require.Equal(t, "#/components/responses/Failure", op.Responses["400"].Ref, "%s %s", method, path)
			}
		}
	}
	at := func(method, path string) operation { return document.Paths["/api/"+path][method] }
	require.Equal(t, []map[string][]string{{"bearer": {}}}, at("get", "protected/scoring/scorings").Security)
	require.Contains(
		t, at("get", "protected/scoring/scorings/{id}:progress").Responses["200"].Content, "application/x-ndjson",
	)
	for _, export := range []operation{
		at("post", "protected/scoring/scorings/{id}:exportToCsv"), at("get", "protected/scoring/scorings/{id}:exportChanges"),
		at("get", "protected/reports/sendings:export"), at("get", "protected/reports/sendings/{date}:export"),
	} {
		require.Contains(t, export.Responses["200"].Content, "text/csv")
		require.Contains(t, export.Responses["200"].Content, "application/vnd.apache.parquet")
	}
	require.Contains(t, at("get", "protected/saresystem/imports/{id}:refused").Responses["200"].Content, "text/csv")
	require.Contains(t, at("get", "public/system/feature-flags").Responses["200"].Content, "application/json")
	require.Contains(t, document.Paths, "/api/protected/saresystem/contacts:import")
}

func TestSchemasDeclareRequiredMembersAndValues(t *testing.T) {
	document, err := openapi3.NewLoader().LoadFromData(described(t))
	require.NoError(t, err)
	schema := func(name string) *openapi3.Schema { return document.Components.Schemas[name].Value }
	members := func(s *openapi3.Schema) []string { return slices.Sorted(maps.Keys(s.Properties)) }

	answer := schema("v1Config")
	require.Equal(t, members(answer), slices.Sorted(slices.Values(answer.Required)), "an answer has every member")
	require.Equal(t, members(answer), members(schema("v1ConfigInput")))
	require.Empty(t, schema("v1ConfigInput").Required, "a request may leave members out")
	require.Equal(t, []any{0.0, 14.0, 28.0, 42.0, 63.0, 91.0}, schema("v1ConfigInput").Properties["daysAgo"].Value.Enum)
	require.Contains(t, schema("v1MailingConfigInput").Properties["dataSources"].Value.Items.Ref, "v1DataSourceInput")
	require.Equal(t, []string{"uid"}, schema("v1DataSourceInput").Required)
	moves := schema("GroupExportServiceExportToGroupsBody")
	require.Equal(t, []string{"targets"}, moves.Required)
	require.Equal(t, []any{"", "mailing", "sms", "web"}, moves.Properties["scoringType"].Value.Enum)
	require.InDelta(t, 100, *schema("v1BandTarget").Properties["scoringMax"].Value.Max, 0)
	events := schema("v1CreateWebhookRequest").Properties["events"].Value
	require.Len(t, events.Items.Value.Enum, 5)
	require.NotContains(t, schema("v1UpdateSettingsRequest").Required, "Scoring.NightHour")

	files := document.Paths.Value("/api/protected/saresystem/contacts:import").Post.RequestBody.Value.Content
	require.Equal(t, "binary", files["multipart/form-data"].Schema.Value.Properties["file"].Value.Format)
	require.Equal(t, "binary", files["application/gzip"].Schema.Value.Format)
	require.Empty(t, files["text/csv"].Schema.Value.Format)
}

func TestIdempotentCallsTakeAKeyAndBodiesHaveAnExample(t *testing.T) {
	document, err := openapi3.NewLoader().LoadFromData(described(t))
	require.NoError(t, err)
	require.NoError(t, document.Validate(t.Context(), openapi3.EnableExamplesValidation()))
	validator, err := protovalidate.New()
	require.NoError(t, err)
	operations := map[string]*openapi3.Operation{}
	for _, path := range document.Paths.Map() {
		for _, operation := range path.Operations() {
			operations[operation.OperationID] = operation
		}
	}
	described, once := 0, 0
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				method := service.Methods().Get(j)
				id := string(service.Name() + "_" + method.Name())
				operation := operations[id]
				if operation == nil {
					continue // not part of the API
				}
				described++
				happensOnce := rpc.CallOf(method).GetOnce()
				require.Equal(t, happensOnce, operation.Parameters.GetByInAndName("header", "Idempotency-Key") != nil, id)
				if happensOnce {
					once++
				}
				if operation.RequestBody == nil {
					continue
				}
				body := operation.RequestBody.Value.Content["application/json"]
				if body.Example == nil {
					require.Empty(t, body.Schema.Value.Required, "%s has no example", id)
					continue
				}
				written, err := json.Marshal(body.Example)
				require.NoError(t, err)
				taken(t, validator, method.Input(), written, body.Schema.Value)
			}
		}
		return true
	})
	require.Greater(t, described, 90)
	require.Greater(t, once, 10)
}

// taken requires that the members of a request's body are valid; ids of the path are missing.
func taken(
	t *testing.T, validator protovalidate.Validator, input protoreflect.MessageDescriptor, body []byte,
	schema *openapi3.Schema,
) {
	t.Helper()
	kind, err := protoregistry.GlobalTypes.FindMessageByName(input.FullName())
	require.NoError(t, err)
	request := kind.New().Interface()
	for i := range input.Fields().Len() { // a body may be one field of the request
		field := input.Fields().Get(i)
		if field.Message() != nil && !field.IsList() && !field.IsMap() && schema.Properties[field.JSONName()] == nil {
			request = request.ProtoReflect().NewField(field).Message().Interface()
		}
	}
	require.NoError(t, protojson.Unmarshal(body, request), "%s: %s", input.Name(), body)
	var broken *protovalidate.ValidationError
	if err := validator.Validate(request); err != nil {
		require.ErrorAs(t, err, &broken)
		for _, violation := range broken.Violations {
			first := violation.Proto.GetField().GetElements()[0]
			number := protoreflect.FieldNumber(first.GetFieldNumber())
			name := request.ProtoReflect().Descriptor().Fields().ByNumber(number).JSONName()
			require.NotContains(t, schema.Properties, name, "%s: %v", input.Name(), violation)
		}
	}
}
