package contacts_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// asKept returns the recipients of a database from its table, in the form of recipients, which reads them through
// blocks.
func (s *system) asKept(t testing.TB, database int32) (all []string) {
	t.Helper()
	s.past(t, "puls_contacts", func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), `SELECT coalesce(external_id, '') || ' ' || coalesce(email, '') || ' ' || coalesce(gsm, '')
			FROM contacts WHERE database_id = $1 ORDER BY number`, database)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return all
}

func (s *system) requireAsKept(t testing.TB, database int32) {
	t.Helper()
	want, got := s.asKept(t, database), s.recipients(t, database, typev1.Channel_CHANNEL_MAILING)
	requireCount(t, len(want), got)
	for i := range want {
		if want[i] != got[i] {
			t.Fatalf("contact %d is %q instead of %q", i, got[i], want[i])
		}
	}
}

const (
	blocksKept  = "SELECT count(*) FROM recipient_blocks"
	blocksValid = "SELECT count(*) FROM databases WHERE blocks_version = dictionary_version"
)

func TestCopiesOfAddressesFollowTheContacts(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	s.requireAsKept(t, database)
	const people = 5000 // three blocks
	s.people(t, "001", people)
	s.requireAsKept(t, database)
	require.Equal(t, 3, s.count(t, blocksKept))
	s.requireAsKept(t, database)

	// Changes of other fields leave the blocks. A changed address or a new contact deletes the block that it is in.
	s.load(t, "contacts", "csv", []byte("email,email_consent,groups\nc1@x.co,false,g\n"))
	require.Equal(t, 3, s.count(t, blocksKept))
	s.load(t, "contacts", "csv", []byte("email,gsm\nc2100@x.co,500000001\n"))
	require.Equal(t, 2, s.count(t, blocksKept))
	s.requireAsKept(t, database)
	require.Equal(t, 3, s.count(t, blocksKept))
	s.load(t, "contacts", "csv", []byte("email\nnew@x.co\n"))
	require.Equal(t, 2, s.count(t, blocksKept))
	s.requireAsKept(t, database)

	// An update by code that does not maintain blocks makes all of them void.
	s.exec(t, "UPDATE contacts.contacts SET email = 'other@x.co' WHERE database_id = $1 AND number = 7", database)
	s.exec(t, "UPDATE contacts.databases SET dictionary_version = dictionary_version + 1 WHERE id = $1", database)
	require.Zero(t, s.count(t, blocksValid))
	s.requireAsKept(t, database)
	require.Equal(t, 1, s.count(t, blocksValid))
	require.Equal(t, 3, s.count(t, blocksKept))
	s.requireAsKept(t, database)
}

// downloadUntil reads all recipients repeatedly until stop is closed.
func (s *system) downloadUntil(ctx context.Context, stop <-chan bool, database int32) error {
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		req := &contactsv1.StreamRecipientsRequest{AccountId: s.account, DatabaseId: database}
		stream, err := s.audience.StreamRecipients(ctx, req)
		for err == nil {
			_, err = stream.Recv()
		}
		if !errors.Is(err, io.EOF) {
			return err
		}
	}
}

func TestDownloadsBesideFilesAreNeverOldAfterwards(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	const people = 20_000 // ten blocks
	s.people(t, "001", people)
	random := rand.New(rand.NewPCG(4, 4))
	for range 8 {
		stop, failed := make(chan bool), make(chan error, 1)
		go func() { failed <- s.downloadUntil(t.Context(), stop, database) }()
		for range 3 {
			rows := []byte("email,external_id,gsm\n")
			for range 400 {
				rows = fmt.Appendf(rows, "c%d@x.co,E%d,+485%08d\n", random.IntN(people), random.Int32(), random.IntN(1e8))
			}
			s.load(t, "contacts", "csv", rows)
		}
		close(stop)
		require.NoError(t, <-failed)
		s.requireAsKept(t, database)
		s.requireAsKept(t, database)
	}
	require.Equal(t, 10, s.count(t, blocksKept))
}
