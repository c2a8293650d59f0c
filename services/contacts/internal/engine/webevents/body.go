package webevents

import (
	"encoding/json"
	"errors"

	"puls.app/services/contacts/internal/engine/jsonlist"
)

// ErrBody means that bytes are no message and no batch.
var ErrBody = errors.New("not a JSON object of a message or a batch")

// envelope is what a batch says for all of its messages. A message alone is read as one, too.
type envelope struct {
	WriteKey text                           `json:"writeKey"`
	SentAt   text                           `json:"sentAt"`
	Batch    jsonlist.List[json.RawMessage] `json:"batch"`
}

// Inspect returns the write key that a body names, empty when it names none, and how many messages it has. It fails
// with ErrBody for what Read cannot read, and with jsonlist.ErrTooMany; what single messages hold is not looked at.
func Inspect(body []byte, batch bool) (writeKey string, messages int, err error) {
	var e envelope
	if err := readEnvelope(body, &e); err != nil {
		return "", 0, err
	}
	if !batch {
		return string(e.WriteKey), 1, nil
	}
	if e.Batch == nil {
		return "", 0, ErrBody
	}
	return string(e.WriteKey), len(e.Batch), nil
}

func readEnvelope(body []byte, e *envelope) error {
	var wrongType *json.UnmarshalTypeError
	err := json.Unmarshal(body, e)
	if errors.As(err, &wrongType) && wrongType.Field != "" && wrongType.Field != "batch" {
		err = nil // a key that is no text is no key
	}
	if errors.Is(err, jsonlist.ErrTooMany) {
		return err
	}
	if err != nil || len(body) == 0 || !isObject(body) {
		return ErrBody
	}
	return nil
}

func isObject(body []byte) bool {
	for _, c := range body {
		switch c {
		case ' ', '\t', '\r', '\n':
		default:
			return c == '{'
		}
	}
	return false
}

// Read hands the messages of a body to visit. Endpoint is "batch" or what the message is: "track", "page", "identify".
// A message that cannot be read comes as an event without a kind.
func Read(body []byte, endpoint string, visit func(Event)) error {
	var e envelope
	if err := readEnvelope(body, &e); err != nil {
		return err
	}
	if endpoint != "batch" {
		visit(read(body, endpoint, ""))
		return nil
	}
	for _, raw := range e.Batch {
		visit(read(raw, "", string(e.SentAt)))
	}
	return nil
}

// text is a JSON text, or a number as it was written: ids often are numbers. Anything else is no text.
type text string

// UnmarshalJSON takes whatever is there.
func (t *text) UnmarshalJSON(data []byte) error {
	switch {
	case len(data) > 0 && data[0] == '"':
		return json.Unmarshal(data, (*string)(t))
	case len(data) > 0 && (data[0] == '-' || data[0] >= '0' && data[0] <= '9'):
		*t = text(data)
	}
	return nil
}
