package spec

import (
	"cmp"
	"maps"
	"slices"
)

// Spec is the specification of one channel of a scoring. Its JSON form is that of the results that reports store.
type Spec struct {
	Version int    `json:"version"`
	Name    string `json:"name"`
	DaysAgo int    `json:"daysAgo"`
	// Percentile is 80, 85, 90 or 95; 0 means not chosen yet.
	Percentile int      `json:"percentile"`
	Weights    Weights  `json:"weights"`
	Sources    []Source `json:"sources"`
	// ExportTo are the properties that receive the scores.
	ExportTo []Property `json:"exportTo,omitempty"`
	// LeaveOutMachines ignores machine opens and machine clicks.
	LeaveOutMachines bool `json:"leaveOutMachines,omitempty"`
}

// Source selects the contacts of one uid that are scored.
type Source struct {
	UID         string  `json:"uid"`
	IncludedAll bool    `json:"includedAll"`
	Included    []Group `json:"included,omitempty"`
	Excluded    []Group `json:"excluded,omitempty"`
}

// Group is a group of a uid; its name is empty if unknown.
type Group struct {
	ID   int32  `json:"id"`
	Name string `json:"name"`
}

// Property is a property of a uid, which the contacts service fills.
type Property struct {
	UID string `json:"uid"`
	ID  int32  `json:"id"`
}

// Groups returns groups without names.
func Groups(ids []int32) []Group {
	var groups []Group
	for _, id := range ids {
		groups = append(groups, Group{ID: id})
	}
	return groups
}

// IDs returns the ids of groups in their order.
func IDs(groups []Group) []int32 {
	var ids []int32
	for _, group := range groups {
		ids = append(ids, group.ID)
	}
	return ids
}

// Named returns the specification with the names of its groups.
func (s Spec) Named(names map[int32]string) Spec {
	named := func(groups []Group) []Group {
		groups = slices.Clone(groups)
		for i := range groups {
			groups[i].Name = names[groups[i].ID]
		}
		return groups
	}
	s.Sources = slices.Clone(s.Sources)
	for i := range s.Sources {
		source := &s.Sources[i]
		source.Included, source.Excluded = named(source.Included), named(source.Excluded)
	}
	return s
}

// Same reports whether two specifications give the same result: name, version and properties do not matter.
func (s Spec) Same(other Spec) bool {
	return s.Percentile == other.Percentile && maps.Equal(set(s.Weights), set(other.Weights)) && s.SameCounts(other)
}

// SameCounts reports whether two specifications score the same contacts by the same counts, so that rates are the same.
func (s Spec) SameCounts(other Spec) bool {
	return s.DaysAgo == other.DaysAgo && s.LeaveOutMachines == other.LeaveOutMachines &&
		slices.EqualFunc(s.sorted(), other.sorted(), func(a, b Source) bool {
			return a.UID == b.UID && a.IncludedAll == b.IncludedAll &&
				(a.IncludedAll || slices.Equal(sortedIDs(a.Included), sortedIDs(b.Included))) &&
				slices.Equal(sortedIDs(a.Excluded), sortedIDs(b.Excluded))
		})
}

// set removes weights of 0, which equal missing ones.
func set(weights map[string]int) map[string]int {
	weights = maps.Clone(weights)
	maps.DeleteFunc(weights, func(_ string, weight int) bool { return weight == 0 })
	return weights
}

func (s Spec) sorted() []Source {
	return slices.SortedFunc(slices.Values(s.Sources), func(a, b Source) int { return cmp.Compare(a.UID, b.UID) })
}

func sortedIDs(groups []Group) []int32 {
	return slices.Compact(slices.Sorted(slices.Values(IDs(groups))))
}
