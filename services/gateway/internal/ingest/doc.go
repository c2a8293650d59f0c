// Package ingest takes what other sites' pages and servers send: events of websites. Whoever has a website's key may
// send, from any origin; nobody can read anything here but that it arrived.
package ingest
