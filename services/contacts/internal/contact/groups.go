package contact

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Members are contacts of a group's uid as somebody names them.
type Members struct {
	Numbers []int32
	// Addresses are one of each contact: what its external id is or, when nobody has that, its e-mail address or phone
	// number.
	Addresses []Sought
}

// MemberChange counts contacts, each once however often it was named.
type MemberChange struct {
	// Changed joined or left; Unchanged were in already, or out.
	Changed, Unchanged int32
	// Unknown are numbers and addresses that are no contact's.
	Unknown int32
}

// RemovedGroup is a group that was deleted.
type RemovedGroup struct {
	Account AccountID
	ID      GroupID
}

// GroupStore keeps groups. Every method is limited to one account; those that change a group fail with
// ErrGroupNotFound.
type GroupStore interface {
	// Groups returns all of the account's with their counts, by uid and name.
	Groups(ctx context.Context, account AccountID) ([]Group, error)
	// GroupNames returns the names of groups by id; groups that the account does not have are missing.
	GroupNames(ctx context.Context, account AccountID, ids []GroupID) (map[GroupID]string, error)
	// DatabaseGroups returns the names of the groups of a uid. It fails with ErrDatabaseNotFound.
	DatabaseGroups(ctx context.Context, account AccountID, uid string) (map[GroupID]string, error)
	// CreateGroup adds a group if allow, told how many the uid has, does. It fails with ErrGroupExists and
	// ErrDatabaseNotFound.
	CreateGroup(ctx context.Context, account AccountID, uid, name string, allow Allow) (GroupID, error)
	// RenameGroup returns the group with its counts. It fails with ErrGroupExists.
	RenameGroup(ctx context.Context, account AccountID, id GroupID, name string) (Group, error)
	// RemoveGroup deletes a group with its bitmaps and keeps what it was, until it is restored or forgotten.
	RemoveGroup(ctx context.Context, account AccountID, id GroupID, now time.Time) error
	// RemovedGroups returns those that were removed before a moment, by account.
	RemovedGroups(ctx context.Context, before time.Time) ([]RemovedGroup, error)
	// RestoreGroup puts a removed group back under its id, with those of its contacts who are still there. Another one may
	// have its name by now: then the id stands behind it.
	RestoreGroup(ctx context.Context, group RemovedGroup) error
	ForgetRemovedGroup(ctx context.Context, group RemovedGroup) error
	// ChangeMembers puts contacts into a group or takes them out.
	ChangeMembers(ctx context.Context, account AccountID, id GroupID, members Members, in bool) (MemberChange, error)
}

// RenameGroup gives a group another name. It fails with ErrGroupName, ErrGroupNotFound and ErrGroupExists.
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
// checked just before the group goes and saved just after: what is used is asked once more behind the deletion, and a
// minute later by SettleGroups, and a group that is used by then comes back.
func (a *App) DeleteGroup(ctx context.Context, account AccountID, id GroupID) error {
	if err := a.freeGroup(ctx, account, id); err != nil {
		return err
	}
	if err := a.GroupStore.RemoveGroup(ctx, account, id, a.Now()); err != nil {
		return err
	}
	err := a.freeGroup(ctx, account, id)
	if !errors.Is(err, ErrGroupInUse) {
		return nil // nobody uses it, or nobody knows and SettleGroups asks again
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

// SettleAfter is when a removal is final: no call that began before it is still running, nor is a turn of an import.
const SettleAfter = time.Minute

// SettleGroups forgets the groups that were deleted a while ago, and puts back those that a scoring uses all the same.
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

// ChangeMembers puts contacts into a group, or takes them out. It fails with ErrGroupNotFound.
func (a *App) ChangeMembers(
	ctx context.Context, account AccountID, id GroupID, numbers []int32, addresses []string, in bool,
) (MemberChange, error) {
	members := Members{Numbers: numbers, Addresses: make([]Sought, len(addresses))}
	for i, address := range addresses {
		members.Addresses[i] = Seek(address)
	}
	return a.GroupStore.ChangeMembers(ctx, account, id, members, in)
}
