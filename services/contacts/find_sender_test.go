package contacts_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/rpc"
)

func TestSendersAreFoundByTheirKeysAlone(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	intake := contactsv1.NewIntakeServiceClient(s.AsService(t))
	find := func(req *contactsv1.FindSenderRequest) string {
		_, err := intake.FindSender(t.Context(), req)
		return rpc.Reason(err)
	}
	website := func(key string) *contactsv1.FindSenderRequest {
		return &contactsv1.FindSenderRequest{Sender: &contactsv1.FindSenderRequest_WriteKey{WriteKey: key}}
	}
	hook := func(provider, key string) *contactsv1.FindSenderRequest {
		return &contactsv1.FindSenderRequest{Sender: &contactsv1.FindSenderRequest_MailProvider_{
			MailProvider: &contactsv1.FindSenderRequest_MailProvider{Provider: provider, Key: key},
		}}
	}
	require.Empty(t, find(website(s.website(t, "001", "shop.example.com"))))
	require.Equal(t, "INTAKE_KEY_UNKNOWN", find(website(uuid.NewString())))
	require.Equal(t, "INTAKE_KEY_UNKNOWN", find(website("nokey")))
	m := s.mailers(t)
	require.Empty(t, find(hook("postmark", m.paths["postmark"])))
	require.Equal(t, "PROVIDER_NOT_FOUND", find(hook("ses", m.paths["postmark"])))
	require.Equal(t, "PROVIDER_NOT_FOUND", find(hook("postmark", "nobody")))
	require.NotEmpty(t, find(&contactsv1.FindSenderRequest{}))
}
