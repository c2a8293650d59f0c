// Package packed compresses the service's large stored values: files, bodies of the intake, refused rows, copies of
// addresses.
package packed

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// mostUnpacked bounds the unpacked size of one piece, in bytes.
const mostUnpacked = 64 << 20

var (
	encoder = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
		if err != nil {
			panic(fmt.Sprintf("packed: options of the encoder: %v", err))
		}
		return e
	})
	decoder = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(mostUnpacked))
		if err != nil {
			panic(fmt.Sprintf("packed: options of the decoder: %v", err))
		}
		return d
	})
)

// Pack compresses a piece.
func Pack(piece []byte) []byte { return encoder().EncodeAll(piece, nil) }

// Unpack appends the unpacked piece to to.
func Unpack(piece, to []byte) ([]byte, error) { return decoder().DecodeAll(piece, to) }
