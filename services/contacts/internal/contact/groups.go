package contact

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Members names contacts of a group's uid.
type Members struct {
	Numbers []int32
	// Addresses has one address of each contact. It is looked up as an external id and, when no contact has it, as an
	// e-mail address, then as a phone number.
	Addresses []Sought
}

// MemberChange counts contacts, each once even when it was named several times.
type MemberChange struct {
	// Changed counts contacts that joined or left, Unchanged those that were already members, or already not.
	Changed, Unchanged int32
	// Unknown counts numbers and addresses that no contact has.
	Unknown int32
}

// RemovedGroup is a group that was deleted.
type RemovedGroup struct {
	Account AccountID
	ID      GroupID
}

// GroupStore stores groups. Every method is limited to one account; those that change a group fail with
// ErrGroupNotFound.
type GroupStore interface {
	// Groups returns all groups of the account with their counts, by uid and name.
	Groups(ctx context.Context, account AccountID) ([]Group, error)
	// GroupNames returns the names of groups by id; groups that the account does not have are missing.
	GroupNames(ctx context.Context, account AccountID, ids []GroupID) (map[GroupID]string, error)
	// CreateGroup adds a group if allow permits it, given the number of groups of the uid. It fails with ErrGroupExists
	// and ErrDatabaseNotFound.
	CreateGroup(ctx context.Context, account AccountID, uid, name string, allow Allow) (GroupID, error)
	// RenameGroup returns the group with its counts. It fails with ErrGroupExists.
	RenameGroup(ctx context.Context, account AccountID, id GroupID, name string) (Group, error)
	// RemoveGroup deletes a group with its bitmaps. Its name and members stay stored until it is restored or forgotten.
	RemoveGroup(ctx context.Context, account AccountID, id GroupID, now time.Time) error
	// RemovedGroups returns the groups that were removed before a moment, by account.
	RemovedGroups(ctx context.Context, before time.Time) ([]RemovedGroup, error)
	// RestoreGroup restores a removed group under its id, with those of its contacts that still exist. When another group
	// has its name by then, the id is appended to the name.
	RestoreGroup(ctx context.Context, group RemovedGroup) error
	ForgetRemovedGroup(ctx context.Context, group RemovedGroup) error
	// ChangeMembers adds contacts to a group or removes them.
	ChangeMembers(ctx context.Context, account AccountID, id GroupID, members Members, in bool) (MemberChange, error)
}

// RenameGroup renames a group. It fails with ErrGroupName, ErrGroupNotFound and ErrGroupExists.
func (a *App) RenameGroup(ctx context.Context, account AccountID, id GroupID, name string) (Group, error) {
	name, err := CleanGroupName(name)
	if err != nil {
		return Group{}, err
	}
	usage, err := a.Scorings.Usage(ctx, account)
	if err != nil {
		return Group{}, err
	}
	group, err := a.GroupStore.RenameGroup(ctx, account, id, name)
	group.UsedBy = usage.Groups[id]
	return group, namedInBody(err)
}

// DeleteGroup removes a group that no scoring uses. It fails with ErrGroupNotFound and ErrGroupInUse. A scoring may be
// validated just before the deletion and saved just after it. So the use is checked again right after the deletion, and
// a minute later by SettleGroups, and a group in use is restored.
func (a *App) DeleteGroup(ctx context.Context, account AccountID, id GroupID) error {
	if err := a.freeGroup(ctx, account, id); err != nil {
		return err
	}
	if err := a.GroupStore.RemoveGroup(ctx, account, id, a.Now()); err != nil {
		return err
	}
	err := a.freeGroup(ctx, account, id)
	if !errors.Is(err, ErrGroupInUse) {
		return nil // the group is unused, or the check failed and SettleGroups repeats it
	}
	if restoreErr := a.GroupStore.RestoreGroup(ctx, RemovedGroup{account, id}); restoreErr != nil {
		return fmt.Errorf("restore group: %w", restoreErr)
	}
	return err
}

// freeGroup fails with ErrGroupInUse.
func (a *App) freeGroup(ctx context.Context, account AccountID, id GroupID) error {
	usage, err := a.Scorings.Usage(ctx, account)
	if err != nil {
		return err
	}
	if uses := usage.Groups[id]; len(uses) > 0 {
		return ErrGroupInUse.Withf("the scoring %q uses the group", uses[0].Name)
	}
	return nil
}

// SettleAfter is the time after which a removal is final: by then no call and no turn of an import from before it is
// still running.
const SettleAfter = time.Minute

// SettleGroups forgets the groups that were deleted at least SettleAfter ago, and restores those that a scoring uses
// nevertheless.
func (a *App) SettleGroups(ctx context.Context) error {
	removed, err := a.GroupStore.RemovedGroups(ctx, a.Now().Add(-SettleAfter))
	if err != nil {
		return err
	}
	for _, group := range removed {
		err := a.freeGroup(ctx, group.Account, group.ID)
		switch {
		case errors.Is(err, ErrGroupInUse):
			a.Log.WarnContext(ctx, "a deleted group came back: a scoring uses it", "account", group.Account, "group", group.ID)
			err = a.GroupStore.RestoreGroup(ctx, group)
		case err == nil:
			err = a.GroupStore.ForgetRemovedGroup(ctx, group)
		}
		if err != nil {
			return fmt.Errorf("settle group %d of account %d: %w", group.ID, group.Account, err)
		}
	}
	return nil
}

// ChangeMembers adds contacts to a group or removes them. It fails with ErrGroupNotFound.
func (a *App) ChangeMembers(
	ctx context.Context, account AccountID, id GroupID, numbers []int32, addresses []string, in bool,
) (MemberChange, error) {
	members := Members{Numbers: numbers, Addresses: make([]Sought, len(addresses))}
	for i, address := range addresses {
		members.Addresses[i] = Seek(address)
	}
	return a.GroupStore.ChangeMembers(ctx, account, id, members, in)
}
