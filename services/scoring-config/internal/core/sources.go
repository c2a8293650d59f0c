package core

import (
	"cmp"
	"fmt"
	"slices"
)

// OwnUID returns the account's number, padded.
func (a AccountID) OwnUID() string { return fmt.Sprintf("%03d", a) }

// BuildSources turns marks on groups into data sources. Without marks it returns the whole own uid. A uid with all
// groups included becomes the whole uid. Without any inclusion there are no sources. Website scorings of a single uid
// have all its visitors. groups is the number of groups of each uid. If own is empty, no marks mean no sources.
func BuildSources(channel Channel, marks []DataSource, own string, groups map[string]int) []DataSource {
	var sources []DataSource
	included := false
	for _, mark := range marks {
		if channel == Web && len(marks) == 1 {
			mark.IncludedAll = true
		}
		if !mark.IncludedAll && len(mark.groups()) == 0 {
			continue
		}
		if count := len(distinct(mark.Included)); count > 0 && count == groups[mark.UID] {
			mark.IncludedAll = true
		}
		sources = append(sources, mark)
	}
	if len(sources) == 0 && own != "" {
		return []DataSource{{UID: own, IncludedAll: true}}
	}
	if channel == Web && len(sources) == 1 {
		sources[0].IncludedAll = true
	}
	for i := range sources {
		if sources[i].IncludedAll {
			sources[i].Included = nil
		}
		included = included || sources[i].includes()
	}
	if !included {
		return nil
	}
	return sources
}

func distinct[T cmp.Ordered](ids []T) []T { return slices.Compact(slices.Sorted(slices.Values(ids))) }
