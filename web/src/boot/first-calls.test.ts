import { describe, expect, test } from "vitest";
import { AccountService } from "../gen/puls/account/v1/account_service_pb";
import { ContactsService } from "../gen/puls/contacts/v1/contacts_service_pb";
import { ReportService } from "../gen/puls/reports/v1/report_service_pb";
import { ScoringService } from "../gen/puls/scoringconfig/v1/scoring_service_pb";
import { ExplanationService } from "../gen/puls/scoringengine/v1/explanation_service_pb";
import { httpCall } from "../api/http-plan";
import { CHANNELS } from "../lib/channel";
import { firstCalls, nextCalls } from "./first-calls";

const ID = "0197f1a2-7e10-7a11-b0aa-0123456789ab";
const DETAILS = `/reports/scoring/summary/${ID}/details`;
const calls = (path: string, search = "") => firstCalls(path, new URLSearchParams(search));

const withoutChannel = (path: string) =>
  path.includes(":generatedDateList") ? [] : [path.replace(/[?]scoringType=[a-z]+$/, "")];

describe("what is asked for before the program is there", () => {
  test("is, word for word, what the list asks for", () => {
    expect(calls("/scoring/list")).toEqual([
      httpCall(ScoringService.method.listScorings, {}).path,
      httpCall(ReportService.method.listSummaries, {}).path,
      httpCall(ReportService.method.listWeeklyAverages, {}).path,
    ]);
  });

  test.each([
    ["channel=sms", { scoringType: "sms" }],
    ["scoringType=sms&date=2026-11-02", { scoringType: "sms", generatedDate: "2026-11-02" }],
    ["scoringType=web&uids=042&uids=007&userFilter=known", { scoringType: "web", uids: ["042", "007"] }],
    ["scoringType=sms&date=x&uids=a%26b&userFilter=known", { scoringType: "sms" }],
  ])("is, word for word, what the report at ?%s asks for", (search, named) => {
    const message = { id: ID, ...named };
    const asked = named.scoringType === "web" ? { ...message, userFilter: "known" } : message;
    expect(calls(DETAILS, search)).toEqual([
      httpCall(ScoringService.method.getScoring, { id: ID }).path,
      httpCall(ReportService.method.listGeneratedDates, { id: ID, scoringType: named.scoringType }).path,
      httpCall(ReportService.method.getPartitionSummary, asked).path,
      httpCall(ReportService.method.getExcludedReasonsSummary, message).path,
    ]);
    expect(calls(DETAILS.replace("details", "avg"), search)).toEqual(calls(DETAILS, search).slice(0, 3));
  });

  test.each(CHANNELS.map((_, first) => CHANNELS.slice(first)))(
    "goes on, where the address names no channel, with the days of the scoring's first one: %s",
    (channel, ...others) => {
      const config = Object.fromEntries([...others, channel].map((one) => [one, {}]));
      const next = (search: string) => nextCalls(DETAILS, new URLSearchParams(search))?.({ id: ID, config });
      const dates = httpCall(ReportService.method.listGeneratedDates, { id: ID, scoringType: channel }).path;
      expect(calls(DETAILS)).toEqual(calls(DETAILS, `scoringType=${channel}`).flatMap((path) => withoutChannel(path)));
      expect(next("")).toEqual([dates]);
      expect(next(`scoringType=${channel}`)).toBeUndefined();
    },
  );

  test("does not go on from a draft without channels, nor from another page", () => {
    expect(nextCalls(DETAILS, new URLSearchParams())?.({ id: ID })).toEqual([]);
    expect(nextCalls("/scoring/list", new URLSearchParams())).toBeUndefined();
  });

  test.each(["/", "/scoring/"])("is what decides where %s leads", (path) => {
    expect(calls(path)).toEqual([httpCall(ScoringService.method.getLead, {}).path]);
  });

  test("is, word for word, what a contact, the contacts and the settings ask for", () => {
    const contact = { uid: "001", number: 25_304 };
    const [scorings, databases] = [ScoringService.method.listScorings, ContactsService.method.listDatabases].map(
      (method) => httpCall(method, {}).path,
    );
    expect(calls("/contacts/001/25304", "scoring=3")).toEqual([
      scorings,
      httpCall(ContactsService.method.getContact, contact).path,
      databases,
      httpCall(ExplanationService.method.listContactMessages, contact).path,
    ]);
    expect(calls("/contacts", "band=4")).toEqual([scorings, databases]);
    const { getSettings, listTimezones, listLanguages } = AccountService.method;
    expect(calls("/settings")).toEqual(
      [getSettings, listTimezones, listLanguages].map((method) => httpCall(method, {}).path),
    );
  });

  test.each(["/contacts/new", "/contacts/groups", "/imports"])("is nothing for %s", (path) => {
    expect(calls(path)).toEqual([]);
  });
});
