import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { ListRunsResponseSchema, RunService } from "../gen/puls/scoringengine/v1/run_service_pb";
import { ID } from "./sample-data";

// The outcomes of calculations, in the form sent by the API.

const shared = { scoringId: ID, scoringName: "Newsletter", generatedDate: "2026-11-02", tries: 1 };
const RUNS: JsonValue[] = [
  {
    ...shared,
    id: "4",
    scoringType: "web",
    beganAt: "2026-11-02T01:02:10Z",
    endedAt: "2026-11-02T01:02:12Z",
    tries: 5,
    outcome: "failed",
    reason: "CALCULATION_FAILED",
  },
  {
    ...shared,
    id: "3",
    scoringType: "sms",
    beganAt: "2026-11-02T01:02:09Z",
    endedAt: "2026-11-02T01:02:09Z",
    outcome: "skipped",
    reason: "TOO_LITTLE_DATA",
    possibleFrom: "2026-11-09",
  },
  {
    ...shared,
    id: "2",
    scoringType: "mailing",
    beganAt: "2026-11-02T01:02:07.400Z",
    endedAt: "2026-11-02T01:02:08.600Z",
    outcome: "done",
    scoredCount: 14653,
    excludedCount: 347,
    chunkCount: 1,
    warnings: [{ code: "SOURCE_EMPTY", subject: "042" }],
  },
  {
    ...shared,
    id: "1",
    generatedDate: "2026-11-01",
    byName: true,
    scoringType: "mailing",
    beganAt: "2026-11-01T12:00:00Z",
    endedAt: "2026-11-01T12:01:05Z",
    outcome: "done",
    scoredCount: 14651,
    excludedCount: 340,
    chunkCount: 1,
  },
];

const CURRENT: JsonValue[] = [
  {
    ...{ scoringId: ID, scoringName: "Newsletter", scoringType: "mailing", stage: "counting" },
    ...{ generatedDate: "2026-11-03", done: 0.45 },
  },
  { scoringId: ID, scoringName: "Newsletter", scoringType: "sms", stage: "queued", generatedDate: "2026-11-03" },
  {
    ...{ scoringId: "0197f1a2-7e10-7a11-b0aa-0123456789ae", scoringName: "Klub", scoringType: "mailing" },
    ...{ stage: "queued", generatedDate: "2026-11-03" },
  },
];

const SAMPLE = fromJson(ListRunsResponseSchema, { items: RUNS, current: CURRENT });

/** Finished runs and, until they are stopped, some running ones. */
export function sampleRuns(router: ConnectRouter): void {
  let under = SAMPLE.current;
  router.service(RunService, {
    listRuns: ({ page, outcome, reason, start, end }) => {
      const isIn = ({ generatedDate: day }: { readonly generatedDate: string }): boolean =>
        (start === "" || day >= start) && (end === "" || day <= end);
      const items = SAMPLE.items.filter(
        (run) => (outcome === "" || run.outcome === outcome) && (reason === "" || run.reason === reason) && isIn(run),
      );
      const current = page > 1 || outcome !== "" || reason !== "" ? [] : under.filter(isIn);
      return { items, total: items.length, current };
    },
    cancel: ({ id }) => {
      const before = under.length;
      under = under.filter(({ scoringId }) => scoringId !== id);
      return { cancelledCount: before - under.length };
    },
  });
}
