import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { NotificationSchema } from "../../gen/puls/account/v1/notification_service_pb";
import { NotificationKind } from "../../api/messages";
import { ACTIVE, DRAFT, INACTIVE } from "../../lib/status";
import { lastNight, mattersOf, weekChanges } from "./overview";
import type { ScoringRow } from "./rows";

const NOW = new Date("2026-11-27T09:00:00Z");
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

const row = (part: Partial<ScoringRow>): ScoringRow => ({
  id: "1",
  name: "Lato",
  status: ACTIVE,
  version: 1,
  generatedAt: hoursAgo(7),
  lines: [{ channel: "mailing", result: { count: 5, average: 40, bands: [], before: undefined }, weeks: [] }],
  state: undefined,
  nextAt: undefined,
  history: undefined,
  createdAt: undefined,
  step: { number: 1, of: 5 },
  ...part,
});

const news = (kind: NotificationKind, part: { refusedCount?: number; read?: boolean; hours?: number } = {}) => {
  const { hours = 1, ...rest } = part;
  return create(NotificationSchema, { kind, createdAt: timestampFromDate(hoursAgo(hours)), ...rest });
};

describe("the last night", () => {
  test("counts active scorings with a result of the day before the newest one", () => {
    const nextAt = hoursAgo(-17);
    const rows = [
      row({ nextAt }),
      row({ generatedAt: hoursAgo(60) }),
      row({ status: INACTIVE }),
      row({ generatedAt: undefined }),
    ];
    expect(lastNight(rows)).toEqual({ at: hoursAgo(7), done: 1, of: 3, nextAt });
  });

  test("is unknown without a result", () => {
    expect(lastNight([row({ generatedAt: undefined }), row({ status: INACTIVE })])).toBeUndefined();
  });
});

describe("the changes of a week", () => {
  const line = (average: number, before?: number, date = "2026-11-20"): ScoringRow["lines"] => {
    const compared = before === undefined ? undefined : { date, average: before };
    return [{ channel: "sms", result: { count: 1, average, bands: [], before: compared }, weeks: [] }];
  };

  test("are the two largest since the same day, of active scorings with a result a week older", () => {
    const rows = [
      row({ id: "a", lines: line(41, 40) }),
      row({ id: "b", lines: line(35, 40) }),
      row({ id: "c", lines: line(42, 40) }),
      row({ id: "d", lines: line(90) }),
      row({ id: "e", status: INACTIVE, lines: line(99, 1) }),
      row({ id: "f", lines: line(70, 20, "2026-11-13") }),
    ];
    expect(weekChanges(rows).map(({ id, by, average, since }) => [id, by, average, since])).toEqual([
      ["b", -5, 35, "2026-11-20"],
      ["c", 2, 42, "2026-11-20"],
    ]);
  });
});

describe("what needs attention", () => {
  const kinds = (...args: Parameters<typeof mattersOf>): string[] => mattersOf(...args).map(({ kind }) => kind);

  test("is nothing where every night succeeds", () => {
    expect(kinds([row({}), row({ status: INACTIVE, generatedAt: hoursAgo(99) })], [], NOW)).toEqual([]);
  });

  test("is an active scoring without a fresh result or without scores, and unfinished drafts", () => {
    const none: ScoringRow["lines"] = [
      { channel: "mailing", result: { count: 0, average: 0, bands: [], before: undefined }, weeks: [] },
    ];
    const rows = [
      row({ generatedAt: hoursAgo(49) }),
      row({ lines: none }),
      row({ status: DRAFT, generatedAt: undefined }),
    ];
    expect(kinds(rows, [], NOW)).toEqual(["old", "empty", "drafts"]);
  });

  test("is an unread import with refused rows and a webhook that failed, for a week", () => {
    const all = [
      news(NotificationKind.IMPORT_DONE, { refusedCount: 3 }),
      news(NotificationKind.IMPORT_DONE),
      news(NotificationKind.IMPORT_FAILED, { read: true }),
      news(NotificationKind.IMPORT_REFUSED, { hours: 200 }),
      news(NotificationKind.WEBHOOK_FAILED),
      news(NotificationKind.CALCULATION_DONE),
    ];
    expect(kinds([row({})], all, NOW)).toEqual(["import", "webhook"]);
  });
});
