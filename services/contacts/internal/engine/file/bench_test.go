package file

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"testing"
)

// BenchmarkCSV compares this package's scanner with the reader of the standard library, which gets the whole text, on a
// file of engagement: unquoted as systems write it and quoted as spreadsheets do. ADR 26 is about the ratio.
func BenchmarkCSV(b *testing.B) {
	const rows, columns = 200_000, 11
	for form, row := range map[string]string{
		"plain":  "e%d,2026-11-01T10:00:00Z,001,mailing.delivered,m17,info,C%d,,,,\n",
		"quoted": `"e%d","2026-11-01T10:00:00Z","001","mailing.delivered","m17","info","C%d","","","",""` + "\n",
	} {
		var text []byte
		for i := range rows {
			text = fmt.Appendf(text, row, i, i*7%rows)
		}
		measure := func(name string, read func() int) {
			b.Run(form+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if read() != rows {
						b.Fatal("rows are missing")
					}
				}
				b.ReportMetric(float64(rows*b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
		measure("scanner", func() (found int) {
			targets := make([]int, columns)
			for i := range targets {
				targets[i] = i
			}
			s := NewCSV(cutAt(text, func() int { return 1 << 20 }), Start{}, ',', targets, columns)
			for s.Fill() {
				for s.Next() {
					found++
				}
			}
			return found
		})
		measure("standard", func() (found int) {
			r := csv.NewReader(bytes.NewReader(text))
			r.ReuseRecord = true
			for {
				if _, err := r.Read(); errors.Is(err, io.EOF) {
					return found
				}
				found++
			}
		})
	}
}
