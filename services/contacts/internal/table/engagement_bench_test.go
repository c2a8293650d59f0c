package table

import (
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
)

// benchRows is how many rows a benchmark reads at a time: one transaction.
const benchRows = 200_000

// benchText makes rows of mailing: by time, shuffled, or with a message id for every recipient.
func benchText(form string) []byte {
	r := rand.New(rand.NewPCG(9, 9))
	rows := make([]string, benchRows)
	for i := range rows {
		at := time.Unix(int64(testDay-60)*SecondsOfDay+int64(i)*20, 0).UTC().Format(time.RFC3339)
		message := fmt.Sprintf("m%d", i/20_000)
		if form == "single" {
			message = fmt.Sprintf("automation-%08d", i)
		}
		rows[i] = fmt.Sprintf(
			"e%d,%s,001,mailing.%s,%s,info,C%d,,,,\n", i, at, []string{"sent", "delivered", "opened"}[i%3], message,
			r.IntN(200_000),
		)
	}
	if form == "shuffled" {
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	}
	var text []byte
	for _, row := range rows {
		text = append(text, row...)
	}
	return text
}

func BenchmarkEngagement(b *testing.B) {
	for _, form := range []string{"by time", "shuffled", "single"} {
		b.Run(form, func(b *testing.B) {
			facts := fact.NewFacts()
			e, book := account1(b, facts)
			text := benchText(form)
			columns := make([]int, EventMachine) // files need not have the machine column
			for i := range columns {
				columns[i] = i
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				s := file.NewCSV(&blocks{text}, file.Start{}, ',', columns, EngagementFields)
				e.Begin()
				for e.BeginWindow(); s.Fill(); e.BeginWindow() {
					for s.Next() {
						e.Read(s.Row())
					}
					e.Resolve(func(contact.DatabaseID) *fact.Book { return book })
				}
				if err := facts.Batches(func(*fact.Batch) error { return nil }); err != nil || e.Kept != benchRows {
					b.Fatal(e.Kept, err)
				}
			}
			b.ReportMetric(float64(benchRows*b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// blocks is a source that returns a mebibyte at a time.
type blocks struct{ rest []byte }

func (b *blocks) Append(text []byte) ([]byte, error) {
	if len(b.rest) == 0 {
		return text, io.EOF
	}
	n := min(1<<20, len(b.rest))
	text, b.rest = append(text, b.rest[:n]...), b.rest[n:]
	return text, nil
}
