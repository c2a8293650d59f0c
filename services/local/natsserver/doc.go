// Package natsserver runs a NATS server with JetStream inside the program.
//
// Its decisions:
//
//   - Every write is on the disk before it is acknowledged (sync_always): an accepted message
//     survives a power cut.
//   - The server is not open to others: it is reachable in the process only, or on 127.0.0.1 with a
//     random token.
//   - One folder belongs to one server. NATS does not lock its store, so this package does.
//   - The program handles signals itself, and a server that cannot start returns an error.
package natsserver
