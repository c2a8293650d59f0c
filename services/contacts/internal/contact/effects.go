package contact

// Effects are what rows did. A contact is new or changed once in an import, in the first step that makes or changes it;
// steps that name it again count it as unchanged.
type Effects struct {
	New, Changed, Unchanged int
	// Consents that somebody got or lost.
	EmailGiven, EmailWithdrawn, SMSGiven, SMSWithdrawn int
	// NewGiven are of the consents that were given those of contacts that the file makes, and Without how many of these
	// have an address of the channel that is on no list, but no consent; both by channel, e-mail first.
	NewGiven, Without [ConsentChannels]int
	// UnsubscribedKept are consents that rows give and the list of unsubscribed addresses does not.
	UnsubscribedKept int
	// NewGroups are names of groups that were made.
	NewGroups []string
}

// Plus returns the effects of both.
func (e Effects) Plus(o Effects) Effects {
	return Effects{
		New: e.New + o.New, Changed: e.Changed + o.Changed, Unchanged: e.Unchanged + o.Unchanged,
		EmailGiven: e.EmailGiven + o.EmailGiven, EmailWithdrawn: e.EmailWithdrawn + o.EmailWithdrawn,
		SMSGiven: e.SMSGiven + o.SMSGiven, SMSWithdrawn: e.SMSWithdrawn + o.SMSWithdrawn,
		UnsubscribedKept: e.UnsubscribedKept + o.UnsubscribedKept,
		NewGiven:         [ConsentChannels]int{e.NewGiven[0] + o.NewGiven[0], e.NewGiven[1] + o.NewGiven[1]},
		Without:          [ConsentChannels]int{e.Without[0] + o.Without[0], e.Without[1] + o.Without[1]},
		NewGroups:        append(e.NewGroups[:len(e.NewGroups):len(e.NewGroups)], o.NewGroups...),
	}
}

// Concerned are the numbers of whom an act was about and of whose consents it changed, each once.
type Concerned struct {
	// Subjects are new or were changed.
	Subjects                                           []int32
	EmailGiven, EmailWithdrawn, SMSGiven, SMSWithdrawn []int32
	// Stated are of those that were given the ones that an answer about new contacts gave, by channel, e-mail first.
	Stated [ConsentChannels][]int32
}

// count fills in what rows did but for contacts that only groups may change.
func (c *Changes) count(before, now *Contact) {
	for _, consent := range []struct {
		before, now      bool
		given, withdrawn *[]int32
	}{
		{before.EmailConsent, now.EmailConsent, &c.Concerned.EmailGiven, &c.Concerned.EmailWithdrawn},
		{before.SMSConsent, now.SMSConsent, &c.Concerned.SMSGiven, &c.Concerned.SMSWithdrawn},
	} {
		switch {
		case consent.now && !consent.before:
			*consent.given = append(*consent.given, now.Number)
		case consent.before && !consent.now:
			*consent.withdrawn = append(*consent.withdrawn, now.Number)
		}
	}
}

// Regroup tells who came into a group: whom nothing else changed was changed by that. It fills in the effects.
func (c *Changes) Regroup(came func(number int32) bool) {
	for _, number := range c.same {
		if came(number) {
			c.Concerned.Subjects = append(c.Concerned.Subjects, number)
		}
	}
	e := &c.Effects
	e.New = len(c.New)
	e.Changed = len(c.Concerned.Subjects) - e.New
	e.Unchanged = len(c.Changed) + len(c.same) - e.Changed
	e.EmailGiven, e.EmailWithdrawn = len(c.Concerned.EmailGiven), len(c.Concerned.EmailWithdrawn)
	e.SMSGiven, e.SMSWithdrawn = len(c.Concerned.SMSGiven), len(c.Concerned.SMSWithdrawn)
}

// CountOnce takes out of those that a step changed how many a step before it did.
func (c *Changes) CountOnce(again int) {
	c.Effects.Changed -= again
	c.Effects.Unchanged += again
}
