package columnar_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"puls.app/services/reports/internal/columnar"
	"puls.app/services/reports/internal/core"
)

// person is a row as another program would read it.
type person struct {
	UID          string  `parquet:"uid"`
	ExternalID   *string `parquet:"external_id,optional"`
	Email        *string `parquet:"email,optional"`
	GSM          *string `parquet:"gsm,optional"`
	VisitorID    *string `parquet:"visitor_id,optional"`
	Known        *bool   `parquet:"known,optional"`
	Score        *int32  `parquet:"score,optional"`
	Reason       *string `parquet:"excluded_reason,optional"`
	ScoreBefore  *int32  `parquet:"score_before,optional"`
	ReasonBefore *string `parquet:"excluded_reason_before,optional"`
}

// groups returns the numbers of rows of the row groups.
func groups(t *testing.T, file []byte) (rows []int64) {
	t.Helper()
	opened, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	for _, group := range opened.RowGroups() {
		rows = append(rows, group.NumRows())
	}
	return rows
}

func TestLongTextsMakeSmallerRowGroups(t *testing.T) {
	table := columnar.Parquet().NewTable(false)
	long := strings.Repeat("x", 250)
	for range 50_000 {
		require.NoError(t, table.Append(&core.Line{UID: "001", ExternalID: long, Email: long, VisitorID: long}))
	}
	require.Positive(t, table.Len(), "a row group leaves as soon as it is whole")
	require.NoError(t, table.Close())
	require.Len(t, groups(t, table.Take()), 3, "37.5 MB of texts")
}

// text returns the value of an optional column for a text.
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func score(n int) *int32 {
	if n < 0 {
		return nil
	}
	s := int32(n)
	return &s
}

func TestEveryLineIsARowOfItsParquet(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	var file bytes.Buffer
	table := columnar.Parquet().NewTable(false)
	var want []person
	for i := range 300_000 { // more than two row groups, and more than 16 MiB of texts together
		line := core.Line{
			UID: core.UID(fmt.Sprintf("%03d", i/100_000)), ExternalID: fmt.Sprintf("=E%060d", i), Email: "ż@example.com",
			Score: random.IntN(102) - 1, Before: core.Cell{Score: random.IntN(102) - 1},
		}
		if random.IntN(2) == 0 {
			line.Email, line.GSM, line.VisitorID = "", "+48500000001", "v\x01"
			known := random.IntN(2) == 0
			line.Known = &known
		}
		if line.Score < 0 {
			line.Reason = "NO_CONSENT"
		}
		if line.Before.Score < 0 {
			line.Before.Reason = "NO_SENDING"
		}
		want = append(want, person{
			UID: string(line.UID), ExternalID: text(line.ExternalID), Email: text(line.Email), GSM: text(line.GSM),
			VisitorID: text(line.VisitorID), Known: line.Known, Score: score(line.Score), Reason: text(line.Reason),
			ScoreBefore: score(line.Before.Score), ReasonBefore: text(line.Before.Reason),
		})
		require.NoError(t, table.Append(&line))
		file.Write(table.Take())
	}
	require.NoError(t, table.Close())
	file.Write(table.Take())
	require.Zero(t, table.Len())
	require.Equal(t, []int64{1 << 17, 1 << 17, 300_000 - 2<<17}, groups(t, file.Bytes()))
	got, err := parquet.Read[person](bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	require.Len(t, got, len(want))
	for i := range want {
		if !reflect.DeepEqual(want[i], got[i]) { // faster than require.Equal
			require.Equal(t, want[i], got[i], "row %d", i)
		}
	}
}

func TestAFileWithoutLinesHasItsColumns(t *testing.T) {
	table := columnar.Parquet().NewTable(true)
	require.NoError(t, table.Close())
	file := bytes.Clone(table.Take())
	opened, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	require.Zero(t, opened.NumRows())
	require.Len(t, opened.Root().Columns(), 10)
}
