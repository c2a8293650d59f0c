// Package secure decides which headers every response carries and which requests are refused before their call is
// looked at: security headers and the content policy, pages of other sites, sizes, and the source of a request.
package secure
