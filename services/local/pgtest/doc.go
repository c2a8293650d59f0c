// Package pgtest gives every test a fresh database on a real Postgres.
//
// Its decisions:
//
//   - If TEST_DATABASE_URL names a server (with a role that may create databases), that is used.
//   - Otherwise all test programs of a user share one server: `go test ./...` runs several at a
//     time, and starting one each would cost more than the tests. The first program starts a keeper:
//     the same test program again, detached, which runs Postgres through pgserver with fsync off in
//     a folder of the system's temporary folder.
//   - A program that uses the server holds a shared lock on a file for as long as it lives. The
//     kernel drops it when the program ends, however it ends; the keeper stops Postgres and ends
//     when no program has held the lock for a while. No process remains, whatever is killed.
//   - The keeper deletes the data when it ends and when it starts: a cluster without fsync is
//     unusable after a crash. The copy of the binaries stays for the next time.
//   - A migrated database is created once per (name, version) as a template and cloned for each
//     test.
//   - A missing npm package fails the test with the command to run. Tests are not skipped: a skipped
//     test looks like a passed one.
package pgtest
