package core

import "time"

// Content is what a save replaces. Its parts become the scoring's own.
type Content struct {
	Name          string
	Status        Status
	LastDraftStep int
	ByWizard      bool
	Predefined    *Predefined
	Config        Config
}

// KeepStatus in a content leaves the status as it is.
const KeepStatus Status = -1

// Facts are what the rules need to know from outside a scoring.
type Facts struct {
	// Own is the account's own uid, which is scored where nothing is marked; empty leaves nobody.
	Own string
	// Bad are the names that the contact system does not have.
	Bad BadNames
	// Others are the account's other scorings that are no drafts.
	Others []*Scoring
	// Lead is what website scorings stand on.
	Lead Lead
}

// Save replaces a draft or an inactive scoring.
func (s *Scoring) Save(content Content, version int, facts Facts, now time.Time) error {
	if err := s.checkVersion(version); err != nil {
		return err
	}
	if content.Status == KeepStatus {
		content.Status = s.Status
	}
	switch {
	case s.Status == Active:
		return ErrActive.WithCurrent(s.copy())
	case content.Status == Active:
		return ErrStatus.WithField("status", ErrStatus.Detail)
	case s.Status == Inactive && content.Status == Draft:
		return ErrBackToDraft.WithField("status", ErrBackToDraft.Detail)
	case content.ByWizard && !s.ByWizard:
		return ErrBackToGuided.WithField("isCreatedByWizard", ErrBackToGuided.Detail)
	}
	if err := content.settle(facts); err != nil {
		return err
	}
	s.Name, s.Status, s.LastDraftStep, s.ByWizard = content.Name, content.Status, content.LastDraftStep, content.ByWizard
	s.Predefined, s.Config = content.Predefined, content.Config
	s.touch(now)
	return nil
}

// content returns what a save would give to keep everything.
func (s *Scoring) content() Content {
	return Content{
		Name: s.Name, Status: s.Status, LastDraftStep: s.LastDraftStep, ByWizard: s.ByWizard, Predefined: s.Predefined,
		Config: s.Config,
	}
}

// copy returns the scoring as it stands, for whoever lost against it.
func (s *Scoring) copy() *Scoring {
	copied := *s
	return &copied
}

// Exports are new export properties by channel; a channel that is missing keeps its own.
type Exports map[Channel][]PropertyRef

// named returns a configuration that names the properties alone.
func (e Exports) named() Config {
	var c Config
	for channel, properties := range e {
		*c.part(channel) = &ChannelConfig{ExportTo: properties}
	}
	return c
}

// Rename changes name and export properties, all that an active scoring lets change. An empty name keeps it; version 0
// takes whatever there is.
func (s *Scoring) Rename(name string, exports Exports, version int, facts Facts, now time.Time) error {
	if version != 0 {
		if err := s.checkVersion(version); err != nil {
			return err
		}
	}
	if err := refusal(exports.named().impossible(facts.Bad)); err != nil {
		return err
	}
	changed := s.Config
	for channel, properties := range exports {
		part := changed.Channel(channel)
		if part == nil {
			return ErrChannelMissing.Withf("the scoring has no %s part", channel).
				WithField("config."+channel.String(), ErrChannelMissing.Detail)
		}
		copied := *part
		copied.ExportTo, copied.HasExportTo = properties, true
		*changed.part(channel) = &copied
	}
	if s.Status != Draft && len(exports) > 0 {
		if err := refusal(changed.wrongExports(facts.Bad, facts.Others)); err != nil {
			return err
		}
	}
	if name != "" {
		s.Name = name
	}
	s.Config = changed
	s.touch(now)
	return nil
}

// Duplicate returns a draft of the scoring's settings. Properties that receive scores stay with the original, which
// fills them.
func (s *Scoring) Duplicate(name string) Content {
	content := s.content()
	content.Name = name
	for _, channel := range content.Config.Channels() {
		part := *content.Config.Channel(channel)
		part.ExportTo, part.HasExportTo = nil, false
		*content.Config.part(channel) = &part
	}
	return content
}

// SetStatus switches a scoring on or off. Setting the status it has changes nothing.
func (s *Scoring) SetStatus(to Status, facts Facts, now time.Time) error {
	if to == Draft {
		return ErrBackToDraft.WithField("newStatus", ErrBackToDraft.Detail)
	}
	if to == s.Status {
		return nil
	}
	if s.Status == Draft || to == Active {
		content := s.content()
		content.Status = to
		facts.Own = "" // what is saved holds no marks: without data sources it has nobody to judge
		if err := content.settle(facts); err != nil {
			return err
		}
		s.Config = content.Config
	}
	s.Status = to
	if to == Active {
		s.ActivatedAt = &now
		if s.FirstActivatedAt == nil {
			s.FirstActivatedAt = &now
		}
	}
	s.touch(now)
	return nil
}

func (s *Scoring) checkVersion(version int) error {
	if version != s.Version {
		return ErrVersionConflict.Withf(
			"the scoring is at version %d, the change was made from %d", s.Version, version,
		).WithCurrent(s.copy())
	}
	return nil
}

func (s *Scoring) touch(now time.Time) {
	s.Version++
	s.UpdatedAt = now
}
