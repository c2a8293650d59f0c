package reference

import (
	_ "embed" // the statements lie beside this file
	"fmt"
	"strconv"
	"strings"

	"puls.app/tools/bench/internal/data"
)

//go:embed duckdb.sql
var duckdbSQL string

//go:embed duckdb_leads.sql
var duckdbLeadsSQL string

//go:embed clickhouse.sql
var clickhouseSQL string

//go:embed postgres.sql
var postgresSQL string

//go:embed parquet.sql
var parquetSQL string

//go:embed compare.sql
var compareSQL string

//go:embed downloads.sql
var downloadsSQL string

// statement returns the named statement of a file with its values replaced.
func statement(file, name string, values ...string) (string, error) {
	_, rest, found := strings.Cut(file, "-- name: "+name+"\n")
	if !found {
		return "", fmt.Errorf("there is no statement %s", name)
	}
	text, _, _ := strings.Cut(rest, "-- name: ")
	text = strings.NewReplacer(values...).Replace(text)
	if at := strings.IndexByte(text, '{'); at >= 0 {
		return "", fmt.Errorf("statement %s has no value for %.20s", name, text[at:])
	}
	return text, nil
}

// values returns the values of a run's statements.
func values(w Window, r Rule, more ...string) []string {
	events := "visitor, kind"
	if r.ByID {
		events = "DISTINCT visitor, day, kind, event"
	}
	return append([]string{
		"{first}", strconv.Itoa(w.First), "{last}", strconv.Itoa(w.Last), "{percentile}", strconv.Itoa(r.Percentile),
		"{open}", strconv.Itoa(r.Open), "{click}", strconv.Itoa(r.Click), "{delivery}", strconv.Itoa(r.Delivery),
		"{page_view}", strconv.Itoa(r.of(data.PageView)), "{product_view}", strconv.Itoa(r.of(data.ProductView)),
		"{checkout_view}", strconv.Itoa(r.of(data.CheckoutView)), "{payment_info}", strconv.Itoa(r.of(data.PaymentInfo)),
		"{purchase}", strconv.Itoa(r.of(data.Purchase)), "{events}", events,
	}, more...)
}
