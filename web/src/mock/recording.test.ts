import type { JsonValue } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { clientOf, createApi, type Api } from "../api/api";
import { toFault } from "../api/fault";
import {
  AccountService,
  ContactsService,
  DataProtectionService,
  ExplanationService,
  GroupExportService,
  ReportService,
  RunService,
  ScoringService,
} from "../api/services";
import { sampleApi } from "../test/sample-api";
import { createClock } from "./clock";
import { SESSION, startMock } from "./mock-api";
import { replay, type Recording } from "./recording";
import text from "./recording.json?raw";

const recording = JSON.parse(text) as Recording;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Returns the figures that differ between places of the product that should show the same one. */
async function contradictions(api: Api): Promise<string[]> {
  const found: string[] = [];
  const same = (name: string, ...figures: readonly unknown[]): void => {
    if (new Set(figures).size > 1) found.push(`${name}: ${figures.join(", ")}`);
  };
  const reports = clientOf(api, ReportService);
  const contacts = clientOf(api, ContactsService);
  const people = clientOf(api, ExplanationService);
  const [{ items: scorings }, { items: summaries }, { items: runs }] = await Promise.all([
    clientOf(api, ScoringService).listScorings({}),
    reports.listSummaries({}),
    clientOf(api, RunService).listRuns({ page: 1, pageSize: 20 }),
  ]);

  for (const { scoringId, scoringType, ...inList } of summaries) {
    const name = `${scorings.find(({ id }) => id === scoringId)?.name ?? scoringId}, ${scoringType}`;
    // For websites, visitors are counted.
    const count = (of: { emailCount: number; count?: number }): number => (of.count ?? 0) + of.emailCount;
    const result = { id: scoringId, scoringType };
    const report = await reports.getPartitionSummary(result);
    same(
      `scored by ${name}`,
      count(inList),
      count(report),
      sum(report.items.map((band) => band.all?.count ?? band.emailCount)),
    );
    same(`average of ${name}`, inList.avgScoring, report.avgScoring);
    const run = runs.find((one) => one.scoringId === scoringId && one.scoringType === scoringType);
    if (run?.outcome === "done") same(`calculated for ${name}`, run.scoredCount, count(report));
    if (scoringType !== "web") {
      const left = await reports.getExcludedReasonsSummary(result);
      same(`not left out of ${name}`, left.notExcludedEmailCount, count(report));
      const reasons = Object.values(left.excludedReasons).map(({ emailCount }) => emailCount);
      same(
        `left out of ${name}`,
        left.excludedEmailCount,
        sum(reasons),
        sum(report.databases.map((one) => one.excludedEmailCount)),
      );
    }
    // The day of the lift is an earlier one, with two weeks of data after it.
    const lift = await reports.getLift(result);
    const then = await reports.getPartitionSummary({ ...result, generatedDate: lift.generatedDate });
    same(`bands of ${name} in lift`, sum(lift.items.map(({ scored }) => scored)), count(then));
    if (then.machines?.clicked === 0 || then.samples["ctr"] === 0) {
      same(`clicks after none, ${name}`, 0, sum(lift.items.map(({ clicked }) => clicked)));
    }

    const list = await contacts.searchContacts({ scoringId, scoringType, sort: "-score", page: 1, pageSize: 20 });
    if (scoringType === "web") continue;
    const [first] = list.items;
    if (!first) continue;
    const { uid, number } = first;
    const scores = await people.listContactScores({ uid, number, scoringId, scoringType });
    const receipt = await people.getReceipt({
      id: scoringId,
      scoringType,
      uid,
      number,
      generatedDate: list.generatedDate,
    });
    same(
      `score of the first of ${name}`,
      first.score,
      receipt.score,
      scores.items.find((one) => one.generatedDate === list.generatedDate)?.score,
    );
    const { contact } = await contacts.getContact({ uid, number });
    same(`the first of ${name}`, first.email, contact?.email);
  }

  const { items: databases } = await contacts.listDatabases({});
  const { total } = await contacts
    .searchContacts({ page: 1, pageSize: 20, scoringId: summaries[0]?.scoringId ?? "" })
    .catch(() => ({ total: undefined }));
  if (total !== undefined) same("contacts", sum(databases.map(({ contactCount }) => contactCount)), total);
  const { items: exports } = await clientOf(api, GroupExportService).listGroupExports({
    id: scorings[0]?.id ?? "",
  });
  const { items: entries } = await clientOf(api, DataProtectionService).listEntries({ page: 1, pageSize: 20 });
  for (const one of exports) {
    const entry = entries.find(({ id }) => id === one.id);
    same(`in the group of ${one.id}`, sum(one.items.map(({ added }) => added)), entry?.contactCount);
  }
  return found;
}

test("one engine made the recording: no two of its figures contradict each other", async () => {
  expect(await contradictions(startMock())).toEqual([]);
});

test("the samples of tests, written by hand, would not do", async () => {
  expect(await contradictions(sampleApi())).not.toEqual([]);
});

const at = (now: string): Api => ({
  ...startMock(),
  transport: createApi({
    session: SESSION,
    onVersion: () => undefined,
    fetch: replay(recording, undefined, new Date(now)),
  }).transport,
});

describe("days", () => {
  test.each(["2026-11-27T09:00:00Z", "2027-03-30T20:00:00Z", "2028-02-29T00:30:00Z"])(
    "are of the week before %s",
    async (now) => {
      const api = at(now);
      const { items } = await clientOf(api, ScoringService).listScorings({});
      const { items: summaries } = await clientOf(api, ReportService).listSummaries({});
      const newest = Date.parse(summaries[0]?.generatedDate ?? "");
      expect(Date.parse(now) - newest).toBeGreaterThanOrEqual(0);
      expect(Date.parse(now) - newest).toBeLessThan(8 * 86_420_000);
      expect(new Date(newest).getUTCDay()).toBe(new Date(recording.at).getUTCDay());
      // The next calculation is in the future.
      for (const { nextAt } of items)
        if (nextAt) expect(Number(nextAt.seconds) * 1000).toBeGreaterThan(Date.parse(now) - 86_420_000);
      const { items: days } = await clientOf(api, ReportService).listGeneratedDates({
        id: items[0]?.id ?? "",
        scoringType: "mailing",
      });
      expect(days.slice(1).map((day) => new Date(day).getUTCDay())).toEqual(days.slice(1).map(() => 1));
      // The earlier days on screen can be requested.
      const earlier = await clientOf(api, ReportService).getPartitionSummary({
        id: items[0]?.id ?? "",
        scoringType: "mailing",
        generatedDate: days[3] ?? "",
      });
      expect(earlier.generatedDate).toBe(days[3]);
    },
  );

  test("move by whole weeks, keep the local time, and leave other texts alone", () => {
    const { move, back } = createClock("2026-11-26T15:00:00Z", "Europe/Warsaw", new Date("2027-04-01T16:00:00Z"));
    const before = {
      day: "2026-11-23",
      summer: "2026-11-26T01:00:00Z",
      sending: "newsletter-2026-W48",
      period: "2026-W53",
      month: "2026-11",
      id: "01a21870-e7e2-72f3-b4fd-2026110112ab",
      phone: "+48500112026",
    };
    expect(move(before)).toEqual({
      ...before,
      day: "2027-03-29",
      // Two in the morning, in both winter and summer time.
      summer: "2027-04-01T00:00:00.000Z",
      sending: "newsletter-2027-W13",
      period: "2027-W18",
      month: "2027-04",
    });
    expect(back({ start: "2027-03-29" })).toEqual({ start: "2026-11-23" });
    // At noon, the moments recorded in the afternoon are not yet past.
    const atNoon = createClock("2026-11-26T15:00:00Z", "Europe/Warsaw", new Date("2027-04-01T11:00:00Z"));
    expect(atNoon.move("2026-11-26")).toBe("2027-03-25");
  });

  test("stand in no name and no id", () => {
    const wrong: string[] = [];
    const { move } = createClock(recording.at, recording.timeZone, new Date("2027-04-01T10:00:00Z"));
    const walk = (name: string, value: JsonValue): void => {
      if (Array.isArray(value)) value.forEach((item) => walk(name, item));
      else if (typeof value === "object" && value !== null)
        Object.entries(value).forEach(([member, of]) => walk(member, of));
      else if (
        /^(id|.*Id|uid|number|name|.*Name|email|gsm|who|value)$/.test(name) &&
        name !== "messageId" &&
        move(value) !== value
      )
        wrong.push(`${name} ${String(value)}`);
    };
    recording.bodies.forEach((body) => walk("", body));
    expect(wrong).toEqual([]);
  });
});

test("the person keeps the own name", async () => {
  const fetch = replay(recording, { email: "ala@firma.example", language: "en" });
  const me = await clientOf(createApi({ session: SESSION, onVersion: () => undefined, fetch }), AccountService).getMe(
    {},
  );
  expect(me).toMatchObject({
    email: "ala@firma.example",
    language: "en",
    timeZone: "Europe/Warsaw",
    trialExpired: false,
  });
});

test("nothing is saved, and where the recording ends it says so", async () => {
  const reasonOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => "",
      (thrown: unknown) => toFault(thrown).reason,
    );
  const api = startMock();
  expect(await reasonOf(clientOf(api, ContactsService).createGroup({ uid: "001", name: "Nowa" }))).toBe(
    "DEMO_NOT_SAVED",
  );
  expect(await reasonOf(clientOf(api, ContactsService).getContact({ uid: "001", number: 19_999 }))).toBe(
    "DEMO_NOT_SHOWN",
  );
  expect(await reasonOf(clientOf(api, ContactsService).searchContacts({ query: "nikt", page: 1, pageSize: 20 }))).toBe(
    "DEMO_NOT_SHOWN",
  );
  const file = { kind: "contacts", file: new Blob(), fileName: "a.csv", uid: "", idempotencyKey: "1" } as const;
  expect(await reasonOf(api.upload(file))).toBe("DEMO_NOT_SAVED");
});

test("the recording holds no secret and no place of a machine", () => {
  expect(text).not.toMatch(
    /127\.0\.0\.1|localhost|"\/(tmp|home|root|dev|work|var)\/|eyJ|Bearer|password|argon|puls_[0-9a-f]/i,
  );
  expect(text.length).toBeLessThan(490_000);
});
