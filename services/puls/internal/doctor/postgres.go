package doctor

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
)

const (
	// oldestPostgres is the oldest major version that the program is tested with, in the form of server_version_num.
	oldestPostgres = 160000
	// The drift limits are how far clocks may differ: tokens and nights depend on them.
	driftWarning, driftProblem = 2 * time.Second, 30 * time.Second
	longTransaction            = 30 * time.Minute
	endlessTransaction         = 6 * time.Hour
	// The wraparound limits are the age in transactions of the oldest row that is not frozen: Postgres stops at 2.1
	// billion.
	wraparoundWarning, wraparoundProblem = 1_000_000_000, 1_600_000_000
	// listeners is the number of connections of a service outside its pool.
	listeners = 2
)

//go:embed postgres.sql
var postgresSQL string

// server is the row of postgres.sql, by the names of its columns.
type server struct {
	Now                                      time.Time
	Version                                  int
	VersionText                              string
	Fsync, SynchronousCommit, FullPageWrites string
	MaxConnections, Reserved, Connections    int
	Longest                                  float64
	LongestWho                               string
	FrozenAge                                int64
	ArchiveMode                              string
	ArchiveFailing                           bool
	ArchiveSince                             float64
	SlotsIdle                                int
	DeadTables                               string
	Checksums                                string
}

// postgres checks the database server: durability, load, archiving and roles.
func (i Installation) postgres(ctx context.Context) []Finding {
	const advice = "Is Postgres there, and is DATABASE_URL right?"
	address := i.DatabaseURL
	if address == "" && len(i.keeping()) > 0 {
		var err error
		if address, err = i.Settings.ServiceURL("")(i.keeping()[0].Schema); err != nil {
			return failed("postgres", err, advice)
		}
	}
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return failed("postgres", err, advice)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // only read from
	asked := i.Now()
	rows, err := conn.Query(ctx, postgresSQL)
	if err != nil {
		return failed("postgres", err, advice)
	}
	s, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[server])
	if err != nil {
		return failed("postgres", err, advice)
	}
	findings := []Finding{clock("postgres", s.Now, asked, i.Now())}
	findings = append(findings, s.durable()...)
	findings = append(findings, s.busy(i.pools())...)
	findings = append(findings, s.archive()...)
	return append(findings, i.roles(ctx, conn)...)
}

// clock compares a server's clock, read between two moments, with ours.
func clock(whose string, theirs, before, after time.Time) Finding {
	drift := theirs.Sub(before.Add(after.Sub(before) / 2))
	says := fmt.Sprintf("the clock of %s differs from ours by %s (measured within %s)",
		whose, drift.Round(time.Millisecond), after.Sub(before).Round(time.Millisecond))
	const advice = "Have both set by NTP: tokens, nights and imports go by these clocks."
	switch apart := drift.Abs(); {
	case apart > driftProblem:
		return found(Problem, "clock", says, advice)
	case apart > driftWarning:
		return found(Warning, "clock", says, advice)
	}
	return fine("clock", "%s", says)
}

func (s server) durable() (findings []Finding) {
	if s.Version < oldestPostgres {
		findings = append(findings, found(Problem, "postgres", "it is Postgres "+s.VersionText, "Use Postgres 16 or newer."))
	} else {
		findings = append(findings, fine("postgres", "it is Postgres %s", s.VersionText))
	}
	var off []string
	for name, value := range map[string]string{
		"fsync": s.Fsync, "synchronous_commit": s.SynchronousCommit, "full_page_writes": s.FullPageWrites,
	} {
		if value == "off" {
			off = append(off, name)
		}
	}
	slices.Sort(off)
	if len(off) > 0 {
		findings = append(findings, found(Problem, "postgres", strings.Join(off, ", ")+" is off: acknowledged writes can be lost in a power failure",
			"Switch it on: Puls relies on acknowledged writes."))
	} else {
		findings = append(findings, fine("postgres", "acknowledged writes are on disk (fsync, synchronous_commit, full_page_writes)"))
	}
	if s.Checksums == "off" {
		findings = append(findings, found(Warning, "postgres", "data checksums are off: a disk that returns wrong bytes is not noticed",
			"Stop Postgres and run pg_checksums --enable."))
	}
	return findings
}

// pools returns the maximum number of connections of one replica of every service.
func (i Installation) pools() (count int) {
	for _, service := range i.keeping() {
		count += int(service.Pool(i.Settings.DatabaseConnections)) + listeners
	}
	return count
}

func (s server) busy(pools int) []Finding {
	room := s.MaxConnections - s.Reserved
	says := fmt.Sprintf("%d connections of %d are open; one replica of every service takes up to %d", s.Connections, room, pools)
	connections := fine("postgres", "%s", says)
	if pools > room || s.Connections > room*9/10 {
		connections = found(Warning, "postgres", says, "Raise max_connections, or lower PULS_DATABASE_CONNECTIONS.")
	}
	says = fmt.Sprintf("the longest transaction runs for %s (%s)", time.Duration(s.Longest*float64(time.Second)).Round(time.Second), s.LongestWho)
	longest := fine("postgres", "no transaction runs for long")
	const advice = "It keeps dead rows from being removed. Find it in pg_stat_activity; pg_terminate_backend ends it."
	switch seconds := time.Duration(s.Longest * float64(time.Second)); {
	case seconds > endlessTransaction:
		longest = found(Problem, "postgres", says, advice)
	case seconds > longTransaction:
		longest = found(Warning, "postgres", says, advice)
	}
	vacuum := fine("postgres", "autovacuum keeps up")
	if s.DeadTables != "" {
		vacuum = found(Warning, "postgres", "autovacuum is far behind with "+s.DeadTables,
			"Look for a long transaction or an idle replication slot; VACUUM the tables; give autovacuum more cost limit.")
	}
	says = fmt.Sprintf("the oldest row that is not frozen is %d transactions old", s.FrozenAge)
	switch {
	case s.FrozenAge > wraparoundProblem:
		vacuum = found(Problem, "postgres", says+": at 2.1 billion Postgres stops", "VACUUM FREEZE the database now.")
	case s.FrozenAge > wraparoundWarning:
		vacuum = found(Warning, "postgres", says, "Something keeps autovacuum from freezing: look for long transactions and idle replication slots.")
	}
	return []Finding{connections, longest, vacuum}
}

func (s server) archive() (findings []Finding) {
	if s.SlotsIdle > 0 {
		findings = append(findings, found(Warning, "postgres", fmt.Sprintf("%d replication slots are not in use and keep the write-ahead log from being removed", s.SlotsIdle),
			"Drop them (pg_drop_replication_slot) or bring their readers back, or the disk fills."))
	}
	since := time.Duration(s.ArchiveSince * float64(time.Second)).Round(time.Second)
	switch {
	case s.ArchiveMode == "off":
		return append(findings, found(OK, "archive", "the write-ahead log is not archived: only backups can be restored, no point in time", ""))
	case s.ArchiveFailing:
		return append(findings, found(Problem, "archive", "the write-ahead log cannot be archived, for "+since.String(),
			"Does the archive's folder exist, with free space, writable for Postgres? See its log. Until then the write-ahead log grows on the data's disk."))
	}
	return append(findings, fine("archive", "the write-ahead log is archived, last %s ago", since))
}

// roles checks that each service signs in as a role with rights on rows only.
func (i Installation) roles(ctx context.Context, conn *pgx.Conn) (findings []Finding) {
	for _, service := range i.keeping() {
		var there, mighty bool
		err := conn.QueryRow(ctx, `SELECT count(*) = 3,
			coalesce(bool_or(rolname = $1 AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolinherit)), false)
			FROM pg_roles WHERE rolname IN ($1, $2, $3)`, pgdb.RoleOf(service.Schema), pgdb.SystemRoleOf(service.Schema),
			pgdb.OwnerRoleOf(service.Schema)).Scan(&there, &mighty)
		switch {
		case err != nil:
			findings = append(findings, failed(service.Name, err, "")...)
		case !there:
			findings = append(findings, found(Problem, service.Name, "its roles are not all there", "Run `puls migrate`."))
		case mighty:
			findings = append(findings, found(Problem, service.Name, "the role "+pgdb.RoleOf(service.Schema)+" may do more than touch rows of its accounts",
				"ALTER ROLE … NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOINHERIT."))
		}
	}
	if len(findings) == 0 {
		findings = append(findings, fine("postgres", "every service has its roles, and no more rights than it needs"))
	}
	return findings
}
