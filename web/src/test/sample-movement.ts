import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import {
  GetFluctuationResponseSchema,
  type GetFluctuationRequest,
  type GetFluctuationResponse,
} from "../gen/puls/reports/v1/fluctuation_pb";
import { GetLiftResponseSchema, type GetLiftRequest, type GetLiftResponse } from "../gen/puls/reports/v1/lift_pb";

// Movement between two results and the events after one, in the form sent by the API.

const FLUCTUATION: JsonValue = {
  from: "2026-11-01",
  to: "2026-11-02",
  items: [
    { fromBand: 0, toBand: 0, count: 60 },
    { fromBand: 0, toBand: 2, count: 20 },
    { fromBand: 1, toBand: 1, count: 150 },
    { fromBand: 2, toBand: 1, count: 40 },
    { fromBand: 2, toBand: 2, count: 380 },
    { fromBand: 3, toBand: 3, count: 140 },
    { fromBand: 3, toBand: 4, count: 12 },
    { fromBand: 4, toBand: 4, count: 88 },
  ],
  entered: [
    { band: 0, reason: "NEW", count: 30 },
    { band: 2, reason: "NO_SENDING", count: 50 },
  ],
  left: [
    { band: 1, reason: "NO_CONSENT", count: 9 },
    { band: 0, reason: "ERASED", count: 4 },
  ],
  both: 890,
  neither: 120,
  fromTotal: 903,
  toTotal: 970,
};

const LIFT: JsonValue = {
  from: "2026-10-19",
  to: "2026-11-01",
  completeOn: "2026-11-02",
  items: [
    { scoringMin: 0, scoringMax: 20, scored: 100, reached: 80, opened: 8, clicked: 2 },
    { scoringMin: 21, scoringMax: 40, scored: 200, reached: 190, opened: 60, clicked: 9 },
    { scoringMin: 41, scoringMax: 60, scored: 450, reached: 400, opened: 180, clicked: 40 },
    { scoringMin: 61, scoringMax: 80, scored: 150, reached: 150, opened: 110, clicked: 30 },
    { scoringMin: 81, scoringMax: 100, scored: 100, reached: 100, opened: 96, clicked: 45 },
  ],
};

/** Methods for the service that implements these and more. */
export const movement = {
  getFluctuation: ({ from, to }: GetFluctuationRequest): GetFluctuationResponse => ({
    ...fromJson(GetFluctuationResponseSchema, FLUCTUATION),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
  }),
  getLift: ({ generatedDate }: GetLiftRequest): GetLiftResponse =>
    generatedDate === "" || generatedDate === "2026-10-19"
      ? fromJson(GetLiftResponseSchema, { ...(LIFT as object), generatedDate: "2026-10-19" })
      : fromJson(GetLiftResponseSchema, { generatedDate, completeOn: "2026-11-16" }),
};
