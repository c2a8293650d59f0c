// Package natsserver runs a NATS server with JetStream inside the program.
//
// What it decides:
//
//   - Every write is on the disk before it is acknowledged (sync_always): a message that was
//     accepted survives a power cut.
//   - Nobody outside gets in unasked: the server is reachable in the process only, or on 127.0.0.1
//     with a random token.
//   - One folder belongs to one server. NATS does not lock its store, so this package does.
//   - Signals are the program's business, and a server that cannot start returns an error.
package natsserver
