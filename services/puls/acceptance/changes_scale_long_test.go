//go:build long

package acceptance

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestChangesOfTenMillionContacts reads all pages of changes between two results in which one contact in 50 differs.
func TestChangesOfTenMillionContacts(t *testing.T) {
	const later, every = "2026-11-03", 50
	e := startExporting(t, manyChunks)
	cells := bytes.Repeat([]byte{7, 77, 201, 100}, chunkSize/4)
	changed := 0
	for place := 0; place < chunkSize; place += every {
		cells[place] = 30
		changed++
	}
	e.addResult(later, cells)
	for range 3 {
		began, found, pages, token := time.Now(), 0, 0, ""
		for {
			page, status := e.c.changes(manyScored, "2026-11-02", later, token, 10_000)
			require.Equal(t, http.StatusOK, status)
			found, pages = found+len(page.Items), pages+1
			if token = page.NextPageToken; token == "" {
				break
			}
		}
		require.Equal(t, changed*manyChunks, found)
		figure(t, "%d of %d contacts changed: %d pages in %v", found, manyChunks*chunkSize, pages,
			time.Since(began).Round(time.Millisecond))
	}
}
