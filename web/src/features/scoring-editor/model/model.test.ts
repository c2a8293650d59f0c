import { fromJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ScoringSchema } from "../../../gen/puls/scoringconfig/v1/scoring_pb";
import { GetPredefinedWeightsResponseSchema } from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { CONSTANTS, SCORING } from "../../../test/sample-data";
import { edit } from "../actions/saving";
import { createEditorStore } from "../store";
import { fingerprint, toActiveContent, toContent } from "./content";
import { differences } from "./differences";
import { evenShares, toDraft, type Draft } from "./draft";
import { openingPage, pageAfter, pageBefore, pageOfField, pagesOf, stepsOf } from "./steps";

const constants = fromJson(GetPredefinedWeightsResponseSchema, CONSTANTS);
const draftOf = (change: object): Draft =>
  toDraft(fromJson(ScoringSchema, { ...(SCORING as object), status: 0, ...change }), constants);

describe("draft", () => {
  it("is what the server keeps, and goes back as it came", () => {
    const draft = draftOf({
      config: {
        daysAgo: 28,
        mailing: {
          weights: { or: "0.45", ctr: "0.30", delivery: "0.25" },
          percentile: 0.85,
          dataSources: [{ uid: "001", includedAll: false, includedGroupIds: [3, 1], excludedGroupIds: [2] }],
          exportToProperty: { properties: [{ uid: "001", propertyId: 7 }] },
        },
      },
    });
    expect(draft.mailing).toEqual({
      weights: { or: 45, ctr: 30, delivery: 25 },
      percentile: 85,
      properties: [{ uid: "001", propertyId: 7 }],
    });
    expect(toContent(draft).config?.mailing).toEqual({
      weights: { or: "0.45", ctr: "0.30", delivery: "0.25" },
      percentile: 0.85,
      dataSources: [{ uid: "001", includedAll: false, includedGroupIds: [3, 1], excludedGroupIds: [2] }],
      exportToProperty: { properties: [{ uid: "001", propertyId: 7 }] },
    });
    expect(toActiveContent(draft).config).toEqual({
      mailing: { exportToProperty: { properties: [{ uid: "001", propertyId: 7 }] } },
    });
  });

  it("leaves out machines where the server does, and counts them otherwise", () => {
    const config = { mailing: { percentile: 0.9, leaveOutMachines: true } };
    const draft = draftOf({ config });
    expect(draft.leaveOutMachines).toBe(true);
    expect(toContent(draft).config?.mailing?.leaveOutMachines).toBe(true);
    const counted = { ...draft, leaveOutMachines: false };
    expect(toContent(counted).config?.mailing).not.toHaveProperty("leaveOutMachines");
    expect(fingerprint(counted)).not.toBe(fingerprint(draft));
    expect(differences(counted, draft)).toEqual([{ name: "machines" }]);
  });

  it("begins with the defaults where nothing was chosen", () => {
    const draft = draftOf({ isCreatedByWizard: true, config: { daysAgo: 0 } });
    expect(draft.daysAgo).toBe(14);
    expect(draft.mailing).toEqual({ weights: { or: 45, ctr: 30, delivery: 25 }, percentile: 90, properties: [] });
    expect(draft.shares.mailing.shares).toEqual([20, 20, 20, 20, 20]);
    expect(draft.shares.sms.types).toEqual(["automatic", "info", "advertising", "mandatory"]);
  });

  it("splits shares between the types that are sent", () => {
    expect(evenShares(["info", "sales", "education"], constants.mailingCategories)).toEqual({
      types: ["sales", "info", "education"],
      shares: [33, 33, 0, 0, 34],
    });
  });

  it("keeps the groups of each channel, as saved over the API, until groups are chosen for all", () => {
    const sources = (group: number) => [
      { uid: "001", includedAll: false, includedGroupIds: [group], excludedGroupIds: [] },
    ];
    const draft = draftOf({
      config: { daysAgo: 28, mailing: { dataSources: sources(1) }, sms: { dataSources: sources(2) } },
    });
    const sent = ({ config }: ReturnType<typeof toContent>) => [config?.mailing?.dataSources, config?.sms?.dataSources];
    expect(sent(toContent(draft))).toEqual([sources(1), sources(2)]);
    const store = createEditorStore(draft);
    edit(store, { name: "Jesień" });
    expect(sent(toContent(store.getState().draft))).toEqual([sources(1), sources(2)]);
    edit(store, { sources: [{ uid: "001", whole: false, included: [3], excluded: [] }] });
    expect(sent(toContent(store.getState().draft))).toEqual([sources(3), sources(3)]);
  });

  it("is the same whatever its version", () => {
    const draft = draftOf({});
    expect(fingerprint({ ...draft, version: 9 })).toBe(fingerprint(draft));
    expect(fingerprint({ ...draft, name: "Another" })).not.toBe(fingerprint(draft));
  });
});

describe("steps", () => {
  const guided = draftOf({ isCreatedByWizard: true });
  const own = draftOf({ isCreatedByWizard: false });
  const lead = draftOf({ isCreatedByWizard: true, config: { daysAgo: 14, web: {} } });

  it("follow the way that was chosen", () => {
    expect(pagesOf(guided)).toEqual([
      "main-comunication",
      "main-comunication-email",
      "main-comunication-sms",
      "main-comunication-email-percent",
      "main-comunication-sms-percent",
      "search-and-choose-groups",
      "summary-configurator-group",
    ]);
    expect(pagesOf(own)).toEqual(["main-comunication", "search-and-choose-groups", "assign-weights"]);
    expect(pagesOf(lead)).toEqual(["events", "summary"]);
  });

  it("pass over the shares of a channel with one type", () => {
    const one = {
      ...guided,
      shares: { ...guided.shares, mailing: evenShares(["info"], constants.mailingCategories) },
    };
    expect(pagesOf(one)).not.toContain("main-comunication-email-percent");
    expect(pageAfter(one, "main-comunication-sms")).toBe("main-comunication-sms-percent");
    expect(pageBefore(one, "search-and-choose-groups")).toBe("main-comunication-sms-percent");
    expect(stepsOf(one).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it("open a draft where it was left, and the others at their summary", () => {
    expect(openingPage({ ...guided, step: 4 })).toBe("search-and-choose-groups");
    expect(openingPage({ ...own, step: 4 })).toBe("search-and-choose-groups");
    expect(openingPage({ ...own, step: 3 })).toBe("assign-weights");
    expect(openingPage({ ...guided, status: 1, step: 2 })).toBe("summary-configurator-group");
    expect(openingPage({ ...lead, step: 1 })).toBe("events");
  });

  it("know where an error is put right", () => {
    expect(pageOfField(guided, "predefinedConfigSelection.sms[1]")).toBe("main-comunication-sms-percent");
    expect(pageOfField(guided, "config.mailing.dataSources[0].includedGroupIds[2]")).toBe("search-and-choose-groups");
    expect(pageOfField(guided, "config")).toBe("main-comunication");
    expect(pageOfField(own, "config.mailing.weights")).toBe("assign-weights");
    expect(pageOfField(lead, "config.web.weights[purchase]")).toBe("events");
    expect(pageOfField(guided, "config.sms.exportToProperty.properties[0]")).toBe("summary-configurator-group");
  });
});
