package provider

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestAFullRequestOfOneRecipientTakesAsLongAsOneOfMany(t *testing.T) {
	const full = 11_000 // events, as many as fit into a request
	const link = "https://shop.example.com/a/page/with/a/name/as/long/as/others"
	began := time.Unix(1_600_000_000, 0)
	for name, event := range map[string]func(i int) (Type, time.Time){
		"clicks of one link, one after another": func(i int) (Type, time.Time) {
			return Clicked, began.Add(time.Duration(i) * time.Second)
		},
		"clicks of one link at one time": func(int) (Type, time.Time) { return Clicked, began },
		"opens long after their deliveries": func(i int) (Type, time.Time) {
			if i%2 == 0 {
				return Delivered, began
			}
			return Opened, began.Add(time.Hour)
		},
	} {
		one, many := make([]Event, full), make([]Event, full)
		for i := range full {
			kind, at := event(i)
			one[i] = Event{Type: kind, OccurredAt: at, Address: "a@b.pl", mail: "m", link: string([]byte(link))}
			many[i] = one[i]
			many[i].Address = fmt.Sprintf("%d@b.pl", i)
		}
		ofOne, ofMany := time.Hour, time.Hour
		for range 5 { // alternately, since other processes may use the processor
			ofOne, ofMany = min(ofOne, timeToMark(one)), min(ofMany, timeToMark(many))
		}
		assert.Less(t, ofOne, 10*ofMany, name)
	}
}

func timeToMark(events []Event) time.Duration {
	events = slices.Clone(events)
	began := time.Now()
	markMachines(events)
	return time.Since(began)
}
