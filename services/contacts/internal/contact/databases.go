package contact

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/spelling"
)

// Database is a recipient database.
type Database struct {
	ID  DatabaseID
	UID string
	// Name is the name for users; empty when it has none.
	Name string
	// Contacts is the number of contacts; only App.Databases sets it.
	Contacts int32
	Groups   int32
	// ImportedAt is the time of the last import with rows for the database; nil without one.
	ImportedAt *time.Time
}

// Group is a set of contacts of a database.
type Group struct {
	ID   GroupID
	UID  string
	Name string
	GroupCounts
	UsedBy []Use
}

// GroupCounts has the number of contacts of a group.
type GroupCounts struct {
	Contacts int32
	// Reached is the number of contacts with an address of each channel.
	Reached ByChannel[int32]
}

// Use is a use of a group or property by one channel of a scoring that is not a draft.
type Use struct {
	ScoringID string
	Name      string
	Channel   fact.Channel
}

// Usage is the groups and properties that the scorings of an account use.
type Usage struct {
	Groups     map[GroupID][]Use
	Properties map[PropertyID][]Use
}

// Scorings is the service that owns scorings.
type Scorings interface {
	Usage(ctx context.Context, account AccountID) (Usage, error)
	// Check fails with a fault when the account has no such scoring.
	Check(ctx context.Context, account AccountID, scoring uuid.UUID) error
}

// Property is a property of a database.
type Property struct {
	ID       PropertyID
	Database DatabaseID
	UID      string
	Name     string
	// Number is set for a property that holds numbers; all others hold texts.
	Number bool
	// Trait is set for a text with a plain name.
	Trait  bool
	UsedBy []Use
}

// DatabaseStore stores databases. Every method is limited to one account.
type DatabaseStore interface {
	// Databases returns all databases of the account, by uid.
	Databases(ctx context.Context, account AccountID) ([]Database, error)
	// CountContacts returns the number of contacts of each of the account's databases, without the empty ones.
	CountContacts(ctx context.Context, account AccountID) (map[DatabaseID]int32, error)
	// EnsureDatabases adds missing uids.
	EnsureDatabases(ctx context.Context, account AccountID, uids []string) error
	// CreateDatabase adds a uid if allow permits it, given the number of the account's uids. It fails with
	// ErrDatabaseExists.
	CreateDatabase(ctx context.Context, account AccountID, uid, name string, allow Allow) error
	// RenameDatabase fails with ErrDatabaseNotFound.
	RenameDatabase(ctx context.Context, account AccountID, uid, name string) error
	// CheckNames returns the names that the account does not have or cannot use.
	CheckNames(ctx context.Context, account AccountID, names Names) (BadNames, error)
	// Sources returns the names of the groups and properties of uids, by uid, without uids that the account does not have.
	Sources(ctx context.Context, account AccountID, uids []string) (map[string]Source, error)
}

// Reference names a group or property with the uid that it must belong to.
type Reference[ID GroupID | PropertyID] struct {
	UID string
	ID  ID
}

// Names are the uids, groups and properties of an account that another service wants to use.
type Names struct {
	UIDs       []string
	Groups     []Reference[GroupID]
	Properties []Reference[PropertyID]
}

// BadNames are the names that cannot be used.
type BadNames struct {
	Names
	// Texts are the properties that do not hold numbers.
	Texts []Reference[PropertyID]
	// GroupCounts is the number of groups of each existing uid.
	GroupCounts map[string]int
}

// Source has the names of the groups and properties of a uid.
type Source struct {
	Groups     map[GroupID]string
	Properties map[PropertyID]string
}

// Databases returns the account's databases by uid, with their numbers of contacts.
func (a *App) Databases(ctx context.Context, account AccountID) ([]Database, error) {
	counts, err := a.DatabaseStore.CountContacts(ctx, account)
	if err != nil {
		return nil, err
	}
	databases, err := a.DatabaseStore.Databases(ctx, account)
	for i := range databases {
		databases[i].Contacts = counts[databases[i].ID]
	}
	return databases, err
}

// EnsureDatabases adds missing uids and returns all databases. It is for other services and ignores limits.
func (a *App) EnsureDatabases(ctx context.Context, account AccountID, uids []string) ([]Database, error) {
	if err := a.DatabaseStore.EnsureDatabases(ctx, account, uids); err != nil {
		return nil, err
	}
	return a.DatabaseStore.Databases(ctx, account)
}

// CreateDatabase adds a uid with a name, which may be empty. It fails with ErrDatabaseExists and ErrDatabaseLimit.
func (a *App) CreateDatabase(ctx context.Context, account AccountID, uid, name string) error {
	allow := Under(a.Limits.Databases, ErrDatabaseLimit, "uid")
	return a.DatabaseStore.CreateDatabase(ctx, account, uid, spelling.Name(name), allow)
}

// RenameDatabase gives a database another name, or none, and returns the stored name. It fails with
// ErrDatabaseNotFound.
func (a *App) RenameDatabase(ctx context.Context, account AccountID, uid, name string) (string, error) {
	name = spelling.Name(name)
	return name, a.DatabaseStore.RenameDatabase(ctx, account, uid, name)
}

// Resolve returns the databases of uids, in their order, or all databases for no uids. It also returns the names of
// groups by id, without groups that the account does not have. It fails with ErrDatabaseNotFound.
func (a *App) Resolve(
	ctx context.Context, account AccountID, uids []string, groups []GroupID,
) (databases []Database, names map[GroupID]string, err error) {
	databases, err = a.DatabaseStore.Databases(ctx, account)
	if err != nil {
		return nil, nil, err
	}
	if len(uids) > 0 {
		all := databases
		databases = make([]Database, len(uids))
		for i, uid := range uids {
			at := slices.IndexFunc(all, func(d Database) bool { return d.UID == uid })
			if at < 0 {
				return nil, nil, ErrDatabaseNotFound
			}
			databases[i] = all[at]
		}
	}
	if len(groups) > 0 {
		names, err = a.GroupStore.GroupNames(ctx, account, groups)
	}
	return databases, names, err
}

// Groups returns the groups of every uid, by name, with their uses; a uid without groups has a nil entry.
func (a *App) Groups(ctx context.Context, account AccountID) (map[string][]Group, error) {
	usage, err := a.Scorings.Usage(ctx, account)
	if err != nil {
		return nil, err
	}
	groups, err := a.GroupStore.Groups(ctx, account)
	if err != nil {
		return nil, err
	}
	for i := range groups {
		groups[i].UsedBy = usage.Groups[groups[i].ID]
	}
	return byUID(ctx, a, account, groups, func(g Group) string { return g.UID })
}

// byUID groups things by uid, with an entry for every uid of the account.
func byUID[T any](
	ctx context.Context, a *App, account AccountID, things []T, uid func(T) string,
) (map[string][]T, error) {
	databases, err := a.DatabaseStore.Databases(ctx, account)
	if err != nil {
		return nil, err
	}
	all := make(map[string][]T, len(databases))
	for _, d := range databases {
		all[d.UID] = nil
	}
	for _, thing := range things {
		all[uid(thing)] = append(all[uid(thing)], thing)
	}
	return all, nil
}

// CreateGroup adds a group to a uid. It fails with ErrGroupName, ErrUIDUnknown, ErrGroupExists and ErrGroupLimit.
func (a *App) CreateGroup(ctx context.Context, account AccountID, uid, name string) (GroupID, error) {
	name, err := CleanGroupName(name)
	if err != nil {
		return 0, err
	}
	id, err := a.GroupStore.CreateGroup(ctx, account, uid, name, Under(a.Limits.Groups, ErrGroupLimit, "name"))
	return id, namedInBody(err)
}

// CleanGroupName returns the stored form of a group's name. It fails with ErrGroupName.
func CleanGroupName(name string) (string, error) {
	name = spelling.Name(name)
	if name == "" || utf8.RuneCountInString(name) > MaxGroupName || strings.Contains(name, "|") {
		return "", ErrGroupName
	}
	return name, nil
}

// GroupKey is the case-folded name of a group. It is unique in a uid.
func GroupKey(name string) string {
	return strings.Map(func(sign rune) rune {
		first := sign
		for next := unicode.SimpleFold(sign); next != sign; next = unicode.SimpleFold(next) {
			first = min(first, next)
		}
		return first
	}, name)
}

// DistinctGroups returns the first of the names with each GroupKey.
func DistinctGroups(names []string) []string {
	var distinct []string
	seen := map[string]bool{}
	for _, name := range names {
		if key := GroupKey(name); !seen[key] {
			seen[key], distinct = true, append(distinct, name)
		}
	}
	return distinct
}

// namedInBody adds the field of the request's body to an error about a uid or a group.
func namedInBody(err error) error {
	switch {
	case errors.Is(err, ErrDatabaseNotFound):
		return ErrUIDUnknown.WithField("uid", ErrUIDUnknown.Detail)
	case errors.Is(err, ErrGroupExists):
		return ErrGroupExists.WithField("name", ErrGroupExists.Detail)
	default:
		return err
	}
}

// Properties returns the properties of every uid, by name, with the scorings that fill them; a uid without properties
// has a nil entry.
func (a *App) Properties(ctx context.Context, account AccountID) (map[string][]Property, error) {
	usage, err := a.Scorings.Usage(ctx, account)
	if err != nil {
		return nil, err
	}
	properties, err := a.PropertyStore.Properties(ctx, account)
	if err != nil {
		return nil, err
	}
	for i := range properties {
		properties[i].UsedBy = usage.Properties[properties[i].ID]
	}
	return byUID(ctx, a, account, properties, func(p Property) string { return p.UID })
}

// AddProperty adds a property of a type, Number or Text. With a type it is a characteristic unless trait is set;
// without one it is a trait, a text. It fails with ErrPropertyName, ErrUIDUnknown, ErrPropertyExists and
// ErrPropertyLimit.
func (a *App) AddProperty(
	ctx context.Context, account AccountID, uid, name, kind string, trait bool,
) (PropertyID, error) {
	p := Property{UID: uid, Name: spelling.Name(name), Number: kind == NumberType, Trait: trait || kind == ""}
	allow := Under(a.Limits.Properties, ErrPropertyLimit, "name")
	id, err := a.PropertyStore.CreateProperty(ctx, account, p, func(taken []string) error {
		if err := allow(len(taken)); err != nil {
			return err
		}
		return p.mayBeCalled(p.Name, taken)
	})
	return id, namedInBody(err)
}

// The types of properties.
const (
	NumberType = "Number"
	TextType   = "Text"
)

// Type is the type of the property's values.
func (p Property) Type() string {
	if p.Number {
		return NumberType
	}
	return TextType
}

// CheckNames returns the names that cannot be used.
func (a *App) CheckNames(ctx context.Context, account AccountID, names Names) (BadNames, error) {
	return a.DatabaseStore.CheckNames(ctx, account, names)
}

// Sources returns the names of the groups and properties of uids.
func (a *App) Sources(ctx context.Context, account AccountID, uids []string) (map[string]Source, error) {
	return a.DatabaseStore.Sources(ctx, account, uids)
}
