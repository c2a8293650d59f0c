package table

import (
	"strings"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/words"
)

// knownMeaning returns what a value in the form of words.Plain means without anybody having said so; MeansNothing where
// that cannot be told.
func knownMeaning(kind valueKind, plain string, channel fact.Channel) Meaning {
	if kind == eventValues {
		return knownEvent(plain, channel)
	}
	switch {
	case plain == "":
		return MeansKeep
	case words.Yes[plain]:
		return MeansYes
	case words.No[plain]:
		return MeansNo
	case kind == flagValues && words.Blocked[plain]:
		return MeansYes
	case kind == flagValues:
		return MeansNothing
	case words.Consent[plain]:
		return MeansYes
	case words.NoConsent[plain]:
		return MeansNo
	case words.Unsubscribed[plain]:
		return MeansUnsubscribed
	case words.Blocked[plain]:
		return MeansBlocked
	default:
		return MeansNothing
	}
}

// knownEvent returns the type of an event by its name or by a word for it, of the given channel where it names none.
func knownEvent(plain string, channel fact.Channel) Meaning {
	named := strings.ReplaceAll(plain, " ", "_")
	if _, _, ok := parseType(named); ok {
		return Meaning(named)
	}
	word := plain
	for name, of := range words.Channels {
		if rest, ok := cutWord(plain, name); ok {
			word, channel = rest, of
		}
	}
	if words.Passing[word] {
		return MeansKeep
	}
	kind, known := words.Events[word]
	if !known {
		return MeansNothing
	}
	event := channel.String() + "." + kind
	if _, _, ok := parseType(event); !ok {
		return MeansNothing
	}
	return Meaning(event)
}

// cutWord takes a word from the beginning or the end of a value.
func cutWord(plain, word string) (rest string, found bool) {
	if rest, found = strings.CutPrefix(plain, word+" "); found {
		return rest, true
	}
	return strings.CutSuffix(plain, " "+word)
}
