// Package core decides what Puls knows of contacts: which files can be read at all, which row is which contact, what
// consent and addresses it then has, which engagement counts, when an import is tried again or given up, and what
// databases, groups and properties may be called. The use cases are methods of App; where things are kept, who is
// asked and what is published stands behind the interfaces beside them.
package core
