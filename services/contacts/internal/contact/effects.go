package contact

// Effects are what rows did. A contact is new or changed once in an import, in the first step that makes or changes it;
// steps that name it again count it as unchanged.
type Effects struct {
	New, Changed, Unchanged int
	// Given and Withdrawn count the consents that contacts got or lost.
	Given, Withdrawn ByChannel[int]
	// NewGiven are of the consents that were given those of contacts that the file makes, and Without how many of these
	// have an address of the channel that is on no list, but no consent.
	NewGiven, Without ByChannel[int]
	// UnsubscribedKept are consents that rows give and the list of unsubscribed addresses does not.
	UnsubscribedKept int
	// NewGroups are names of groups that were made, MoreGroups how many there are besides.
	NewGroups  []string
	MoreGroups int
}

// Plus returns the effects of both.
func (e Effects) Plus(o Effects) Effects {
	e.New, e.Changed, e.Unchanged = e.New+o.New, e.Changed+o.Changed, e.Unchanged+o.Unchanged
	for i := range e.Given {
		e.Given[i] += o.Given[i]
		e.Withdrawn[i] += o.Withdrawn[i]
		e.NewGiven[i] += o.NewGiven[i]
		e.Without[i] += o.Without[i]
	}
	e.UnsubscribedKept += o.UnsubscribedKept
	e.MoreGroups += o.MoreGroups
	e.NewGroups = append(e.NewGroups[:len(e.NewGroups):len(e.NewGroups)], o.NewGroups...)
	return e
}

// Concerned are the numbers of whom an act was about and of whose consents it changed, each once.
type Concerned struct {
	// Subjects are new or were changed.
	Subjects         []int32
	Given, Withdrawn ByChannel[[]int32]
	// Stated are of those that were given the ones that an answer about new contacts gave.
	Stated ByChannel[[]int32]
}

// count fills in what rows did but for contacts that only groups may change.
func (c *Changes) count(before, now *Contact) {
	about := &c.Concerned
	for i := range now.Consents {
		switch {
		case now.Consents[i] && !before.Consents[i]:
			about.Given[i] = append(about.Given[i], now.Number)
		case before.Consents[i] && !now.Consents[i]:
			about.Withdrawn[i] = append(about.Withdrawn[i], now.Number)
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
	for i := range e.Given {
		e.Given[i], e.Withdrawn[i] = len(c.Concerned.Given[i]), len(c.Concerned.Withdrawn[i])
	}
}

// CountOnce takes out of those that a step changed how many a step before it did.
func (c *Changes) CountOnce(again int) {
	c.Effects.Changed -= again
	c.Effects.Unchanged += again
}
