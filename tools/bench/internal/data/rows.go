package data

import (
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"time"
)

// Order says in which order the rows of an import come.
type Order string

// The orders.
const (
	// ByTime is the order in which the events occurred.
	ByTime Order = "time"
	// Shuffled is a random order over all files.
	Shuffled Order = "shuffled"
	// Single is by time, with a message id for each recipient.
	Single Order = "single"
)

// Rows are events as an import file has them. Every row can be made up alone, so any order costs no memory: a block of
// events holds 1,000 sendings, the deliveries of the 1,000 before, and 194 opens and 29 clicks of earlier ones.
type Rows struct {
	set   *Set
	order Order
	count int
	kinds [blockRows]uint16 // event within the block, by position
	step  int               // contacts of one mailing are step apart
	half  int               // half the bits of a position, for shuffling
}

const (
	blockSent, blockOpened, blockClicked = 1000, 194, 29
	blockRows                            = 2*blockSent + blockOpened + blockClicked
	// openLag and clickLag are how many blocks later opens and clicks come.
	openLag, clickLag = 3, 5
)

// NewRows makes count events about the set's contacts. Only the set's contacts and first day matter.
func NewRows(set *Set, order Order, count int) (*Rows, error) {
	if order != ByTime && order != Shuffled && order != Single {
		return nil, fmt.Errorf("there is no order %q: time, shuffled or single", order)
	}
	r := &Rows{set: set, order: order, count: count, half: (bits.Len(uint(count)) + 1) / 2}
	for i := range r.kinds {
		r.kinds[i] = uint16(i)
	}
	for i := len(r.kinds) - 1; i > 0; i-- {
		j := int(mix(set.Seed+uint64(i)) % uint64(i+1))
		r.kinds[i], r.kinds[j] = r.kinds[j], r.kinds[i]
	}
	for r.step = int(0.618*float64(set.Contacts)) | 1; gcd(r.step, set.Contacts) != 1; r.step += 2 {
	}
	return r, nil
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Header is the first line of each file.
const Header = "event_id,occurred_at,type,message_id,category,email\n"

// Write writes the rows from one up to another, after a header, in about megabytes.
func (r *Rows) Write(w io.Writer, from, to int) error {
	buf := append(make([]byte, 0, 1<<20), Header...)
	for i := from; i < to; i++ {
		at := i
		if r.order == Shuffled {
			at = r.shuffle(i)
		}
		buf = r.appendRow(buf, at)
		if len(buf) > 1<<20-512 {
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	_, err := w.Write(buf)
	return err
}

// shuffle is a random permutation of the positions: a Feistel network, walked until it stays inside.
func (r *Rows) shuffle(i int) int {
	mask := uint64(1)<<r.half - 1
	for {
		left, right := uint64(i)>>r.half, uint64(i)&mask
		for round := range uint64(4) {
			left, right = right, left^mix(right+round<<40+r.set.Seed)&mask
		}
		if i = int(left<<r.half | right); i < r.count {
			return i
		}
	}
}

var categories = [5]string{"sales", "info", "advertising", "internal", "education"}

func (r *Rows) appendRow(to []byte, at int) []byte {
	block, event := at/blockRows, int(r.kinds[at%blockRows])
	kind, lag := "mailing.sent", 0
	switch {
	case event >= 2*blockSent+blockOpened:
		kind, lag, event = "mailing.clicked", clickLag, (event-2*blockSent-blockOpened)*blockSent/blockClicked
	case event >= 2*blockSent:
		kind, lag, event = "mailing.opened", openLag, (event-2*blockSent)*blockSent/blockOpened
	case event >= blockSent:
		kind, lag, event = "mailing.delivered", 1, event-blockSent
	}
	sending := max(0, block-lag)*blockSent + event
	// A mailing goes to 30 % of the contacts; there is one a day.
	audience := max(1, r.set.Contacts*3/10)
	mailing := sending / audience
	contact := int(
		(uint64(mix(uint64(mailing)+r.set.Seed)>>8) + uint64(sending%audience)*uint64(r.step)) % uint64(r.set.Contacts),
	)
	rowsOfDay := audience * blockRows / blockSent
	seconds := at / rowsOfDay * 86_400
	seconds += at % rowsOfDay * 86_399 / rowsOfDay
	to = append(to, 'e')
	to = strconv.AppendInt(to, int64(at), 36)
	to = append(to, ',')
	to = time.Unix(int64(r.set.First)*86_400+int64(seconds), 0).UTC().AppendFormat(to, time.RFC3339)
	to = append(to, ',')
	to = append(to, kind...)
	if r.order == Single {
		to = strconv.AppendInt(append(to, ",automation-"...), int64(r.set.First*1_000_000_000+sending), 36)
	} else {
		to = strconv.AppendInt(append(to, ",mailing-"...), int64(r.set.First+mailing), 10)
	}
	to = append(append(to, ','), categories[mailing%5]...)
	to = append(append(to, ','), r.set.Email(contact)...)
	return append(to, '\n')
}
