package fact

// Claim is an address that a visitor named.
type Claim struct {
	// Visitor is an index into WebPart.Visitors.
	Visitor uint32
	Kind    AddressKind
	Address string
	// Seconds and Micros are the time of the latest event with the claim, EventID its id.
	Seconds int64
	Micros  int32
	EventID string
}

type claimKey struct {
	visitor uint32
	kind    AddressKind
	address string
}

type claimTime struct {
	seconds int64
	micros  int32
	event   string
}

// Claim stores the latest event, by time and then by id, in which a visitor named an address.
func (p *Part) Claim(visitor uint32, kind AddressKind, address []byte, seconds int64, micros int32, event []byte) {
	old, known := p.claims[claimKey{visitor, kind, string(address)}]
	if known && !later(old, seconds, micros, event) {
		return
	}
	p.claims[claimKey{visitor, kind, string(address)}] = claimTime{seconds, micros, string(event)}
}

func later(old claimTime, seconds int64, micros int32, event []byte) bool {
	if seconds != old.seconds {
		return seconds > old.seconds
	}
	if micros != old.micros {
		return micros > old.micros
	}
	return string(event) > old.event
}

// WebPart is the data of one database's web events that must be stored before their batches can be made.
type WebPart struct {
	Database DatabaseID
	// Visitors are the ids of the visitors in the order of their numbers within the transaction.
	Visitors []string
	Claims   []Claim
	// Domains are the websites that the events came from, with the time of the first event in seconds.
	Domains map[string]int64

	part *Part
}

// WebParts returns the web events by database.
func (f *Facts) WebParts() []WebPart {
	var parts []WebPart
	for _, p := range f.parts {
		if p.key.channel != Web {
			continue
		}
		w := WebPart{Database: p.key.database, part: p, Domains: p.domains, Visitors: make([]string, p.messages.len())}
		for i := range w.Visitors {
			w.Visitors[i] = string(p.messages.get(uint32(i)))
		}
		for key, at := range p.claims {
			w.Claims = append(w.Claims, Claim{
				Visitor: key.visitor, Kind: key.kind, Address: key.address,
				Seconds: at.seconds, Micros: at.micros, EventID: at.event,
			})
		}
		parts = append(parts, w)
	}
	return parts
}

// Place sets the visitors' own numbers, in the order of Visitors. It must be called once, before batches are made.
func (w WebPart) Place(numbers []uint32) { w.part.place(numbers) }
