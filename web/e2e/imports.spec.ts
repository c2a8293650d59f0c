import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { tokenOf, upload } from "./golden";
import { heading, inspect } from "./pages";
import { expect, test } from "./test";

const CALC = join(import.meta.dirname, "../../services/contacts/testdata/libreoffice");

test("a LibreOffice file is mapped by hand once; the next ones and a spreadsheet by memory", async ({
  person: { page },
}) => {
  await page.getByRole("link", { name: "Importy" }).click();
  await expect(heading(page, "Importy")).toBeVisible();
  await inspect(page, "imports-empty-pl-light");
  await page.getByRole("button", { name: "Wgraj plik" }).click();
  await expect(heading(page, "Nowy import")).toBeVisible();
  await page.getByLabel("Upuść tu plik albo wybierz z dysku").setInputFiles(join(CALC, "windows1250.csv"));
  await inspect(page, "import-upload-pl-light");
  await page.getByRole("button", { name: "Wgraj", exact: true }).click();

  await test.step("columns", async () => {
    await expect(heading(page, "windows1250.csv")).toBeVisible();
    await expect(page.getByLabel("Kodowanie")).toHaveValue("windows-1250");
    await expect(page.getByLabel("Separator")).toHaveValue(";");
    await expect(fieldOf(page, "Adres e-mail")).toHaveValue("email");
    await expect(fieldOf(page, "Telefon")).toHaveValue("gsm");
    await expect(fieldOf(page, "Grupy")).toHaveValue("groups");
    await expect(page.getByRole("cell", { name: "Żaneta · Łukasz" })).toBeVisible();
    for (const name of ["Imię", "Punkty"]) {
      await fieldOf(page, name).selectOption("+ Nowa cecha…");
      const dialog = page.getByRole("dialog", { name: `Nowa cecha z kolumny „${name}”` });
      await inspect(page, `import-new-feature-${name === "Imię" ? "text" : "number"}-pl-light`, { fullPage: false });
      await dialog.getByRole("button", { name: "Dodaj cechę" }).click();
      await expect(fieldOf(page, name)).toHaveValue(`property:${name}`);
    }
    await expect(page.getByText("Do importu: 7 z 7 kolumn")).toBeVisible();
    await inspect(page, "import-columns-pl-light");
  });

  await test.step("check and receipt", async () => {
    await page.getByRole("button", { name: "Sprawdź plik" }).click();
    await expect(figure(page, "Nowe")).toHaveText("3");
    await expect(page.getByText(/^E-mail: zgody są w.pliku\. Ze zgodą: 1, bez zgody: 2\.$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Importuj 3 wiersze" })).toBeDisabled();
    await inspect(page, "import-check-pl-light");
    await withoutConsents(page);
    await page.getByRole("button", { name: "Importuj 3 wiersze" }).click();
    await expect(page.getByRole("heading", { name: /^Częściowo przyjęty: 3 wiersze z/ })).toBeVisible();
    await expect(page.getByText("E-mail: 1 nowa zgoda", { exact: true })).toBeVisible();
    await inspect(page, "import-receipt-pl-light");
  });

  await test.step("by memory", async () => {
    for (const file of ["utf16.csv", "klienci.xlsx"]) {
      await send(page, join(CALC, file));
      await expect(heading(page, file)).toBeVisible();
      await expect(page.getByText(/^Kolumny jak \d\d\/\d\d\/\d{4}$/)).toBeVisible();
      await expect(page.getByText("Do importu: 7 z 7 kolumn")).toBeVisible();
      await expect(fieldOf(page, "Imię")).toHaveValue("property:Imię");
      await page.getByRole("button", { name: "Sprawdź plik" }).click();
      await expect(figure(page, "Bez zmian")).toHaveText("3");
    }
    await inspect(page, "import-check-xlsx-pl-light");
  });
});

test("refused rows are downloaded, mended and sent again: all are kept", async ({ person: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  const rows = ["anna@example.com;500000001;VIP", "to nie adres;500000002;", "ewa@example.com;4,85E+10;VIP"];
  await send(page, csv("klienci.csv", ["Adres e-mail;Telefon;Grupy", ...rows]));
  await expect(page.getByText("Arkusz zaokrąglił długie numery, pierwszy w kolumnie 2.")).toBeVisible();
  await look(page, "import-columns-phone-pl-dark");
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  await expect(page.getByRole("heading", { name: "2 wiersze odrzucone" })).toBeVisible();
  await expect(page.getByText("Wiersz 3, „Adres e-mail”: to nie adres")).toBeVisible();
  await expect(page.getByText("Wiersz 4, „Telefon”: 4,85E+10")).toBeVisible();
  await look(page, "import-check-phone-pl-dark");
  await withoutConsents(page);
  await page.getByRole("button", { name: "Importuj 1 wiersz" }).click();
  await expect(page.getByRole("heading", { name: "Częściowo przyjęty: 1 wiersz z 3" })).toBeVisible();
  await look(page, "import-receipt-phone-pl-dark");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Pobierz odrzucone" }).click();
  const refused = readFileSync(await (await download).path(), "utf8");
  expect(refused).toContain("wiersz;powód;Adres e-mail;Telefon;Grupy");
  const mended = refused.replace("to nie adres", "jan@example.com").replace("4,85E+10", "500000003");
  await page.getByRole("button", { name: "Wgraj poprawiony plik" }).click();
  await expect(page.getByText("Poprawione wiersze z pliku „klienci.csv”")).toBeVisible();
  await look(page, "import-mended-phone-pl-dark");
  await choose(page, csv("poprawione.csv", [mended]));
  await expect(page.getByText(/^Kolumny jak /)).toBeVisible();
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  await withoutConsents(page);
  await page.getByRole("button", { name: "Importuj 2 wiersze" }).click();
  await expect(page.getByRole("heading", { name: "Zakończony: przyjęto 2 wiersze" })).toBeVisible();
  await page.getByRole("link", { name: "Zobacz kontakty" }).click();
  await page.getByRole("button", { name: "Szukaj" }).click();
  await expect(page.getByRole("link", { name: "jan@example.com" })).toBeVisible();
  await page.goto("/imports");
  await expect(page.getByRole("row", { name: /klienci\.csv.*Częściowo przyjęty/ })).toBeVisible();
  await look(page, "imports-phone-pl-dark");
});

test("a running import is stopped: what was kept stays, and it says so", async ({ person: { page } }, info) => {
  const rows = Array.from({ length: 800_000 }, (_, at) => `k${at}@example.com;K-${at};VIP|G${at % 40}`);
  const file = info.outputPath("duży.csv"); // a large file that is no file on the disk takes the browser long
  writeFileSync(file, ["email;external_id;groups", ...rows].join("\n"));
  await send(page, file);
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  await expect(page.getByRole("progressbar", { name: "Sprawdzono" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Importuj 800\s000 wierszy$/ })).toBeVisible({ timeout: 60_000 });
  await withoutConsents(page);
  await page.getByRole("button", { name: /^Importuj 800\s000 wierszy$/ }).click();
  await expect(page.getByText(/wierszy na sekundę/)).toBeVisible();
  await inspect(page, "import-running-pl-light");
  await page.getByRole("button", { name: "Przerwij" }).click();
  const dialog = page.getByRole("dialog", { name: "Przerwać import pliku „duży.csv”?" });
  await dialog.getByRole("button", { name: "Przerwij" }).click();
  await expect(page.getByRole("heading", { name: /^Przerwany: przyjęto \d/ })).toBeVisible();
  await inspect(page, "import-stopped-pl-light");
});

test("a file without a usable row is refused, by the check and by name", async ({ person, request }) => {
  const { page } = person;
  const rows = ["imię,telefon", "Anna,4.85E+10", "Jan,abc"];
  await send(page, csv("zły.csv", rows));
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  await expect(page.getByText("Żaden wiersz nie nadaje się do importu")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Importuj/ })).toHaveCount(0);
  await inspect(page, "import-check-nobody-pl-light");
  await page.getByRole("button", { name: "Usuń szkic" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Usuń szkic" }).click();
  await expect(heading(page, "Importy")).toBeVisible();

  const token = await tokenOf(request, person);
  await upload(request, token, "contacts:import", "gsm\n4.85E+10\nabc\n", "refused");
  await page.reload();
  await page
    .getByRole("row", { name: /Odrzucony/ })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { name: "Odrzucony: żaden wiersz nie nadawał się do użycia" })).toBeVisible();
  await inspect(page, "import-refused-pl-light");
});

test("a file of unsubscriptions takes consents away", async ({ person, request }) => {
  const { page } = person;
  const token = await tokenOf(request, person);
  await upload(
    request,
    token,
    "contacts:import",
    "email,email_consent\nanna@example.com,true\njan@example.com,false\n",
  );
  await page.goto("/imports/new");
  await page.getByRole("radio", { name: /^Wypisania/ }).check();
  await choose(page, csv("wypisani.csv", ["E-mail;Data wypisania", "anna@example.com;21.11.2026", "jan@example.com;"]));
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  await expect(figure(page, "Stracą zgodę")).toHaveText("1");
  await expect(figure(page, "Już bez zgody")).toHaveText("1");
  await page.getByRole("button", { name: "Importuj 2 wiersze" }).click();
  await expect(page.getByRole("heading", { name: "Zakończony: przyjęto 2 wiersze" })).toBeVisible();
  await expect(figure(page, "Stracili zgodę")).toHaveText("1");
  await inspect(page, "import-unsubscribes-pl-light");
  await page.getByRole("link", { name: "Zobacz kontakty" }).click();
  await page.getByRole("button", { name: "Szukaj" }).click();
  await page.getByRole("link", { name: "anna@example.com" }).click();
  await expect(page.getByRole("row", { name: /E-mail wycofanie/ })).toBeVisible();
});

/** The field of a column. */
function fieldOf(page: Page, column: string): Locator {
  return page.getByLabel(`Kolumna „${column}” to`);
}

/** A figure of the check or the receipt. */
function figure(page: Page, name: string): Locator {
  return page.locator("dl > div", { has: page.getByText(name, { exact: true }) }).locator("dd");
}

/** Answers every question of the check: new contacts have not consented. */
async function withoutConsents(page: Page): Promise<void> {
  const answers = page.getByRole("radio", { name: /^Nie lub nie wiem/ });
  await expect(answers.first()).toBeVisible();
  for (const answer of await answers.all()) await answer.check();
}

type Chosen = string | { name: string; mimeType: string; buffer: Buffer };

function csv(name: string, rows: readonly string[]): Chosen {
  return { name, mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
}

/** Uploads a file of contacts. */
async function send(page: Page, file: Chosen | string): Promise<void> {
  await page.goto("/imports/new");
  await choose(page, file);
}

/** Chooses a file on the page that takes one, and uploads it. */
async function choose(page: Page, file: Chosen | string): Promise<void> {
  await page.getByLabel("Upuść tu plik albo wybierz z dysku").setInputFiles(file);
  await page.getByRole("button", { name: "Wgraj", exact: true }).click();
}

/** Nothing is wider than the phone, and axe finds nothing. */
async function look(page: Page, name: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390);
  await inspect(page, name);
}
