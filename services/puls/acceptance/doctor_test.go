package acceptance

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
	"puls.app/services/puls/internal/command"
	"puls.app/services/puls/internal/doctor"
	"puls.app/services/puls/internal/run"
)

// examine examines a program, with settings of the test in addition to the program's.
func examine(p *program, with conf.Values) []doctor.Finding {
	p.t.Helper()
	values := conf.Values{
		"PULS_SECRET": testSecret, "PULS_PUBLIC_URL": "http://127.0.0.1", "PULS_MAIL_DIR": p.t.TempDir(),
		"PULS_DISK_RESERVE": "1",
	}
	for _, schema := range schemas() {
		values["DATABASE_URL_"+strings.ToUpper(schema)] = pgtest.As(p.admin, pgdb.RoleOf(schema))
	}
	for name, value := range with {
		values[name] = value
	}
	settings, err := run.Read(values)
	require.NoError(p.t, err)
	return doctor.Installation{
		Settings: settings, Services: command.Services(), DatabaseURL: p.admin, Connect: p.nats.Connect,
		Version: "test", Now: time.Now,
	}.Examine(p.t.Context())
}

// wanting returns the findings that are not OK.
func wanting(findings []doctor.Finding) (wanting []string) {
	for _, f := range findings {
		if f.Level != doctor.OK {
			wanting = append(wanting, string(f.Level)+" "+f.Area+": "+f.Says)
		}
	}
	return wanting
}

func TestTheDoctorReportsFaultsAndNothingElse(t *testing.T) {
	p := startProgram(t)
	require.NoError(t, p.env.Bus.Publish(t.Context(), "doctor", &scoringenginev1.Nightly{}))
	// The servers of tests are not durable, other tests have connections there, and the disk may be full.
	usual := wanting(examine(p, nil))
	for _, finding := range usual {
		require.Regexp(t, " (postgres|disk): ", finding)
	}

	conn, err := pgx.Connect(t.Context(), p.admin)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close(t.Context())) })
	for _, sql := range []string{
		"INSERT INTO account.mails (kind, email, created_at, next_try_at) VALUES ('reset', 'a@b', now() - interval '2 hours', now() + interval '1 day')",
		"DELETE FROM reports.schema_version WHERE version_id = (SELECT max(version_id) FROM reports.schema_version)",
		"INSERT INTO flags.schema_version (version_id, is_applied) VALUES (999, true)",
		"INSERT INTO contacts.erased_addresses (account_id, digest, key_id, erased_at) VALUES (1, '\\x01', '\\x02', now())",
	} {
		_, err := conn.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	var reports int
	require.NoError(t, conn.QueryRow(t.Context(), "SELECT max(version_id) FROM reports.schema_version").Scan(&reports))
	nc, err := p.nats.Connect()
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	stream, err := js.Stream(t.Context(), "CONTACTS")
	require.NoError(t, err)
	config := stream.CachedInfo().Config
	config.MaxAge = time.Hour
	_, err = js.UpdateStream(t.Context(), config)
	require.NoError(t, err)
	batches := bus.EventOf[*contactsv1.EngagementBatch]().Subject()
	require.NoError(t, p.env.Bus.PutDeadLetter(t.Context(), batches, "one", []byte("?"), errors.New("unreadable")))
	findings := wanting(examine(p, conf.Values{
		"PULS_SMPT_URL": "smtp://localhost", "PULS_SMTP_URL": "smtp://127.0.0.1:1", "PULS_LIMIT_CALCULATIONS": "many",
		"PULS_DISK_RESERVE": "9000000000000000000",
	}))
	findings = append(findings, wanting(examine(p, conf.Values{"PULS_SECRET": "short"}))...)
	for _, want := range []string{
		"warning settings: PULS_SMPT_URL is set, and nothing reads it",
		"problem settings: scoring-engine: ",
		"problem secrets: PULS_SECRET must have",
		"problem account: talk to mail server",
		"problem disk: ",
		"problem account: how long the oldest mail has waited: 2h0m",
		"problem contacts: it would not start: start contacts: check key of erased addresses: addresses were erased under another",
		fmt.Sprintf("problem reports: the schema is at version %d, and 1 migrations are pending", reports),
		"warning flags: the schema is at version 999, which is newer than this program",
		"warning nats: the stream CONTACTS keeps",
		"warning nats: messages and tasks that no service could handle: 1",
	} {
		require.True(t, slices.ContainsFunc(findings, func(f string) bool { return strings.HasPrefix(f, want) }),
			"%s\nis not among\n%s", want, strings.Join(findings, "\n"))
	}
}
