package core

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/fault"
)

func TestPreviewsOfAnAccountComeOneAfterTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPreviews()
		leave, err := p.enter(t.Context(), 1)
		require.NoError(t, err)
		other, err := p.enter(t.Context(), 2)
		require.NoError(t, err, "accounts do not wait for each other")
		other()

		began := time.Now()
		_, err = p.enter(t.Context(), 1)
		require.ErrorIs(t, err, ErrPreviewBusy)
		require.Equal(t, time.Second, fault.From(err).Wait)
		require.Equal(t, time.Second, time.Since(began))

		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = p.enter(gone, 1)
		require.ErrorIs(t, err, context.Canceled)

		time.AfterFunc(time.Second/2, leave)
		again, err := p.enter(t.Context(), 1)
		require.NoError(t, err, "the one before ended in time")
		again()
	})
}
