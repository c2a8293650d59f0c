import { fromJson } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { ScoringSchema } from "../../../gen/puls/scoringconfig/v1/scoring_pb";
import {
  GetLeadResponseSchema,
  GetPredefinedWeightsResponseSchema,
} from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { EVENTS } from "../../../lib/score-parts";
import { CONSTANTS } from "../../../test/sample-data";
import { toDraft } from "./draft";
import { eventShares, risingShares, takeUid, withLead } from "./lead";

const constants = fromJson(GetPredefinedWeightsResponseSchema, CONSTANTS);
const lead = fromJson(GetLeadResponseSchema, { available: true, shares: { page_view: 40, product_view: 60 } });
const websites = ["042", "007", "042"].map((uid) => ({ uid, domain: `${uid}.example` }));
const draftOf = (change: object) =>
  toDraft(fromJson(ScoringSchema, { isCreatedByWizard: true, config: { daysAgo: 14, web: {} }, ...change }), constants);

it("a lead scoring begins with the split of the rules and every tracked uid", () => {
  const draft = withLead(draftOf({}), { lead, websites });
  expect(eventShares(draft)).toEqual({ page_view: 40, product_view: 60 });
  expect(draft.sources.map(({ uid, whole }) => [uid, whole])).toEqual([
    ["007", true],
    ["042", true],
  ]);
});

it("earlier choices stay, and a scoring of e-mail is left unchanged", () => {
  const chosen = draftOf({ predefinedConfigSelection: { web: { purchase: 100 } } });
  expect(eventShares(withLead(chosen, { lead, websites }))).toEqual({ purchase: 100 });
  const mailing = draftOf({ config: { daysAgo: 14, mailing: {} } });
  expect(withLead(mailing, { lead, websites })).toBe(mailing);
});

it("uids are taken in whole and left out", () => {
  const { sources } = withLead(draftOf({}), { lead, websites });
  const left = takeUid(sources, "007", false);
  expect(left.map(({ uid }) => uid)).toEqual(["042"]);
  expect(takeUid(left, "007", true)).toEqual(sources);
});

it("shares that rise grow with each step towards a purchase and are 100 together", () => {
  for (let count = 1; count <= EVENTS.length; count += 1) {
    const shares = EVENTS.slice(-count).map((type) => risingShares(EVENTS.slice(-count))[type] ?? 0);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  }
  expect(risingShares(["page_view", "purchase"])).toEqual({ page_view: 33, purchase: 67 });
});
