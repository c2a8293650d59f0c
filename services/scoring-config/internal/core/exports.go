package core

import (
	"fmt"

	"puls.app/services/kit/fault"
)

// wrongExports requires that a property that receives scores has type Number, belongs to a scored uid, and is filled by
// only one channel of one scoring. others are the account's other scorings that are not drafts.
func (c Config) wrongExports(bad BadNames, others []*Scoring) []fault.Field {
	taken := map[PropertyRef]bool{}
	for _, other := range others {
		for _, channel := range other.Config.Channels() {
			for _, property := range other.Config.Channel(channel).ExportTo {
				taken[property] = true
			}
		}
	}
	var fields []fault.Field
	for _, channel := range c.Channels() {
		part := c.Channel(channel)
		scored := map[string]bool{}
		for _, source := range part.Sources {
			scored[source.UID] = true
		}
		for i, property := range part.ExportTo {
			if bad.Texts[property] || !scored[property.UID] || taken[property] {
				at := fmt.Sprintf("config.%s.exportToProperty.properties[%d]", channel, i)
				fields = append(fields, wrong(ErrPropertyUnusable, at, nil))
			}
			taken[property] = true
		}
	}
	return fields
}
