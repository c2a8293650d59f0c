package files

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed openapi.json
var uploads []byte

// Describe adds the uploads to a description of the API in OpenAPI 2, whose generator cannot express them.
func Describe(openAPI []byte) ([]byte, error) {
	var document, paths, own map[string]json.RawMessage
	if err := json.Unmarshal(openAPI, &document); err != nil {
		return nil, fmt.Errorf("read description of the API: %w", err)
	}
	if err := json.Unmarshal(document["paths"], &paths); err != nil {
		return nil, fmt.Errorf("read paths of the API: %w", err)
	}
	if err := json.Unmarshal(uploads, &own); err != nil {
		return nil, fmt.Errorf("read paths of uploads: %w", err)
	}
	for path, item := range own {
		paths[path] = item
	}
	merged, err := json.Marshal(paths)
	if err != nil {
		return nil, fmt.Errorf("write paths of the API: %w", err)
	}
	document["paths"] = merged
	return json.Marshal(document)
}
