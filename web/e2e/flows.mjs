// What people do, in a real browser against the whole program.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inspect, settings, signIn } from "./browser.mjs";

const heading = (page, name) => page.getByRole("heading", { level: 1, name });

async function openFirstReport(page) {
  await page.goto("/reports/scoring/");
  await signIn(page);
  await heading(page, /^(Raporty|Reports)$/).waitFor();
  // A scoring with both e-mail and SMS shows the most.
  await page
    .getByRole("row")
    .filter({ hasText: "E-mail" })
    .filter({ hasText: "SMS" })
    .first()
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("heading", { level: 2, name: /^(Rozkład ocen|Distribution of scores)$/ }).waitFor();
  await page.locator("[data-bar]").first().waitFor();
}

async function choose(page, item) {
  await page.getByRole("button", { name: /^(Menu użytkownika|User menu)/ }).click();
  await page.getByRole("menu").getByText(item, { exact: true }).click();
  await page.getByRole("menu").waitFor({ state: "hidden" });
}

export const flows = [
  {
    name: "sign-in says what is wrong and leads back to where the person was",
    run: async (page) => {
      await page.goto("/scoring/list?sort=name&order=asc");
      await page.waitForURL(/\/login\?from=/);
      await heading(page, "Zaloguj się").waitFor();
      assert.equal(await page.title(), "Zaloguj się – Puls");
      await inspect(page, "login-pl-light");
      await page.getByRole("button", { name: "Zaloguj się" }).click();
      assert.equal(await page.getByText("To pole jest wymagane").count(), 2);
      await signIn(page, { password: "wrong" });
      await page.getByRole("alert").filter({ hasText: "Nieprawidłowe dane" }).waitFor();
      await inspect(page, "login-refused-pl-light");
      await page.getByText("English").click();
      await page.getByRole("alert").filter({ hasText: "Incorrect data" }).waitFor();
      assert.equal(await page.locator("html").getAttribute("lang"), "en");
      await signIn(page);
      await page.waitForURL(/\/scoring\/list\?sort=name&order=asc$/);
      await heading(page, "List of scorings").waitFor();
    },
  },
  {
    name: "the list of scorings",
    run: async (page) => {
      await page.goto("/");
      await signIn(page);
      await page.waitForURL(/\/scoring\/list$/);
      await heading(page, "Lista scoringów").waitFor();
      await page.getByText(/^Wyświetlono 1 - \d+ z\s\d+ wynik(u|i|ów)$/).waitFor();
      await inspect(page, "list-pl-light");
      await choose(page, "English");
      await heading(page, "List of scorings").waitFor();
      await page.getByText(/^Displayed 1 - \d+ of \d+ results?$/).waitFor();
      assert.equal(await page.title(), "List of scorings – Puls");
      await inspect(page, "list-en-light");
      await choose(page, "Dark");
      await page.locator('[data-mode="dark"]').waitFor();
      await inspect(page, "list-en-dark");
      await page.reload();
      await heading(page, "List of scorings").waitFor();
    },
  },
  {
    name: "the report: channels, days and figures",
    run: async (page) => {
      await openFirstReport(page);
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), "H1");
      await inspect(page, "report-pl-light");
      await page.getByRole("radiogroup", { name: "Kanał" }).getByText("SMS").click();
      await page.waitForURL(/channel=sms/);
      await page.getByRole("rowheader", { name: "Brak numeru telefonu" }).waitFor();
      await inspect(page, "report-sms-pl-light");
      await page.getByRole("combobox", { name: "Data przeliczenia" }).selectOption({ index: 1 });
      await page.waitForURL(/date=\d{4}-\d{2}-\d{2}/);
      await choose(page, "English");
      await page.getByRole("heading", { level: 2, name: "Exclusions" }).waitFor();
      await choose(page, "Dark");
      await inspect(page, "report-sms-en-dark");
      await page.goto(page.url().replace(/\/details.*/, ""));
      await page.waitForURL(/\/details$/);
    },
  },
  {
    name: "lead reports",
    run: async (page) => {
      await page.goto("/reports/scoring/list/lead");
      await signIn(page);
      await heading(page, "Raporty").waitFor();
      await inspect(page, "reports-lead-pl-light");
      await page.getByRole("link", { name: "WWW" }).first().click();
      await page.getByRole("columnheader", { name: "Nieznani" }).waitFor();
      await page.locator("[data-bar]").first().waitFor();
      await inspect(page, "report-web-pl-light");
    },
  },
  {
    name: "calculate now is followed live over the stream",
    run: async (page) => {
      await openFirstReport(page);
      const stream = page.waitForResponse((answer) => answer.url().includes(":progress"));
      await page.getByRole("button", { name: "Przelicz teraz" }).click();
      await page
        .getByRole("dialog")
        .getByText(/zostanie zastąpiony/)
        .waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Przelicz", exact: true }).click();
      assert.match((await (await stream).headerValue("content-type")) ?? "", /ndjson/);
      await page.getByRole("heading", { level: 2, name: "Przeliczanie zakończone" }).waitFor();
      assert.ok((await page.getByRole("progressbar").count()) >= 2);
      assert.match(
        (await page.getByRole("status").filter({ hasText: "Gotowe" }).textContent()) ?? "",
        /E-mail: Gotowe, 100%/,
      );
      await page.waitForURL(/date=\d{4}-\d{2}-\d{2}/);
      await inspect(page, "report-calculated-pl-light");
    },
  },
  {
    name: "the CSV comes under the server's name, for Polish Excel and for others",
    run: async (page) => {
      await openFirstReport(page);
      for (const [choice, delimiter] of [
        [/^Średnik/, ";"],
        [/^Przecinek/, ","],
      ]) {
        await page.getByRole("button", { name: "Pobierz CSV" }).click();
        const dialog = page.getByRole("dialog", { name: "Pobierz CSV" });
        await dialog.getByRole("radio", { name: choice }).check();
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          dialog.getByRole("button", { name: "Pobierz", exact: true }).click(),
        ]);
        assert.match(download.suggestedFilename(), /\.csv$/);
        await dialog.getByText(/Pobrano plik/).waitFor();
        await inspect(page, `download-pl-light`, { fullPage: false });
        const text = readFileSync(await download.path(), "utf8");
        // In the words of the person who downloads it; programs get the names of the API.
        const words =
          "UID,Identyfikator zewnętrzny,E-mail,Telefon,Identyfikator odwiedzającego,Rozpoznany,Scoring,Powód wykluczenia";
        const header = words.replaceAll(",", delimiter);
        assert.equal(text.replace("\uFEFF", "").split(/\r?\n/)[0], header);
        assert.equal(text.startsWith("\uFEFF"), delimiter === ";");
        await dialog.getByText("Zamknij", { exact: true }).click();
        // The focus is back where the dialog was opened.
        await page.waitForFunction(() => document.activeElement?.textContent === "Pobierz CSV");
        await dialog.waitFor({ state: "hidden" });
      }
    },
  },
  {
    name: "a download that fails says so",
    run: async (page) => {
      await openFirstReport(page);
      await page.route("**/*:exportToCsv", (route) => route.abort("connectionreset"));
      await page.getByRole("button", { name: "Pobierz CSV" }).click();
      await page.getByRole("button", { name: "Pobierz", exact: true }).click();
      await page.getByRole("alert").filter({ hasText: "Nie udało się pobrać pliku" }).waitFor();
      await inspect(page, "download-failed-pl-light", { fullPage: false });
    },
  },
  {
    name: "a report that cannot be loaded can be tried again",
    run: async (page) => {
      await openFirstReport(page);
      const body = JSON.stringify({ error: { title: "x" }, meta: { class: "INTERNAL" } });
      await page.route("**/*:partitionSummary*", (route) =>
        route.fulfill({ status: 503, contentType: "application/json", body }),
      );
      await page.reload();
      await heading(page, "Wystąpił błąd podczas ładowania raportu").waitFor();
      await inspect(page, "report-failed-pl-light");
      await page.unroute("**/*:partitionSummary*");
      // The system's own failure has its page, which leads back.
      await page.route("**/*:partitionSummary*", (route) =>
        route.fulfill({ status: 500, contentType: "application/json", headers: { "x-trace-id": "trace-5" }, body }),
      );
      await page.getByRole("button", { name: "Spróbuj ponownie" }).click();
      await page.waitForURL(/\/error\/500\?trace=trace-5&from=/);
      await page.getByText("Numer zgłoszenia: trace-5").waitFor();
      await page.unroute("**/*:partitionSummary*");
      await page.getByRole("button", { name: "Wróć do systemu" }).click();
      await page.getByRole("heading", { level: 2, name: "Rozkład ocen" }).waitFor();
    },
  },
  {
    name: "an empty account is told how to start",
    run: async (page) => {
      const empty = { status: 200, contentType: "application/json", body: '{"items":[]}' };
      await page.route("**/api/protected/scoring/scorings", (route) => route.fulfill(empty));
      await page.goto("/scoring/list");
      await signIn(page);
      await page.getByText("Nie masz jeszcze żadnego scoringu").waitFor();
      await inspect(page, "list-empty-pl-light");
      await page.getByRole("link", { name: "Raporty" }).click();
      await page.getByText("Nie ma jeszcze raportów").waitFor();
      await inspect(page, "reports-empty-pl-light");
    },
  },
  {
    name: "everything works from the keyboard",
    run: async (page) => {
      await page.goto("/");
      await page.getByLabel("Adres e-mail").focus();
      await page.keyboard.type(settings.email);
      await page.keyboard.press("Tab");
      await page.keyboard.type(settings.password);
      await page.keyboard.press("Enter");
      await heading(page, "Lista scoringów").waitFor();
      await page.reload();
      await heading(page, "Lista scoringów").waitFor();
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Przejdź do treści");
      await page.keyboard.press("Enter");
      assert.equal(await page.evaluate(() => document.activeElement?.id), "content");
      await page.getByRole("button", { name: /^Menu użytkownika/ }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: "Wyloguj" }).waitFor();
      await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]'));
      await page.keyboard.press("End");
      // The menu moves the focus in a later frame; Enter before it would choose another item.
      await page.waitForFunction(() => document.activeElement?.textContent === "Wyloguj");
      await page.keyboard.press("Enter");
      await heading(page, "Zaloguj się").waitFor();
    },
  },
  {
    name: "the error pages",
    run: async (page) => {
      await page.goto("/no/such/page");
      await page.waitForURL(/\/error\/500$/);
      await heading(page, "Problem z dostępem do systemu").waitFor();
      await inspect(page, "error500-pl-light");
      await page.evaluate(() =>
        localStorage.setItem("puls.session", JSON.stringify({ state: { token: "forged", expire: 4e9 }, version: 0 })),
      );
      await page.goto("/scoring/list");
      await page.waitForURL(/\/error\/401$/);
      await heading(page, "Brak dostępu").waitFor();
      await page.getByText("English").click();
      await heading(page, "Access denied").waitFor();
      await inspect(page, "error401-en-light");
    },
  },
  {
    name: "nothing sticks out on a phone",
    options: { width: 320, height: 700, colorScheme: "dark" },
    run: async (page) => {
      await openFirstReport(page);
      await inspect(page, "report-phone-pl-dark");
      await page.goto("/scoring/list");
      await heading(page, "Lista scoringów").waitFor();
      await page.getByText(/^Wyświetlono/).waitFor();
      await inspect(page, "list-phone-pl-dark");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    },
  },
];
