package table

import "puls.app/services/contacts/internal/words"

// filledNames are columns of times or flags in which any value states the consent of the contact.
var filledNames = map[string]Meaning{
	"unsubtime": MeansUnsubscribed, "unsubscribed": MeansUnsubscribed, "unsubscribedat": MeansUnsubscribed,
	"unsubscribedate": MeansUnsubscribed, "unsubscribedfromallemail": MeansUnsubscribed, "emailoptout": MeansUnsubscribed,
	"optedout": MeansUnsubscribed, "optedoutofemail": MeansUnsubscribed, "optouttime": MeansUnsubscribed,
	"datawypisania": MeansUnsubscribed, "datarezygnacji": MeansUnsubscribed, "wypisany": MeansUnsubscribed,
	"cleantime": MeansBlocked, "bouncedat": MeansBlocked,
}

// anyValue stands for all values of a column in which they have the same meaning.
const anyValue = "*"

// plain returns the form in which values of the column are compared.
func (c *valueColumn) plain(text string) string {
	plain := words.Plain(text)
	if c.filled != MeansNothing && plain != "" && !words.No[plain] {
		return anyValue
	}
	return plain
}
