package webhook

import (
	"encoding/json"
	"fmt"
	"time"

	"puls.app/services/spec"
)

const (
	// MaxBytes bounds a body: the specification asks for less than 20 kB.
	MaxBytes = 20_000
	// maxChanges is the number of changes that fit below MaxBytes with the longest values.
	maxChanges = 120
)

// Change has the cells of a contact (or visitor) in two results.
type Change struct {
	Place
	UID           string
	Before, After byte
}

// encode writes a body: the type of the event, its time, and its data.
func encode(t *Taken, data any) ([]byte, error) {
	body, err := json.Marshal(struct {
		Type      string `json:"type"`
		Timestamp string `json:"timestamp"`
		Data      any    `json:"data"`
	}{t.Event, t.OccurredAt.UTC().Format(time.RFC3339Nano), data})
	if err != nil {
		return nil, fmt.Errorf("write body of webhook: %w", err)
	}
	return body, nil
}

// named has the first fields of all events of a result.
type named struct {
	ScoringID     string `json:"scoringId"`
	ScoringName   string `json:"scoringName"`
	ScoringType   string `json:"scoringType"`
	GeneratedDate string `json:"generatedDate"`
	// Revision is above 1 if the result of the day was calculated again.
	Revision int32 `json:"revision"`
}

func nameOf(r *Result) named {
	return named{r.Scoring.String(), r.Name, spec.Channel(r.Channel).String(), r.Date, r.Revision}
}

type resultData struct {
	named
	Bands   [spec.Bands]int32 `json:"bands"`
	LeftOut int32             `json:"leftOut"`
}

func resultOf(t *Taken) resultData {
	r := t.Content.Result
	return resultData{nameOf(r), r.Bands, r.LeftOut}
}

type bandsData struct {
	named
	From string `json:"from"`
	// Part counts from 1; Last is set in the last message.
	Part    int          `json:"part"`
	Last    bool         `json:"last"`
	Changes []changeData `json:"changes"`
}

type changeData struct {
	UID    string    `json:"uid"`
	Number int64     `json:"number"`
	Before *standing `json:"before,omitempty"`
	After  *standing `json:"after,omitempty"`
}

// standing is a score or the reason for having none, and for visitors whether they are known contacts.
type standing struct {
	Score  *int   `json:"score,omitempty"`
	Reason string `json:"reason,omitempty"`
	Known  *bool  `json:"known,omitempty"`
}

func bandsOf(t *Taken, changes []Change, last bool) bandsData {
	r := t.Content.Result
	data := bandsData{
		named: nameOf(r), From: r.From, Part: t.Parts + 1, Last: last, Changes: make([]changeData, len(changes)),
	}
	for i, c := range changes {
		data.Changes[i] = changeData{
			c.UID, c.Number, standingOf(spec.Channel(r.Channel), c.Before), standingOf(spec.Channel(r.Channel), c.After),
		}
	}
	return data
}

// standingOf returns nil for a contact that is not part of the result.
func standingOf(channel spec.Channel, cell byte) *standing {
	if cell == spec.CellAbsent {
		return nil
	}
	visits := channel == spec.Web
	s := &standing{}
	if score, scored := spec.CellScore(cell, visits); scored || visits {
		s.Score = &score
	} else {
		s.Reason = channel.Reason(cell)
	}
	if visits {
		known := cell&spec.CellKnown != 0
		s.Known = &known
	}
	return s
}

type departureData struct {
	UID     string  `json:"uid"`
	Channel string  `json:"channel,omitempty"`
	Cause   string  `json:"cause,omitempty"`
	Numbers []int32 `json:"numbers"`
}
