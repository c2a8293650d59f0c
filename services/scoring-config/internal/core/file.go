package core

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"puls.app/services/kit/fault"
)

// FileFormat identifies the format in a scoring's file.
const FileFormat = "puls-scoring-1"

// SourceNames are the names of the groups and properties of a uid.
type SourceNames struct{ Groups, Properties map[int32]string }

// File is a scoring with the names of groups and properties, for another account or a colleague.
type File struct {
	// Content has neither data sources nor properties.
	Content
	Channels map[Channel]FileChannel
}

// FileChannel has names in place of ids.
type FileChannel struct {
	Sources    []FileSource
	Properties []FileProperty
}

// FileSource is a DataSource with names.
type FileSource struct {
	UID                string
	IncludedAll        bool
	Included, Excluded []string
}

// FileProperty is a PropertyRef with a name.
type FileProperty named

// named identifies a group or property by uid and name.
type named struct{ UID, Name string }

// File returns a scoring as a file. Groups and properties of a draft that no longer exist are left out.
func (a *App) File(ctx context.Context, account AccountID, id uuid.UUID) (File, error) {
	s, err := a.store.Get(ctx, account, id)
	if err != nil {
		return File{}, err
	}
	names, err := a.contacts.Sources(ctx, account, slices.Sorted(maps.Keys(s.Config.uids())))
	if err != nil {
		return File{}, err
	}
	file := File{Content: s.Duplicate(s.Name), Channels: map[Channel]FileChannel{}}
	for _, channel := range s.Config.Channels() {
		config, part := s.Config.Channel(channel), FileChannel{}
		for _, source := range config.Sources {
			of := names[source.UID]
			part.Sources = append(part.Sources, FileSource{
				UID: source.UID, IncludedAll: source.IncludedAll, Included: namesOf(source.Included, of.Groups),
				Excluded: namesOf(source.Excluded, of.Groups),
			})
		}
		for _, property := range config.ExportTo {
			if name, there := names[property.UID].Properties[property.ID]; there {
				part.Properties = append(part.Properties, FileProperty{property.UID, name})
			}
		}
		file.Channels[channel] = part
		file.Config.Channel(channel).Sources = nil
	}
	return file, nil
}

func namesOf(ids []int32, names map[int32]string) []string {
	var list []string
	for _, id := range ids {
		if name, there := names[id]; there {
			list = append(list, name)
		}
	}
	return list
}

// Import adds a draft from a file. It fails with the path of each name that the account does not have.
func (a *App) Import(ctx context.Context, account AccountID, file File) (uuid.UUID, error) {
	uids := map[string]bool{}
	for _, part := range file.Channels {
		for _, source := range part.Sources {
			uids[source.UID] = true
		}
		for _, property := range part.Properties {
			uids[property.UID] = true
		}
	}
	names, err := a.contacts.Sources(ctx, account, slices.Sorted(maps.Keys(uids)))
	if err != nil {
		return uuid.Nil, err
	}
	look := newLookup(names)
	for _, channel := range file.Config.Channels() {
		path, part := "config."+channel.String(), file.Config.Channel(channel)
		for i, source := range file.Channels[channel].Sources {
			at := fmt.Sprintf("%s.dataSources[%d]", path, i)
			if _, there := names[source.UID]; !there {
				look.unknown = append(look.unknown, wrong(ErrUIDUnknown, at+".uid", nil))
				continue
			}
			part.Sources = append(part.Sources, DataSource{
				UID: source.UID, IncludedAll: source.IncludedAll,
				Included: look.groupIDs(source.UID, source.Included, at+".includedGroups"),
				Excluded: look.groupIDs(source.UID, source.Excluded, at+".excludedGroups"),
			})
		}
		for i, property := range file.Channels[channel].Properties {
			id, there := look.properties[named(property)]
			if !there {
				at := fmt.Sprintf("%s.properties[%d]", path, i)
				look.unknown = append(look.unknown, wrong(ErrPropertyUnknown, at, nil))
			}
			part.ExportTo = append(part.ExportTo, PropertyRef{UID: property.UID, ID: id})
		}
		part.HasExportTo = len(part.ExportTo) > 0
	}
	if err := refusal(look.unknown); err != nil {
		return uuid.Nil, err
	}
	return a.Create(ctx, account, file.Content)
}

// lookup finds ids by names and collects unknown names.
type lookup struct {
	groups, properties map[named]int32
	unknown            []fault.Field
}

func newLookup(names map[string]SourceNames) *lookup {
	l := &lookup{groups: map[named]int32{}, properties: map[named]int32{}}
	for uid, of := range names {
		for id, name := range of.Groups {
			l.groups[named{uid, name}] = id
		}
		for id, name := range of.Properties {
			l.properties[named{uid, name}] = id
		}
	}
	return l
}

func (l *lookup) groupIDs(uid string, names []string, path string) []int32 {
	var ids []int32
	for i, name := range names {
		id, there := l.groups[named{uid, name}]
		if !there {
			l.unknown = append(l.unknown, wrong(ErrGroupUnknown, fmt.Sprintf("%s[%d]", path, i), nil))
			continue
		}
		ids = append(ids, id)
	}
	return ids
}
