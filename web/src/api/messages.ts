import { fromJson, fromJsonString, toJsonString, type JsonValue, type MessageInitShape } from "@bufbuild/protobuf";
import type {
  SearchContactsRequestSchema,
  UpdateContactRequestSchema,
} from "../gen/puls/contacts/v1/contacts_service_pb";
import { ScoringFileSchema, type ScoringFile } from "../gen/puls/scoringconfig/v1/scoring_file_pb";
import { ScoringSchema, type Scoring } from "../gen/puls/scoringconfig/v1/scoring_pb";
import type { BacktestScoringRequestSchema } from "../gen/puls/scoringconfig/v1/backtest_pb";
import type {
  CreateScoringRequestSchema,
  PreviewScoringRequestSchema,
  SaveScoringRequestSchema,
  UpdateActiveScoringRequestSchema,
} from "../gen/puls/scoringconfig/v1/scoring_service_pb";

// The generated types that screens use. No module outside api/ imports gen/ itself.
export type {
  AccountUser,
  Billing,
  GetApiKeyResponse,
  GetMeResponse,
  GetSettingsResponse,
  ListTimezonesResponse_Timezone as Timezone,
} from "../gen/puls/account/v1/account_service_pb";
export { NotificationKind, type Notification } from "../gen/puls/account/v1/notification_service_pb";
export type { Destination, DestinationRun } from "../gen/puls/contacts/v1/destination_service_pb";
export type { Webhook, WebhookDelivery } from "../gen/puls/account/v1/webhook_service_pb";
export type { UiConfig, UiMenuItem } from "../gen/puls/account/v1/ui_config_pb";
export type { GetFluctuationResponse } from "../gen/puls/reports/v1/fluctuation_pb";
export type { GetLiftResponse } from "../gen/puls/reports/v1/lift_pb";
export type { GetOneClickLinksResponse } from "../gen/puls/contacts/v1/one_click_service_pb";
export type {
  ListSendingsResponse,
  SendingCounts,
  SendingDay,
  SentMessage,
} from "../gen/puls/reports/v1/sending_service_pb";
export type {
  GetExcludedReasonsSummaryResponse,
  GetPartitionSummaryResponse,
  PropertyReceipt,
  ReportMachines,
  ReportNotice,
  ReportSource,
  ScoringSummary,
} from "../gen/puls/reports/v1/report_service_pb";
export type { GetPartitionAveragesResponse, WeeklyAverage } from "../gen/puls/reports/v1/averages_pb";
export type {
  Config,
  DataSource,
  Scoring,
  ScoringHistory,
  ScoringState,
} from "../gen/puls/scoringconfig/v1/scoring_pb";
export type { BacktestFigures, BacktestScoringResponse } from "../gen/puls/scoringconfig/v1/backtest_pb";
export type { ScoringFile };
export type {
  AudiencePreview,
  ChannelPreview,
  GetLeadResponse,
  GetPredefinedWeightsResponse,
  PreviewScoringResponse,
  Problem,
} from "../gen/puls/scoringconfig/v1/scoring_service_pb";
export type { ChannelProgress } from "../gen/puls/scoringengine/v1/calculation_service_pb";
export type { MailProvider } from "../gen/puls/contacts/v1/mail_provider_service_pb";
export type { WebTrackingAccount } from "../gen/puls/contacts/v1/tracking_service_pb";
export type { GroupExport } from "../gen/puls/contacts/v1/group_export_service_pb";
export type {
  FileColumn,
  FileRow,
  Import,
  ImportCheck,
  ImportEffects,
  WithoutConsent,
  ImportError,
  Inspection,
  LeftOut,
  ReadOptions,
  RefusedReason,
  ValueCount,
} from "../gen/puls/contacts/v1/import_service_pb";
export type {
  ConsentChange,
  Contact,
  ContactGroup,
  Database,
  FoundContact,
  Group,
  Property,
  SearchContactsResponse,
  UsedBy,
} from "../gen/puls/contacts/v1/contacts_service_pb";
export type {
  ContactMessage,
  ContactScore,
  GetReceiptResponse,
  ListContactMessagesResponse,
  ReceiptPart,
} from "../gen/puls/scoringengine/v1/explanation_service_pb";
export type {
  ErasedContact,
  ErasePersonResponse,
  EventLogEntry,
  FindPersonResponse,
  HeldContact,
} from "../gen/puls/contacts/v1/data_protection_service_pb";

/** A search for contacts. */
export type ContactSearch = MessageInitShape<typeof SearchContactsRequestSchema>;
/** The changes of a contact. */
export type ContactUpdate = MessageInitShape<typeof UpdateContactRequestSchema>;
/** The request that creates a scoring. */
export type NewScoring = MessageInitShape<typeof CreateScoringRequestSchema>;
/** The request that saves a scoring. */
export type ScoringContent = MessageInitShape<typeof SaveScoringRequestSchema>;
/** The request that changes an active scoring. */
export type ActiveContent = MessageInitShape<typeof UpdateActiveScoringRequestSchema>;
/** The request for a backtest. */
export type BacktestContent = MessageInitShape<typeof BacktestScoringRequestSchema>;
/** The request for a preview. */
export type PreviewContent = MessageInitShape<typeof PreviewScoringRequestSchema>;

/** The present scoring in the error body of a conflict. */
export function readScoring(current: JsonValue): Scoring {
  return fromJson(ScoringSchema, current, { ignoreUnknownFields: true });
}

/** A scoring's file as text. */
export function writeScoringFile(file: ScoringFile): string {
  return toJsonString(ScoringFileSchema, file, { prettySpaces: 2 });
}

/** Reads a scoring's file; undefined for other texts. The server checks the names in it. */
export function readScoringFile(text: string): ScoringFile | undefined {
  try {
    return fromJsonString(ScoringFileSchema, text);
  } catch {
    return undefined;
  }
}
export type { CurrentCalculation, Run } from "../gen/puls/scoringengine/v1/run_service_pb";
