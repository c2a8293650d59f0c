import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { createRouterTransport, type ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { apiOver, type Api } from "../api/api";
import { errorFromAnswer } from "../api/fault";
import type { Download } from "../api/files";
import { AccountService, GetMeResponseSchema } from "../gen/puls/account/v1/account_service_pb";
import {
  GetExcludedReasonsSummaryResponseSchema,
  GetPartitionSummaryResponseSchema,
  ListSummariesResponseSchema,
  ReportService,
} from "../gen/puls/reports/v1/report_service_pb";
import { ScoringSchema } from "../gen/puls/scoringconfig/v1/scoring_pb";
import { ListScoringsResponseSchema, ScoringService } from "../gen/puls/scoringconfig/v1/scoring_service_pb";
import { CalculationService } from "../gen/puls/scoringengine/v1/calculation_service_pb";

// Sample data as the API sends them, in its own JSON dialect.

export const ID = "0197f1a2-7e10-7a11-b0aa-0123456789ab";
const OTHER_ID = "0197f1a2-7e10-7a11-b0aa-0123456789ac";

const CONFIG: JsonValue = {
  daysAgo: 14,
  mailing: { weights: { or: "0.45", ctr: "0.30", delivery: "0.25" }, percentile: 0.9 },
  sms: { weights: { ctr: "0.25", delivery: "0.75" }, percentile: 0.9 },
};

export const SCORING: JsonValue = {
  id: ID,
  name: "Newsletter",
  status: 2,
  lastGeneratedAt: "2026-11-02T01:30:00Z",
  config: CONFIG,
  version: 3,
};

export const SCORINGS: JsonValue = {
  items: [SCORING, { id: OTHER_ID, name: "Święta", status: 0, lastGeneratedAt: null, config: { daysAgo: 14 } }],
};

const SUMMARIES: JsonValue = {
  items: [
    { scoringId: ID, scoringType: "mailing", emailCount: 12345, avgScoring: 45.5, generatedDate: "2026-11-02" },
    { scoringId: ID, scoringType: "sms", emailCount: 0, avgScoring: 0, generatedDate: "2026-11-02" },
  ],
};

export const PARTITION: JsonValue = {
  items: [
    { scoringMin: 0, scoringMax: 20, emailCount: 100, value: 10, newCount: 3 },
    { scoringMin: 21, scoringMax: 40, emailCount: 200, value: 20, newCount: 0 },
    { scoringMin: 41, scoringMax: 60, emailCount: 450, value: 45, newCount: 4 },
    { scoringMin: 61, scoringMax: 80, emailCount: 150, value: 15, newCount: 0 },
    { scoringMin: 81, scoringMax: 100, emailCount: 100, value: 10, newCount: 2 },
  ],
  emailCount: 1000,
  avgScoring: 48.25,
  references: { or: "7/8", ctr: null, delivery: "1/1" },
  generatedDate: "2026-11-02",
  scoringType: "mailing",
};

const EXCLUSIONS: JsonValue = {
  excludedPercent: 20,
  notExcludedPercent: 80,
  excludedEmailCount: 250,
  notExcludedEmailCount: 1000,
  excludedReasons: {
    NO_SENDING: { emailCount: 40, percent: 3.2 },
    NO_CONSENT: { emailCount: 200, percent: 16 },
    NOT_IN_GROUP: { emailCount: 0, percent: 0 },
    NO_EMAIL: { emailCount: 10, percent: 0.8 },
  },
};

/** An api without a network: connect's router transport with sample data, which `change` may replace. */
export function sampleApi(change: (router: ConnectRouter) => void = () => undefined, download?: Download): Api {
  const transport = createRouterTransport((router) => {
    router.service(AccountService, {
      login: ({ email }) => ({ token: `token of ${email}`, expire: 4_000_000_000 }),
      getMe: () =>
        fromJson(GetMeResponseSchema, { email: "a@b.pl", accountId: 7, language: "pl", timeZone: "Europe/Warsaw" }),
    });
    router.service(ScoringService, {
      listScorings: () => fromJson(ListScoringsResponseSchema, SCORINGS),
      getScoring: () => ({ scoring: fromJson(ScoringSchema, SCORING) }),
    });
    router.service(ReportService, {
      listSummaries: () => fromJson(ListSummariesResponseSchema, SUMMARIES),
      listGeneratedDates: () => ({ items: ["2026-11-02", "2026-11-01"] }),
      getPartitionSummary: ({ generatedDate, scoringType }) => ({
        ...fromJson(GetPartitionSummaryResponseSchema, PARTITION),
        generatedDate,
        scoringType,
      }),
      getExcludedReasonsSummary: () => fromJson(GetExcludedReasonsSummaryResponseSchema, EXCLUSIONS),
    });
    router.service(CalculationService, {
      calculate: () => ({ generatedDate: "2026-11-02" }),
      watchProgress: async function* () {
        yield { channels: [{ scoringType: "mailing", stage: "counting", done: 0.5 }] };
        await Promise.resolve();
        yield {
          channels: [
            { scoringType: "mailing", stage: "done", done: 1 },
            { scoringType: "sms", stage: "skipped", reason: "TOO_LITTLE_DATA", possibleFrom: "2026-11-09" },
          ],
        };
      },
    });
    change(router);
  });
  const refused = (): Promise<never> => Promise.reject(new Error("no file in this test"));
  return apiOver(transport, download ?? refused, refused);
}

/** The error that the API answers with this status and reason. */
export function refusal(status: number, reason = ""): ConnectError {
  return errorFromAnswer(JSON.stringify({ error: { title: "x" }, meta: { class: reason } }), status, {});
}
