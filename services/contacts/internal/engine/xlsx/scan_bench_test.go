package xlsx

import (
	"strings"
	"testing"
)

// BenchmarkScanner measures the cost per byte of XML, of the smallest tags and of cells as programs write them.
func BenchmarkScanner(b *testing.B) {
	for name, text := range map[string]string{
		"smallest": `<c/>`, "cell": `<c r="AB123" s="4" t="s"><v>12345</v></c>`,
		"string": `<si><t>somebody@example.com</t></si>`,
	} {
		b.Run(name, func(b *testing.B) {
			text := strings.Repeat(text, (1<<20)/len(text))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				s := newScanner(strings.NewReader(text), func(int) error { return nil })
				for err := error(nil); err == nil; {
					_, err = s.next()
				}
			}
		})
	}
}
