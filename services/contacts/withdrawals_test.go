package contacts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// An unsubscription withdraws a consent under every policy for existing contacts. A yes does not give a consent under
// the policy keep.
func TestUnsubscriptionsInAFileWithdrawConsentsUnderEachPolicy(t *testing.T) {
	t.Parallel()
	const before = "email,email_consent\nada@x.co,1\nbob@x.co,1\neve@x.co,0\nzoe@x.co,1\n"
	for name, c := range map[string]struct {
		body        string
		keep, apply []int
		withdrawn   int32
		blocked     int
	}{
		"a status": {
			body: "Email,Status\nada@x.co,Unsubscribed\nbob@x.co,Subscribed\neve@x.co,Subscribed\nzoe@x.co,Cleaned\n",
			keep: []int{1}, apply: []int{1, 2}, withdrawn: 2, blocked: 1,
		},
		"a time": {
			body: "Email Address,UNSUB_TIME\nada@x.co,2024-01-02 03:04:05\nbob@x.co,\neve@x.co,\nzoe@x.co,\n",
			keep: []int{1, 3}, apply: []int{1, 3}, withdrawn: 1,
		},
		"no": {
			body: "E-mail;Zgoda e-mail\nada@x.co;NIE\nbob@x.co;TAK\neve@x.co;TAK\nzoe@x.co;NIE\n",
			keep: []int{0, 1, 3}, apply: []int{1, 2},
		},
	} {
		for policy, want := range map[string][]int{"keep": c.keep, "": c.apply} {
			t.Run(name+" "+policy, func(t *testing.T) {
				t.Parallel()
				s := start(t)
				id := s.ensure(t, "001")["001"]
				s.load(t, "contacts", "csv", []byte(before))
				draft := s.draft(t, "contacts", []byte(c.body))
				options := proposed("contacts", s.inspect(t, draft, nil))
				require.Equal(t, "keep", options.GetConsentPolicy(), "the proposed answer")
				options.ConsentPolicy = policy
				check := s.check(t, draft, options).GetCheck().GetEffects()
				done := s.begin(t, draft, options)
				require.Equal(t, [3]int32{4, 4, 0}, counts(done))
				require.Equal(t, want, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
				require.Equal(t, c.blocked, s.contactsWhere(t, "email_blocked"))
				require.Equal(t, check.GetEmailConsentsWithdrawn(), done.GetEffects().GetEmailConsentsWithdrawn())
				if policy == "keep" {
					require.Equal(t, c.withdrawn, check.GetEmailConsentsWithdrawn())
				}
			})
		}
	}
}

// A caller that has no answer about new contacts wants no consents: values without a meaning do not refuse rows.
func TestKeptConsentsNeedNoMeanings(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte("email,email_consent\nada@x.co,1\nbob@x.co,1\n"))
	draft := s.draft(t, "contacts", []byte("email,email_consent\nada@x.co,może\nbob@x.co,wypisany\nnew@x.co,tak\n"))
	options := &contactsv1.ReadOptions{Mapping: []string{"email", "email_consent"}, ConsentPolicy: "keep"}
	require.Equal(t, [3]int32{3, 3, 0}, counts(s.begin(t, draft, options)))
	require.Equal(t, []int{0}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
	s.load(t, "contacts", "csv", []byte("email,email_consent\nbob@x.co,tak\n"))
	require.Equal(t, []int{0}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING), "no file gives it again")
}
