package demo

// The statuses of a scoring on the wire.
const (
	statusDraft    = 0
	statusInactive = 1
	statusActive   = 2
)

// scoring is the body of POST scorings.
type scoring struct {
	Name               string     `json:"name"`
	LastDraftStep      int        `json:"lastDraftStep"`
	IsCreatedByWizard  bool       `json:"isCreatedByWizard"`
	PredefinedSelected *selection `json:"predefinedConfigSelection"`
	Config             config     `json:"config"`

	// status is set by a separate call.
	status int
}

// selection is the shares of the message types, in percent, from which the configurator derives weights.
type selection struct {
	// Sales, info, advertising, internal, education.
	Mailing []int `json:"mailing"`
	// Automatic, info, advertising, mandatory.
	SMS []int          `json:"sms"`
	Web map[string]int `json:"web"`
}

type config struct {
	DaysAgo            int      `json:"daysAgo"`
	GenerateHistorical bool     `json:"generateHistorical"`
	Mailing            *channel `json:"mailing"`
	SMS                *channel `json:"sms"`
	Web                *channel `json:"web"`
}

type channel struct {
	// Decimals with two places, together 1.00.
	Weights          map[string]string `json:"weights"`
	Percentile       float64           `json:"percentile"`
	DataSources      []source          `json:"dataSources"`
	ExportToProperty export            `json:"exportToProperty"`
}

type source struct {
	UID              string `json:"uid"`
	IncludedGroupIDs []int  `json:"includedGroupIds"`
	ExcludedGroupIDs []int  `json:"excludedGroupIds"`
	IncludedAll      bool   `json:"includedAll"`
}

type export struct {
	Properties []propertyRef `json:"properties"`
}

type propertyRef struct {
	UID        string `json:"uid"`
	PropertyID int    `json:"propertyId"`
}

// catalogue holds ids by uid and name.
type catalogue map[string]map[string]int

// shelf makes the parts of scorings from the names of groups and properties.
type shelf struct {
	uid, shopUID       string
	groups, properties catalogue
}

func (s *shelf) channel(weights map[string]string, sources ...source) *channel {
	return &channel{Weights: weights, Percentile: 0.9, DataSources: sources}
}

// of selects the contacts of a uid that are in one of the groups, or all without groups; the test list is excluded.
func (s *shelf) of(uid string, groups ...string) source {
	from := source{UID: uid, IncludedAll: len(groups) == 0, ExcludedGroupIDs: []int{s.groups[uid][groupTest]}}
	for _, name := range groups {
		from.IncludedGroupIDs = append(from.IncludedGroupIDs, s.groups[uid][name])
	}
	return from
}

// into exports the scores to a property of each uid.
func (c *channel) into(s *shelf, property string, uids ...string) *channel {
	for _, uid := range uids {
		c.ExportToProperty.Properties = append(
			c.ExportToProperty.Properties, propertyRef{UID: uid, PropertyID: s.properties[uid][property]},
		)
	}
	return c
}

func mailingWeights(or, ctr, delivery string) map[string]string {
	return map[string]string{"or": or, "ctr": ctr, "delivery": delivery}
}

func smsWeights(ctr, delivery string) map[string]string {
	return map[string]string{"ctr": ctr, "delivery": delivery}
}

// scorings lists the scorings of the demo account, one of each sort. The last one is first in the list of scorings.
func (s *shelf) scorings() []scoring {
	return []scoring{
		{
			Name: "Święta – nowa kampania", IsCreatedByWizard: true, LastDraftStep: 3, status: statusDraft,
			PredefinedSelected: &selection{Mailing: []int{70, 0, 30, 0, 0}},
			Config: config{
				DaysAgo: 14, Mailing: &channel{Weights: mailingWeights("0.40", "0.45", "0.15"), Percentile: 0.9},
			},
		},
		{
			Name: "Reaktywacja uśpionych", LastDraftStep: 5, status: statusInactive,
			Config: config{
				DaysAgo: 63, Mailing: s.channel(mailingWeights("0.70", "0.20", "0.10"), s.of(s.uid, groupNewsletter)),
			},
		},
		{
			Name: "Odwiedzający sklep", IsCreatedByWizard: true, LastDraftStep: 5, status: statusActive,
			PredefinedSelected: &selection{Web: map[string]int{
				"page_view": 20, "product_view": 20, "checkout_view": 20, "payment_info": 15, "purchase": 25,
			}},
			Config: config{DaysAgo: 28, GenerateHistorical: true, Web: s.channel(map[string]string{
				"page_view": "0.20", "product_view": "0.20", "checkout_view": "0.20", "payment_info": "0.15", "purchase": "0.25",
			}, source{UID: s.shopUID, IncludedAll: true}).into(s, propertyWeb, s.shopUID)},
		},
		{
			// The configurator derives these weights from the shares.
			Name: "Kampanie sprzedażowe", IsCreatedByWizard: true, LastDraftStep: 8, status: statusActive,
			PredefinedSelected: &selection{Mailing: []int{60, 0, 30, 0, 10}, SMS: []int{0, 20, 80, 0}},
			Config: config{
				DaysAgo: 42, GenerateHistorical: true,
				Mailing: s.channel(mailingWeights("0.40", "0.43", "0.17"), s.of(s.uid, groupCustomers, groupVIP)),
				SMS:     s.channel(smsWeights("0.41", "0.59"), s.of(s.uid, groupCustomers, groupVIP)),
			},
		},
		{
			Name: "Mailing – cała baza", LastDraftStep: 5, status: statusActive,
			Config: config{
				DaysAgo: 91, GenerateHistorical: true,
				Mailing: s.channel(
					mailingWeights("0.50", "0.35", "0.15"), s.of(s.uid), s.of(s.shopUID),
				).into(s, propertyMailing, s.uid, s.shopUID),
			},
		},
		{
			Name: "Newsletter i SMS – klienci", LastDraftStep: 5, status: statusActive,
			Config: config{
				DaysAgo: 28, GenerateHistorical: true,
				Mailing: s.channel(mailingWeights("0.45", "0.30", "0.25"), s.of(s.uid, groupNewsletter, groupCustomers)),
				SMS:     s.channel(smsWeights("0.45", "0.55"), s.of(s.uid, groupCustomers)).into(s, propertySMS, s.uid),
			},
		},
	}
}
