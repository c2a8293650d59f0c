package core

import (
	_ "embed"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const minPasswordLength = 12

// common are words that the most used passwords consist of, one a line, in lower case. Hardly any password of the
// published lists meets the rule as it stands there; what people make of them to meet it is the word with a capital,
// digits and marks around it. So the words are listed and the decoration is taken off before comparing.
//
//go:embed common.txt
var common string

// passwords are the most used ones, one a line; its first lines say where they come from.
//
//go:embed passwords.txt
var passwords string

// CheckPassword returns ErrCommonPassword or ErrWeakPassword, for the field of the request that carries it, unless the
// password is none of the most used ones, no decorated common word, and meets the product's rule. How it is written
// makes no difference to the first two: letter case and compatible forms of characters count as the same.
func CheckPassword(field, password string) error {
	plain := strings.ToLower(norm.NFKC.String(password))
	if listed(passwords, plain) || isCommon(plain) {
		return ErrCommonPassword.WithField(field, ErrCommonPassword.Detail)
	}
	var lower, upper, digit, special bool
	for _, r := range password {
		switch {
		case unicode.IsLower(r):
			lower = true
		case unicode.IsUpper(r):
			upper = true
		case unicode.IsDigit(r):
			digit = true
		case !unicode.IsLetter(r):
			special = true
		}
	}
	if len([]rune(password)) < minPasswordLength || !lower || !upper || !digit || !special {
		return ErrWeakPassword.WithField(field, ErrWeakPassword.Detail)
	}
	return nil
}

// leet are the signs that commonly stand for letters.
var leet = strings.NewReplacer("@", "a", "4", "a", "3", "e", "1", "i", "!", "i", "0", "o", "$", "s", "5", "s", "7", "t")

// isCommon reports whether a password in lower case is a common word. It takes digits and marks off
// both ends, reads signs inside as letters, and looks the rest up: as it is, and as one word said several times.
func isCommon(lower string) bool {
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	for _, word := range []string{
		strings.TrimFunc(lower, notLetter), strings.TrimFunc(leet.Replace(lower), notLetter), trimmedLeet(lower),
	} {
		word = strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return -1
		}, word)
		if commonWord(word) || commonWord(unrepeated(word)) {
			return true
		}
	}
	return false
}

// trimmedLeet reads signs as letters only after the decoration was taken off.
func trimmedLeet(lower string) string {
	return leet.Replace(strings.TrimFunc(lower, func(r rune) bool {
		return !unicode.IsLetter(r) && !strings.ContainsRune("@$", r)
	}))
}

// unrepeated returns the shortest word that the given one is a repetition of.
func unrepeated(word string) string {
	for size := 1; size <= len(word)/2; size++ {
		if len(word)%size == 0 && strings.Repeat(word[:size], len(word)/size) == word {
			return word[:size]
		}
	}
	return word
}

// commonWord reports whether nothing but decoration, or a word that stands in either list, is left of a password.
func commonWord(word string) bool {
	return word == "" || listed(common, word) || listed(passwords, word)
}

// listed reports whether a word stands in a line of its own; the lists are short, and read once a password.
func listed(list, word string) bool { return strings.Contains("\n"+list, "\n"+word+"\n") }
