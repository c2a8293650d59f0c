// Package audience provides the contacts and visitors that a calculation scores, and writes its results into properties
// and groups.
package audience
