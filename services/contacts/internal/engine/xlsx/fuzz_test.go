package xlsx_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzSheet reads any sheet with any strings: the result is CSV, the same each time, or an error.
func FuzzSheet(f *testing.F) {
	const texts = `<sst><si><t>e-mail</t></si><si><r><t>żó</t></r><rPh><t>no</t></rPh><r><t xml:space="preserve">łw "x"</t></r></si></sst>`
	for _, rows := range []string{
		`<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>a,b</t></is></c></row>`,
		`<row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4"><v>48501234567</v></c><c t="b"><v>1</v></c></row>`,
		`<row r="5"><c r="B5"><v>4.85E10</v></c><c r="E5" t="str"><v>a` + "\n" + `b</v></c></row>`,
		`<row><c t="e"><v>#N/A</v></c></row>`,
		`<row r="6"><c r="A6"><f>1+1</f></c><c r="XFD6" s="1"><v>0.1</v></c></row>`,
		`<row r="3"/><row r="2"/>`, `<row r="9999999"/>`, `<row r="1"><c></row>`, `<row><!-- --><c><v>&#65;&lt;&bogus;</v></c>`,
		`<row><c><v><![CDATA[<]]></v></c></row>`, `<row><c t="s"><v>7</v></c></row>`, `<row><c t="s"><v>-1</v></c></row>`,
	} {
		f.Add("<worksheet><sheetData>"+rows+"</sheetData></worksheet>", texts)
	}
	f.Add(`<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>`, texts)
	f.Add(`<worksheet><row><c t="s"><v>0</v></c></row></worksheet>`, `<sst><si><t>`)
	f.Fuzz(func(t *testing.T, sheet, texts string) {
		text, err := TextOf(t, sheet, texts)
		again, errAgain := TextOf(t, sheet, texts)
		require.Equal(t, text, again)
		require.Equal(t, err == nil, errAgain == nil)
		if err != nil {
			return
		}
		rows := csv.NewReader(strings.NewReader(text))
		rows.FieldsPerRecord = -1
		_, err = rows.ReadAll()
		require.NoError(t, err, "%q", text)
	})
}
