// Package secure decides what every answer carries and which requests are refused before anybody looks at what they
// ask for: security headers and the content policy, other sites' pages, sizes, and whom a request comes from.
package secure
