// Package ingest takes what other sites' pages and servers send: events of websites, webhooks of mail providers.
// Whoever has a website's key may send, from any origin, and who is a mail provider contacts decides; nobody can read
// anything here but that it arrived.
package ingest
