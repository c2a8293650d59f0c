package sheet_test

import (
	"bytes"
	"encoding/csv"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/sheet"
)

func TestCellsAreNoFormulasForAnyReader(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+cmd": "'+cmd", "-2+3": "'-2+3", "@SUM(A1)": "'@SUM(A1)", "\tx": "'\tx", "\rx": "'\rx",
		"\nx": "'\nx", "\x00x": "'\ufffdx",
		"＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠x": "'＠x", "\xff": "'\ufffd", " =1": "' =1", "\"=1\"": "'\"=1\"",
		"\u00a0=1":     "'\u00a0=1",
		"+48500000001": "+48500000001", "-12.5": "-12.5", "-7": "-7", "7.25": "7.25", "+048": "'+048", "+48 500": "'+48 500",
		"-": "'-", "+": "'+", "-1.": "'-1.", "-1-1": "'-1-1", "\xff=1": "'\ufffd=1", "-12.50": "-12.50", "12": "12",
		"plain": "plain", "": "", "a=b": "a=b", "person@example.com": "person@example.com", "żółw": "żółw", "a-b": "a-b",
		// A Polish Excel splits a file with commas at semicolons, and the other way round.
		"x;=1+1": "x;'=1+1", "x,=1+1": "x,'=1+1", "x\t@a": "x\t'@a", "x;\"=1\"": "x;'\"=1\"", "x; =1": "x;' =1",
		"x\n=1":             "x\n'=1",
		"x;+48500000001;-7": "x;+48500000001;-7", "a;b": "a;b",
	} {
		require.Equal(t, want, sheet.Harmless(text), "%q", text)
	}
}

func TestNoReaderFindsAFormulaInAnyRow(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	alphabet := []rune("ab1=+-@\"';,\t \n\r＝ż")
	for range 50_000 {
		runes := make([]rune, random.IntN(9))
		for i := range runes {
			runes[i] = alphabet[random.IntN(len(alphabet))]
		}
		row := string(sheet.AppendRow(nil, ',', "001", sheet.Harmless(string(runes)), "77"))
		for _, cut := range []string{";", "\t", ";\t,"} {
			for _, cell := range strings.FieldsFunc(
				strings.TrimRight(row, "\r\n"), func(r rune) bool { return strings.ContainsRune(cut+"\r\n", r) },
			) {
				first := strings.TrimLeft(cell, "\" ")
				ran := first != "" && strings.ContainsRune("=@＝", []rune(first)[0])
				require.False(t, ran, "%q becomes the cell %q in %q", string(runes), cell, row)
			}
		}
	}
}

func TestEscapedCellsCanBeReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	alphabet := []rune("ab1=+-@\"';,|\t \n\r＝ż")
	for range 50_000 {
		runes := make([]rune, random.IntN(9))
		for i := range runes {
			runes[i] = alphabet[random.IntN(len(alphabet))]
		}
		text := string(runes)
		require.Equal(t, text, sheet.Original(sheet.Harmless(text)), "%q", text)
	}
	for _, own := range []string{"O'Hara", "'quoted'", "d'=e"} {
		require.Equal(t, own, sheet.Original(own))
	}
}

func TestTheApostropheOfASpreadsheetIsNoPartOfTheValue(t *testing.T) {
	for cell, want := range map[string]string{
		"'+48500000001": "+48500000001", "'+48 500 000 001": "+48 500 000 001", "'-12.5": "-12.5", "'@shop": "@shop",
		"'007": "'007", "'": "'", "''+48500000001": "'+48500000001",
	} {
		require.Equal(t, want, sheet.Original(cell), "%q", cell)
	}
}

func TestATextIsAddedAsACellOfItsHarmlessForm(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	alphabet := []rune("abZ019._@-+=\"';,|\t \n\r\x00＝ż")
	for range 50_000 {
		runes := make([]rune, random.IntN(12))
		for i := range runes {
			runes[i] = alphabet[random.IntN(len(alphabet))]
		}
		text := string(runes)
		for _, first := range []bool{true, false} {
			want := sheet.AppendCell([]byte("x"), ';', first, sheet.Harmless(text))
			require.Equal(t, want, sheet.AppendText([]byte("x"), ';', first, text), "%q", text)
		}
	}
	for _, text := range []string{"", "+48500000001", "person@example.com", "E-1"} {
		require.Equal(t, ","+text, string(sheet.AppendText(nil, ',', false, text)))
	}
}

func TestEveryRowComesBackFromACSVReader(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	alphabet := []rune("abcżó\"',;\n\t =+-@1 ")
	for range 10_000 {
		cells := make([]string, 3)
		for i := range cells {
			runes := make([]rune, random.IntN(8))
			for j := range runes {
				runes[j] = alphabet[random.IntN(len(alphabet))]
			}
			cells[i] = "x" + string(runes)
		}
		got, err := csv.NewReader(bytes.NewReader(sheet.AppendRow(nil, ',', cells...))).Read()
		require.NoError(t, err)
		require.Equal(t, cells, got)
	}
}
