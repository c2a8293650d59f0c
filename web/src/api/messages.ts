// The generated types that screens speak in. Nothing outside api/ imports gen/ itself.
export type { GetMeResponse } from "../gen/puls/account/v1/account_service_pb";
export {
  ReportService,
  type GetExcludedReasonsSummaryResponse,
  type GetPartitionSummaryResponse,
  type Partition,
  type ScoringSummary,
} from "../gen/puls/reports/v1/report_service_pb";
export type { Config, Scoring } from "../gen/puls/scoringconfig/v1/scoring_pb";
export type { ChannelProgress, WatchProgressResponse } from "../gen/puls/scoringengine/v1/calculation_service_pb";
