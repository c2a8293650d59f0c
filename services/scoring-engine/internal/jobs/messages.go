package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/loop"
	"puls.app/services/scoring-engine/internal/keeping"
)

// mergeEvery is how often blocks of message ids are merged.
const mergeEvery = 10 * time.Minute

// MergeMessages returns the runner that merges blocks of message ids.
func MergeMessages(store keeping.MessageBlocks, log *slog.Logger) loop.Runner {
	messages := NewMessages()
	return loop.Every(mergeEvery, log, "message ids could not be merged", func(ctx context.Context) error {
		return store.MergeMessages(ctx, messages.Merge)
	})
}

// Messages reads and merges the blocks that Ingest packs. It is safe for concurrent use.
type Messages struct {
	decoder *zstd.Decoder
	encoder *zstd.Encoder
}

// NewMessages returns a reader.
func NewMessages() *Messages {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0))
	if err != nil {
		panic(err) // the options are constant
	}
	return &Messages{decoder: decoder, encoder: newEncoder()}
}

func newEncoder() *zstd.Encoder {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // the options are constant
	}
	return encoder
}

// ReadMessages visits the messages of a block without allocating a string for each id: there may be millions. A number
// that is no category is read as none.
func (m *Messages) ReadMessages(block []byte, visit func(key uint64, id []byte, category uint8)) error {
	plain, err := m.decoder.DecodeAll(block, nil)
	if err != nil {
		return fmt.Errorf("decompress: %w", err)
	}
	ids, categories, err := messageFields(plain)
	if err != nil {
		return err
	}
	if len(ids) != len(categories) {
		return fmt.Errorf("%d message ids, %d categories", len(ids), len(categories))
	}
	for i, id := range ids {
		category := uint8(0)
		if categories[i] <= math.MaxUint8 {
			category = uint8(categories[i])
		}
		visit(xxhash.Sum64(id), id, category)
	}
	return nil
}

// Merge returns a block with the messages of several, each once: with the category of the first block that names it.
func (m *Messages) Merge(blocks [][]byte) ([]byte, error) {
	merged, named := &contactsv1.EngagementBatch{}, map[uint64]bool{}
	for _, block := range blocks {
		err := m.ReadMessages(block, func(key uint64, id []byte, category uint8) {
			if !named[key] {
				named[key] = true
				merged.MessageIds = append(merged.MessageIds, string(id))
				merged.Categories = append(merged.Categories, uint32(category))
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return packMessages(m.encoder, merged)
}

// packMessages returns a block of a batch that has only message ids and categories.
func packMessages(encoder *zstd.Encoder, messages *contactsv1.EngagementBatch) ([]byte, error) {
	plain, err := proto.Marshal(messages)
	if err != nil {
		return nil, fmt.Errorf("encode message ids: %w", err)
	}
	return encoder.EncodeAll(plain, nil), nil
}

// messageFields returns the message ids and categories of an EngagementBatch.
func messageFields(plain []byte) (ids [][]byte, categories []uint64, err error) {
	fields := (&contactsv1.EngagementBatch{}).ProtoReflect().Descriptor().Fields()
	idField, categoryField := fields.ByName("message_ids").Number(), fields.ByName("categories").Number()
	for len(plain) > 0 {
		number, kind, n := protowire.ConsumeTag(plain)
		if n < 0 {
			return nil, nil, fmt.Errorf("read message ids: %w", protowire.ParseError(n))
		}
		plain = plain[n:]
		value, n := protowire.ConsumeBytes(plain)
		if n < 0 || kind != protowire.BytesType {
			return nil, nil, fmt.Errorf("field %d of type %d in a block of message ids", number, kind)
		}
		plain = plain[n:]
		switch number {
		case idField:
			ids = append(ids, value)
		case categoryField: // packed
			for len(value) > 0 {
				category, n := protowire.ConsumeVarint(value)
				if n < 0 {
					return nil, nil, fmt.Errorf("read categories: %w", protowire.ParseError(n))
				}
				categories, value = append(categories, category), value[n:]
			}
		default:
			return nil, nil, fmt.Errorf("field %d in a block of message ids", number)
		}
	}
	return ids, categories, nil
}
