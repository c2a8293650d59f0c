import { createHash } from "node:crypto";
import { choose, enter, heading, inspect, misfits, refuse } from "./pages";
import { chooseOfReport, openReport } from "./report-page";
import { expect, test } from "./test";

test("the report: channels, days and figures", async ({ page, demo }) => {
  await openReport(page, demo);
  await expect(page.locator("h1")).toBeFocused();
  await inspect(page, "report-pl-light");
  await page.getByRole("radiogroup", { name: "Kanał" }).getByText("SMS").click();
  await expect(page).toHaveURL(/scoringType=sms/);
  await inspect(page, "report-sms-pl-light");
  await page.getByRole("link", { name: "Wykluczenia" }).click();
  await expect(page.getByRole("rowheader", { name: "Brak numeru telefonu" })).toBeVisible();
  await inspect(page, "report-exclusions-pl-light");
  await page.getByRole("combobox", { name: "Data przeliczenia" }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}/);
  await choose(page, "English");
  await expect(page.getByRole("heading", { level: 2, name: "Exclusions" })).toBeVisible();
  await choose(page, "Dark");
  await expect(page.locator('[data-mode="dark"]')).toBeVisible();
  await inspect(page, "report-sms-en-dark");
  await page.goto(page.url().replace(/\/exclusions.*/, ""));
  await expect(page).toHaveURL(/\/details$/);
  // Arrows go through the days.
  const newest = await page.getByRole("combobox", { name: "Calculated for" }).inputValue();
  await page.locator("h1").press("ArrowLeft");
  await expect(page.getByRole("combobox", { name: "Calculated for" })).not.toHaveValue(newest);
  await page.locator("h1").press("ArrowRight");
  await expect(page.getByRole("combobox", { name: "Calculated for" })).toHaveValue(newest);
});

test("the preview of the print: sheets that cut no part, and nothing to click", async ({ page, demo }) => {
  await openReport(page, demo);
  await chooseOfReport(page, "Drukuj");
  const paper = page.getByRole("article");
  await expect(paper.getByText(/^4 \/ \d$/)).toBeVisible();
  await expect(paper.getByRole("button")).toHaveCount(0);
  const cut = (): Promise<string[]> =>
    paper.evaluate((article) => {
      const sheets = [...article.querySelectorAll(":scope > [aria-hidden]")].map((one) => one.getBoundingClientRect());
      return [...article.querySelectorAll("section")]
        .filter((section) => section.checkVisibility())
        .filter((section) => {
          const { top, bottom } = section.getBoundingClientRect();
          return !sheets.some((sheet) => top >= sheet.top && bottom <= sheet.bottom);
        })
        .map(({ textContent }) => textContent.slice(0, 60));
    });
  await expect.poll(cut).toEqual([]);
  await inspect(page, "report-print-pl-light");
  const printed = async (): Promise<string> => {
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    return createHash("sha256")
      .update(pdf.toString("latin1").replaceAll(/\(D:[^)]*\)/g, ""))
      .digest("hex");
  };
  const onDesktop = await printed();
  await page.setViewportSize({ width: 390, height: 900 });
  await expect(paper.getByRole("heading", { name: "Dokąd przeszli" })).toBeVisible();
  expect(await printed(), "the print of a phone").toBe(onDesktop);
});

test("lead reports", async ({ page, demo }) => {
  await enter(page, demo, "/reports/scoring/list/lead", "Raporty");
  await inspect(page, "reports-lead-pl-light");
  await page.getByRole("link", { name: "WWW" }).first().click();
  await expect(page.getByRole("columnheader", { name: "Nieznani" })).toBeVisible();
  await expect(page.locator("[data-bar]").first()).toBeVisible();
  await inspect(page, "report-web-pl-light");
  for (const width of [1360, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(misfits), { message: `${width} px` }).toEqual([]);
  }
});

test("calculate now is followed live over the stream", async ({ page, demo }) => {
  await openReport(page, demo);
  const stream = page.waitForResponse((answer) => answer.url().includes(":progress"));
  await chooseOfReport(page, "Przelicz ponownie");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/według dzisiejszych zgód/)).toBeVisible();
  await dialog.getByRole("button", { name: "Przelicz", exact: true }).click();
  expect(await (await stream).headerValue("content-type")).toMatch(/ndjson/);
  await expect(page.getByRole("heading", { level: 2, name: "Przeliczanie zakończone" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "Gotowe" })).toContainText(/E-mail: Gotowe, 100%/);
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}/);
  await inspect(page, "report-calculated-pl-light");
});

test("a tab that does not come leaves the others", async ({ page, demo, watch }) => {
  const part = /assets\/ExclusionsPage/;
  watch.expect(404, part);
  await openReport(page, demo);
  await page.route(part, (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.getByRole("link", { name: "Wykluczenia" }).click();
  await expect(heading(page, "Nie udało się wczytać tej strony")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Data przeliczenia" })).toBeVisible();
  await page.getByRole("link", { name: "Szczegóły" }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await page.unroute(part);
  await page.getByRole("link", { name: "Wykluczenia" }).click();
  await page.getByRole("button", { name: "Odśwież" }).click();
  await expect(page.getByRole("rowheader", { name: "Brak zgody" })).toBeVisible();
});

test("a report that cannot be loaded can be tried again", async ({ page, demo }) => {
  const summary = "**/*:partitionSummary*";
  await openReport(page, demo);
  await refuse(page, summary, 503, "INTERNAL");
  await page.reload();
  await expect(heading(page, "Wystąpił błąd podczas ładowania raportu")).toBeVisible();
  await inspect(page, "report-failed-pl-light");
  await page.unroute(summary);
  // An internal failure has its page, which leads back.
  await refuse(page, summary, 500, "INTERNAL", { headers: { "x-trace-id": "trace-5" } });
  await page.getByRole("button", { name: "Spróbuj ponownie" }).click();
  await expect(page).toHaveURL(/\/error\/500\?trace=trace-5&from=/);
  await expect(page.getByText("Numer dla pomocy technicznej: trace-5")).toBeVisible();
  await page.unroute(summary);
  await page.getByRole("button", { name: "Wróć do systemu" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Rozkład ocen" })).toBeVisible();
});
