package core

import "time"

// Content is what a save replaces.
type Content struct {
	Name          string
	Status        Status
	LastDraftStep int
	ByWizard      bool
	Predefined    *Predefined
	Config        Config
}

// Save replaces a draft or an inactive scoring. version 0 takes whatever there is.
func (s *Scoring) Save(content Content, version int, now time.Time) error {
	if err := s.checkVersion(version); err != nil {
		return err
	}
	if s.Status == Active {
		return ErrActive
	}
	if s.Status == Inactive && content.Status == Draft {
		return ErrBackToDraft
	}
	if err := content.Config.checkShape(); err != nil {
		return err
	}
	if content.Status != Draft {
		if err := content.Config.checkComplete(); err != nil {
			return err
		}
	}
	s.Name, s.Status, s.LastDraftStep, s.ByWizard = content.Name, content.Status, content.LastDraftStep, content.ByWizard
	s.Predefined, s.Config = content.Predefined, content.Config
	s.touch(now)
	return nil
}

// Exports are new export properties by channel; a channel that is missing keeps its own.
type Exports map[Channel][]PropertyRef

// Rename changes what an active scoring lets change.
func (s *Scoring) Rename(name string, exports Exports, version int, now time.Time) error {
	if err := s.checkVersion(version); err != nil {
		return err
	}
	if s.Status != Active {
		return ErrNotActive
	}
	changed := s.Config
	for channel, properties := range exports {
		part := changed.Channel(channel)
		if part == nil {
			return ErrChannelMissing.Withf("the scoring has no %s part", channel).
				WithField(channel.String()+"ExportToProperty", ErrChannelMissing.Detail)
		}
		copied := *part
		copied.ExportTo, copied.HasExportTo = properties, true
		changed.set(channel, &copied)
	}
	if err := changed.checkShape(); err != nil {
		return err
	}
	s.Name, s.Config = name, changed
	s.touch(now)
	return nil
}

func (c *Config) set(channel Channel, part *ChannelConfig) {
	switch channel {
	case Mailing:
		c.Mailing = part
	case SMS:
		c.SMS = part
	case Web:
		c.Web = part
	}
}

// SetStatus switches a scoring on or off. Setting the status it has changes nothing.
func (s *Scoring) SetStatus(to Status, now time.Time) error {
	if to == Draft {
		return ErrBackToDraft
	}
	if to == s.Status {
		return nil
	}
	if err := s.Config.checkComplete(); err != nil {
		return err
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
	if version != 0 && version != s.Version {
		return ErrVersionConflict.Withf("the scoring is at version %d, the change was made from %d", s.Version, version)
	}
	return nil
}

func (s *Scoring) touch(now time.Time) {
	s.Version++
	s.UpdatedAt = now
}
