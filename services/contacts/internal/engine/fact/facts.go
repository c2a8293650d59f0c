package fact

// The layout of a sorting key, from the highest bits down: chunk, message, day, kind, place within the chunk. It is
// fixed so that facts are packed as they arrive.
const (
	placeBits   = 16
	kindBits    = 3
	dayBits     = 14
	messageBits = 19
	chunkBits   = 64 - placeBits - kindBits - dayBits - messageBits

	kindShift    = placeBits
	dayShift     = kindShift + kindBits
	messageShift = dayShift + dayBits
	chunkShift   = messageShift + messageBits

	// kindMask maps the last kind of messages, which needs one bit more, to 0, which no other kind uses.
	kindMask = 1<<kindBits - 1
	// webKinds maps the kinds of web events into kindBits.
	webKinds = 10
	// MaxContacts is how many numbers fit into the key.
	MaxContacts = 1 << (chunkBits + placeBits)
	// daysBack is the maximum age of an event in days: 40 years.
	daysBack = 14610
)

// Facts collects the facts of the rows of one transaction, in parts of one database and channel. Reset prepares it for
// the next transaction and keeps its memory.
type Facts struct {
	parts   []*Part
	index   map[partKey]int
	spare   []*Part
	baseDay int32
	count   int
	sorter  sorter
	batcher batcher
}

type partKey struct {
	database DatabaseID
	channel  Channel
}

// Part holds the facts of one database and channel.
type Part struct {
	key        partKey
	keys       []uint64
	events     []uint64 // keys of web events
	messages   names    // visitors of web events
	categories []uint8
	claims     map[claimKey]claimTime
	domains    map[string]int64 // of web events, the time of the first one of each website
	lastDomain []byte
	lastFirst  int64
}

// NewFacts returns an empty collection.
func NewFacts() *Facts { return &Facts{index: map[partKey]int{}} }

// Reset empties the collection. Today bounds the age of a fact.
func (f *Facts) Reset(today int32) {
	for _, p := range f.parts {
		p.keys, p.events, p.categories = p.keys[:0], p.events[:0], p.categories[:0]
		p.messages.reset()
		clear(p.claims)
		clear(p.domains)
		p.lastDomain = nil
	}
	f.spare = append(f.spare, f.parts...)
	f.parts = f.parts[:0]
	clear(f.index)
	f.baseDay, f.count = today-daysBack, 0
}

// FirstDay is the first local day that a fact may have.
func (f *Facts) FirstDay() int32 { return f.baseDay + 1 }

// Len is the number of facts, including repeated ones.
func (f *Facts) Len() int { return f.count }

// Room reports whether n more rows fit, whatever their content.
func (f *Facts) Room(n int) bool {
	for _, p := range f.parts {
		if p.messages.len()+n > 1<<messageBits || len(p.messages.text)+n*MaxText > 1<<31 {
			return false
		}
	}
	return true
}

// Part returns the part for the facts of a database and channel.
func (f *Facts) Part(database DatabaseID, channel Channel) *Part {
	key := partKey{database, channel}
	if i, ok := f.index[key]; ok {
		return f.parts[i]
	}
	var p *Part
	if n := len(f.spare); n > 0 {
		p, f.spare = f.spare[n-1], f.spare[:n-1]
	} else {
		p = &Part{messages: newNames(), claims: map[claimKey]claimTime{}, domains: map[string]int64{}}
	}
	p.key = key
	f.index[key] = len(f.parts)
	f.parts = append(f.parts, p)
	return p
}

// Channel is the channel of the facts.
func (p *Part) Channel() Channel { return p.key.channel }

// Visitor returns the number of a visitor within the part.
func (p *Part) Visitor(id []byte) uint32 { return p.messages.number(id) }

// Message returns the number of a message within the part. It stores the first category given for the message.
func (p *Part) Message(id []byte, category uint8) uint32 {
	number := p.messages.number(id)
	if int(number) == len(p.categories) {
		p.categories = append(p.categories, category)
	} else if p.categories[number] == 0 {
		p.categories[number] = category
	}
	return number
}

// Add adds a fact about a contact.
func (f *Facts) Add(p *Part, contact, message uint32, day int32, kind Kind) {
	p.keys = append(p.keys, uint64(contact>>16)<<chunkShift|uint64(message)<<messageShift|
		uint64(day-f.baseDay)<<dayShift|uint64(kind&kindMask)<<kindShift|uint64(contact&0xffff))
	f.count++
}

// AddWeb adds a web event of a visitor. The visitor has a number within the transaction until its own number is known.
func (f *Facts) AddWeb(p *Part, visitor uint32, day int32, kind Kind, event uint64) {
	p.keys = append(p.keys, uint64(visitor)<<messageShift|uint64(day-f.baseDay)<<dayShift|uint64(kind-webKinds)<<kindShift)
	p.events = append(p.events, event)
	f.count++
}

// place puts the visitors' own numbers into the keys of web events.
func (p *Part) place(numbers []uint32) {
	const within = uint64(1)<<messageShift - 1
	for i, k := range p.keys {
		visitor := numbers[k>>messageShift]
		p.keys[i] = uint64(visitor>>16)<<chunkShift | k&within | uint64(visitor&0xffff)
	}
}

// chunkWords is how many words the bits of a chunk take.
const chunkWords = 1 << placeBits / 64

// Contacts returns the contacts of the facts, as a bit for each place within a chunk, by database and chunk. It does
// not include visitors.
func (f *Facts) Contacts() map[DatabaseID]map[uint32][]uint64 {
	all := map[DatabaseID]map[uint32][]uint64{}
	for _, p := range f.parts {
		if p.key.channel == Web {
			continue
		}
		chunks := all[p.key.database]
		if chunks == nil {
			chunks = map[uint32][]uint64{}
			all[p.key.database] = chunks
		}
		last, words := uint32(0), []uint64(nil)
		for _, key := range p.keys {
			if chunk := uint32(key >> chunkShift); words == nil || chunk != last {
				if last, words = chunk, chunks[chunk]; words == nil {
					words = make([]uint64, chunkWords)
					chunks[chunk] = words
				}
			}
			place := key & (1<<placeBits - 1)
			words[place>>6] |= 1 << (place & 63)
		}
	}
	return all
}
