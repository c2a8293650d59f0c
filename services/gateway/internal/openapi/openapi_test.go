package openapi_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/proto"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/gateway/internal/openapi"
)

type response struct {
	Ref     string                    `json:"$ref"`
	Content map[string]map[string]any `json:"content"`
}

type operation struct {
	Security  []map[string][]string
	Responses map[string]response
}

func TestTheDescriptionMatchesTheGateway(t *testing.T) {
	person := func(string, string) typev1.Access { return typev1.Access_ACCESS_PERSON }
	data, err := openapi.Describe(proto.OpenAPI, "1.2.3", person)
	require.NoError(t, err)
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
			if path != "/api/public/unsubscribe/{token}" { // answers pages
				require.Equal(t, "#/components/responses/Failure", op.Responses["400"].Ref, "%s %s", method, path)
			}
		}
	}
	at := func(method, path string) operation { return document.Paths["/api/"+path][method] }
	require.Equal(t, []map[string][]string{{"bearer": {}}}, at("get", "protected/scoring/scorings").Security)
	require.Contains(
		t, at("get", "protected/scoring/scorings/{id}:progress").Responses["200"].Content, "application/x-ndjson",
	)
	scores := at("post", "protected/scoring/scorings/{id}:exportToCsv").Responses["200"].Content
	require.Contains(t, scores, "text/csv")
	require.Contains(t, scores, "application/vnd.apache.parquet")
	require.Contains(t, at("get", "protected/saresystem/imports/{id}:refused").Responses["200"].Content, "text/csv")
	require.Contains(t, at("get", "public/system/feature-flags").Responses["200"].Content, "application/json")
	require.Contains(t, document.Paths, "/api/protected/saresystem/contacts:import")
}
