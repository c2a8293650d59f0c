package core

import (
	"fmt"

	"puls.app/services/kit/fault"
)

// GroupRef is a group of a uid.
type GroupRef struct {
	UID string
	ID  int32
}

// Names are what a configuration names in the contact system.
type Names struct {
	UIDs       map[string]bool
	Groups     map[GroupRef]bool
	Properties map[PropertyRef]bool
}

// BadNames are those of the names that cannot be used: unknown ones, and properties that hold no numbers.
type BadNames struct {
	Names
	Texts map[PropertyRef]bool
}

// names collects what a configuration names.
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

func (s DataSource) groups() []int32 {
	return append(append([]int32(nil), s.Included...), s.Excluded...)
}

// checkNames holds in every status: what is named exists.
func (c Config) checkNames(bad BadNames) error {
	var uids, groups, properties *fault.Fault
	for _, channel := range c.Channels() {
		field, part := "config."+channel.String(), c.Channel(channel)
		for i, source := range part.Sources {
			at := fmt.Sprintf("%s.dataSources[%d]", field, i)
			if bad.UIDs[source.UID] {
				uids = name(uids, ErrUIDUnknown, at+".uid")
				continue
			}
			for j, id := range source.Included {
				if bad.Groups[GroupRef{source.UID, id}] {
					groups = name(groups, ErrGroupUnknown, fmt.Sprintf("%s.includedGroupIds[%d]", at, j))
				}
			}
			for j, id := range source.Excluded {
				if bad.Groups[GroupRef{source.UID, id}] {
					groups = name(groups, ErrGroupUnknown, fmt.Sprintf("%s.excludedGroupIds[%d]", at, j))
				}
			}
		}
		for i, property := range part.ExportTo {
			if bad.Properties[property] {
				properties = name(properties, ErrPropertyUnknown, fmt.Sprintf("%s.exportToProperty.properties[%d]", field, i))
			}
		}
	}
	for _, found := range []*fault.Fault{uids, groups, properties} {
		if found != nil {
			return found
		}
	}
	return nil
}

// name adds a field to the fault that was found, which begins as kind.
func name(found, kind *fault.Fault, field string) *fault.Fault {
	if found == nil {
		found = kind
	}
	return found.WithField(field, kind.Detail)
}
