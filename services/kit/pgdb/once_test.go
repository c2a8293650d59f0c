package pgdb_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

func TestAKeyIsRefusedWhileItIsWorkedOnAndAnsweredAfterwards(t *testing.T) {
	db := readingOver(t, 2)
	once := func(account int32, key string, work func() error) (string, error) {
		answer, err := db.Once(t.Context(), account, key, []byte("digest"), func(context.Context) ([]byte, error) {
			return []byte(key), work()
		})
		return string(answer), err
	}
	done := func() error { return nil }
	twice := func() error { return errors.New("it is done twice") }
	answer, err := once(1, "key", func() error {
		_, err := once(1, "key", twice)
		require.NotNil(t, fault.From(err), "%v", err)
		require.Equal(t, reason.IdempotencyKeyRunning.String(), fault.From(err).Reason)
		_, err = once(1, "another key", done)
		require.NoError(t, err)
		_, err = once(2, "key", done)
		require.NoError(t, err, "another account's key is its own")
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, "key", answer)
	answer, err = once(1, "key", twice)
	require.NoError(t, err)
	require.Equal(t, "key", answer)
}
