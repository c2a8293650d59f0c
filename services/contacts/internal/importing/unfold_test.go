package importing

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"puls.app/services/contacts/internal/table"
)

func (s *shelf) AddText(_ context.Context, _ ID, _, _ int, text []byte) error {
	s.text += len(text)
	return nil
}

func (s *shelf) FinishUnfolding(context.Context, Unfolded) error { return nil }

// Its XML passes the check of the archive: one long text is stored once, and thousands of cells refer to it.
func TestASheetThatUnpacksToTooMuchOnceReadIsRefused(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	require.NoError(t, book.SetCellStr("Sheet1", "A1", "email"))
	long := strings.Repeat("a", excelize.TotalCellChars)
	for row := range table.BombSize/len(long) + 200 {
		require.NoError(t, book.SetCellStr("Sheet1", fmt.Sprint("A", row+2), long))
	}
	packed, err := book.WriteToBuffer()
	require.NoError(t, err)
	require.Less(t, packed.Len(), table.BombSize/table.BombRatio)

	s := newShelf()
	id, err := uuid.NewV7()
	require.NoError(t, err)
	i := &Import{ID: id, Kind: table.KindContacts, Format: table.FormatXLSX, Size: int64(packed.Len())}
	for packed.Len() > 0 {
		require.NoError(t, s.AddBlock(t.Context(), id, 0, packed.Next(BlockSize)))
	}
	app := newApp(s, Needs{Now: time.Now})
	_, err = (&unfoldJob{app: app, i: i, long: true}).step(t.Context())
	require.ErrorIs(t, err, table.ErrArchive)
	require.InDelta(t, table.BombSize, s.text, 2*BlockSize, "it is refused as soon as it is too much")
}
