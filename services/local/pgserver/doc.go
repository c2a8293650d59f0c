// Package pgserver runs a private Postgres beside the program, from the binaries that an npm
// package ships (deploy/postgres), so that a laptop needs nothing installed but Node.
//
// Its decisions:
//
//   - One folder belongs to one server: Options.Data holds the lock, a copy of the binaries, the
//     superuser's password, the socket and the cluster. A second program on the same folder is
//     refused with the number of the process that holds it.
//   - The binaries are copied out of node_modules. The server's user may not be able to read the
//     checkout, and a running server must survive a new `npm ci`. The copy becomes visible by one
//     rename and has a list of its files and sizes; a copy that does not match is made again. initdb
//     works the same way, so a kill halfway costs nothing but time.
//   - Postgres refuses to run as root, so root runs it as `postgres`, else `nobody`; an existing
//     folder keeps its owner. An ordinary user runs it as itself.
//   - Clients use a unix socket if its path is short enough, and 127.0.0.1 otherwise. Postgres
//     always listens on 127.0.0.1, for users' tools.
//   - Postgres does not outlive the program. On Linux the kernel interrupts it when the program
//     dies. Elsewhere, and if that fails, the next Start stops the remaining server, after checking
//     that the process really is a Postgres of this folder.
//   - Nothing trades durability for speed: fsync, synchronous_commit, full_page_writes and data
//     checksums stay on. Settings are given on the command line, so they take precedence over any
//     file in the folder.
//   - Text is UTF-8 in the order of code points, by Postgres's own C.UTF-8, so that an upgrade of
//     the system's locale data never spoils an index.
//
// The packages hold postgres, initdb and pg_ctl only: pg_dump and psql are not among them.
package pgserver
