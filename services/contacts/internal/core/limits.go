package core

// Limits are how much an account may have.
type Limits struct {
	// Databases of an account; Groups and Properties of each of them.
	Databases, Groups, Properties int
	// Waiting is how many imports of an account may wait to be read, the one that is being read included.
	Waiting int
}
