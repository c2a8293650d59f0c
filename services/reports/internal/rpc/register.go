package rpc

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/reports/internal/core"
)

// Register implements core.Register over the contacts service.
type Register struct {
	Client contactsv1.RegisterServiceClient
}

// RecordDownload adds a file to the event log.
func (r Register) RecordDownload(ctx context.Context, d core.Downloaded) error {
	req := &contactsv1.RecordDownloadRequest{
		AccountId: int32(d.Account), Id: d.ID.String(), Source: d.Scoring, Who: d.Who,
	}
	for database, chunks := range d.Numbers {
		numbers := roaring.New()
		for chunk, words := range chunks {
			numbers.Or(roaring.AddOffset64(roaring.FromDense(words, false), int64(chunk)<<16))
		}
		numbers.RunOptimize()
		body, err := numbers.MarshalBinary()
		if err != nil {
			return fmt.Errorf("write numbers: %w", err)
		}
		req.Sets = append(req.Sets, &contactsv1.NumberSet{
			DatabaseId: int32(database), Numbers: body, Visitors: d.Visitors,
		})
	}
	if _, err := r.Client.RecordDownload(ctx, req); err != nil {
		return fmt.Errorf("enter download in event log: %w", err)
	}
	return nil
}
