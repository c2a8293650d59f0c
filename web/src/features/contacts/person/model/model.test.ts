import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ContactSchema } from "../../../../gen/puls/contacts/v1/contacts_service_pb";
import { ScoringSchema } from "../../../../gen/puls/scoringconfig/v1/scoring_pb";
import { GetReceiptResponseSchema } from "../../../../gen/puls/scoringengine/v1/explanation_service_pb";
import { personName } from "./person-name";
import { choose, scoringChoices, visitorsOf } from "./score-choice";
import { pointsOf, receiptRows, scoreOf } from "./receipt";

describe("points", () => {
  test("show two decimals half up, and all six where asked", () => {
    expect(pointsOf(17_142_840, false)).toBe(17.14);
    expect(pointsOf(5_000, false)).toBe(0.01);
    expect(pointsOf(4_999, false)).toBe(0);
    expect(pointsOf(17_142_840, true)).toBe(17.14284);
  });

  test("come to the nearest whole score, halves up", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (points) => {
        const [whole, rest] = [Math.floor(points / 1_000_000), points % 1_000_000];
        expect(scoreOf(points)).toBe(rest >= 500_000 ? whole + 1 : whole);
      }),
    );
  });
});

test("a receipt's parts stand in their order, and a small sample is named", () => {
  const parts = [
    { name: "delivery", count: 8, of: 8, reference: "1/1", sample: 30 },
    { name: "or", count: 0, of: 0, reference: "", sample: 0 },
    { name: "ctr", count: 2, of: 7, reference: "1/2", sample: 29 },
  ];
  const rows = receiptRows(create(GetReceiptResponseSchema, { parts }));
  expect(rows.map(({ component, of, thin }) => [component, of, thin])).toEqual([
    ["or", 0, false],
    ["ctr", 7, true],
    ["delivery", 8, false],
  ]);
  const web = receiptRows(create(GetReceiptResponseSchema, { parts: [{ name: "purchase", count: 2 }] }));
  expect(web).toMatchObject([{ component: "purchase", count: 2, of: undefined }]);
});

describe("the explained score", () => {
  const at = (day: string) => timestampFromDate(new Date(day));
  const source = (uid: string) => ({ percentile: 0.9, dataSources: [{ uid }] });
  const scorings = [
    create(ScoringSchema, { id: "draft", status: 0, lastGeneratedAt: at("2026-11-05"), config: { mailing: {} } }),
    create(ScoringSchema, { id: "new", status: 2, config: { mailing: {} } }),
    create(ScoringSchema, {
      id: "other uid",
      status: 2,
      lastGeneratedAt: at("2026-11-04"),
      config: { mailing: source("042") },
    }),
    create(ScoringSchema, {
      id: "older",
      status: 1,
      lastGeneratedAt: at("2026-11-01"),
      config: { sms: source("007"), web: source("007") },
    }),
    create(ScoringSchema, {
      id: "newer",
      status: 2,
      lastGeneratedAt: at("2026-11-02"),
      config: { sms: source("007") },
    }),
  ];
  const choices = scoringChoices(scorings, "007");
  const visitors = Array.from({ length: 23 }, (_, number) => ({ number: number + 100, visitorId: `v${number}` }));
  const contact = create(ContactSchema, { uid: "007", number: 12, visitors });
  const of = (search: string, person = contact) => choose(choices, person, new URLSearchParams(search));

  test("defaults to the scoring of the contact's uid with the newest result", () => {
    expect(choices.map(({ id }) => id)).toEqual(["newer", "older", "other uid"]);
    expect(of("")).toMatchObject({ scoringId: "newer", channel: "sms", recipient: 12, date: "", page: 1 });
  });

  test("follows the address, as far as its parts exist", () => {
    expect(of("scoring=older&channel=web&visitor=111&date=2026-11-01&page=2")).toEqual({
      scoringId: "older",
      channel: "web",
      recipient: 111,
      date: "2026-11-01",
      page: 2,
    });
    expect(of("scoring=none&channel=web&visitor=1&date=x&page=-1")).toMatchObject({
      scoringId: "newer",
      channel: "sms",
    });
    expect(of("scoring=older&channel=web&visitor=1")).toMatchObject({ recipient: 100, date: "", page: 1 });
  });

  test("has no visitor if none is known, and is absent without a result", () => {
    const stranger = create(ContactSchema, { uid: "007", number: 12 });
    expect(of("scoring=older&channel=web", stranger)).toMatchObject({ channel: "web", recipient: undefined });
    expect(choose([], contact, new URLSearchParams())).toBeUndefined();
  });

  test("asks for the scores of ten visitors at once, the chosen one among them", () => {
    const shown = (recipient: number) => {
      const choice = of(`scoring=older&channel=web&visitor=${recipient}`);
      return choice ? visitorsOf(contact, choice).map(({ number }) => number) : [];
    };
    expect(shown(100)).toEqual([100, 101, 102, 103, 104, 105, 106, 107, 108, 109]);
    expect(shown(121)).toEqual([120, 121, 122]);
  });
});

test("a contact has the name that its features say", () => {
  const of = (...named: readonly (readonly [string, string])[]) =>
    personName(create(ContactSchema, { properties: named.map(([name, value]) => ({ name, value })) }));
  expect(of(["Miasto", "Kraków"])).toBe("");
  expect(of(["nazwisko", "Nowak"], ["Imię", " Anna "])).toBe("Anna Nowak");
  expect(of(["First name", "Anna"])).toBe("Anna");
  expect(of(["Imię", "Anna"], ["Imię i nazwisko", "Anna Nowak"])).toBe("Anna Nowak");
});
