package pgdb

// Figure is a number that a service tells of itself, from its own schema: `puls doctor` judges it, telemetry shows it
// as a gauge. Reading it must be cheap, since it is read several times a minute.
type Figure struct {
	// Name in lower case, its parts joined by dots, such as "outbox.lag". Services that tell the same call it the same.
	Name string
	// Unit as UCUM writes it: "s", or what is counted in braces, such as "{message}".
	Unit string
	// Means says for operators, in a few words, what the value is.
	Means string
	Value float64
	// Warn and Problem are from where on it deserves a look, or is one; 0 where no value does.
	Warn, Problem float64
	// Advice says what to do then; empty where Warn and Problem are 0.
	Advice string
}
