package rest

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// statuses records the calls of WriteHeader.
type statuses struct {
	*httptest.ResponseRecorder
	set []int
}

func (s *statuses) WriteHeader(code int) { s.set = append(s.set, code) }

func TestAStreamThatFailsAfterItBeganSetsNoSecondStatus(t *testing.T) {
	w := &statuses{ResponseRecorder: httptest.NewRecorder()}
	trackStreams(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		assert.NoError(t, beginStream(w))
		w.WriteHeader(http.StatusUnauthorized)
		_, err := w.Write([]byte("{}\n"))
		assert.NoError(t, err)
	})).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	require.Empty(t, w.set)
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "{}\n", w.Body.String())
}
