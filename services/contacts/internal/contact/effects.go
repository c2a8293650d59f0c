package contact

// Effects are the effects of rows. A contact is new or changed once in an import, in the first step that creates or
// changes it; steps that name it again count it as unchanged.
type Effects struct {
	New, Changed, Unchanged int
	// Given and Withdrawn count the given and the withdrawn consents.
	Given, Withdrawn ByChannel[int]
	// NewGiven counts the given consents of contacts that the file creates. Without counts such contacts with an address
	// of the channel that is not suppressed, but no consent.
	NewGiven, Without ByChannel[int]
	// UnsubscribedKept counts consents that rows give and the suppression list refuses.
	UnsubscribedKept int
	// NewGroups are names of created groups, MoreGroups is the number of further ones.
	NewGroups  []string
	MoreGroups int
}

// Plus returns the sum of both effects.
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

// Concerned has the numbers of the contacts that an act concerned and of those whose consents it changed, each once.
type Concerned struct {
	// Subjects are new or changed.
	Subjects         []int32
	Given, Withdrawn ByChannel[[]int32]
	// Stated are those of Given to which an answer about new contacts gave the consent.
	Stated ByChannel[[]int32]
}

// count adds the changes of a contact's consents.
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

// Regroup completes the effects. came reports the contacts that joined a group: a contact with no other change counts
// as changed by that.
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

// CountOnce counts contacts that an earlier step had already changed as unchanged; again is their number.
func (c *Changes) CountOnce(again int) {
	c.Effects.Changed -= again
	c.Effects.Unchanged += again
}
