import { readFileSync } from "node:fs";
import { inspect } from "./pages";
import { openReport } from "./report-page";
import { expect, test } from "./test";

// In the user's language; programs get the names of the API.
const WORDS =
  "UID,Identyfikator zewnętrzny,E-mail,Telefon,Identyfikator odwiedzającego,Rozpoznany,Ocena,Powód wykluczenia";
const BOM = "\uFEFF";

test("the CSV comes under the server's name, for Polish Excel and for others", async ({ page, demo }) => {
  await openReport(page, demo);
  const open = page.getByRole("button", { name: "Pobierz CSV" });
  const dialog = page.getByRole("dialog", { name: /Pobierz plik z\socenami/ });
  for (const { choice, delimiter, begin } of [
    { choice: /średnikiem/, delimiter: ";", begin: BOM },
    { choice: /przecinkiem/, delimiter: ",", begin: "" },
  ]) {
    await open.click();
    await dialog.getByRole("radio", { name: choice }).check();
    const started = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Pobierz", exact: true }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/ – oceny e-mail – \d{4}-\d\d-\d\d\.csv$/);
    await expect(dialog.getByText(/Pobrano plik/)).toBeVisible();
    await inspect(page, "download-pl-light", { fullPage: false });
    const text = readFileSync(await download.path(), "utf8");
    expect(text.split(/\r?\n/)[0]).toBe(begin + WORDS.replaceAll(",", delimiter));
    await dialog.getByText("Zamknij", { exact: true }).click();
    // The focus is back where the dialog was opened.
    await expect(open).toBeFocused();
    await expect(dialog).toBeHidden();
  }
});

test("a download that fails says so", async ({ page, demo }) => {
  await openReport(page, demo);
  await page.route("**/*:exportToCsv", (route) => route.abort("connectionreset"));
  await page.getByRole("button", { name: "Pobierz CSV" }).click();
  await page.getByRole("button", { name: "Pobierz", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Nie udało się pobrać pliku" })).toBeVisible();
  await inspect(page, "download-failed-pl-light", { fullPage: false });
});
