package rpc

import (
	"context"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/scoring-config/internal/core"
)

// GetScoringFile returns a scoring as a file.
func (s *Server) GetScoringFile(
	ctx context.Context, req *scoringconfigv1.GetScoringFileRequest,
) (*scoringconfigv1.GetScoringFileResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	file, err := s.app.File(ctx, account(ctx), id)
	if err != nil {
		return nil, err
	}
	return &scoringconfigv1.GetScoringFileResponse{File: fileToProto(file)}, nil
}

// ImportScoringFile adds a draft from a file.
func (s *Server) ImportScoringFile(
	ctx context.Context, req *scoringconfigv1.ImportScoringFileRequest,
) (*scoringconfigv1.ImportScoringFileResponse, error) {
	if req.GetFile().GetFormat() != core.FileFormat {
		return nil, core.ErrFileFormat.WithField("format", core.ErrFileFormat.Detail)
	}
	id, err := s.app.Import(ctx, account(ctx), fileFromProto(req.GetFile()))
	if err != nil {
		return nil, err
	}
	return &scoringconfigv1.ImportScoringFileResponse{Id: id.String()}, nil
}

func fileToProto(file core.File) *scoringconfigv1.ScoringFile {
	channel := func(channel core.Channel) *scoringconfigv1.FileChannel {
		part := file.Config.Channel(channel)
		if part == nil {
			return nil
		}
		p := &scoringconfigv1.FileChannel{
			Weights: counts(part.Weights), Percentile: int32(part.Percentile), LeaveOutMachines: part.LeaveOutMachines,
		}
		for _, source := range file.Channels[channel].Sources {
			p.DataSources = append(p.DataSources, &scoringconfigv1.FileSource{
				Uid: source.UID, IncludedAll: source.IncludedAll, IncludedGroups: source.Included,
				ExcludedGroups: source.Excluded,
			})
		}
		for _, property := range file.Channels[channel].Properties {
			p.Properties = append(p.Properties, &scoringconfigv1.FileProperty{Uid: property.UID, Name: property.Name})
		}
		return p
	}
	config := fileParts(channel)
	config.DaysAgo, config.GenerateHistorical = int32(file.Config.DaysAgo), file.Config.GenerateHistorical
	return &scoringconfigv1.ScoringFile{
		Format: core.FileFormat, Name: file.Name, IsCreatedByWizard: file.ByWizard,
		PredefinedConfigSelection: predefinedToProto(file.Predefined),
		Config:                    config,
	}
}

func fileFromProto(p *scoringconfigv1.ScoringFile) core.File {
	config := p.GetConfig()
	file := core.File{
		Content: core.Content{
			Name: p.GetName(), ByWizard: p.GetIsCreatedByWizard(),
			Predefined: predefinedFromProto(p.GetPredefinedConfigSelection()),
			Config:     core.Config{DaysAgo: daysAgo(config), GenerateHistorical: config.GetGenerateHistorical()},
		},
		Channels: map[core.Channel]core.FileChannel{},
	}
	for channel, p := range partsOfFile(config) {
		if p == nil {
			continue
		}
		named := core.FileChannel{}
		for _, source := range p.GetDataSources() {
			named.Sources = append(named.Sources, core.FileSource{
				UID: source.GetUid(), IncludedAll: source.GetIncludedAll(), Included: source.GetIncludedGroups(),
				Excluded: source.GetExcludedGroups(),
			})
		}
		for _, property := range p.GetProperties() {
			named.Properties = append(named.Properties, core.FileProperty{UID: property.GetUid(), Name: property.GetName()})
		}
		file.Channels[channel] = named
		weights := map[string]int{}
		for name, weight := range p.GetWeights() {
			weights[name] = int(weight)
		}
		file.Config.Set(channel, &core.ChannelConfig{
			Weights: weights, Percentile: int(p.GetPercentile()),
			LeaveOutMachines: channel == core.Mailing && p.GetLeaveOutMachines(),
		})
	}
	return file
}
