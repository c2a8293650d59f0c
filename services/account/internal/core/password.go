package core

import (
	_ "embed"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const minPasswordLength = 12

// common are the words that the most used passwords consist of, one a line, in lower case. Hardly any password of the
// published lists meets the rule unchanged. Users change them to meet it: a capital letter, digits and marks around the
// word. So the words are listed, and the decoration is stripped before the comparison.
//
//go:embed common.txt
var common string

// passwords are the most used passwords, one a line; its first lines name the source.
//
//go:embed passwords.txt
var passwords string

// CheckPassword returns ErrCommonPassword for one of the most used passwords or a decorated common word, and
// ErrWeakPassword for one that breaks the product's rule. field is the request's field with the password. The check for
// common passwords ignores letter case and compares compatible forms of characters as equal.
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

// leet replaces characters that commonly stand for letters.
var leet = strings.NewReplacer("@", "a", "4", "a", "3", "e", "1", "i", "!", "i", "0", "o", "$", "s", "5", "s", "7", "t")

// isCommon reports whether a password in lower case is a common word. It strips digits and marks from both ends, reads
// the characters of leet as letters, and looks the rest up, both as one word and as a repeated word.
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

// trimmedLeet replaces the characters of leet only after it has stripped the decoration.
func trimmedLeet(lower string) string {
	return leet.Replace(strings.TrimFunc(lower, func(r rune) bool {
		return !unicode.IsLetter(r) && !strings.ContainsRune("@$", r)
	}))
}

// unrepeated returns the shortest word of which word is a repetition.
func unrepeated(word string) string {
	for size := 1; size <= len(word)/2; size++ {
		if len(word)%size == 0 && strings.Repeat(word[:size], len(word)/size) == word {
			return word[:size]
		}
	}
	return word
}

// commonWord reports whether the rest of a password without its decoration is empty or in one of the lists.
func commonWord(word string) bool {
	return word == "" || listed(common, word) || listed(passwords, word)
}

// listed reports whether a list has word as a line. The lists are short, and searched only a few times for each
// password.
func listed(list, word string) bool { return strings.Contains("\n"+list, "\n"+word+"\n") }
