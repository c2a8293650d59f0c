// Code generated from puls/type/v1/fault.proto. DO NOT EDIT.

package reason

const (
	Unspecified                 Reason = 0
	ContentTypeUnsupported      Reason = 1
	CrossOrigin                 Reason = 2
	DownloadsBusy               Reason = 3
	DownloadsLimit              Reason = 4
	HeadersTooLarge             Reason = 5
	IdempotencyKeyInvalid       Reason = 6
	IdempotencyKeyReused        Reason = 7
	IdempotencyKeyRunning       Reason = 8
	Internal                    Reason = 9
	MethodNotAllowed            Reason = 10
	NotFound                    Reason = 11
	RequestInvalid              Reason = 12
	RequestTooLarge             Reason = 13
	ServiceOnly                 Reason = 14
	StorageFull                 Reason = 15
	StreamsLimit                Reason = 16
	Unavailable                 Reason = 17
	AccountAPIKeyInvalid        Reason = 18
	AccountAPIKeyNotFound       Reason = 19
	AccountClientIDInvalid      Reason = 21
	AccountClientInactive       Reason = 22
	AccountClientNotFound       Reason = 23
	AccountClientOwn            Reason = 24
	AccountCommonPassword       Reason = 25
	AccountConsentMissing       Reason = 26
	AccountEmailTaken           Reason = 27
	AccountEventTypeUnknown     Reason = 28
	AccountExternalTokenInvalid Reason = 29
	AccountInactive             Reason = 30
	AccountInvalidLogin         Reason = 31
	AccountLinkInactive         Reason = 32
	AccountLoginBusy            Reason = 33
	AccountNotFound             Reason = 34
	AccountPasswordUnchanged    Reason = 35
	AccountSessionEnded         Reason = 36
	AccountTimezoneUnknown      Reason = 37
	AccountTooManyAttempts      Reason = 38
	AccountTrialExpired         Reason = 39
	AccountUserNotFound         Reason = 40
	AccountWeakPassword         Reason = 41
	TokenInvalid                Reason = 42
	DatabaseExists              Reason = 43
	DatabaseLimit               Reason = 44
	DatabaseNotFound            Reason = 45
	GroupExists                 Reason = 46
	GroupLimit                  Reason = 47
	GroupNameInvalid            Reason = 48
	PropertyExists              Reason = 49
	PropertyLimit               Reason = 50
	PropertyNameInvalid         Reason = 51
	TrackingExists              Reason = 52
	TrackingLimit               Reason = 53
	TrackingNotFound            Reason = 54
	TrackingUIDUnknown          Reason = 55
	ImportCutOff                Reason = 56
	ImportDictionaryChanged     Reason = 57
	ImportEmpty                 Reason = 58
	ImportEncodingUnknown       Reason = 59
	ImportFormatInvalid         Reason = 60
	ImportHeaderInvalid         Reason = 61
	ImportKeyReused             Reason = 62
	ImportLimit                 Reason = 63
	ImportMoved                 Reason = 64
	ImportNotFound              Reason = 65
	ImportSecondFile            Reason = 66
	ImportTooLarge              Reason = 67
	ScoringActive               Reason = 68
	ScoringBackToDraft          Reason = 69
	ScoringBackToGuided         Reason = 70
	ScoringChannelMissing       Reason = 71
	ScoringDataSourcesMissing   Reason = 72
	ScoringEventsMissing        Reason = 73
	ScoringEventNotTracked      Reason = 74
	ScoringGroupUnknown         Reason = 75
	ScoringIsDraft              Reason = 76
	ScoringLimit                Reason = 77
	ScoringNotDraft             Reason = 79
	ScoringNotFound             Reason = 80
	ScoringPercentileMissing    Reason = 81
	ScoringPropertyUnknown      Reason = 82
	ScoringPropertyUnusable     Reason = 83
	ScoringSharesInvalid        Reason = 84
	ScoringSwitchOnByStatus     Reason = 85
	ScoringTooManyNew           Reason = 86
	ScoringUIDTwice             Reason = 87
	ScoringUIDUnknown           Reason = 88
	ScoringVersionConflict      Reason = 89
	ScoringWebsitesMissing      Reason = 90
	ScoringWeightsMissing       Reason = 91
	ScoringWeightsSum           Reason = 92
	CalculationLimit            Reason = 93
	CalculationNotFound         Reason = 94
	CalculationReplaced         Reason = 95
	DateInvalid                 Reason = 96
	DateInFuture                Reason = 97
	ReportNotFound              Reason = 98
	ReportReplaced              Reason = 99
	ReportUIDUnknown            Reason = 100
	FlagNameInvalid             Reason = 101
	FlagNotFound                Reason = 102
	FlagRuleInvalid             Reason = 103
	FlagValueInvalid            Reason = 104
	ScoringPreviewBusy          Reason = 105
	ContactNotFound             Reason = 106
	ScoringFileFormat           Reason = 107
	RangeInvalid                Reason = 108
	GroupNotFound               Reason = 109
	ExportTargetsOverlap        Reason = 110
	ExportBandInvalid           Reason = 111
	ExportGroupMissing          Reason = 112
	ExportNotFound              Reason = 113
	ExportUndone                Reason = 114
	ContactExists               Reason = 115
	ContactAddressMissing       Reason = 116
	ContactEmailInvalid         Reason = 117
	ContactGsmInvalid           Reason = 118
	ContactExternalIDInvalid    Reason = 119
	ContactErased               Reason = 120
	ContactLimit                Reason = 121
	ConsentNoteMissing          Reason = 122
	PropertyNotFound            Reason = 123
	PropertyValueInvalid        Reason = 124
	PropertyInUse               Reason = 125
	GroupInUse                  Reason = 126
	ImportNotDraft              Reason = 127
	ImportEnded                 Reason = 128
	ImportArchiveInvalid        Reason = 129
	ImportSheetUnknown          Reason = 130
	ImportMappingInvalid        Reason = 131
	EntryNotFound               Reason = 132
	PersonNotFound              Reason = 133
	ProviderNotFound            Reason = 134
	ProviderKeyInvalid          Reason = 135
	ProviderTopicInvalid        Reason = 136
	IntakeBusy                  Reason = 137
	IntakeKeyUnknown            Reason = 138
	IntakeSignatureInvalid      Reason = 139
	IntakeBodyInvalid           Reason = 140
	UnsubscribeLinkUnknown      Reason = 141
	ImportFileUnknown           Reason = 142
	UploadsBusy                 Reason = 143
	BodiesBusy                  Reason = 144
	OwnPeopleOnly               Reason = 160
	ImportTooComplex            Reason = 170
	ImportSetAside              Reason = 171
	ImportSums                  Reason = 172
	ImportNoRows                Reason = 173
	WebhookNotFound             Reason = 180
	WebhookDeliveryNotFound     Reason = 181
	WebhookLimit                Reason = 182
	WebhookURLInvalid           Reason = 183
	WebhookAddressPrivate       Reason = 184
	DestinationNotFound         Reason = 190
	DestinationLimit            Reason = 191
	DestinationListTaken        Reason = 192
	DestinationKeyRefused       Reason = 193
	DestinationListNotFound     Reason = 194
	DestinationSelectionInvalid Reason = 195
)

var names = map[Reason]string{
	Unspecified:                 "UNSPECIFIED",
	ContentTypeUnsupported:      "CONTENT_TYPE_UNSUPPORTED",
	CrossOrigin:                 "CROSS_ORIGIN",
	DownloadsBusy:               "DOWNLOADS_BUSY",
	DownloadsLimit:              "DOWNLOADS_LIMIT",
	HeadersTooLarge:             "HEADERS_TOO_LARGE",
	IdempotencyKeyInvalid:       "IDEMPOTENCY_KEY_INVALID",
	IdempotencyKeyReused:        "IDEMPOTENCY_KEY_REUSED",
	IdempotencyKeyRunning:       "IDEMPOTENCY_KEY_RUNNING",
	Internal:                    "INTERNAL",
	MethodNotAllowed:            "METHOD_NOT_ALLOWED",
	NotFound:                    "NOT_FOUND",
	RequestInvalid:              "REQUEST_INVALID",
	RequestTooLarge:             "REQUEST_TOO_LARGE",
	ServiceOnly:                 "SERVICE_ONLY",
	StorageFull:                 "STORAGE_FULL",
	StreamsLimit:                "STREAMS_LIMIT",
	Unavailable:                 "UNAVAILABLE",
	AccountAPIKeyInvalid:        "ACCOUNT_API_KEY_INVALID",
	AccountAPIKeyNotFound:       "ACCOUNT_API_KEY_NOT_FOUND",
	AccountClientIDInvalid:      "ACCOUNT_CLIENT_ID_INVALID",
	AccountClientInactive:       "ACCOUNT_CLIENT_INACTIVE",
	AccountClientNotFound:       "ACCOUNT_CLIENT_NOT_FOUND",
	AccountClientOwn:            "ACCOUNT_CLIENT_OWN",
	AccountCommonPassword:       "ACCOUNT_COMMON_PASSWORD",
	AccountConsentMissing:       "ACCOUNT_CONSENT_MISSING",
	AccountEmailTaken:           "ACCOUNT_EMAIL_TAKEN",
	AccountEventTypeUnknown:     "ACCOUNT_EVENT_TYPE_UNKNOWN",
	AccountExternalTokenInvalid: "ACCOUNT_EXTERNAL_TOKEN_INVALID",
	AccountInactive:             "ACCOUNT_INACTIVE",
	AccountInvalidLogin:         "ACCOUNT_INVALID_LOGIN",
	AccountLinkInactive:         "ACCOUNT_LINK_INACTIVE",
	AccountLoginBusy:            "ACCOUNT_LOGIN_BUSY",
	AccountNotFound:             "ACCOUNT_NOT_FOUND",
	AccountPasswordUnchanged:    "ACCOUNT_PASSWORD_UNCHANGED",
	AccountSessionEnded:         "ACCOUNT_SESSION_ENDED",
	AccountTimezoneUnknown:      "ACCOUNT_TIMEZONE_UNKNOWN",
	AccountTooManyAttempts:      "ACCOUNT_TOO_MANY_ATTEMPTS",
	AccountTrialExpired:         "ACCOUNT_TRIAL_EXPIRED",
	AccountUserNotFound:         "ACCOUNT_USER_NOT_FOUND",
	AccountWeakPassword:         "ACCOUNT_WEAK_PASSWORD",
	TokenInvalid:                "TOKEN_INVALID",
	DatabaseExists:              "DATABASE_EXISTS",
	DatabaseLimit:               "DATABASE_LIMIT",
	DatabaseNotFound:            "DATABASE_NOT_FOUND",
	GroupExists:                 "GROUP_EXISTS",
	GroupLimit:                  "GROUP_LIMIT",
	GroupNameInvalid:            "GROUP_NAME_INVALID",
	PropertyExists:              "PROPERTY_EXISTS",
	PropertyLimit:               "PROPERTY_LIMIT",
	PropertyNameInvalid:         "PROPERTY_NAME_INVALID",
	TrackingExists:              "TRACKING_EXISTS",
	TrackingLimit:               "TRACKING_LIMIT",
	TrackingNotFound:            "TRACKING_NOT_FOUND",
	TrackingUIDUnknown:          "TRACKING_UID_UNKNOWN",
	ImportCutOff:                "IMPORT_CUT_OFF",
	ImportDictionaryChanged:     "IMPORT_DICTIONARY_CHANGED",
	ImportEmpty:                 "IMPORT_EMPTY",
	ImportEncodingUnknown:       "IMPORT_ENCODING_UNKNOWN",
	ImportFormatInvalid:         "IMPORT_FORMAT_INVALID",
	ImportHeaderInvalid:         "IMPORT_HEADER_INVALID",
	ImportKeyReused:             "IMPORT_KEY_REUSED",
	ImportLimit:                 "IMPORT_LIMIT",
	ImportMoved:                 "IMPORT_MOVED",
	ImportNotFound:              "IMPORT_NOT_FOUND",
	ImportSecondFile:            "IMPORT_SECOND_FILE",
	ImportTooLarge:              "IMPORT_TOO_LARGE",
	ScoringActive:               "SCORING_ACTIVE",
	ScoringBackToDraft:          "SCORING_BACK_TO_DRAFT",
	ScoringBackToGuided:         "SCORING_BACK_TO_GUIDED",
	ScoringChannelMissing:       "SCORING_CHANNEL_MISSING",
	ScoringDataSourcesMissing:   "SCORING_DATA_SOURCES_MISSING",
	ScoringEventsMissing:        "SCORING_EVENTS_MISSING",
	ScoringEventNotTracked:      "SCORING_EVENT_NOT_TRACKED",
	ScoringGroupUnknown:         "SCORING_GROUP_UNKNOWN",
	ScoringIsDraft:              "SCORING_IS_DRAFT",
	ScoringLimit:                "SCORING_LIMIT",
	ScoringNotDraft:             "SCORING_NOT_DRAFT",
	ScoringNotFound:             "SCORING_NOT_FOUND",
	ScoringPercentileMissing:    "SCORING_PERCENTILE_MISSING",
	ScoringPropertyUnknown:      "SCORING_PROPERTY_UNKNOWN",
	ScoringPropertyUnusable:     "SCORING_PROPERTY_UNUSABLE",
	ScoringSharesInvalid:        "SCORING_SHARES_INVALID",
	ScoringSwitchOnByStatus:     "SCORING_SWITCH_ON_BY_STATUS",
	ScoringTooManyNew:           "SCORING_TOO_MANY_NEW",
	ScoringUIDTwice:             "SCORING_UID_TWICE",
	ScoringUIDUnknown:           "SCORING_UID_UNKNOWN",
	ScoringVersionConflict:      "SCORING_VERSION_CONFLICT",
	ScoringWebsitesMissing:      "SCORING_WEBSITES_MISSING",
	ScoringWeightsMissing:       "SCORING_WEIGHTS_MISSING",
	ScoringWeightsSum:           "SCORING_WEIGHTS_SUM",
	CalculationLimit:            "CALCULATION_LIMIT",
	CalculationNotFound:         "CALCULATION_NOT_FOUND",
	CalculationReplaced:         "CALCULATION_REPLACED",
	DateInvalid:                 "DATE_INVALID",
	DateInFuture:                "DATE_IN_FUTURE",
	ReportNotFound:              "REPORT_NOT_FOUND",
	ReportReplaced:              "REPORT_REPLACED",
	ReportUIDUnknown:            "REPORT_UID_UNKNOWN",
	FlagNameInvalid:             "FLAG_NAME_INVALID",
	FlagNotFound:                "FLAG_NOT_FOUND",
	FlagRuleInvalid:             "FLAG_RULE_INVALID",
	FlagValueInvalid:            "FLAG_VALUE_INVALID",
	ScoringPreviewBusy:          "SCORING_PREVIEW_BUSY",
	ContactNotFound:             "CONTACT_NOT_FOUND",
	ScoringFileFormat:           "SCORING_FILE_FORMAT",
	RangeInvalid:                "RANGE_INVALID",
	GroupNotFound:               "GROUP_NOT_FOUND",
	ExportTargetsOverlap:        "EXPORT_TARGETS_OVERLAP",
	ExportBandInvalid:           "EXPORT_BAND_INVALID",
	ExportGroupMissing:          "EXPORT_GROUP_MISSING",
	ExportNotFound:              "EXPORT_NOT_FOUND",
	ExportUndone:                "EXPORT_UNDONE",
	ContactExists:               "CONTACT_EXISTS",
	ContactAddressMissing:       "CONTACT_ADDRESS_MISSING",
	ContactEmailInvalid:         "CONTACT_EMAIL_INVALID",
	ContactGsmInvalid:           "CONTACT_GSM_INVALID",
	ContactExternalIDInvalid:    "CONTACT_EXTERNAL_ID_INVALID",
	ContactErased:               "CONTACT_ERASED",
	ContactLimit:                "CONTACT_LIMIT",
	ConsentNoteMissing:          "CONSENT_NOTE_MISSING",
	PropertyNotFound:            "PROPERTY_NOT_FOUND",
	PropertyValueInvalid:        "PROPERTY_VALUE_INVALID",
	PropertyInUse:               "PROPERTY_IN_USE",
	GroupInUse:                  "GROUP_IN_USE",
	ImportNotDraft:              "IMPORT_NOT_DRAFT",
	ImportEnded:                 "IMPORT_ENDED",
	ImportArchiveInvalid:        "IMPORT_ARCHIVE_INVALID",
	ImportSheetUnknown:          "IMPORT_SHEET_UNKNOWN",
	ImportMappingInvalid:        "IMPORT_MAPPING_INVALID",
	EntryNotFound:               "ENTRY_NOT_FOUND",
	PersonNotFound:              "PERSON_NOT_FOUND",
	ProviderNotFound:            "PROVIDER_NOT_FOUND",
	ProviderKeyInvalid:          "PROVIDER_KEY_INVALID",
	ProviderTopicInvalid:        "PROVIDER_TOPIC_INVALID",
	IntakeBusy:                  "INTAKE_BUSY",
	IntakeKeyUnknown:            "INTAKE_KEY_UNKNOWN",
	IntakeSignatureInvalid:      "INTAKE_SIGNATURE_INVALID",
	IntakeBodyInvalid:           "INTAKE_BODY_INVALID",
	UnsubscribeLinkUnknown:      "UNSUBSCRIBE_LINK_UNKNOWN",
	ImportFileUnknown:           "IMPORT_FILE_UNKNOWN",
	UploadsBusy:                 "UPLOADS_BUSY",
	BodiesBusy:                  "BODIES_BUSY",
	OwnPeopleOnly:               "OWN_PEOPLE_ONLY",
	ImportTooComplex:            "IMPORT_TOO_COMPLEX",
	ImportSetAside:              "IMPORT_SET_ASIDE",
	ImportSums:                  "IMPORT_SUMS",
	ImportNoRows:                "IMPORT_NO_ROWS",
	WebhookNotFound:             "WEBHOOK_NOT_FOUND",
	WebhookDeliveryNotFound:     "WEBHOOK_DELIVERY_NOT_FOUND",
	WebhookLimit:                "WEBHOOK_LIMIT",
	WebhookURLInvalid:           "WEBHOOK_URL_INVALID",
	WebhookAddressPrivate:       "WEBHOOK_ADDRESS_PRIVATE",
	DestinationNotFound:         "DESTINATION_NOT_FOUND",
	DestinationLimit:            "DESTINATION_LIMIT",
	DestinationListTaken:        "DESTINATION_LIST_TAKEN",
	DestinationKeyRefused:       "DESTINATION_KEY_REFUSED",
	DestinationListNotFound:     "DESTINATION_LIST_NOT_FOUND",
	DestinationSelectionInvalid: "DESTINATION_SELECTION_INVALID",
}
