// Package intake receives requests of websites and mail providers, answers once they are stored, and makes facts of
// their events as of rows of files.
package intake
