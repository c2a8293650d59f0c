// Package intake takes what websites and mail providers send, answers once it is kept, and makes facts of it as of rows
// of files.
package intake
