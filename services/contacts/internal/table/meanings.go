package table

import (
	"strings"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/words"
)

// knownMeaning returns the built-in meaning of a value in the form of words.Plain; MeansNothing if it has none.
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

// knownEvent returns the type of an event by its name or a synonym. The given channel applies if the value names none.
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

// cutWord removes a word from the beginning or the end of a value.
func cutWord(plain, word string) (rest string, found bool) {
	if rest, found = strings.CutPrefix(plain, word+" "); found {
		return rest, true
	}
	return strings.CutSuffix(plain, " "+word)
}
