package acceptance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
	"puls.app/services/puls/internal/command"
)

// rowsOf selects an account's rows of tables without a column of the account. An empty text means none: these tables
// are for background work alone.
var rowsOf = map[string]string{
	"contacts.audience_bits":        "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.contact_addresses":    "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.suppressed_addresses": "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.visitors":             "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.visitor_claims":       "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.property_fills":       "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.property_values":      "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.property_cells":       "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.log_entry_sets":       "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.address_twins":        "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.spelled_databases":    "",
	"contacts.recipient_blocks":     "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.resolved_databases":   "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.resolved_visitors":    "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.removed_visitors":     "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.stale_visitors":       "database_id IN (SELECT id FROM contacts.databases WHERE account_id = %d)",
	"contacts.destination_members":  "destination_id IN (SELECT id FROM contacts.destinations WHERE account_id = %d)",
	"contacts.refused_reasons":      "import_id IN (SELECT id FROM contacts.imports WHERE account_id = %d)",
	"contacts.refused_rows":         "import_id IN (SELECT id FROM contacts.imports WHERE account_id = %d)",
	"scoring_engine.score_cells":    "scoring_id IN (SELECT scoring_id FROM scoring_engine.calculations WHERE account_id = %d)",
	"contacts.import_blocks":        "",
	"contacts.intake_begins":        "",
	"contacts.intake_bodies":        "",
	"contacts.event_times":          "",
	"contacts.mail_proofs":          "",
	"contacts.mail_events":          "",
	"scoring_engine.batches":        "",
	"scoring_engine.cohorts":        "",
	"scoring_engine.fact_batches":   "",
	"scoring_engine.folds":          "",
	"scoring_engine.segments":       "",
	"scoring_engine.message_blocks": "",
}

// withoutPolicy lists the tables that no policy ties to an account, and what excludes other accounts.
var withoutPolicy = map[string]string{
	"contacts.outbox":             "what waits for other services; no request reads it",
	"contacts.outbox_epoch":       "counts of the outbox",
	"scoring_engine.task_clock":   "the number of a turn, of no account",
	"scoring_engine.outbox":       "what waits for other services; no request reads it",
	"scoring_engine.outbox_epoch": "counts of the outbox",
	"flags.flags":                 "flags belong to the installation",
	"flags.flag_set":              "flags belong to the installation",
}

// schemas returns the schemas of all services that have one.
func schemas() (names []string) {
	for _, service := range command.Services() {
		if service.Schema != "" {
			names = append(names, service.Schema)
		}
	}
	return names
}

// table is a table of the catalogue.
type table struct {
	schema, name string
	enabled      bool
	forced       bool
	// tenant is the column that a policy compares with the account of the transaction; empty without such a policy.
	tenant string
}

func (t table) String() string { return t.schema + "." + t.name }

var tenantColumn = regexp.MustCompile(`\((\w+) = \(?NULLIF\(current_setting\('puls\.account'`)

// tables reads the catalogue.
func tables(t *testing.T, admin *pgx.Conn) []table {
	t.Helper()
	rows, err := admin.Query(t.Context(), `
		SELECT n.nspname, c.relname, c.relrowsecurity, c.relforcerowsecurity,
			coalesce((SELECT string_agg(p.qual, ' ') FROM pg_policies p
			WHERE p.schemaname = n.nspname AND p.tablename = c.relname), '')
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ANY ($1) AND c.relname <> 'schema_version'
		ORDER BY 1, 2`, schemas())
	require.NoError(t, err)
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (found table, err error) {
		var policies string
		err = row.Scan(&found.schema, &found.name, &found.enabled, &found.forced, &policies)
		if match := tenantColumn.FindStringSubmatch(policies); match != nil {
			found.tenant = match[1]
		}
		return found, err
	})
	require.NoError(t, err)
	require.Greater(t, len(all), 30)
	return all
}

func (p *program) connect(role string) *pgx.Conn {
	p.t.Helper()
	address := p.admin
	if role != "" {
		address = pgtest.As(p.admin, role)
	}
	conn, err := pgx.Connect(p.t.Context(), address)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { require.NoError(p.t, conn.Close(context.Background())) })
	return conn
}

func TestEveryTableIsTiedToAnAccountOrExplained(t *testing.T) {
	p := startProgram(t)
	seen := map[string]bool{}
	for _, table := range tables(t, p.connect("")) {
		seen[table.String()] = true
		_, explained := withoutPolicy[table.String()]
		if table.enabled {
			require.True(t, table.forced, "%s: without FORCE the policy does not hold for the service itself", table)
			require.False(t, explained, "%s has row-level security: take it off the list", table)
			continue
		}
		require.True(
			t, explained, "%s has no row-level security: add it, or explain in withoutPolicy what keeps other accounts out",
			table,
		)
	}
	for name := range withoutPolicy {
		require.True(t, seen[name], "%s does not exist", name)
	}
}

// Without the index each request with a key reads all keys that its account used in two days.
func TestOldKeysOfRequestsAreFoundByAnIndex(t *testing.T) {
	p := shared(t)
	rows, err := p.connect("").Query(t.Context(), `
		SELECT n.nspname || ': ' || coalesce(string_agg(pg_get_indexdef(i.indexrelid), '; '), '')
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_index i ON i.indrelid = c.oid
		WHERE c.relname = 'idempotency_keys' AND n.nspname = ANY ($1) GROUP BY n.nspname`, schemas())
	require.NoError(t, err)
	indexes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.NotEmpty(t, indexes)
	for _, of := range indexes {
		require.Contains(t, of, "(account_id, created_at)")
	}
}

// S2, the tables: a service's role that is tied to one account cannot see or change rows of another account by any
// statement.
func TestNoStatementReachesRowsOfAnotherAccount(t *testing.T) {
	p := startProgram(t)
	mine, other := newTenant(p, "mine", "011"), newTenant(p, "other", "022")
	admin := p.connect("")
	count := func(conn *pgx.Conn, table table, where string) (found int) {
		t.Helper()
		statement := fmt.Sprintf("SELECT count(*) FROM %s WHERE %s", table, where)
		require.NoError(t, conn.QueryRow(t.Context(), statement).Scan(&found), "%s", statement)
		return found
	}
	filled := 0
	for _, table := range tables(t, admin) {
		if table.tenant == "" {
			continue
		}
		service := p.connect(pgdb.RoleOf(table.schema))
		require.Zero(t, count(service, table, "true"), "%s: without an account there is nothing", table)
		_, err := service.Exec(t.Context(), "SELECT set_config('puls.account', $1, false)", strconv.Itoa(int(mine.account)))
		require.NoError(t, err)
		theirs := fmt.Sprintf("%s = %d", table.tenant, other.account)
		ours := fmt.Sprintf("%s = %d", table.tenant, mine.account)
		require.Zero(t, count(service, table, theirs+" OR "+table.tenant+" IS NULL"), "%s", table)
		require.Equal(t, count(admin, table, ours), count(service, table, "true"), "%s", table)
		if count(admin, table, theirs) > 0 {
			filled++
		}
		before := count(admin, table, theirs)
		for _, statement := range []string{
			fmt.Sprintf("UPDATE %s SET %s = %s WHERE %s", table, table.tenant, table.tenant, theirs),
			fmt.Sprintf("DELETE FROM %s WHERE %s", table, theirs),
		} {
			tag, err := service.Exec(t.Context(), statement)
			require.True(t, tag.RowsAffected() == 0 && (err == nil || refusedByRights(err)), "%s: %v %v", statement, tag, err)
		}
		_, err = service.Exec(t.Context(), fmt.Sprintf("UPDATE %s SET %s = %d", table, table.tenant, other.account))
		require.True(t, refusedByRights(err) ||
			count(admin, table, ours) == 0, "%s: a row can be handed to another account: %v", table, err)
		require.Equal(t, before, count(admin, table, theirs), "%s", table)
	}
	require.Greater(t, filled, 9, "too few tables hold anything of the other account")
	figure(t, "%d tables with rows of both", filled)
}

// The same for tables whose rows belong to an account through other rows, and for those that are for background work
// alone.
func TestNoStatementReachesRowsThatBelongToAnothersThings(t *testing.T) {
	p := startProgram(t)
	mine, other := newTenant(p, "mine", "011"), newTenant(p, "other", "022")
	admin := p.connect("")
	count := func(conn *pgx.Conn, table table, where string) (found int) {
		t.Helper()
		require.NoError(
			t, conn.QueryRow(t.Context(), fmt.Sprintf("SELECT count(*) FROM %s WHERE %s", table, where)).Scan(&found), "%s",
			table,
		)
		return found
	}
	seen, filled := 0, 0
	for _, table := range tables(t, admin) {
		rows, known := rowsOf[table.String()]
		if !known {
			require.True(t, !table.enabled || table.tenant != "" || table.schema == "account", "%s: whose are its rows?", table)
			continue
		}
		seen++
		service := p.connect(pgdb.RoleOf(table.schema))
		require.Zero(t, count(service, table, "true"), "%s: without an account there is nothing", table)
		_, err := service.Exec(t.Context(), "SELECT set_config('puls.account', $1, false)", strconv.Itoa(int(mine.account)))
		require.NoError(t, err)
		if rows == "" {
			require.Zero(t, count(service, table, "true"), "%s is for background work", table)
			continue
		}
		ours := count(admin, table, fmt.Sprintf(rows, mine.account))
		theirs := count(admin, table, fmt.Sprintf(rows, other.account))
		if theirs > 0 {
			filled++
		}
		require.Equal(t, ours, count(service, table, "true"), "%s", table)
		_, err = service.Exec(t.Context(), "DELETE FROM "+table.String())
		require.True(t, err == nil || refusedByRights(err), "%s: %v", table, err)
		require.Equal(t, theirs, count(admin, table, fmt.Sprintf(rows, other.account)), "%s: another's rows went", table)
	}
	require.Equal(t, len(rowsOf), seen)
	require.GreaterOrEqual(t, filled, 4, "too few tables hold anything of the other account")
}

// refusedByRights reports whether a policy or missing rights stopped a statement.
func refusedByRights(err error) bool {
	var pgErr *pgconn.PgError
	// generated columns cannot be set at all
	return errors.As(err, &pgErr) && (pgErr.Code == "42501" || pgErr.Code == "428C9")
}

// S2, the calls: every policy is tied to one account, as if the services' own filters let everything through. Another
// account then cannot read its own data any more, so that only the policies decide, and nothing bypasses them.
func TestMatrixHoldsWithoutTheServicesOwnFilters(t *testing.T) {
	p := startProgram(t)
	mine, other := newTenant(p, "mine", "011"), newTenant(p, "other", "022")
	before := other.state()
	admin := p.connect("")
	restore := pin(t, admin, mine.account)
	calls := 0
	for _, e := range endpoints(t) {
		r := rowOf(t, e)
		if reason := byToken[e.name]; reason != "" || !e.protected() {
			continue
		}
		t.Run(e.name, func(t *testing.T) {
			status, answer := e.send(other.client, other.ready(e, r))
			calls++
			other.mustNotLeak(t, strconv.Itoa(status), answer)
			for field, kind := range named(t, e) {
				ask := func(id any) (int, string) {
					values := other.ready(e, r)
					set(values, field, id)
					status, answer := e.send(other.client, values)
					calls++
					other.mustNotLeak(t, field, answer)
					return status, strings.ReplaceAll(string(answer), fmt.Sprintf("uid %v", id), "uid …")
				}
				ownStatus, own := ask(other.id(kind))
				unknownStatus, unknown := ask(unused[kind])
				if e.method == http.MethodGet {
					require.Equal(t, unknownStatus, ownStatus, "%s: %s", field, own)
					require.Equal(t, unknown, own, field)
				}
			}
		})
	}
	restore()
	require.Equal(t, before, other.state(), "what the policies hide was changed")
	figure(t, "%d calls", calls)
}

// byToken lists calls that get the account from the token itself or before any account is known.
var byToken = map[string]string{
	"account.v1.SessionService.CreateExternalLogin": "the account is found by its API key",
	"account.v1.SessionService.Logout":              "ends the session that the token names",
}

// pin ties every policy to one account, whichever account the transaction names, and returns a function to undo it.
func pin(t *testing.T, admin *pgx.Conn, account int32) (restore func()) {
	t.Helper()
	rows, err := admin.Query(
		t.Context(),
		`SELECT schemaname::text, tablename::text, policyname::text, qual FROM pg_policies WHERE qual LIKE '%puls.account%'`,
	)
	require.NoError(t, err)
	type policy struct{ Schema, Table, Name, Qual string }
	policies, err := pgx.CollectRows(rows, pgx.RowToStructByPos[policy])
	require.NoError(t, err)
	require.Greater(t, len(policies), 15)
	alter := func(change func(string) string) {
		for _, p := range policies {
			_, err := admin.Exec(
				t.Context(), fmt.Sprintf("ALTER POLICY %s ON %s.%s USING (%s)", p.Name, p.Schema, p.Table, change(p.Qual)),
			)
			require.NoError(t, err)
		}
	}
	alter(func(qual string) string {
		pinned := strings.ReplaceAll(qual, "current_setting('puls.account'::text, true)", fmt.Sprintf("'%d'", account))
		require.NotEqual(t, qual, pinned)
		return pinned
	})
	return func() { alter(func(qual string) string { return qual }) }
}

// S2, the pool: connections serve accounts in any order, and none carries an account over to the next transaction.
func TestNoConnectionCarriesAnAccountOver(t *testing.T) {
	const rounds, workers = 10_000, 16
	p := startProgram(t)
	accounts := []int32{
		p.createAccount("a@example.com", "UTC", "001").account, p.createAccount("b@example.com", "UTC", "001").account,
	}
	migrations := os.DirFS(filepath.Join("..", "..", "contacts", "internal", "pg", "migrations"))
	db, err := pgdb.Open(
		t.Context(),
		pgdb.Options{URL: pgtest.As(p.admin, "puls_contacts"), Schema: "contacts", Migrations: migrations, MaxConns: 4},
	)
	require.NoError(t, err)
	defer db.Close()
	const query = "SELECT coalesce(array_agg(DISTINCT account_id), '{}'), coalesce(current_setting('puls.account', true), ''), current_user::text FROM databases"
	seen := func(
		ctx context.Context, row func(context.Context, string, ...any) pgx.Row,
	) (found []int32, setting, role string, err error) {
		err = row(ctx, query).Scan(&found, &setting, &role)
		return found, setting, role, err
	}
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			random := rand.New(rand.NewPCG(uint64(worker), 1))
			for range rounds / workers {
				ctx, cancel := context.WithCancel(t.Context())
				if random.IntN(8) == 0 {
					time.AfterFunc(time.Duration(random.IntN(2000))*time.Microsecond, cancel)
				}
				account := accounts[random.IntN(2)]
				end := random.IntN(4)
				look := func(q pgdb.Querier) error {
					found, _, _, err := seen(ctx, q.QueryRow)
					if err == nil && !slices.Equal(found, []int32{account}) {
						t.Errorf("account %d sees %v", account, found)
					}
					if end == 0 {
						return errors.New("rolled back")
					}
					return err
				}
				var err error
				if random.IntN(2) == 0 {
					err = db.Read(ctx, account, look)
				} else {
					err = db.InAccount(ctx, account, func(tx pgx.Tx) error { return look(tx) })
				}
				switch random.IntN(16) {
				case 0:
					_ = db.AsSystem(ctx, func(tx pgx.Tx) error { _, _, _, err := seen(ctx, tx.QueryRow); return err })
				case 1:
					_ = db.ReadAsSystem(ctx, func(q pgdb.Querier) error { _, _, _, err := seen(ctx, q.QueryRow); return err })
				}
				cancel()
				found, setting, role, poolErr := seen(t.Context(), db.Pool.QueryRow)
				if poolErr != nil || len(found) > 0 || setting != "" || role != "puls_contacts" {
					t.Errorf("after %v: %v %q %q %v", err, found, setting, role, poolErr)
				}
			}
		})
	}
	group.Wait()
}
