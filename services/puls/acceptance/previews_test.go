package acceptance

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/rpc"
)

// TestPreviewsComeToTheGoldenFigures requests previews of golden cases on their own days from the engine, like
// scoring-config does for today.
func TestPreviewsComeToTheGoldenFigures(t *testing.T) {
	p := shared(t)
	dial := func(name string) grpc.ClientConnInterface {
		conn, err := p.env.Network.Dial(name, rpc.AsService(p.env.Keys, "scoring-config", name, time.Now))
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		return conn
	}
	due := scoringconfigv1.NewDueServiceClient(dial("scoring-config"))
	previews := scoringenginev1.NewPreviewServiceClient(dial("scoring-engine"))
	for name, dir := range goldenDirs(t) {
		t.Run(name, func(t *testing.T) {
			g := readGolden(t, dir)
			scoped := *p
			scoped.t = t
			c := scoped.createAccount(name+"-previews@example.com", g.Timezone, g.uids()...)
			g.contactsFirst([][]byte{g.file(t, "events.csv")})(t, c)
			tasks, err := due.GetTask(t.Context(), &scoringconfigv1.GetTaskRequest{
				AccountId: c.account, ScoringId: g.createScoring(c), GeneratedDate: g.GeneratedDate,
			})
			require.NoError(t, err)
			res, err := previews.PreviewTasks(t.Context(), &scoringenginev1.PreviewTasksRequest{
				AccountId: c.account, Tasks: tasks.GetTasks(), WithScores: true,
			})
			require.NoError(t, err)
			require.Len(t, res.GetTasks(), len(g.Expected.Channels))
			for _, preview := range res.GetTasks() {
				channel := map[int32]string{1: "mailing", 2: "sms", 3: "web"}[int32(preview.GetChannel())]
				g.comparePreview(t, channel, preview)
			}
		})
	}
}

func (g *goldenCase) comparePreview(t *testing.T, channel string, preview *scoringenginev1.TaskPreview) {
	t.Helper()
	want := g.Expected.Channels[channel]
	var histogram [101]int
	analysed, known, excluded := 0, 0, map[string]int{}
	for _, d := range preview.GetDatabases() {
		analysed += int(d.GetAnalysed())
		for score, n := range d.GetHistogram() {
			histogram[score] += int(n)
		}
		for _, n := range d.GetKnownHistogram() {
			known += int(n)
		}
		for reason, n := range d.GetExcluded() {
			excluded[reason] += int(n)
		}
	}
	require.Equal(t, [2]int{want.Count, want.KnownCount}, [2]int{analysed, known})
	for _, band := range want.Bands {
		count := 0
		for _, n := range histogram[band.Min : band.Max+1] {
			count += n
		}
		require.Equal(t, band.Count, count)
	}
	if want.Exclusions != nil {
		for reason, figures := range want.Exclusions.Reasons {
			require.Equal(t, figures.Count, excluded[reason], reason)
		}
	}
	for name, value := range want.Reference {
		reference := preview.GetReferences()[name]
		if value == nil {
			require.Nil(t, reference, name)
			continue
		}
		require.Equal(t, fmt.Sprint(value), reference.GetValue(), name)
		require.Positive(t, reference.GetSample(), name)
	}
	require.NotEmpty(t, preview.GetPossibleFrom())
}
