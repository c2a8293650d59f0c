// Package reference computes the scores anew, in DuckDB and in ClickHouse over Parquet and in SQL in Postgres, by the
// rules of the project's scoring page, from one row for each contact and message. DuckDB also computes those of
// visitors, from one row for each web event.
package reference

import "puls.app/tools/bench/internal/data"

// Window is what a calculation counts: the local days First to Last.
type Window struct{ First, Last int }

// Rule is the configuration of the scoring, in whole percent.
type Rule struct {
	Open, Click, Delivery, Percentile int
	// Events are the weights of the kinds of web events, from data.PageView on; of e-mail they are all 0.
	Events [data.Purchase]int
	// ByID leaves out web events that were reported before, which are none.
	ByID bool
}

func (r Rule) leads() bool { return r.Events != [data.Purchase]int{} }

func (r Rule) of(kind uint8) int { return r.Events[kind-data.PageView] }
