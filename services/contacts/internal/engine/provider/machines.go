package provider

import (
	"slices"
	"sort"
	"time"
)

const (
	// soon is how fast after a mail was delivered nobody opens it or follows its links, but what checks mails for viruses.
	soon = 5 * time.Second
	// atOnce is within what time nobody follows two links.
	atOnce = time.Second
)

// prefetchers are the programs that load a mail's pictures before, or without, anybody looking at it. Those that load
// them when somebody does are none, though they hide who that is: Gmail's "(via ggpht.com GoogleImageProxy)" and
// "YahooMailProxy" open as people do.
var prefetchers = map[string]bool{
	// Apple's Mail Privacy Protection, and nothing besides says so little:
	// https://documentation.mailgun.com/docs/mailgun/user-manual/tracking-messages/open-click-bot-detect
	"Mozilla/5.0": true,
	// Gmail's fetch at delivery, from Google's addresses: https://www.gmass.co/blog/false-opens-in-gmail/
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 " +
		"Safari/537.36 Edge/12.246 Mozilla/5.0": true,
}

// received is one mail of one recipient.
type received struct{ mail, address string }

// tellMachines gives opens and clicks that a machine did their own type: where the provider says so already, by the
// program, so fast after the delivery, or of several links at once. It goes by the events of one request alone, so the
// same request has the same verdict whenever it is read. All of a request may be of one mail and recipient, so nothing
// here compares each with each.
func tellMachines(events []Event) {
	delivered, clicked := map[received][]time.Time{}, map[received][]*Event{}
	for i := range events {
		e := &events[i]
		switch of := (received{e.mail, e.Address}); {
		case e.mail == "" || e.OccurredAt.IsZero():
		case e.Type == Delivered:
			delivered[of] = append(delivered[of], e.OccurredAt)
		case e.Type == Clicked && e.link != "":
			clicked[of] = append(clicked[of], e)
		}
	}
	for _, deliveries := range delivered {
		slices.SortFunc(deliveries, time.Time.Compare)
	}
	for i := range events {
		e := &events[i]
		of := received{e.mail, e.Address}
		switch {
		case e.Type == Opened && (prefetchers[e.agent] || e.follows(delivered[of])):
			e.Type = MachineOpened
		case e.Type == Clicked && e.follows(delivered[of]):
			e.Type = MachineClicked
		}
	}
	for _, clicks := range clicked {
		slices.SortFunc(clicks, func(a, b *Event) int { return a.OccurredAt.Compare(b.OccurredAt) })
		tellManyAtOnce(clicks)
		slices.Reverse(clicks)
		tellManyAtOnce(clicks)
	}
}

// follows reports whether an event came sooner after one of some deliveries, in the order of time, than a person could
// act.
func (e *Event) follows(deliveries []time.Time) bool {
	later := sort.Search(len(deliveries), func(i int) bool { return deliveries[i].After(e.OccurredAt) })
	return later > 0 && e.OccurredAt.Sub(deliveries[later-1]) < soon
}

// tellManyAtOnce finds the clicks that lie at the same time as one of another link before them, in the order of time or
// against it.
func tellManyAtOnce(clicks []*Event) {
	var last, other *Event // the click before, and the nearest one before of another link
	for _, e := range clicks {
		if last != nil && last.link != e.link {
			other = last
		}
		if other != nil && e.OccurredAt.Sub(other.OccurredAt).Abs() < atOnce {
			e.Type = MachineClicked
		}
		last = e
	}
}
