package rest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

// shelf is a connection to a service that returns one contact, or a file of some parts.
type shelf struct {
	grpc.ClientConnInterface
	parts []string
	total int32
}

func (s shelf) Invoke(_ context.Context, _ string, _, reply any, _ ...grpc.CallOption) error {
	if res, ok := reply.(*contactsv1.GetContactResponse); ok {
		res.Contact = &contactsv1.Contact{Uid: "001", Email: "a@x.co", Gsm: "+48500000001"}
	}
	if res, ok := reply.(*contactsv1.SearchContactsResponse); ok {
		res.Items, res.Total = []*contactsv1.FoundContact{{Uid: "001", Number: 7, Email: "b@x.co"}}, s.total
	}
	return nil
}

func (s shelf) NewStream(
	ctx context.Context, _ *grpc.StreamDesc, _ string, _ ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return &file{ctx: ctx, parts: s.parts}, nil
}

type file struct {
	grpc.ClientStream
	ctx   context.Context
	parts []string
}

func (f *file) SendMsg(any) error { return nil }

func (f *file) Context() context.Context { return f.ctx }

func (f *file) RecvMsg(m any) error {
	body, ok := m.(*httpbody.HttpBody)
	if len(f.parts) == 0 || !ok {
		return errors.New("broken off")
	}
	body.ContentType, body.Data, f.parts = "text/csv; charset=utf-8", []byte(f.parts[0]), f.parts[1:]
	return nil
}

func TestAnAnswerLeavesOnceItIsWrittenWhichContactsItHolds(t *testing.T) {
	var acts []string
	var failure error
	visits := func(context.Context) Record {
		return func(_ context.Context, act string, again bool) error {
			acts = append(acts, fmt.Sprintf("%s (%v)", act, again))
			return failure
		}
	}
	const card, search, sheet = contactsv1.ContactsService_GetContact_FullMethodName,
		contactsv1.ContactsService_SearchContacts_FullMethodName, contactsv1.ContactsService_ExportContacts_FullMethodName
	get := func() error {
		w := witness{shelf{}, visits}
		return w.Invoke(t.Context(), card, &contactsv1.GetContactRequest{Uid: "001"}, &contactsv1.GetContactResponse{})
	}
	find := func(total int32, query *contactsv1.SearchContactsRequest) {
		w := witness{shelf{total: total}, visits}
		require.NoError(t, w.Invoke(t.Context(), search, query, &contactsv1.SearchContactsResponse{}))
	}
	download := func() error {
		stream, err := witness{shelf{parts: []string{"uid\n", "001\n"}}, visits}.NewStream(t.Context(), nil, sheet)
		require.NoError(t, err)
		require.NoError(t, stream.SendMsg(&contactsv1.ExportContactsRequest{Uid: "001"}))
		body := &httpbody.HttpBody{}
		if err := stream.RecvMsg(body); err != nil {
			return err
		}
		return stream.RecvMsg(body)
	}
	require.NoError(t, get())
	find(1, &contactsv1.SearchContactsRequest{Query: "b@x.co"})
	find(1200, &contactsv1.SearchContactsRequest{Uid: "001", GroupId: 5, Page: 3})
	require.NoError(t, download())
	own := witness{shelf{}, visits}
	require.NoError(t, own.Invoke(t.Context(), contactsv1.ContactsService_ListGroups_FullMethodName, nil, nil))
	require.Equal(t, []string{
		"read 001/0: GET /api/protected/saresystem/contacts/001/0 (true)",
		"read 001/7: POST /api/protected/saresystem/contacts:search (true)",
		"read 1200 contacts: POST /api/protected/saresystem/contacts:search uid=001 group_id=5 (true)",
		"read POST /api/protected/saresystem/contacts:exportToCsv uid=001 (false)",
	}, acts)

	failure = errors.New("the audit log does not answer")
	require.Equal(t, codes.Unavailable, status.Code(get()))
	require.Equal(t, codes.Unavailable, status.Code(download()))
}
