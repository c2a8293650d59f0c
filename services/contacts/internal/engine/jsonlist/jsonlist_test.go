package jsonlist_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/jsonlist"
)

func TestAListIsReadUpToItsBound(t *testing.T) {
	list := func(items int) []byte {
		return []byte("[" + strings.TrimSuffix(strings.Repeat(`"a",`, items), ",") + "]")
	}
	var l jsonlist.List[string]
	for _, items := range []int{0, 1, jsonlist.Most} {
		require.NoError(t, json.Unmarshal(list(items), &l))
		require.Len(t, l, items)
	}
	require.ErrorIs(t, json.Unmarshal(list(jsonlist.Most+1), &l), jsonlist.ErrTooMany)
	require.NoError(t, json.Unmarshal([]byte("null"), &l))
	require.Nil(t, l)
	require.Error(t, json.Unmarshal([]byte(`{"a":1}`), &l))
	require.Error(t, json.Unmarshal([]byte(`[1]`), &l))
}
