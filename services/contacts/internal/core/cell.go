package core

import (
	"strings"
	"unicode/utf8"
)

// GroupName answers how a group's name is kept: single spaces, none at the ends. It fails with ErrGroupName.
func GroupName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if name == "" || utf8.RuneCountInString(name) > maxGroupName || strings.Contains(name, "|") {
		return "", ErrGroupName
	}
	return name, nil
}
