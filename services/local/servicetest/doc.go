// Package servicetest starts one service like the program does, for tests that use it like its clients: real gRPC
// frames, a real database of the test's own, and a real NATS server if the test asks for one. Only time and the peers
// of the service are faked.
package servicetest
