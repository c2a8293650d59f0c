package webevents

import (
	"encoding/json"
	"errors"

	"puls.app/services/contacts/internal/engine/jsonlist"
)

// ErrBody means that a body is neither a message nor a batch.
var ErrBody = errors.New("not a JSON object of a message or a batch")

// envelope has the members of a batch that apply to all of its messages. A single message is read as one, too.
type envelope struct {
	WriteKey text                           `json:"writeKey"`
	SentAt   text                           `json:"sentAt"`
	Batch    jsonlist.List[json.RawMessage] `json:"batch"`
}

// Inspect returns the write key in a body, empty if there is none, and the number of messages. It fails with ErrBody
// for a body that Read cannot read, and with jsonlist.ErrTooMany. It does not check the messages themselves.
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
		err = nil // a key that is not a string is ignored
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

// Read calls visit with the messages of a body. Endpoint is "batch" or the type of the message: "track", "page",
// "identify". A message that cannot be read becomes an event without a kind.
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

// text is a JSON string, or a number as written: ids often are numbers. Other values are ignored.
type text string

// UnmarshalJSON accepts any value.
func (t *text) UnmarshalJSON(data []byte) error {
	switch {
	case len(data) > 0 && data[0] == '"':
		return json.Unmarshal(data, (*string)(t))
	case len(data) > 0 && (data[0] == '-' || data[0] >= '0' && data[0] <= '9'):
		*t = text(data)
	}
	return nil
}
