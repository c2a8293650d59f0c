package rpc

import (
	"context"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/contact"
)

func groupToProto(g contact.Group) *contactsv1.Group {
	group := &contactsv1.Group{
		Id: int32(g.ID), Name: g.Name, Uid: g.UID, ContactCount: g.Contacts,
		UsedInScoring: len(g.UsedBy) > 0, UsedBy: usesToProto(g.UsedBy),
	}
	setReached(group, g.Reached)
	return group
}

// RenameGroup renames a group.
func (s *ContactsServer) RenameGroup(
	ctx context.Context, req *contactsv1.RenameGroupRequest,
) (*contactsv1.RenameGroupResponse, error) {
	group, err := s.app.RenameGroup(ctx, account(ctx), contact.GroupID(req.GetId()), req.GetName())
	if err != nil {
		return nil, err
	}
	return &contactsv1.RenameGroupResponse{Group: groupToProto(group)}, nil
}

// DeleteGroup removes a group.
func (s *ContactsServer) DeleteGroup(
	ctx context.Context, req *contactsv1.DeleteGroupRequest,
) (*contactsv1.DeleteGroupResponse, error) {
	if err := s.app.DeleteGroup(ctx, account(ctx), contact.GroupID(req.GetId())); err != nil {
		return nil, err
	}
	return &contactsv1.DeleteGroupResponse{}, nil
}

// AddGroupMembers adds contacts to a group.
func (s *ContactsServer) AddGroupMembers(
	ctx context.Context, req *contactsv1.AddGroupMembersRequest,
) (*contactsv1.AddGroupMembersResponse, error) {
	change, err := s.changeMembers(ctx, req, true)
	if err != nil {
		return nil, err
	}
	return &contactsv1.AddGroupMembersResponse{
		Added: change.Changed, AlreadyThere: change.Unchanged, Unknown: change.Unknown,
	}, nil
}

// RemoveGroupMembers removes contacts from a group.
func (s *ContactsServer) RemoveGroupMembers(
	ctx context.Context, req *contactsv1.RemoveGroupMembersRequest,
) (*contactsv1.RemoveGroupMembersResponse, error) {
	change, err := s.changeMembers(ctx, req, false)
	if err != nil {
		return nil, err
	}
	return &contactsv1.RemoveGroupMembersResponse{
		Removed: change.Changed, NotThere: change.Unchanged + change.Unknown,
	}, nil
}

// membersRequest is implemented by both requests.
type membersRequest interface {
	GetId() int32
	GetNumbers() []int32
	GetAddresses() []string
	GetSearch() *contactsv1.SearchContactsRequest
}

func (s *ContactsServer) changeMembers(
	ctx context.Context, req membersRequest, in bool,
) (change contact.MemberChange, err error) {
	group, numbers := contact.GroupID(req.GetId()), req.GetNumbers()
	if req.GetSearch() != nil {
		search, err := searchOf(ctx, req.GetSearch())
		if err != nil {
			return change, err
		}
		found, err := s.results.Numbers(ctx, search, group)
		if err != nil {
			return change, err
		}
		numbers = append(numbers, found...)
	}
	return s.app.ChangeMembers(ctx, account(ctx), group, numbers, req.GetAddresses(), in)
}
