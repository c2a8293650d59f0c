package acceptance

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheDescriptionOfTheAPIListsEveryPath(t *testing.T) {
	p := shared(t)
	anybody := &client{t: t, address: p.address}
	status, data := anybody.do("GET", "openapi.json", "", nil)
	require.Equal(t, 200, status)
	var document struct {
		OpenAPI string
		Paths   map[string]map[string]any
	}
	require.NoError(t, json.Unmarshal(data, &document))
	require.Equal(t, "3.1.0", document.OpenAPI)
	for _, e := range append(endpoints(t), files...) {
		require.Contains(t, document.Paths, e.path)
		require.Contains(t, document.Paths[e.path], strings.ToLower(e.method), e.path)
	}
}
