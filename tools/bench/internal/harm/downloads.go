package harm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"sync"
	"time"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// Downloads are the figures of a large file of a result.
type Downloads struct {
	// FirstByte and Whole are of one download alone, Reference of writing the same rows otherwise; milliseconds, by round.
	FirstByte, Whole, Reference measure.Sample
	// Cold is the very first download, which makes copies of the addresses; milliseconds.
	Cold float64
	// Idle is the most memory of the program before, Peak beside so many downloads at once; bytes.
	Idle, Peak int64
	// Together is how long these took; milliseconds.
	Together float64
	Bytes    int64
}

// DownloadRows is a query for the rows of the file of so many people in DuckDB, {people} and {uid} to be filled in.
const DownloadRows = `SELECT '{uid}' AS uid, 'E' || i AS external_id, 'person' || i || '@example.com' AS email,
	'+485' || lpad(i::VARCHAR, 8, '0') AS gsm, NULL AS visitor_id, NULL AS known,
	CASE WHEN i % 8 = 0 THEN 100 WHEN i % 4 = 0 THEN 70 ELSE 25 END AS score, NULL AS excluded_reason
	FROM range({people}) r(i) ORDER BY i`

// MeasureDownloads downloads the file of a result of so many people, alone in turns with the reference, which is told
// the uid and answers how long it took and the SHA-256 of its file with line feeds; then some at once.
func MeasureDownloads(
	ctx context.Context, p *program.Program, people, rounds, atOnce int,
	reference func(uid string) (time.Duration, string, error),
) (Downloads, error) {
	var d Downloads
	one, err := newPerson(ctx, p, "downloads")
	if err != nil {
		return d, err
	}
	uid, err := one.uid(ctx)
	if err != nil {
		return d, err
	}
	scoring, err := one.fill(ctx, uid, people)
	if err != nil {
		return d, err
	}
	for round := range rounds + 1 {
		took, want, err := reference(uid)
		if err != nil {
			return d, err
		}
		first, whole, size, err := one.download(ctx, scoring, io.Discard)
		if err != nil {
			return d, err
		}
		if round == 0 { // warm now
			d.Bytes, d.Cold = size, milliseconds(whole)
			if err := one.check(ctx, scoring, people, want); err != nil {
				return d, err
			}
			continue
		}
		d.Reference = append(d.Reference, milliseconds(took))
		d.FirstByte, d.Whole = append(d.FirstByte, milliseconds(first)), append(d.Whole, milliseconds(whole))
	}
	return d, one.together(ctx, p, scoring, atOnce, &d)
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// fill loads people of whom everybody got a message, a quarter opened it and an eighth clicked, and calculates.
func (o *person) fill(ctx context.Context, uid string, people int) (scoring string, err error) {
	var file, happened bytes.Buffer
	file.WriteString("external_id,email,gsm,email_consent\n")
	happened.WriteString("event_id,occurred_at,type,message_id,category,external_id\n")
	event := func(i int, kind string, at time.Time) {
		fmt.Fprintf(&happened, "%s%d,%s,mailing.%s,m1,info,E%d\n", kind, i, at.Format(time.RFC3339), kind, i)
	}
	day := time.Date(2026, 10, 12, 8, 0, 0, 0, time.UTC)
	for i := range people {
		fmt.Fprintf(&file, "E%d,person%d@example.com,+485%08d,true\n", i, i, i)
		event(i, "sent", day)
		event(i, "delivered", day.Add(time.Minute))
		if i%4 == 0 {
			event(i, "opened", day.Add(time.Hour))
		}
		if i%8 == 0 {
			event(i, "clicked", day.Add(2*time.Hour))
		}
	}
	if err := o.load(ctx, "contacts", file.Bytes()); err != nil {
		return "", err
	}
	if err := o.load(ctx, "engagement", happened.Bytes()); err != nil {
		return "", err
	}
	if scoring, err = o.scoring(ctx, uid); err != nil {
		return "", err
	}
	_, err = o.calculate(ctx, scoring, readersDate)
	return scoring, err
}

// download reads the file and answers when its first byte and its last one came.
func (o *person) download(
	ctx context.Context, scoring string, into io.Writer,
) (first, whole time.Duration, size int64, err error) {
	req, err := o.request(ctx, http.MethodPost, "protected/scoring/scorings/"+scoring+":exportToCsv",
		object{"scoringType": "mailing", "generatedDate": readersDate})
	if err != nil {
		return 0, 0, 0, err
	}
	began := time.Now()
	res, err := o.client.Do(req)
	if err != nil {
		return 0, 0, 0, fmt.Errorf("download: %w", err)
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	if res.StatusCode != http.StatusOK {
		return 0, 0, 0, fmt.Errorf("download: status %d", res.StatusCode)
	}
	var byteOne [1]byte
	if _, err := io.ReadFull(res.Body, byteOne[:]); err != nil {
		return 0, 0, 0, fmt.Errorf("read download: %w", err)
	}
	first = time.Since(began)
	if _, err := into.Write(byteOne[:]); err != nil {
		return 0, 0, 0, err
	}
	size, err = io.CopyBuffer(struct{ io.Writer }{into}, res.Body, make([]byte, 256<<10))
	return first, time.Since(began), size + 1, err
}

// check compares the file with the reference's: header, number of rows and SHA-256.
func (o *person) check(ctx context.Context, scoring string, people int, want string) error {
	unix := &unixLines{hash: sha256.New()}
	if _, _, _, err := o.download(ctx, scoring, unix); err != nil {
		return err
	}
	if got := hex.EncodeToString(unix.hash.Sum(nil)); got != want || unix.lines != people+1 {
		return fmt.Errorf("the file has %d lines for %d people and the hash %s instead of %s", unix.lines, people, got, want)
	}
	return nil
}

// unixLines hashes a file without the carriage returns of its line ends, which DuckDB does not write.
type unixLines struct {
	hash  hash.Hash
	lines int
}

func (u *unixLines) Write(b []byte) (int, error) {
	u.lines += bytes.Count(b, []byte("\n"))
	u.hash.Write(bytes.ReplaceAll(b, []byte("\r"), nil))
	return len(b), nil
}

// together downloads at once and measures the memory meanwhile.
func (o *person) together(ctx context.Context, p *program.Program, scoring string, atOnce int, d *Downloads) error {
	measure.Rest(ctx, 10*time.Second) // garbage of the loading is collected
	if err := measure.Forget(p.PID()); err != nil {
		return err
	}
	var err error
	if d.Idle, err = measure.Peak(p.PID()); err != nil {
		return err
	}
	failed := make([]error, atOnce)
	var downloading sync.WaitGroup
	began := time.Now()
	for i := range atOnce {
		downloading.Go(func() {
			var size int64
			_, _, size, failed[i] = o.download(ctx, scoring, io.Discard)
			if failed[i] == nil && size != d.Bytes {
				failed[i] = fmt.Errorf("%d bytes instead of %d", size, d.Bytes)
			}
		})
	}
	downloading.Wait()
	d.Together = milliseconds(time.Since(began))
	if err := errors.Join(failed...); err != nil {
		return err
	}
	d.Peak, err = measure.Peak(p.PID())
	return err
}
