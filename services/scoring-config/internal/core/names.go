package core

import "slices"

// GroupRef is a group of a uid.
type GroupRef struct {
	UID string
	ID  int32
}

// Names are the uids, groups and properties that a configuration uses.
type Names struct {
	UIDs       map[string]bool
	Groups     map[GroupRef]bool
	Properties map[PropertyRef]bool
}

// BadNames are the names that cannot be used: unknown ones, and properties that do not hold numbers.
type BadNames struct {
	Names
	Texts map[PropertyRef]bool
	// GroupCounts is the number of groups of each existing uid.
	GroupCounts map[string]int
}

// names returns the uids, groups and properties that a configuration uses.
func (c Config) names() Names {
	n := Names{UIDs: map[string]bool{}, Groups: map[GroupRef]bool{}, Properties: map[PropertyRef]bool{}}
	for _, channel := range c.Channels() {
		part := c.Channel(channel)
		for _, source := range part.Sources {
			n.UIDs[source.UID] = true
			for _, id := range source.groups() {
				n.Groups[GroupRef{source.UID, id}] = true
			}
		}
		for _, property := range part.ExportTo {
			n.Properties[property] = true
		}
	}
	return n
}

// uids returns the uids of data sources and properties.
func (c Config) uids() map[string]bool {
	names := c.names()
	for property := range names.Properties {
		names.UIDs[property.UID] = true
	}
	return names.UIDs
}

func (s DataSource) groups() []int32 { return slices.Concat(s.Included, s.Excluded) }

// includes reports whether any contacts of the uid are scored.
func (s DataSource) includes() bool { return s.IncludedAll || len(s.Included) > 0 }
