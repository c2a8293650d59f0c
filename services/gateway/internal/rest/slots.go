package rest

import (
	"context"
	"strings"
	"sync"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"puls.app/services/kit/fault"
	"puls.app/services/kit/rpc"
)

// Limits bound the streams that are open at once: each holds what waits for a client that may read slowly.
type Limits struct {
	// Downloads of all accounts, and of one.
	Downloads, DownloadsPerAccount int
	// WatchesPerAccount are the other streams of one account, such as a calculation's progress in every open page.
	WatchesPerAccount int
}

var (
	errDownloadsLimit = fault.New(fault.Busy, "DOWNLOADS_LIMIT", "this account has as many downloads open as it may; wait for one to end")
	errStreamsLimit   = fault.New(fault.Busy, "STREAMS_LIMIT", "this account has as many streams open as it may; close one")
	errDownloadsBusy  = fault.New(fault.Unavailable, "DOWNLOADS_BUSY", "too many downloads are open at the moment; try again soon")
)

// slots counts open streams.
type slots struct {
	limits Limits

	mu        sync.Mutex
	downloads int
	open      map[slot]int
}

// slot is a kind of stream of an account.
type slot struct {
	account  int32
	download bool
}

func newSlots(limits Limits) *slots { return &slots{limits: limits, open: map[slot]int{}} }

// take keeps a place for a stream until ctx ends, or says which limit forbids it.
func (s *slots) take(ctx context.Context, account int32, method string) error {
	at := slot{account: account, download: isDownload(method)}
	limit := s.limits.WatchesPerAccount
	if at.download {
		limit = s.limits.DownloadsPerAccount
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.open[at] >= limit && at.download:
		return rpc.Refusal(errDownloadsLimit)
	case s.open[at] >= limit:
		return rpc.Refusal(errStreamsLimit)
	case at.download && s.downloads >= s.limits.Downloads:
		return rpc.Refusal(errDownloadsBusy)
	}
	s.count(at, 1)
	context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.count(at, -1)
	})
	return nil
}

func (s *slots) count(at slot, change int) {
	if at.download {
		s.downloads += change
	}
	if s.open[at] += change; s.open[at] == 0 {
		delete(s.open, at)
	}
}

// isDownload tells whether a method answers a file, by its contract.
func isDownload(method string) bool {
	// "/puls.reports.v1.ReportService/ExportToCsv" is "puls.reports.v1.ReportService.ExportToCsv" there.
	name := strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", ".")
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return false
	}
	described, ok := found.(protoreflect.MethodDescriptor)
	return ok && described.Output().FullName() == "google.api.HttpBody"
}
