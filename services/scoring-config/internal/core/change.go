package core

import "time"

// Content is the part of a scoring that a save replaces. The scoring takes it over without a copy.
type Content struct {
	Name          string
	Status        Status
	LastDraftStep int
	ByWizard      bool
	Predefined    *Predefined
	Config        Config
}

// KeepStatus in a Content leaves the status unchanged.
const KeepStatus Status = -1

// Facts are the data outside a scoring that the rules need.
type Facts struct {
	// Own is the account's own uid, which is scored if no groups are marked; if it is empty, no contacts are.
	Own string
	// Bad are the names that cannot be used.
	Bad BadNames
	// Others are the account's other scorings that are not drafts.
	Others []*Scoring
	// Lead is the data that website scorings depend on.
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

// content returns the Content of a save that changes nothing.
func (s *Scoring) content() Content {
	return Content{
		Name: s.Name, Status: s.Status, LastDraftStep: s.LastDraftStep, ByWizard: s.ByWizard, Predefined: s.Predefined,
		Config: s.Config,
	}
}

// copy returns the current scoring for the caller whose change conflicts with it.
func (s *Scoring) copy() *Scoring {
	copied := *s
	return &copied
}

// Exports are new export properties by channel; missing channels are left unchanged.
type Exports map[Channel][]PropertyRef

// named returns a configuration that has only these properties.
func (e Exports) named() Config {
	var c Config
	for channel, properties := range e {
		*c.part(channel) = &ChannelConfig{ExportTo: properties}
	}
	return c
}

// Rename changes name and export properties, the only changes that an active scoring allows. An empty name leaves it
// unchanged; version 0 skips the version check.
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

// Duplicate returns a draft with the scoring's settings. The export properties stay with the original, which fills
// them.
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

// SetStatus activates or deactivates a scoring. Setting the current status changes nothing.
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
		facts.Own = "" // saved settings hold no marks: without data sources there are no contacts to score
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
