package contacts_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/rpc"
)

// A call for a draft that ends concurrently reports that, and never an internal error.
func TestADraftThatEndsMeanwhileIsNoDraft(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // uses up the limit of concurrent inspections
	s.ensure(t, "001")
	for round := range 20 {
		id := s.draft(t, "contacts", fmt.Appendf(nil, "email\nr%d@x.co\n", round))
		var all sync.WaitGroup
		try := func(do func() error, reasons ...string) {
			all.Go(func() {
				if err := do(); err != nil && !slices.Contains(reasons, rpc.Reason(err)) {
					t.Errorf("%v", err)
				}
			})
		}
		for range 3 {
			try(func() error {
				_, err := s.imports.StartImport(t.Context(), &contactsv1.StartImportRequest{Id: id})
				return err
			}, "IMPORT_NOT_DRAFT", "UPLOADS_BUSY")
			try(func() error {
				_, err := s.imports.CheckImport(t.Context(), &contactsv1.CheckImportRequest{Id: id})
				return err
			}, "IMPORT_NOT_DRAFT", "UPLOADS_BUSY")
			try(func() error {
				_, err := s.imports.InspectImport(t.Context(), &contactsv1.InspectImportRequest{Id: id})
				return err
			}, "IMPORT_NOT_DRAFT", "UPLOADS_BUSY")
			try(func() error {
				_, err := s.imports.CancelImport(t.Context(), &contactsv1.CancelImportRequest{Id: id})
				return err
			}, "IMPORT_ENDED")
		}
		all.Wait()
		require.Contains(t, []string{"cancelled", "done"}, s.wait(t, id).GetState())
	}
}

func TestBytesOfNoKnownKindHaveNoColumns(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	bytes := []byte("\x81PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	_, err := s.send(t, &contactsv1.UploadHeader{Kind: "contacts"}, bytes, int64(len(bytes)))
	require.Equal(t, "IMPORT_HEADER_INVALID", rpc.Reason(err), "%v", err)
	require.Equal(t, "\ufffdPNG", s.inspect(t, s.draft(t, "contacts", bytes), nil).GetColumns()[0].GetName())
	res, err := s.imports.InspectFile(t.Context(), &contactsv1.InspectFileRequest{Data: bytes})
	require.NoError(t, err)
	require.Equal(t, "\ufffdPNG", res.GetInspection().GetColumns()[0].GetName())
}
