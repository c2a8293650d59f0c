package xlsx

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// piece returns a piece of XML that may be larger than a window.
func piece(random *rand.Rand) string {
	long := func(text string) string { return strings.Repeat(text, 1+random.IntN(1<<random.IntN(14))) }
	switch random.IntN(12) {
	case 0:
		return fmt.Sprintf(`<x:row r="%d" x:s='a"b'  t = "&lt;&#x142;" >`, random.IntN(100))
	case 1:
		return `</x:row >`
	case 2:
		return `<c r="A1"/><d/>`
	case 3:
		return `<v a="` + long("z") + `">` + long("1") + `</v>`
	case 4:
		return long("żółw ")
	case 5:
		return long("&amp;&#65;&#x1F600;&quot;&apos;&gt;&lt;")
	case 6:
		return `<![CDATA[` + long("a<b>&amp;]]") + `]]>`
	case 7:
		return `<!--` + long(" <c> - ") + `-->`
	case 8:
		return `<?pi ` + long("? ") + `?>`
	case 9:
		return "\n\t " + long(" ")
	case 10:
		return `<e a=">" b='>>'>`
	default:
		return `]]`
	}
}

// seenBy lists the tokens that a reader of XML finds, with successive texts joined.
type seenBy struct {
	list []string
	text strings.Builder
}

func (s *seenBy) note(what string) {
	if s.text.Len() > 0 {
		s.list = append(s.list, "text "+s.text.String())
		s.text.Reset()
	}
	s.list = append(s.list, what)
}

func TestTheScannerAgreesWithTheStandardLibrary(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(69, seed))
		var body strings.Builder
		body.WriteString("<a>")
		for range 1 + random.IntN(60) {
			body.WriteString(piece(random))
		}
		body.WriteString("</a>")
		var want, got seenBy
		library := xml.NewDecoder(strings.NewReader(body.String()))
		library.Strict = false
		for {
			token, err := library.RawToken()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, seed)
			switch e := token.(type) {
			case xml.StartElement:
				values := ""
				for _, a := range e.Attr {
					values += " " + a.Name.Local + "=" + a.Value
				}
				want.note("start " + e.Name.Local + values)
			case xml.EndElement:
				want.note("end " + e.Name.Local)
			case xml.CharData:
				want.text.Write(e)
			}
		}
		s := newScanner(iotest.HalfReader(strings.NewReader(body.String())), func(n int) error {
			require.LessOrEqual(t, n, maxTag)
			return nil
		})
		for {
			found, err := s.next()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, seed)
			switch found {
			case tokenStart:
				what := "start " + string(s.name)
				for _, name := range []string{"r", "s", "t", "a", "b"} {
					if value := s.attr(name, true); value != "" {
						what += " " + name + "=" + value
					}
				}
				got.note(what)
			case tokenEnd:
				got.note("end " + string(s.name))
			case tokenText:
				got.text.Write(s.text)
			}
		}
		require.Equal(t, want.list, got.list, "seed %d", seed)
		require.EqualValues(t, body.Len(), s.offset())
		require.LessOrEqual(t, cap(s.window), maxTag)
	}
}

func TestMalformedXMLEndsTheScan(t *testing.T) {
	for text, want := range map[string]error{
		`<!DOCTYPE a [<!ENTITY b "c">]><a/>`: errBroken, `<!`: io.ErrUnexpectedEOF, `<a`: io.ErrUnexpectedEOF,
		`<!-- `: io.ErrUnexpectedEOF, `<![CDATA[ ]]`: io.ErrUnexpectedEOF, `<`: io.ErrUnexpectedEOF, `a&b;`: errBroken,
		`&#0;`: nil, `&#xD800;`: errBroken, `&amp`: errBroken, `&` + strings.Repeat("a", 99): errBroken,
		"<\x00a\x00>":                          errBroken,
		`<a b="` + strings.Repeat("c", maxTag): errTooMuch, `< a>`: errBroken,
	} {
		s := newScanner(strings.NewReader(text), func(int) error { return nil })
		var err error
		for err == nil {
			_, err = s.next()
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
		require.ErrorIs(t, err, want, "%.40q", text)
	}
	stopped := errors.New("stopped")
	s := newScanner(strings.NewReader(`<a/>`), func(int) error { return stopped })
	_, err := s.next()
	require.ErrorIs(t, err, stopped)
}

// Strings that were spilled to disk and are read in any order cost two megabytes for each cell. That counts as work.
func TestReadingStringsBackIsWork(t *testing.T) {
	const strings64K = 200
	work := 0
	table := newTable(io.NopCloser(strings.NewReader(
		"<sst>"+strings.Repeat("<si><t>"+strings.Repeat("x", 60<<10)+"</t></si>", strings64K)+"</sst>",
	)), func(bytes int) error { work += bytes; return nil })
	_, whole, err := table.find(strings64K - 1)
	require.NoError(t, err)
	require.True(t, whole)
	read := work
	for number := range 64 {
		text, whole, err := table.find(number % 4 * groupSize)
		require.NoError(t, err)
		require.True(t, whole)
		require.Len(t, text, 60<<10)
	}
	require.Greater(t, work-read, 64*groupSize*(60<<10)/2)
	require.NoError(t, table.close())
}
