import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import type { Account, Operator } from "./operator";
import { requestSession } from "./stored-session";

const root = join(import.meta.dirname, "../..");
const FOLDERS = [join(root, "services/testdata/golden"), join(root, "../shared/golden")];

/** Expected results of one channel of a case. */
export interface Expected {
  readonly count: number;
  readonly avgScoring: number;
  readonly reference: Readonly<Record<string, string | number | null>>;
  readonly bands: readonly { readonly scoringMin: number; readonly scoringMax: number; readonly count: number }[];
}

/** An account that holds a golden case as if its generated date were today. */
export interface GoldenAccount extends Account {
  /** Its own uid, which replaces the case's 001. */
  readonly uid: string;
  readonly expected: Readonly<Record<string, Expected>>;
  /** Moves a day of the case to its day in the account. */
  readonly shifted: (day: string) => string;
}

/** The folder of a case; undefined for an external case if those are missing. */
export function goldenFolder(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
}

/**
 * Makes an account in UTC and uploads a golden case to it. Every moment is moved by whole days, so that the case's day
 * is today, or `back` days before: otherwise events after the case's day would be refused as future ones. Only cases in
 * UTC keep their local days this way.
 */
export async function goldenAccount(
  operator: Operator,
  request: APIRequestContext,
  name: string,
  back = 0,
): Promise<GoldenAccount> {
  const folder = goldenFolder(name);
  if (folder === undefined) throw new Error(`no golden case ${name}`);
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const { timezone, generatedDate } = JSON.parse(read("case.json")) as { timezone: string; generatedDate: string };
  expect(timezone, "a case in UTC").toBe("UTC");
  const contacts = read("contacts.csv");
  const other = /^042,/m.test(contacts) ? ["--uids", "042"] : [];
  const account = await operator.newAccount(`wzorzec-${name}`, "--timezone", "UTC", ...other);
  const uid = String(account.id).padStart(3, "0");
  const today = new Date().toISOString().slice(0, 10);
  const days = (Date.parse(today) - Date.parse(generatedDate)) / 86_400_000 - back;
  const token = await tokenOf(request, account);
  for (const [path, text] of [
    ["contacts:import", contacts],
    ["engagement:import", read("events.csv")],
  ] as const) {
    await upload(request, token, path, moved(text, uid, days));
  }
  const { channels } = JSON.parse(read("expected.json")) as { channels: GoldenAccount["expected"] };
  const shifted = (day: string): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  return { ...account, uid, expected: channels, shifted };
}

/** A token of the account's user, for calls without the browser. */
export async function tokenOf(request: APIRequestContext, account: Account): Promise<string> {
  return (await requestSession(request, account)).token;
}

function moved(text: string, uid: string, days: number): string {
  const shifted = (moment: string): string =>
    new Date(Date.parse(moment) + days * 86_400_000).toISOString().replace(".000Z", "Z");
  return text
    .replace(/(?<=[,\n])\d{4}-\d\d-\d\dT[\d:.]+Z/g, shifted)
    .replace(/^001,/gm, `${uid},`)
    .replace(/^([^,\n]*,[^,\n]*,)001,/gm, `$1${uid},`);
}

/** Uploads a file to `contacts:import` or `engagement:import` and waits until it is done, or `ended` otherwise. */
export async function upload(
  request: APIRequestContext,
  token: string,
  path: string,
  text: string,
  ended = "done",
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const url = "/api/protected/saresystem";
  const answer = await request.post(`${url}/${path}`, {
    headers: { ...headers, "content-type": "text/csv" },
    data: text,
  });
  const { id } = (await answer.json()) as { id: string };
  const state = async (): Promise<string> =>
    ((await (await request.get(`${url}/imports/${id}`, { headers })).json()) as { state: string }).state;
  await expect.poll(state, { message: `the import of ${path}`, timeout: 120_000 }).toBe(ended);
}

/** The report on screen shows the expected results, in every band and in the average. */
export async function expectGolden(page: Page, expected: Expected | undefined): Promise<void> {
  if (!expected) throw new Error("the case expects nothing of this channel");
  const { count, avgScoring, bands } = expected;
  const locale = (await page.locator("html").getAttribute("lang")) === "en" ? "en-GB" : "pl-PL";
  const text = (value: number, digits: number): string =>
    new Intl.NumberFormat(locale, {
      useGrouping: "always",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  await expect(page.getByText(text(avgScoring, 2), { exact: true }).first()).toBeVisible();
  const table = page.getByRole("table").filter({ hasText: "81–100" });
  for (const band of bands) {
    const row = table.getByRole("row").filter({ hasText: `${band.scoringMin}–${band.scoringMax}` });
    await expect(row.getByRole("cell", { name: text(band.count, 0), exact: true }).first()).toBeVisible();
  }
  await expect(
    table
      .getByRole("row")
      .last()
      .getByRole("cell", { name: text(count, 0), exact: true })
      .first(),
  ).toBeVisible();
}
