package demo

import (
	"fmt"
	"math"
	"strings"
)

const (
	ownContacts  = 20_000
	shopContacts = 6_000
)

// The groups of the own uid.
const (
	groupNewsletter = "Newsletter"
	groupCustomers  = "Klienci"
	groupVIP        = "VIP"
	groupTest       = "Lista testowa"
)

// The groups of the shop.
const (
	groupShopNewsletter = "Newsletter sklepu"
	groupBuyers         = "Kupujący"
)

const (
	never  = math.MinInt32
	always = math.MaxInt32
)

// contact is one recipient: the data of the company, and the hidden traits that the events follow.
type contact struct {
	externalID, email, gsm string
	first, city            string
	purchases              int
	created                int64
	createdDay             int
	emailConsent           bool
	smsConsent             bool
	emailBlocked           bool
	gsmBlocked             bool
	groups                 []string

	// interest is the latent engagement, 0 to 1; trend its change over the days; clicks the share of opens that lead to a
	// click.
	interest, clicks float64
	trend            trend
	// reads selects the recipients of the guides.
	reads bool
	// bounces and silence are the shares of mailings and SMS that are not delivered.
	bounces, silence float64
	// mailUntil and smsUntil are the last days on which the company sends.
	mailUntil, smsUntil int
}

type trend uint8

const (
	steady trend = iota
	fading
	waking
)

// mood is the engagement on a day.
func (c *contact) mood(day int) float64 {
	m := c.interest
	switch c.trend {
	case steady:
	case fading:
		m *= 1.3 - 1.1*float64(day)/Days
	case waking:
		m *= 0.3 + 1.1*float64(day)/Days
	}
	if age := day - c.createdDay; age < 30 {
		m *= 1.3 // a new contact is curious
	}
	return clamp(m)
}

func (c *contact) in(group string) bool {
	for _, g := range c.groups {
		if g == group {
			return true
		}
	}
	return false
}

// crowd makes the contacts of one uid.
type crowd struct {
	by       chance
	calendar *calendar
	cities   *cities
	women    []string
	men      []string
	surnames []string
	taken    map[string]bool
	phone    int
}

func newCrowd(stream uint64, calendar *calendar, phone int) *crowd {
	return &crowd{
		by: newChance(stream), calendar: calendar, cities: newCities(), taken: map[string]bool{}, phone: phone,
		women: strings.Fields(womenNames), men: strings.Fields(menNames), surnames: strings.Fields(surnames),
	}
}

// person makes the n-th of all contacts, in the order of creation.
func (w *crowd) person(n, all int) contact {
	c := contact{mailUntil: always, smsUntil: always, purchases: -1}
	w.name(&c)
	w.arrive(&c, (float64(n)+w.by.Float64())/float64(all))
	w.character(&c)
	return c
}

func (w *crowd) name(c *contact) {
	surname := w.surnames[w.by.IntN(len(w.surnames))]
	if w.by.happens(0.56) {
		c.first, surname = w.women[w.by.IntN(len(w.women))], feminine(surname)
	} else {
		c.first = w.men[w.by.IntN(len(w.men))]
	}
	c.city = w.cities.pick(w.by)
	domain := "example.com"
	if w.by.happens(0.4) {
		domain = "example.pl"
	}
	local := plain(c.first) + "." + plain(surname)
	c.email = local + "@" + domain
	for number := 2; w.taken[c.email]; number++ {
		c.email = fmt.Sprintf("%s%d@%s", local, number, domain)
	}
	w.taken[c.email] = true
	w.phone++
	// A step that shares no factor with a million gives every contact a unique number that looks random.
	c.gsm = fmt.Sprintf("+48500%06d", w.phone*618_033%1_000_000)
}

// arrive sets the date of creation: a steady stream that grew by half over two years.
func (w *crowd) arrive(c *contact, share float64) {
	// The density is 0.8 + 0.4·x; its sum 0.8·x + 0.2·x² is solved for x.
	x := (math.Sqrt(0.64+0.8*share) - 0.8) / 0.4
	c.createdDay = min(Days-1, Days-creationDays+int(x*creationDays))
	second := int64(14*hour + w.by.NormFloat64()*3*hour)
	c.created = w.calendar.at(c.createdDay, max(0, min(second, 23*hour)))
}

// character draws the traits behind a contact's behaviour. Four kinds of people spread over all score bands.
func (w *crowd) character(c *contact) {
	switch by := w.by; by.pickShare(0.2, 0.42, 0.28) {
	case 0: // sleepers
		c.interest = by.between(0.005, 0.06)
	case 1: // now and then
		c.interest = by.between(0.1, 0.42)
	case 2: // regular
		c.interest = by.between(0.42, 0.72)
	default: // keen
		c.interest = by.between(0.72, 0.96)
	}
	c.clicks = clamp(0.04 + 0.42*c.interest*w.by.Float64())
	c.reads = w.by.happens(0.35 + 0.5*c.interest)
	switch w.by.pickShare(0.15, 0.06) {
	case 0:
		c.trend = fading
	case 1:
		c.trend = waking
	}
	switch w.by.pickShare(0.035, 0.04) {
	case 0:
		c.bounces = 0.97 // the mailbox is gone
	case 1:
		c.bounces = w.by.between(0.2, 0.6) // the mailbox is often full
	default:
		c.bounces = 0.008
	}
	switch w.by.pickShare(0.04, 0.12) {
	case 0:
		c.silence = 0.95
	case 1:
		c.silence = w.by.between(0.2, 0.7)
	default:
		c.silence = 0.012
	}
}

// pickShare returns the index of the share that a random value falls into, or the number of shares if it is in none.
func (c chance) pickShare(shares ...float64) int {
	x := c.Float64()
	for i, share := range shares {
		if x -= share; x < 0 {
			return i
		}
	}
	return len(shares)
}

// permit draws consents and blocks. Some contacts without consent had given it, and were sent messages until they
// withdrew it.
func (w *crowd) permit(c *contact) {
	c.emailConsent, c.smsConsent = w.by.happens(0.92), w.by.happens(0.88)
	c.emailBlocked, c.gsmBlocked = w.by.happens(0.012), w.by.happens(0.008)
	if !c.emailConsent || c.emailBlocked {
		c.mailUntil = w.until()
	}
	if !c.smsConsent || c.gsmBlocked {
		c.smsUntil = w.until()
	}
}

func (w *crowd) until() int {
	if w.by.happens(0.3) {
		return w.by.IntN(Days)
	}
	return never
}

// ownCrowd makes the readers and customers of the own uid.
func ownCrowd(calendar *calendar, all int) []contact {
	w := newCrowd(streamOwn, calendar, 0)
	contacts := make([]contact, all)
	for i := range contacts {
		c := w.person(i, all)
		c.externalID = fmt.Sprintf("K%07d", 1000+i*3)
		w.permit(&c)
		switch w.by.pickShare(0.03, 0.24, 0.006, 0.006) {
		case 0: // joined by phone: never had an e-mail
			c.email, c.mailUntil = "", never
		case 1:
			c.gsm, c.smsUntil = "", never
		case 2: // the address was removed after mailings to it
			c.email, c.mailUntil = "", min(c.mailUntil, Days-1-w.by.IntN(20))
		case 3:
			c.gsm, c.smsUntil = "", min(c.smsUntil, Days-1-w.by.IntN(20))
		}
		if w.by.happens(0.66 + 0.2*c.interest) {
			c.groups = append(c.groups, groupNewsletter)
		}
		if w.by.happens(0.3 + 0.35*c.interest) {
			c.groups = append(c.groups, groupCustomers)
			c.purchases = 1 + w.by.repeats(0.35+0.5*c.interest, 40)
			if c.purchases > 6 {
				c.groups = append(c.groups, groupVIP)
			}
		}
		if w.by.happens(0.002) {
			c.groups = append(c.groups, groupTest)
		}
		contacts[i] = c
	}
	return contacts
}

// shopCrowd makes the customers of the shop, which have addresses but no external ids.
func shopCrowd(calendar *calendar, all int) []contact {
	w := newCrowd(streamShop, calendar, ownContacts)
	contacts := make([]contact, all)
	for i := range contacts {
		c := w.person(i, all)
		w.permit(&c)
		switch w.by.pickShare(0.02, 0.38) {
		case 0:
			c.email, c.mailUntil = "", never
		case 1:
			c.gsm, c.smsUntil = "", never
		}
		if w.by.happens(0.7 + 0.2*c.interest) {
			c.groups = append(c.groups, groupShopNewsletter)
		}
		if w.by.happens(0.35 + 0.4*c.interest) {
			c.groups = append(c.groups, groupBuyers)
			c.purchases = 1 + w.by.repeats(0.3+0.5*c.interest, 40)
		}
		if w.by.happens(0.002) {
			c.groups = append(c.groups, groupTest)
		}
		contacts[i] = c
	}
	return contacts
}
