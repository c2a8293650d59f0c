package columnar

import (
	"time"

	"puls.app/services/reports/internal/core"
)

const secondsOfDay = 24 * 60 * 60

// Day is a number of days since 1970-01-01.
type Day int32

func dayOf(date time.Time) Day { return Day(date.Unix() / secondsOfDay) }

// Name is a name of the API, such as a reason, for which a CSV file may have a word.
type Name string

// Change is a row of a file of changes: a recipient in two results. All columns of an absent recipient are null.
type Change struct {
	UID          string `parquet:"uid,dict"`
	Number       int32  `parquet:"number"`
	ScoreBefore  *int32 `parquet:"score_before,optional"`
	ReasonBefore *Name  `parquet:"excluded_reason_before,optional,dict"`
	KnownBefore  *bool  `parquet:"known_before,optional"`
	Score        *int32 `parquet:"score,optional"`
	Reason       *Name  `parquet:"excluded_reason,optional,dict"`
	Known        *bool  `parquet:"known,optional"`
}

// ChangeOf returns the row of a change.
func ChangeOf(c *core.Change) Change {
	return Change{
		UID: string(c.UID), Number: int32(c.Number),
		ScoreBefore: score(c.Before.Score), ReasonBefore: name(c.Before.Reason), KnownBefore: c.Before.Known,
		Score: score(c.After.Score), Reason: name(c.After.Reason), Known: c.After.Known,
	}
}

// SendingDay is a row of a file of sendings by day.
type SendingDay struct {
	Date         Day   `parquet:"date,date"`
	ScoringType  Name  `parquet:"scoring_type,dict"`
	Sent         int32 `parquet:"sent"`
	Delivered    int32 `parquet:"delivered"`
	Opened       int32 `parquet:"opened"`
	Clicked      int32 `parquet:"clicked"`
	Bounced      int32 `parquet:"bounced"`
	Unsubscribed int32 `parquet:"unsubscribed"`
}

// SendingDayOf returns the row of a day.
func SendingDayOf(d *core.SendingDay) SendingDay {
	return SendingDay{
		Date: dayOf(d.Date), ScoringType: Name(d.Channel.String()), Sent: int32(d.Sent.Sent), Delivered: int32(d.Delivered),
		Opened: int32(d.Opened), Clicked: int32(d.Clicked), Bounced: int32(d.Bounced), Unsubscribed: int32(d.Unsubscribed),
	}
}

// SentMessage is a row of a file of one day's messages.
type SentMessage struct {
	MessageID    *string `parquet:"message_id,optional"`
	MessageCount int32   `parquet:"message_count"`
	Category     *Name   `parquet:"category,optional,dict"`
	UID          string  `parquet:"uid,dict"`
	ScoringType  Name    `parquet:"scoring_type,dict"`
	Sent         int32   `parquet:"sent"`
	Delivered    int32   `parquet:"delivered"`
	Opened       int32   `parquet:"opened"`
	Clicked      int32   `parquet:"clicked"`
	Bounced      int32   `parquet:"bounced"`
	Unsubscribed int32   `parquet:"unsubscribed"`
}

// SentMessageOf returns the row of a message.
func SentMessageOf(m *core.SentMessage) SentMessage {
	return SentMessage{
		MessageID: text(&m.ID), MessageCount: int32(m.Messages), Category: name(m.Channel.CategoryName(m.Category)),
		UID: string(m.UID), ScoringType: Name(m.Channel.String()), Sent: int32(m.Sent.Sent), Delivered: int32(m.Delivered),
		Opened: int32(m.Opened), Clicked: int32(m.Clicked), Bounced: int32(m.Bounced), Unsubscribed: int32(m.Unsubscribed),
	}
}

// name returns the column's value for a name; an empty one means none.
func name(s string) *Name {
	if s == "" {
		return nil
	}
	n := Name(s)
	return &n
}
