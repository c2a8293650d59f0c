package spec_test

import (
	"errors"
	"slices"
	"testing"

	"buf.build/go/protovalidate"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/spec"
)

func TestChannelsHaveTheNumbersOfTheWire(t *testing.T) {
	require.Len(t, typev1.Channel_name, len(spec.Channels())+1)
	require.EqualValues(t, typev1.Channel_CHANNEL_MAILING, spec.Mailing)
	require.EqualValues(t, typev1.Channel_CHANNEL_SMS, spec.SMS)
	require.EqualValues(t, typev1.Channel_CHANNEL_WEB, spec.Web)
}

func TestNamesOfChannelsAreReadAgain(t *testing.T) {
	for _, channel := range spec.Channels() {
		require.True(t, channel.Valid())
		require.Equal(t, channel, spec.ParseChannel(channel.String()))
	}
	for _, other := range []spec.Channel{0, spec.Web + 1} {
		require.False(t, other.Valid())
		require.Empty(t, other.String())
		require.Empty(t, other.Weights())
		require.Empty(t, other.Reasons())
	}
	require.Zero(t, spec.ParseChannel("push"))
	require.Zero(t, spec.ParseChannel(""))
}

func TestOnlyChannelsOfContactsHaveReasons(t *testing.T) {
	require.Equal(t, []string{"NO_EMAIL", "NO_CONSENT", "NOT_IN_GROUP", "NO_SENDING"}, spec.Mailing.Reasons())
	require.Equal(t, []string{"NO_GSM", "NO_CONSENT", "NOT_IN_GROUP", "NO_SENDING"}, spec.SMS.Reasons())
	require.Empty(t, spec.Web.Reasons())
}

func TestRequestsTakeTheNamesOfChannels(t *testing.T) {
	validator, err := protovalidate.New()
	require.NoError(t, err)
	id, uid := uuid.NewString(), "001"
	var all, contacts []string
	for _, channel := range spec.Channels() {
		all = append(all, channel.String())
		if channel.NoAddress() != "" {
			contacts = append(contacts, channel.String())
		}
	}
	for _, c := range []struct {
		takes   []string
		request func(channel string) proto.Message
	}{
		{append(all, ""), func(channel string) proto.Message {
			return &reportsv1.GetLiftRequest{Id: id, ScoringType: channel}
		}},
		{all, func(channel string) proto.Message {
			return &scoringenginev1.ListContactScoresRequest{ScoringId: id, Uid: uid, ScoringType: channel}
		}},
		{append(contacts, ""), func(channel string) proto.Message {
			return &contactsv1.ExportExcludedToGroupsRequest{Id: id, ScoringType: channel}
		}},
	} {
		for _, channel := range append(all, "", "push", "Mailing") {
			err := validator.Validate(c.request(channel))
			var broken *protovalidate.ValidationError
			refused := errors.As(err, &broken) && slices.ContainsFunc(broken.Violations, func(v *protovalidate.Violation) bool {
				return v.Proto.GetRuleId() == "string.in" && v.Proto.GetField().GetElements()[0].GetFieldName() == "scoring_type"
			})
			require.Equal(t, !slices.Contains(c.takes, channel), refused, "%T takes %q: %v", c.request(channel), channel, err)
		}
	}
	err = validator.Validate(&reportsv1.GetLiftRequest{Id: id, ScoringType: "push"})
	require.ErrorContains(t, err, "must be in list [, mailing, sms, web]")
}
