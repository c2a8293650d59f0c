// Package reference computes the scores independently, in DuckDB and in ClickHouse over Parquet and in SQL in Postgres,
// by the rules of the project's scoring page, from one row for each contact and message. DuckDB also computes those of
// visitors, from one row for each web event.
package reference

import "puls.app/tools/bench/internal/data"

// Window is the period of a calculation: the local days First to Last.
type Window struct{ First, Last int }

// Rule is the configuration of the scoring, in whole percent.
type Rule struct {
	Open, Click, Delivery, Percentile int
	// Events are the weights of the kinds of web events, from data.PageView on; for e-mail all are 0.
	Events [data.Purchase]int
	// ByID removes repeated web events by their ids; the data have none.
	ByID bool
}

func (r Rule) leads() bool { return r.Events != [data.Purchase]int{} }

func (r Rule) of(kind uint8) int { return r.Events[kind-data.PageView] }
