// Package rpc translates between the contracts and core. It decides nothing but how much of an answer travels in
// one message.
package rpc
