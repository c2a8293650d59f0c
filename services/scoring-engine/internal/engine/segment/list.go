package segment

import "math/bits"

// ContactLists reads small sets as lists of their contacts, in memory that it reuses. The zero value is ready for use.
type ContactLists struct {
	list, base, differ []uint16
	mask               Mask
}

// Read returns the contacts of a set, ascending; they are valid until the next Read. ok is false if the set is corrupt.
func (l *ContactLists) Read(c *Container) (_ []uint16, ok bool) {
	switch {
	case c.Shape == ShapeGaps || c.Shape == ShapeList:
		l.list, ok = ReadContacts(l.list, c.Shape, c.Data)
		return l.list, ok
	case c.Shape >= ShapeXor && c.baseShape != ShapeBitmap:
		if l.base, ok = ReadContacts(l.base, c.baseShape, c.base); !ok {
			return nil, false
		}
		if l.differ, ok = ReadContacts(l.differ, c.Shape, c.Data); !ok {
			return nil, false
		}
		l.list = appendEither(l.list[:0], l.base, l.differ)
		return l.list, true
	}
	if !c.Into(&l.mask, &l.list) {
		return nil, false
	}
	l.list = l.list[:0]
	for i, w := range l.mask {
		for ; w != 0; w &= w - 1 {
			l.list = append(l.list, uint16(i<<6|bits.TrailingZeros64(w)))
		}
	}
	return l.list, true
}

// appendEither appends the contacts that are in only one of two ascending lists.
func appendEither(list, a, b []uint16) []uint16 {
	for _, x := range b {
		n := 0
		for n < len(a) && a[n] < x {
			n++
		}
		list = append(list, a[:n]...)
		if a = a[n:]; len(a) > 0 && a[0] == x {
			a = a[1:]
		} else {
			list = append(list, x)
		}
	}
	return append(list, a...)
}
