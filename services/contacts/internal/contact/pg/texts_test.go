package pg

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgtest"
)

func TestTextsAreReadAsPostgresHasThem(t *testing.T) {
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, pgtest.URL(t))
	require.NoError(t, err)
	defer conn.Close(ctx)
	for _, texts := range []*[valueBlock]string{
		{},
		{"one"},
		{2: "Łódź, 🙂\t\"\\", 4: "NULL", 5: "{}", 6: " ", 7: `\"`, valueBlock - 1: "last\r\n"},
	} {
		rows, err := conn.Query(ctx, "SELECT $1::text::text[]", arrayOf(texts))
		require.NoError(t, err)
		require.True(t, rows.Next())
		array := append([]byte{}, rows.RawValues()[0]...)
		rows.Close()
		var got [valueBlock]string
		read := func(array []byte) error {
			return eachText(array, func(place int, from, to int) { got[place] = string(array[from:to]) })
		}
		require.NoError(t, read(array))
		require.Equal(t, texts, &got)
		for end := range array {
			if len(array) > 12 && end != 12 {
				require.ErrorIs(t, read(array[:end]), errNoTexts, "cut off after %d bytes", end)
			}
		}
	}
	require.Equal(t, "{\"\ufffd\"}", arrayOf(&[valueBlock]string{"\xff"}))
}
