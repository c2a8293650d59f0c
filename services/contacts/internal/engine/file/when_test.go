package file

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
)

func TestTimesAreReadAsTheStandardLibraryReadsThem(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		at := time.Unix(r.Int64N(4_000_000_000), r.Int64N(1e9)).In(time.FixedZone("", (r.IntN(26*60)-13*60)*60))
		text := at.Format([]string{time.RFC3339, time.RFC3339Nano, "2006-01-02T15:04:05.000Z07:00"}[r.IntN(3)])
		want, err := time.Parse(time.RFC3339Nano, text)
		require.NoError(t, err)
		seconds, micros, ok := ParseTime([]byte(text))
		require.True(t, ok, text)
		require.Equal(t, want.Unix(), seconds, text)
		require.Equal(t, int32(want.Nanosecond()/1000), micros, text)
	}
}

func FuzzParseTime(f *testing.F) {
	f.Add("2026-10-25T02:30:00.123456789+02:00")
	f.Add("2024-02-29T23:59:60Z")
	f.Fuzz(func(t *testing.T, text string) {
		seconds, _, ok := ParseTime([]byte(text))
		if !ok || text[17:19] == "60" {
			return // the standard library also accepts times that are not RFC 3339, and no leap seconds
		}
		want, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text[:10]+"T"+text[11:]))
		require.NoError(t, err)
		require.Equal(t, want.Unix(), seconds)
	})
}

func TestMalformedTimesAreRefused(t *testing.T) {
	for _, text := range []string{
		"", "2026", "2026-11-02", "2026-11-02T10:00:00", "2026-11-02T10:00:00+1:00", "2026-13-02T10:00:00Z",
		"2026-02-29T10:00:00Z",
		"2026-11-02T24:00:00Z", "2026-11-02T10:60:00Z", "2026-11-02T10:00:00.Z", "2026-11-02T10:00:00Zx",
		"2026-11-02X10:00:00Z",
		"02.11.2026 10:00:00Z", "2026-11-02T10:00:00+24:00", "2026-11-02T1a:00:00Z", "2026-11-02T10:00:00.123",
	} {
		_, _, ok := ParseTime([]byte(text))
		require.False(t, ok, text)
	}
}

func TestLocalDaysFollowTheZone(t *testing.T) {
	for _, name := range []string{"UTC", "Europe/Warsaw", "America/New_York", "Pacific/Apia", "Asia/Kathmandu"} {
		location, err := time.LoadLocation(name)
		require.NoError(t, err)
		zone := NewZone(location)
		r := rand.New(rand.NewPCG(2, 2))
		for range 4_000 {
			at := time.Unix(r.Int64N(3_000_000_000)-500_000_000, 0).In(location)
			want := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC).Unix() / secondsOfDay
			require.Equal(t, int32(want), zone.Day(at.Unix()), "%s %s", name, at)
		}
	}
}

func TestTheDayOfADateIsItsOwn(t *testing.T) {
	location, err := time.LoadLocation("Europe/Warsaw")
	require.NoError(t, err)
	zone := NewZone(location)
	day, ok := parseDate([]byte("2026-10-25"))
	require.True(t, ok)
	require.Equal(t, int32(day), zone.Day(zone.Midnight(day)))
	require.Equal(t, int32(day-1), zone.Day(zone.Midnight(day)-1))
}

func TestWindows1250IsTheCodePageOfThatName(t *testing.T) {
	for b := range 256 {
		require.Equal(t, string(charmap.Windows1250.DecodeByte(byte(b))), string(AppendWindows1250(nil, []byte{byte(b)})), b)
	}
}

func TestEncodings(t *testing.T) {
	polish, err := charmap.Windows1250.NewEncoder().String("żółta łódź, ZAŻÓŁĆ GĘŚLĄ JAŹŃ")
	require.NoError(t, err)
	for name, c := range map[string]struct {
		text      string
		marked    bool
		delimiter byte
		want      Encoding
	}{
		"ascii":                          {"a;b\n", false, ';', UTF8},
		"polish in utf-8":                {"żółta łódź", false, ';', UTF8},
		"polish in windows-1250":         {polish, false, ';', Windows1250},
		"the same with commas":           {polish, false, ',', Windows1250},
		"a broken row in plain text":     {"abc\xff\xfe", false, ',', UTF8},
		"a broken row in polish text":    {"żółta łódź \xb3", false, ';', UTF8},
		"a quotation mark of excel":      {polish + "\x84\x94", false, ';', Windows1250},
		"marked":                         {polish, true, ';', UTF8},
		"a character cut off at the end": {"ż\xc5", false, ';', Windows1250},
	} {
		t.Run(name, func(t *testing.T) {
			for size := 1; size < 7; size++ { // for any size of the pieces
				var s Sniffer
				for rest := []byte(c.text); len(rest) > 0; rest = rest[min(size, len(rest)):] {
					n, err := s.Write(rest[:min(size, len(rest))])
					require.NoError(t, err)
					require.Equal(t, min(size, len(rest)), n)
				}
				require.Equal(t, c.want, s.Encoding(c.marked, c.delimiter), size)
			}
		})
	}
}

func TestUTF16IsTold(t *testing.T) {
	require.Equal(t, UTF16LE, HeadEncoding([]byte("\xff\xfea\x00b\x00")))
	require.Equal(t, UTF16BE, HeadEncoding([]byte("\xfe\xff\x00a")))
	require.Equal(t, UTF16LE, HeadEncoding([]byte("u\x00i\x00d\x00,\x00\n\x00")))
	require.Equal(t, UTF16BE, HeadEncoding([]byte("\x00u\x00i\x00d\x00,\x00\n")))
	require.Equal(t, UTF8, HeadEncoding([]byte("uid,email\n")))
}

func BenchmarkParseTime(b *testing.B) {
	zone := NewZone(time.UTC)
	text := fmt.Appendf(nil, "2026-10-25T02:30:00.123Z")
	for b.Loop() {
		seconds, _, _ := ParseTime(text)
		zone.Day(seconds)
	}
}
