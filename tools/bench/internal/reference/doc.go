// Package reference computes the scores anew, in DuckDB and in ClickHouse over Parquet and in SQL in Postgres, by the
// rules of the project's scoring page, from one row for each contact and message.
package reference

// Window is what a calculation counts: the local days First to Last.
type Window struct{ First, Last int }

// Rule is the configuration of the scoring, in whole percent.
type Rule struct{ Open, Click, Delivery, Percentile int }

// Codes in place of a score, as the program's own result has them.
const (
	NoConsent  = 201
	NotInGroup = 202
	NoSending  = 203
	NoAddress  = 204
	// Missing stands where a result has no word on a contact.
	Missing = 255
)
