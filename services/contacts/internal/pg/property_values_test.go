package pg

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/local/pgtest"
)

func TestPropertiesComeBackFromPostgresAsTheyWere(t *testing.T) {
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, pgtest.URL(t))
	require.NoError(t, err)
	defer conn.Close(ctx)
	for _, properties := range []map[core.PropertyID]string{
		{1: "City 5"},
		{1: "one", 2: "2", 30: "-1.5e3"},
		{7: ""},
		{1: `"quoted" \ and "`, 2: "plain"},
		{3: "a\tb\r\nc"},
		{4: `{"5": "x"}`, 5: `": "`},
		{6: "Łódź, 🙂 <b>&amp;</b>"},
		{8: "\u2028\u007f"},
	} {
		var text string
		require.NoError(t, conn.QueryRow(ctx, "SELECT $1::text::jsonb::text", writeProperties(properties)).Scan(&text))
		got, err := readProperties(text)
		require.NoError(t, err)
		require.Equal(t, properties, got, text)
	}
	require.Empty(t, writeProperties(nil))
	_, cut := cutProperties(`{"1": 5}`)
	require.False(t, cut)
	require.JSONEq(t, `{"1": "\ufffd"}`, writeProperties(map[core.PropertyID]string{1: "\xff"}))
}
