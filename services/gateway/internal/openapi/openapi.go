// Package openapi builds the OpenAPI description of the API that the gateway serves.
package openapi

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

//go:embed openapi.json
var uploads []byte

// Access returns the access level of a method and path of the contracts.
type Access func(method, path string) typev1.Access

// Describe converts the generated OpenAPI 2 description to OpenAPI 3 for a version of the program. The generator knows
// only the errors of gRPC, so Describe adds the uploads, the product's failures, the access level of calls, the content
// of streams and downloads, and the rules of messages.
func Describe(openAPI []byte, version string, access Access) ([]byte, error) {
	var document, own openapi2.T
	if err := json.Unmarshal(openAPI, &document); err != nil {
		return nil, fmt.Errorf("read description of the API: %w", err)
	}
	if err := json.Unmarshal(append(append([]byte(`{"paths":`), uploads...), '}'), &own); err != nil {
		return nil, fmt.Errorf("read paths of uploads: %w", err)
	}
	for path, item := range own.Paths {
		document.Paths[path] = item
	}
	converted, err := openapi2conv.ToV3(&document)
	if err != nil {
		return nil, fmt.Errorf("convert description of the API: %w", err)
	}
	written, err := json.Marshal(converted)
	if err != nil {
		return nil, fmt.Errorf("write description of the API: %w", err)
	}
	var tree object
	if err := json.Unmarshal(written, &tree); err != nil {
		return nil, fmt.Errorf("read converted description: %w", err)
	}
	if err := describe(tree, version, access); err != nil {
		return nil, err
	}
	return json.Marshal(tree)
}
