package provider

import (
	"slices"
	"sort"
	"time"
)

const (
	// soon is how soon after its delivery a mail is opened or clicked only by virus scanners.
	soon = 5 * time.Second
	// atOnce is the interval in which no person follows two links.
	atOnce = time.Second
)

// prefetchers are the programs that load a mail's images before a person looks at it, or without one. Proxies that load
// them when a person looks are not among them, although they hide the person: opens by Gmail's "(via ggpht.com
// GoogleImageProxy)" and "YahooMailProxy" count as a person's.
var prefetchers = map[string]bool{
	// Apple's Mail Privacy Protection; no other client sends so short an agent:
	// https://documentation.mailgun.com/docs/mailgun/user-manual/tracking-messages/open-click-bot-detect
	"Mozilla/5.0": true,
	// Gmail's fetch at delivery, from Google's addresses: https://www.gmass.co/blog/false-opens-in-gmail/
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 " +
		"Safari/537.36 Edge/12.246 Mozilla/5.0": true,
}

// received is one mail to one recipient.
type received struct{ mail, address string }

// markMachines changes the types of opens and clicks by machines. It recognises them by the provider's mark, by the
// program, by an action too soon after the delivery, or by clicks on several links at once. It uses the events of one
// request only, so the verdict on a request is always the same. All events of a request may be of one mail and
// recipient, so no step compares all pairs.
func markMachines(events []Event) {
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
		markManyAtOnce(clicks)
		slices.Reverse(clicks)
		markManyAtOnce(clicks)
	}
}

// follows reports whether an event came sooner after one of the deliveries, which are sorted by time, than a person
// could act.
func (e *Event) follows(deliveries []time.Time) bool {
	later := sort.Search(len(deliveries), func(i int) bool { return deliveries[i].After(e.OccurredAt) })
	return later > 0 && e.OccurredAt.Sub(deliveries[later-1]) < soon
}

// markManyAtOnce marks the clicks that follow a click on another link within atOnce. Clicks are sorted by time,
// ascending or descending.
func markManyAtOnce(clicks []*Event) {
	var last, other *Event // the previous click, and the nearest one before it on another link
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
