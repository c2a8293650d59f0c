// The generated types that screens speak in. Nothing outside api/ imports gen/ itself.
export type {
  Billing,
  GetApiKeyResponse,
  GetMeResponse,
  GetSettingsResponse,
  ListTimezonesResponse_Timezone as Timezone,
} from "../gen/puls/account/v1/account_service_pb";
export { NotificationKind, type Notification } from "../gen/puls/account/v1/notification_service_pb";
export type { UiConfig, UiMenuItem } from "../gen/puls/account/v1/ui_config_pb";
export {
  ReportService,
  type GetExcludedReasonsSummaryResponse,
  type GetPartitionSummaryResponse,
  type Partition,
  type ScoringSummary,
} from "../gen/puls/reports/v1/report_service_pb";
export type { Config, Scoring } from "../gen/puls/scoringconfig/v1/scoring_pb";
export type { ChannelProgress, WatchProgressResponse } from "../gen/puls/scoringengine/v1/calculation_service_pb";
