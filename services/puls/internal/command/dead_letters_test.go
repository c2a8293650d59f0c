package command

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/kit/bus"
)

func TestADeadLetterIsListedOnOneLineAndShownByItsContract(t *testing.T) {
	task := &scoringconfigv1.CalculationTask{AccountId: 7, GeneratedDate: "2026-11-02"}
	payload, err := proto.Marshal(task)
	require.NoError(t, err)
	now := time.Date(2026, 11, 3, 4, 0, 0, 0, time.UTC)
	letters := []bus.DeadLetter{
		{
			Sequence: 3, Subject: bus.EventOf[*scoringconfigv1.CalculationTask]().Subject(), Cause: "no\nroom",
			Time: now.Add(-time.Hour), Payload: payload,
		},
		{Sequence: 5, Subject: "gone.away", Payload: []byte{1}},
	}
	var out strings.Builder
	require.NoError(t, listLetters(&out, letters[:1], now))
	require.Contains(t, out.String(), `no\nroom`)
	require.Contains(t, out.String(), "1h0m0s")
	out.Reset()
	require.NoError(t, showLetters(&out, letters))
	require.Contains(t, out.String(), `"accountId": 7`)
	require.Contains(t, strings.ReplaceAll(out.String(), " ", ""), `"unreadable":"nocontracthasanevent`)

	chosen, err := chooseLetters(letters, []string{"5"})
	require.NoError(t, err)
	require.Equal(t, letters[1:], chosen)
	_, err = chooseLetters(letters, []string{"4"})
	require.ErrorContains(t, err, `no dead letter "4"`)
}
