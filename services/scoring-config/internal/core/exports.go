package core

import "fmt"

// checkExports holds outside drafts: a property that receives scores is of type Number, of a uid that is scored, and
// filled by one channel of one scoring only. others are the account's other scorings that are no drafts.
func (c Config) checkExports(bad BadNames, others []*Scoring) error {
	taken := map[PropertyRef]bool{}
	for _, other := range others {
		for _, channel := range other.Config.Channels() {
			for _, property := range other.Config.Channel(channel).ExportTo {
				taken[property] = true
			}
		}
	}
	unusable := ErrPropertyUnusable
	for _, channel := range c.Channels() {
		part := c.Channel(channel)
		scored := map[string]bool{}
		for _, source := range part.Sources {
			scored[source.UID] = true
		}
		for i, property := range part.ExportTo {
			if bad.Texts[property] || !scored[property.UID] || taken[property] {
				unusable = unusable.WithField(fmt.Sprintf("config.%s.exportToProperty.properties[%d]", channel, i), unusable.Detail)
			}
			taken[property] = true
		}
	}
	if len(unusable.Fields) > 0 {
		return unusable
	}
	return nil
}
