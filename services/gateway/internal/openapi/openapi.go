// Package openapi makes the description of the API that the gateway serves.
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

// Access returns who may call a method on a path of the contracts.
type Access func(method, path string) typev1.Access

// Describe makes the description of the API of a version of the program in OpenAPI 3 of the generated one in OpenAPI 2,
// whose generator knows gRPC's errors only: it adds the uploads, the product's failures, who may call, what streams and
// downloads are, and the rules of messages.
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
