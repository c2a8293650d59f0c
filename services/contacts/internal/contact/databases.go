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
	// Name is how people call it; empty where it has none.
	Name string
	// Contacts is how many there are, where App.Databases returns it.
	Contacts int32
	Groups   int32
	// ImportedAt is when the last file with rows of it came; nil without.
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

// GroupCounts are how many contacts a group has, and how many of them have an address of a channel.
type GroupCounts struct {
	Contacts int32
	// Reached are those with an address of a channel.
	Reached ByChannel[int32]
}

// Use is a use of a group or property by one channel of a scoring that is no draft.
type Use struct {
	ScoringID string
	Name      string
	Channel   fact.Channel
}

// Usage is what the scorings of an account use.
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
	// Number properties hold numbers, all others texts.
	Number bool
	// Trait properties are texts with a plain name.
	Trait  bool
	UsedBy []Use
}

// DatabaseStore keeps databases. Every method is limited to one account.
type DatabaseStore interface {
	// Databases returns all of the account's, by uid.
	Databases(ctx context.Context, account AccountID) ([]Database, error)
	// CountContacts returns how many contacts each of the account's databases has; those without any are missing.
	CountContacts(ctx context.Context, account AccountID) (map[DatabaseID]int32, error)
	// EnsureDatabases adds uids that are missing.
	EnsureDatabases(ctx context.Context, account AccountID, uids []string) error
	// CreateDatabase adds a uid if allow, told how many the account has, does. It fails with ErrDatabaseExists.
	CreateDatabase(ctx context.Context, account AccountID, uid, name string, allow Allow) error
	// RenameDatabase fails with ErrDatabaseNotFound.
	RenameDatabase(ctx context.Context, account AccountID, uid, name string) error
	// CheckNames returns the names that the account does not have, or that do not fit.
	CheckNames(ctx context.Context, account AccountID, names Names) (BadNames, error)
	// Sources returns what groups and properties of uids are called, by uid; those that the account lacks are missing.
	Sources(ctx context.Context, account AccountID, uids []string) (map[string]Source, error)
}

// Reference names a group or property with the uid that it must belong to.
type Reference[ID GroupID | PropertyID] struct {
	UID string
	ID  ID
}

// Names are what somebody outside wants to name of an account.
type Names struct {
	UIDs       []string
	Groups     []Reference[GroupID]
	Properties []Reference[PropertyID]
}

// BadNames are those of the names that cannot be used.
type BadNames struct {
	Names
	// Texts are properties that hold no numbers.
	Texts []Reference[PropertyID]
	// GroupCounts is how many groups each of the uids has that exist.
	GroupCounts map[string]int
}

// Source is what groups and properties of a uid are called.
type Source struct {
	Groups     map[GroupID]string
	Properties map[PropertyID]string
}

// Databases returns the account's databases by uid, with how many contacts each has.
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

// EnsureDatabases adds uids that are missing and returns all databases. It is for other services: limits do not hold.
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

// RenameDatabase gives a database another name, or none, and returns it as it is kept. It fails with
// ErrDatabaseNotFound.
func (a *App) RenameDatabase(ctx context.Context, account AccountID, uid, name string) (string, error) {
	name = spelling.Name(name)
	return name, a.DatabaseStore.RenameDatabase(ctx, account, uid, name)
}

// Resolve returns the databases of uids, in their order, all if none are named, and the names of those groups that the
// account has, by id. It fails with ErrDatabaseNotFound.
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

// Groups returns the groups of every uid, by name, with what uses them; a uid without groups has none.
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

// byUID returns things by their uid, with an entry for every uid of the account.
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

// CleanGroupName returns how a group's name is kept. It fails with ErrGroupName.
func CleanGroupName(name string) (string, error) {
	name = spelling.Name(name)
	if name == "" || utf8.RuneCountInString(name) > MaxGroupName || strings.Contains(name, "|") {
		return "", ErrGroupName
	}
	return name, nil
}

// GroupKey is what no two groups of a uid share: the name, letter case apart.
func GroupKey(name string) string {
	return strings.Map(func(sign rune) rune {
		first := sign
		for next := unicode.SimpleFold(sign); next != sign; next = unicode.SimpleFold(next) {
			first = min(first, next)
		}
		return first
	}, name)
}

// DistinctGroups returns the first spelling of each name.
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

// namedInBody returns an error for a call whose body names a uid and a group.
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

// Properties returns the properties of every uid, by name, with what fills them; a uid without properties has none.
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

// AddProperty adds a property of a type, Number or Text: a characteristic, unless it is said to be a trait; one without
// a type is a trait, a text. It fails with ErrPropertyName, ErrUIDUnknown, ErrPropertyExists and ErrPropertyLimit.
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

// Type is what the property's values are.
func (p Property) Type() string {
	if p.Number {
		return NumberType
	}
	return TextType
}

// CheckNames returns those of the names that cannot be used.
func (a *App) CheckNames(ctx context.Context, account AccountID, names Names) (BadNames, error) {
	return a.DatabaseStore.CheckNames(ctx, account, names)
}

// Sources returns what groups and properties of uids are called.
func (a *App) Sources(ctx context.Context, account AccountID, uids []string) (map[string]Source, error) {
	return a.DatabaseStore.Sources(ctx, account, uids)
}
