// Package proto holds what is generated from the contracts, and the description of the public API.
package proto

import _ "embed"

// OpenAPI describes the public API of all services in OpenAPI 2.
//
//go:embed gen/openapi/puls.swagger.json
var OpenAPI []byte
