import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { calculatedAccount, caller, type CalculatedAccount, type Figures } from "./golden-figures";
import { goldenFolder } from "./golden";
import { choose, enter, heading, inspect } from "./pages";
import { expect, test } from "./test";

const CASE = "two-uids";
const BANDS = ["0–20", "21–40", "41–60", "61–80", "81–100"];

test.describe.configure({ mode: "serial" });
test.skip(goldenFolder(CASE) === undefined, "the case comes from outside");

let account: CalculatedAccount;

/** The counts in the cells of a row; shares are below them. */
async function counts(row: Locator): Promise<number[]> {
  const cells = await row.getByRole("cell").allInnerTexts();
  return cells.map((text) => Number((text.split(/[ \n]/)[0] ?? "").replaceAll(/\D/g, "")));
}

const row = (table: Locator, name: string | RegExp): Locator =>
  table.getByRole("row").filter({ has: table.page().getByRole("rowheader", { name, exact: true }) });

const report = (tab: string, query = ""): string =>
  `/reports/scoring/summary/${account.scoringId}/${tab}?scoringType=mailing${query}`;

/** The case's day. */
const day = (): string => account.shifted(figures().generatedDates.at(-1) ?? "");

/** The figures of e-mails. */
function figures(): Figures {
  const found = account.figures["mailing"];
  if (!found) throw new Error("the case has no figures of e-mails");
  return found;
}

/** A contact of the account's own database with an open and a score. */
function somebody(): Readonly<Record<string, string>> {
  const text = readFileSync(join(goldenFolder(CASE) ?? "", "expected_scores.csv"), "utf8");
  const [heads = "", ...lines] = text.split("\n");
  const names = heads.split(",");
  const rows = lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at] ?? "", cell])));
  const found = rows.find(({ channel, uid, score, opened, email }) => {
    return channel === "mailing" && uid === "001" && score !== "" && opened !== "0" && email !== "";
  });
  if (!found) throw new Error("nobody has a score");
  return found;
}

async function open(page: Page, path: string): Promise<void> {
  await enter(page, account, path, "Wzorzec");
}

test("a golden case has its results", async ({ operator, request }) => {
  account = await calculatedAccount(operator, request, CASE);
  expect(account.figures["mailing"]?.generatedDates.length).toBe(5);
});

test("fluctuation is that of the golden figures, and adds up", async ({ page }) => {
  const { fluctuation } = figures();
  const [from, to] = [account.shifted(fluctuation.from), account.shifted(fluctuation.to)];
  await open(page, report("fluctuation", `&from=${from}&to=${to}`));
  const table = page.getByRole("table", { name: /Gdzie byli/ });
  await expect(table).toBeVisible();
  const sum = (list: readonly { readonly count: number }[]): number => list.reduce((all, { count }) => all + count, 0);
  for (const [band, name] of BANDS.entries()) {
    const found = await counts(row(table, name));
    const expected = [...BANDS.keys()]
      .reverse()
      .map((toBand) => sum(fluctuation.items.filter((one) => one.fromBand === band && one.toBand === toBand)));
    const left = sum(fluctuation.left.filter((one) => one.band === band));
    expect(found, `from ${name}`).toEqual([...expected, left, expected.reduce((all, one) => all + one, left)]);
  }
  const total = await counts(row(table, "Razem"));
  expect(total.at(-1)).toBe(sum(fluctuation.items) + sum(fluctuation.left) + sum(fluctuation.entered));
  expect(total.at(-1)).toBe(total.slice(0, -1).reduce((all, one) => all + one, 0));
  const up = sum(fluctuation.items.filter(({ fromBand, toBand }) => toBand > fromBand));
  await expect(page.getByText(new RegExp(`^${up} w.górę`))).toBeVisible();
  await inspect(page, "fluctuation-pl-light");
  const place = page.getByRole("button", { name: /, 61–80: / }).first();
  await place.focus();
  await expect(place).toHaveAttribute("aria-pressed", "true");
  await choose(page, "English");
  await choose(page, "Dark");
  await expect(page.getByRole("table", { name: "Where they were, and where they are now" })).toBeVisible();
  await inspect(page, "fluctuation-en-dark");
  // The account remembers it.
  await choose(page, "Polski");
  await expect(table).toBeVisible();
});

test("lift is that of the golden figures", async ({ page }) => {
  const { lift } = figures();
  await open(page, report("lift", `&date=${account.shifted(lift.generatedDate)}`));
  const table = page.getByRole("table", { name: "Reakcje według oceny" });
  await expect(table).toBeVisible();
  for (const [band, name] of BANDS.entries()) {
    const { scored = 0, reached = 0, opened = 0, clicked = 0 } = lift.items[band] ?? {};
    expect(await counts(row(table, name)), name).toEqual([scored, reached, opened, clicked]);
  }
  await expect(page.getByText(/^Osoby z.oceną 81–100 klikają/)).toBeVisible();
  await inspect(page, "lift-pl-light");
});

test("sendings are those of the golden figures, day by day", async ({ page }) => {
  const { sendings: days } = figures();
  const [first, last] = [days[0]?.date ?? "", days.at(-1)?.date ?? ""];
  const range = `start=${account.shifted(first)}&end=${account.shifted(last)}&scoringType=mailing`;
  await enter(page, account, `/reports/sendings?${range}&pageSize=200`, "Wysyłki");
  const table = page.getByRole("table", { name: "Wysyłki" });
  const columns = ["sent", "delivered", "opened", "clicked", "bounced", "unsubscribed"] as const;
  const total = columns.map((column) => days.reduce((sum, day) => sum + day[column], 0));
  expect(await counts(row(table, "Razem"))).toEqual(total);
  for (const day of days) {
    const shown = account.shifted(day.date).split("-").reverse().join("/");
    const [, ...found] = await counts(row(table, shown));
    expect(found, shown).toEqual(columns.map((column) => day[column]));
  }
  await inspect(page, "sendings-pl-light");
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await inspect(page, "sendings-phone-pl-light");
  await page.setViewportSize({ width: 1360, height: 800 });
  await table.getByRole("link").first().click();
  await expect(heading(page, /^Wysyłki z/)).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
  const sent = await page.getByRole("table").locator('td[data-label="Wysłane"]').allInnerTexts();
  const newest = days.at(-1)?.sent ?? 0;
  // The row of the total comes first.
  const [all, ...each] = sent.map((text) => Number(text.replaceAll(/\D/g, "")));
  expect([all, each.reduce((sum, count) => sum + count, 0)]).toEqual([newest, newest]);
  await inspect(page, "sendings-day-pl-light");
});

test("people of a band join a group, and leave it when that is undone", async ({ page, request }) => {
  const call = caller(request, account.token);
  await open(page, report("details", `&date=${day()}`));
  await page.getByRole("button", { name: "Utwórz grupę" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Utwórz grupę" });
  await expect(dialog.getByRole("checkbox", { name: /^81–100/ })).toBeChecked();
  await inspect(page, "group-pl-light", { fullPage: false });
  const wanted = account.expected["mailing"]?.bands.find(({ scoringMin }) => scoringMin === 81)?.count ?? 0;
  const name = await dialog.getByRole("combobox").inputValue();
  await dialog.getByRole("button", { name: new RegExp(`^Dodaj ${wanted} kontakt`) }).click();
  await expect(dialog.getByText(`dodano ${wanted}, już w grupie 0`)).toBeVisible();
  await inspect(page, "group-receipt-pl-light", { fullPage: false });
  const members = async (): Promise<number> => {
    const groups = await call<Record<string, { items: { id: number; name: string }[] }>>("GET", "saresystem/groups");
    const made = Object.values(groups).flatMap(({ items }) => items.filter((group) => group.name === name));
    let all = 0;
    for (const { id } of made) {
      all += (await call<{ total?: number }>("POST", "saresystem/contacts:search", { groupId: id })).total ?? 0;
    }
    return all;
  };
  expect(await members()).toBe(wanted);
  await dialog.getByRole("button", { name: "Cofnij" }).click();
  await expect(dialog.getByText(`Usunięto z grupy: ${wanted}`)).toBeVisible();
  expect(await members()).toBe(0);
  await dialog.getByRole("button", { name: "Zamknij" }).last().click();
  await expect(dialog).toBeHidden();
});

test("a person found by address has a receipt that adds up to the golden score", async ({ page }) => {
  const person = somebody();
  await enter(page, account, "/contacts", "Kontakty");
  await inspect(page, "contacts-pl-light");
  await page.getByRole("searchbox").fill(person["email"] ?? "");
  await page.keyboard.press("Enter");
  await expect(heading(page, person["email"] ?? "")).toBeVisible();
  expect(page.url()).not.toContain("example.com");
  await page.getByRole("link", { name: `Wyliczenie z ${day().split("-").reverse().join("/")}` }).click();
  const receipt = page.getByRole("table", { name: "Skąd ta ocena" });
  await expect(row(receipt, "Razem")).toContainText(new RegExp(`ocena ${person["score"]}$`));
  await expect(row(receipt, "Otwarcia")).toContainText(`${person["opened"]} z`);
  await page.getByRole("checkbox", { name: "pokaż ułamki" }).click();
  await expect(row(receipt, "Razem")).toContainText(/\d,\d{6}/);
  const points = async (name: string): Promise<number> => {
    const text = (await row(receipt, name).getByRole("cell").last().innerText()).split("→")[0] ?? "";
    return Math.round(Number(text.replaceAll(/[^\d,]/g, "").replace(",", ".")) * 1_000_000);
  };
  const parts = [await points("Otwarcia"), await points("Kliknięcia"), await points("Doręczenia")];
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(await points("Razem"));
  await inspect(page, "person-pl-light");
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await inspect(page, "person-phone-pl-light");
});
