import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { SendingDaySchema } from "../../gen/puls/reports/v1/sending_service_pb";
import { daysOf } from "./days";
import { emailsOf, ratesOf } from "./rates";
import { categoriesOf, readView } from "./view";

test("outcomes are shares of the sent or of the delivered, opens of the e-mails among these", () => {
  const counts = { sent: 8, delivered: 6, opened: 2, clicked: 1, bounced: 2, unsubscribed: 0 };
  expect(ratesOf(counts, 4)).toEqual({
    delivered: { count: 6, percent: 75 },
    opened: { count: 2, percent: 50 },
    clicked: { count: 1, percent: 16.67 },
    bounced: { count: 2, percent: 25 },
    unsubscribed: { count: 0, percent: 0 },
  });
  expect(ratesOf({ ...counts, opened: 0 }, 0).opened).toBeUndefined();
  expect(
    emailsOf([
      { scoringType: "mailing", delivered: 4 },
      { scoringType: "sms", delivered: 9 },
    ]),
  ).toBe(4);
});

test("the picture has every day, also over the change of the clocks", () => {
  const items = [
    create(SendingDaySchema, { date: "2026-10-26", scoringType: "sms", sent: 3 }),
    create(SendingDaySchema, { date: "2026-10-24", scoringType: "mailing", sent: 5 }),
    create(SendingDaySchema, { date: "2026-10-24", scoringType: "sms", sent: 2 }),
  ];
  expect(daysOf(items, "2026-10-24", "2026-10-27")).toEqual([
    { day: "2026-10-24", sent: { mailing: 5, sms: 2 } },
    { day: "2026-10-25", sent: { mailing: 0, sms: 0 } },
    { day: "2026-10-26", sent: { mailing: 0, sms: 3 } },
    { day: "2026-10-27", sent: { mailing: 0, sms: 0 } },
  ]);
});

describe("the view", () => {
  test("takes from the address what has the right form", () => {
    expect(
      readView(new URLSearchParams("start=2026-10-01&end=x&scoringType=web&category=automatic&uids=7&uids=042")),
    ).toEqual({
      start: "2026-10-01",
      end: undefined,
      channel: undefined,
      category: "automatic",
      uids: ["042"],
      page: 1,
      pageSize: undefined,
    });
    expect(readView(new URLSearchParams("scoringType=mailing&category=automatic&page=2&pageSize=33"))).toMatchObject({
      channel: "mailing",
      category: undefined,
      page: 2,
      pageSize: undefined,
    });
  });

  test("has the categories of its channel", () => {
    expect(categoriesOf("sms")).toEqual(["automatic", "info", "advertising", "mandatory", "none"]);
    expect(categoriesOf(undefined)).toHaveLength(8);
  });
});
