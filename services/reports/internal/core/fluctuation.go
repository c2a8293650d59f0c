package core

import (
	"context"
	"slices"
	"time"

	"puls.app/services/figure"
	"puls.app/services/spec"
)

// Revision is one revision of a result.
type Revision struct {
	Key
	Revision int
}

// Standings count contacts (or visitors) by their standings in two results: the first index is that in the first
// result.
type Standings [10][10]int

// A standing is a band, or the reason for having no score; none is for recipients that a result does not contain.
const (
	bands = spec.Bands
	none  = 9
)

// Movements compares results.
type Movements interface {
	// Compare counts standings in two results of a scoring's channel, by database; no databases means all. It returns
	// ErrReplaced if another revision of either result is current, and ErrNotFound if there is none.
	Compare(ctx context.Context, account AccountID, from, to Revision, databases []DatabaseID) (
		map[DatabaseID]Standings, error)
	// Changes returns the recipients whose standing differs in a later result, by database and number, up to a limit; more
	// reports that further ones exist. Its errors are those of Compare.
	Changes(ctx context.Context, account AccountID, of ChangesOf) (changes []Change, more bool, err error)
}

// The reasons for having no score if the calculation gives none.
const (
	reasonNew          = "NEW"
	reasonErased       = "ERASED"
	reasonNotInSources = "NOT_IN_SOURCES"
)

// Movement counts recipients that went from one band to another, or stayed.
type Movement struct{ From, To, Count int }

// Crossing counts recipients with a score in only one of two results. Reason is why they have none in the other; it is
// empty for web.
type Crossing struct {
	Band   int
	Reason string
	Count  int
}

// Fluctuation holds the movement between two results of all recipients with a score in either of them.
type Fluctuation struct {
	From, To      time.Time
	Items         []Movement
	Entered, Left []Crossing
	// Both is the number of recipients with two scores, Neither of those with a reason but no score.
	Both, Neither int
	// ChangedOn is the first day after From on which the scoring's calculation changed; zero if it did not.
	ChangedOn time.Time
}

// FromTotal returns the number of recipients with a score in the first result.
func (f *Fluctuation) FromTotal() int { return f.Both + crossed(f.Left) }

// ToTotal returns the number of recipients with a score in the second result.
func (f *Fluctuation) ToTotal() int { return f.Both + crossed(f.Entered) }

func crossed(crossings []Crossing) int {
	total := 0
	for _, c := range crossings {
		total += c.Count
	}
	return total
}

// usualDistance is the default number of days between two results.
const usualDistance = 28

// Fluctuation compares two results, by default the newest with the newest from four weeks before, or else the oldest.
// It returns ErrNotFound if there are not two, and ErrRange if the first is not before the second.
func (a *App) Fluctuation(ctx context.Context, account AccountID, ask Ask, days Days) (*Fluctuation, error) {
	if _, err := a.scoring(ctx, &ask.Key); err != nil {
		return nil, err
	}
	var f *Fluctuation
	err := a.upToDate(ctx, account, func() ([]Key, error) {
		from, to, err := a.pair(ctx, account, ask.Key, days)
		if err != nil {
			return nil, err
		}
		f, err = a.compare(ctx, account, from, to, ask.UIDs)
		return []Key{from.Key, to.Key}, err
	})
	if err != nil {
		return nil, err
	}
	f.ChangedOn, err = a.changedOn(ctx, account, ask.Key, Days{Start: f.From, End: f.To})
	return f, err
}

// pair returns the two results of the days; either day may be zero.
func (a *App) pair(ctx context.Context, account AccountID, key Key, days Days) (from, to *Result, err error) {
	key.Date = days.End
	if to, err = a.result(ctx, account, key, "to"); err != nil {
		return nil, nil, err
	}
	key.Date = days.Start
	if key.Date.IsZero() {
		if key.Date, err = a.before(ctx, account, to.Key); err != nil {
			return nil, nil, err
		}
	}
	from, err = a.earlier(ctx, account, to.Key, "from", key.Date)
	return from, to, err
}

// earlier returns the result of a day before another result's day; its errors name the field of the day.
func (a *App) earlier(ctx context.Context, account AccountID, than Key, field string, day time.Time) (*Result, error) {
	if !day.Before(than.Date) {
		return nil, ErrRange.WithField(field, "the first day must be before the second")
	}
	than.Date = day
	return a.result(ctx, account, than, field)
}

// before returns the day that a result is compared with by default.
func (a *App) before(ctx context.Context, account AccountID, key Key) (time.Time, error) {
	earlier := key
	earlier.Date = key.Date.AddDate(0, 0, -usualDistance)
	date, err := a.store.Newest(ctx, account, earlier)
	if isNotFound(err) {
		date, err = a.store.Oldest(ctx, account, key.Scoring, key.Channel)
		if err == nil && !date.Before(key.Date) {
			return date, ErrNotFound.Withf("there is no result before %s", key.Date.Format(time.DateOnly))
		}
	}
	return date, err
}

func (a *App) compare(ctx context.Context, account AccountID, from, to *Result, uids []UID) (*Fluctuation, error) {
	databases, err := eitherHas(from, to, uids)
	if err != nil {
		return nil, err
	}
	standings, err := a.engine.Compare(ctx, account, from.revision(), to.revision(), databases)
	if err != nil {
		return nil, err
	}
	f := Draw(from, to, standings)
	return &f, nil
}

// eitherHas returns the databases of uids in two results, or ErrUID for a uid that neither has.
func eitherHas(from, to *Result, uids []UID) ([]DatabaseID, error) {
	parts := slices.Concat(from.Parts, to.Parts)
	var ids []DatabaseID
	for _, uid := range uids {
		at := slices.IndexFunc(parts, func(p Part) bool { return p.UID == uid })
		if at < 0 {
			return nil, unknownUID(uid)
		}
		ids = append(ids, parts[at].DatabaseID)
	}
	return ids, nil
}

// Draw computes the fluctuation from the counts of standings.
func Draw(from, to *Result, standings map[DatabaseID]Standings) Fluctuation {
	f := Fluctuation{From: from.Date, To: to.Date}
	var total Standings
	entered, left := map[string]*figure.Bands{}, map[string]*figure.Bands{}
	for database, counts := range standings {
		for before := range counts {
			for after, count := range counts[before] {
				total[before][after] += count
				switch {
				case before < bands && after < bands:
					f.Both += count
				case after < bands:
					add(entered, from.why(before, database, reasonNew), after, count)
				case before < bands:
					add(left, to.why(after, database, reasonErased), before, count)
				default:
					f.Neither += count
				}
			}
		}
	}
	for before := range bands {
		for after, count := range total[before][:bands] {
			if count > 0 {
				f.Items = append(f.Items, Movement{From: before, To: after, Count: count})
			}
		}
	}
	f.Entered, f.Left = crossings(from.Channel, entered), crossings(from.Channel, left)
	return f
}

func add(counts map[string]*figure.Bands, reason string, band, count int) {
	if counts[reason] == nil {
		counts[reason] = &figure.Bands{}
	}
	counts[reason][band] += count
}

// why returns the reason why a recipient has no score in a result: absent if the result does not contain the recipient,
// unless it did not judge the recipient's database.
func (r *Result) why(standing int, database DatabaseID, absent string) string {
	judged := slices.ContainsFunc(r.Parts, func(p Part) bool { return p.DatabaseID == database })
	switch {
	case r.Channel == Web:
		return ""
	case standing != none:
		return standingReasons(r.Channel)[standing-bands]
	case !judged:
		return reasonNotInSources
	default:
		return absent
	}
}

// standingReasons returns the reasons in the order of their standings.
func standingReasons(channel Channel) []string {
	reasons := channel.Reasons() // the first is the missing address
	return append(slices.Clone(reasons[1:]), reasons[0])
}

// crossings lists counts by band, and in the order in which reports show reasons.
func crossings(channel Channel, counts map[string]*figure.Bands) []Crossing {
	reasons := append(channel.Reasons(), reasonNew, reasonErased, reasonNotInSources, "")
	var list []Crossing
	for band := range bands {
		for _, reason := range reasons {
			if counts[reason] != nil && counts[reason][band] > 0 {
				list = append(list, Crossing{Band: band, Reason: reason, Count: counts[reason][band]})
			}
		}
	}
	return list
}

// DatedConfig is the configuration of a day's result.
type DatedConfig struct {
	Date time.Time
	Config
}

// changedOn returns the first day after the start whose result has another configuration than the previous result.
func (a *App) changedOn(ctx context.Context, account AccountID, key Key, days Days) (time.Time, error) {
	configs, err := a.store.Configs(ctx, account, key, days)
	if err != nil {
		return time.Time{}, err
	}
	for i := 1; i < len(configs); i++ {
		if !configs[i].Same(configs[i-1].Config) {
			return configs[i].Date, nil
		}
	}
	return time.Time{}, nil
}
