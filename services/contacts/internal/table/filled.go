package table

import "puls.app/services/contacts/internal/words"

// filledNames are columns of times, and of yes or no, that say of a contact with a value there what its consent is.
var filledNames = map[string]Meaning{
	"unsubtime": MeansUnsubscribed, "unsubscribed": MeansUnsubscribed, "unsubscribedat": MeansUnsubscribed,
	"unsubscribedate": MeansUnsubscribed, "unsubscribedfromallemail": MeansUnsubscribed, "emailoptout": MeansUnsubscribed,
	"optedout": MeansUnsubscribed, "optedoutofemail": MeansUnsubscribed, "optouttime": MeansUnsubscribed,
	"datawypisania": MeansUnsubscribed, "datarezygnacji": MeansUnsubscribed, "wypisany": MeansUnsubscribed,
	"cleantime": MeansBlocked, "bouncedat": MeansBlocked,
}

// anyValue is how all values are listed of a column in which they mean the same.
const anyValue = "*"

// plain returns the form in which values of the column are compared.
func (c *valueColumn) plain(text string) string {
	plain := words.Plain(text)
	if c.filled != MeansNothing && plain != "" && !words.No[plain] {
		return anyValue
	}
	return plain
}
