// Package calculating runs calculations, stored or not. It decides which scorings of a task still need one, which
// contacts each scoring judges, which facts are read and counted once for all of them, and which results are stored. It
// also queues tasks and works on them.
package calculating

import (
	"encoding/binary"
	"slices"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/spec"
)

// plan is the input of a task: the audience of one moment, and the windows of all scorings.
type plan struct {
	task      calculation.Task
	scorings  []calculation.Scoring
	databases []calculation.Database
	// groups are the names of the scorings' groups.
	groups  map[calculation.GroupID]string
	chunks  []ChunkAudience
	windows counting.Windows
	// window is the index of each scoring's window in windows.DaysAgo.
	window []int
	// shares requests the shares of machines, regardless of the scorings' policies.
	shares bool
}

// newPlan returns a plan that has no chunks yet.
func newPlan(
	task calculation.Task, scorings []calculation.Scoring, databases []calculation.Database,
	groups map[calculation.GroupID]string,
) *plan {
	p := &plan{
		task: task, scorings: scorings, databases: databases, groups: groups,
		windows: counting.Windows{D: calculation.DayOf(task.Date)},
	}
	for _, s := range scorings {
		p.window = append(p.window, p.countOver(s.DaysAgo))
	}
	return p
}

// countOver adds a window of daysAgo days to the count, unless it exists, and returns its index in windows.DaysAgo.
func (p *plan) countOver(daysAgo int) int {
	at := slices.Index(p.windows.DaysAgo, daysAgo)
	if at < 0 {
		at = len(p.windows.DaysAgo)
		p.windows.DaysAgo = append(p.windows.DaysAgo, daysAgo)
	}
	return at
}

// policies returns how many different policies for machines the scorings have.
func (p *plan) policies() int {
	if p.leavesOut(true) && p.leavesOut(false) {
		return 2
	}
	return 1
}

// leavesOut reports whether any scoring has LeaveOutMachines equal to out.
func (p *plan) leavesOut(out bool) bool {
	return slices.ContainsFunc(p.scorings, func(s calculation.Scoring) bool { return s.LeaveOutMachines == out })
}

// source returns a scoring's source for a database, or nil.
func (p *plan) source(s calculation.Scoring, database calculation.DatabaseID) *calculation.Source {
	at := slices.IndexFunc(p.databases, func(d calculation.Database) bool { return d.ID == database })
	if at < 0 {
		return nil
	}
	uid := p.databases[at].UID
	for i := range s.Sources {
		if s.Sources[i].UID == uid {
			return &s.Sources[i]
		}
	}
	return nil
}

// uidsOf returns the uids that any of the scorings names, each once.
func uidsOf(scorings []calculation.Scoring) []calculation.UID {
	var uids []calculation.UID
	for _, s := range scorings {
		for _, source := range s.Sources {
			if !slices.Contains(uids, source.UID) {
				uids = append(uids, source.UID)
			}
		}
	}
	slices.Sort(uids)
	return uids
}

// groupsOf returns the groups that any of the scorings names, each once.
func groupsOf(scorings []calculation.Scoring) []calculation.GroupID {
	var groups []calculation.GroupID
	for _, s := range scorings {
		for _, source := range s.Sources {
			groups = append(groups, spec.IDs(source.Included)...)
			groups = append(groups, spec.IDs(source.Excluded)...)
		}
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// masks are one chunk's audience as words, with room for one scoring's groups. A worker has one masks and refills it.
type masks struct {
	members, consenting, reachable, created, known, group segment.Mask
}

func (m *masks) fill(c *ChunkAudience) {
	expand(&m.members, c.Members)
	expand(&m.consenting, c.Consenting)
	expand(&m.reachable, c.Reachable)
	expand(&m.created, c.Created)
	expand(&m.known, c.Known)
}

// judge sets the group mask to the contacts that a source admits: members of an included group, or all, and of no
// excluded group.
func (m *masks) judge(c *ChunkAudience, source *calculation.Source) {
	if source.IncludedAll {
		for i := range m.group {
			m.group[i] = ^uint64(0)
		}
	} else {
		clear(m.group[:])
		for _, group := range source.Included {
			combine(&m.group, c.Groups[group.ID], func(to, from uint64) uint64 { return to | from })
		}
	}
	for _, group := range source.Excluded {
		combine(&m.group, c.Groups[group.ID], func(to, from uint64) uint64 { return to &^ from })
	}
}

func (m *masks) audience() scoring.Audience {
	return scoring.Audience{
		Contacts: &m.members, Consent: &m.consenting, Group: &m.group, Address: &m.reachable, New: &m.created,
	}
}

func expand(mask *segment.Mask, bits []byte) {
	clear(mask[:])
	combine(mask, bits, func(_, from uint64) uint64 { return from })
}

func combine(mask *segment.Mask, bits []byte, op func(to, from uint64) uint64) {
	for i := 0; i+8 <= len(bits) && i/8 < len(mask); i += 8 {
		mask[i/8] = op(mask[i/8], binary.LittleEndian.Uint64(bits[i:]))
	}
}

// size returns the number of cells that a chunk needs: up to its highest member.
func size(members []byte) int {
	for i := len(members) - 1; i >= 0; i-- {
		if members[i] != 0 {
			return min((i+1)*8, segment.ChunkContacts)
		}
	}
	return 0
}
