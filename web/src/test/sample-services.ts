import { fromJson } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { errorFromAnswer } from "../api/fault";
import {
  AccountService,
  GetMeResponseSchema,
  GetSettingsResponseSchema,
  ListTimezonesResponseSchema,
  ListUsersResponseSchema,
} from "../gen/puls/account/v1/account_service_pb";
import { ListNotificationsResponseSchema, NotificationService } from "../gen/puls/account/v1/notification_service_pb";
import { RegistrationService } from "../gen/puls/account/v1/registration_service_pb";
import { SessionService } from "../gen/puls/account/v1/session_service_pb";
import {
  GetExcludedReasonsSummaryResponseSchema,
  GetPartitionSummaryResponseSchema,
  ListSummariesResponseSchema,
  ReportService,
} from "../gen/puls/reports/v1/report_service_pb";
import { ScoringSchema } from "../gen/puls/scoringconfig/v1/scoring_pb";
import {
  GetPredefinedWeightsResponseSchema,
  ListScoringsResponseSchema,
  ScoringService,
} from "../gen/puls/scoringconfig/v1/scoring_service_pb";
import { CalculationService } from "../gen/puls/scoringengine/v1/calculation_service_pb";
import {
  CONSTANTS,
  EXCLUSIONS,
  ME,
  NOTIFICATIONS,
  PARTITION,
  SCORING,
  SCORINGS,
  SETTINGS,
  SUMMARIES,
  TIMEZONES,
  USERS,
} from "./sample-data";
import { sampleAverages, sampleWeeks } from "./sample-reports";
import { sampleConnections } from "./sample-connections";
import { sampleBacktest } from "./sample-backtest";
import { DRAFT_ID, DRAFTS, sampleContacts, samplePreview } from "./sample-editor";
import { sampleImports } from "./sample-imports";
import { movement } from "./sample-movement";
import { sampleGroupExports, sampleSendings } from "./sample-handoff";
import { sampleDataProtection } from "./sample-register";
import { sampleExplanations } from "./sample-people";
import { sampleRuns } from "./sample-runs";

/** Long enough for any test and any use of the sample data. */
const EXPIRE = 4_000_000_000;

/** Answers all calls of the product with sample data; nothing is kept. */
export function sampleServices(router: ConnectRouter): void {
  router.service(SessionService, {
    login: ({ email }) => ({ token: `token of ${email}`, expire: EXPIRE }),
    loginClient: ({ clientId }) => ({ token: `token in ${clientId}`, expire: EXPIRE }),
    refreshToken: () => ({ token: "token", expire: EXPIRE }),
    getToken: () => ({ token: "token from outside", expire: EXPIRE }),
    logout: () => ({}),
  });
  router.service(RegistrationService, {
    register: () => ({}),
    activate: () => ({}),
    requestPasswordReset: () => ({}),
    resetPassword: () => ({}),
    checkResetLink: () => ({}),
    checkActivationLink: () => ({}),
  });
  router.service(AccountService, {
    getMe: () => fromJson(GetMeResponseSchema, ME),
    changeLanguage: () => ({}),
    changePassword: () => ({}),
    getSettings: () => fromJson(GetSettingsResponseSchema, SETTINGS),
    updateSettings: () => ({}),
    listLanguages: () => ({
      items: [
        { code: "pl", name: "polski" },
        { code: "en", name: "English" },
      ],
    }),
    listTimezones: () => fromJson(ListTimezonesResponseSchema, TIMEZONES),
    listExternalTranslations: () => ({}),
    listUsers: () => fromJson(ListUsersResponseSchema, USERS),
    getApiKey: () => {
      throw notFound("ACCOUNT_API_KEY_NOT_FOUND");
    },
    createApiKey: () => ({ key: "puls_sample_0123456789abcdef", prefix: "puls_sample" }),
    revokeApiKey: () => ({}),
  });
  router.service(NotificationService, {
    listNotifications: () => fromJson(ListNotificationsResponseSchema, NOTIFICATIONS),
    readNotifications: () => ({}),
  });
  router.service(ScoringService, {
    getLead: () => ({
      available: true,
      trackedEventTypes: ["page_view", "product_view"],
      shares: { page_view: 40, product_view: 60 },
    }),
    getPredefinedWeights: () => fromJson(GetPredefinedWeightsResponseSchema, CONSTANTS),
    listScorings: () => fromJson(ListScoringsResponseSchema, SCORINGS),
    getScoring: ({ id }) => ({ scoring: fromJson(ScoringSchema, DRAFTS[id] ?? SCORING) }),
    createScoring: () => ({ id: DRAFT_ID }),
    saveScoring: ({ version = 1 }) => ({ version: version + 1 }),
    updateActiveScoring: ({ version = 1 }) => ({ version: version + 1 }),
    setScoringStatus: () => ({}),
    previewScoring: samplePreview,
    backtestScoring: sampleBacktest,
  });
  sampleContacts(router);
  sampleImports(router);
  sampleConnections(router);
  sampleExplanations(router);
  sampleGroupExports(router);
  sampleSendings(router);
  sampleDataProtection(router);
  router.service(ReportService, {
    listSummaries: () => fromJson(ListSummariesResponseSchema, SUMMARIES),
    listGeneratedDates: () => ({ items: ["2026-11-02", "2026-11-01", "2026-10-26"] }),
    getPartitionSummary: ({ generatedDate, scoringType }) => ({
      ...fromJson(GetPartitionSummaryResponseSchema, PARTITION),
      generatedDate: generatedDate || "2026-11-02",
      scoringType: scoringType || "mailing",
    }),
    getPartitionAverages: sampleAverages,
    listWeeklyAverages: () => ({ items: sampleWeeks }),
    getExcludedReasonsSummary: () => fromJson(GetExcludedReasonsSummaryResponseSchema, EXCLUSIONS),
    ...movement,
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
  router.service(CalculationService, {
    calculate: () => ({ generatedDate: "2026-11-02" }),
  });
  sampleRuns(router);
}

function notFound(reason: string): Error {
  return errorFromAnswer(JSON.stringify({ error: { title: "" }, meta: { class: reason } }), 404, {});
}
