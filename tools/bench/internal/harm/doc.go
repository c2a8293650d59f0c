// Package harm does to a running program what people and machines do to services: they read nothing of what they asked
// for, ask for more than anybody needs, and take its database away. It measures what the others feel.
package harm
