import { readFileSync } from "node:fs";
import { tokenOf, upload } from "./golden";
import { heading, inspect } from "./pages";
import { expect, test } from "./test";

const FRESHMAIL = [
  ...["Lista klientów;;;", "Stan na;18.06.2024;;", "E-mail;Imię;Status;Data dodania"],
  ...["ada@example.com;Ada;Aktywny;2024-06-18 09:55:14", "bob@example.com;Bob;Do aktywacji;2024-06-19 10:00:00"],
  ...["eve@example.com;Eve;Wypisany;2024-06-20 10:00:00", "jan@;Jan;Aktywny;2024-06-21 10:00:00"],
  "Razem;;;4",
].join("\r\n");

const MAILCHIMP = [
  "Email Address,First Name,MEMBER_RATING,OPTIN_TIME,LEID,EUID,UNSUB_TIME",
  'ada@example.com,Ada,2,"Oct 11, 2018 09:55 am",1,a,2019-01-02 03:04:05',
].join("\n");

test("exports of two tools are taken with the recommended answers alone", async ({ person, request }) => {
  test.slow();
  const { page } = person;
  const token = await tokenOf(request, person);
  await upload(request, token, "contacts:import", "email,email_consent\neve@example.com,true");
  const submit = async (name: string, body: string): Promise<void> => {
    await page.goto("/imports/new?kind=contacts");
    const file = { name, mimeType: "text/csv", buffer: Buffer.from(body) };
    await page.getByLabel("Upuść tu plik albo wybierz z dysku").setInputFiles(file);
    await page.getByRole("button", { name: "Wgraj", exact: true }).click();
    await expect(heading(page, name)).toBeVisible();
  };

  await test.step("FreshMail, with a title and a sum", async () => {
    await submit("klienci.csv", FRESHMAIL);
    await expect(page.getByText("Rozpoznany plik: FreshMail")).toBeVisible();
    await expect(page.getByLabel("Nazwy kolumn")).toHaveValue("3");
    await inspect(page, "import-tool-columns-pl-light");
    await page.getByRole("button", { name: "Sprawdź plik" }).click();
    await expect(page.getByText(/^1 wiersz z.sumami pominięty$/)).toBeVisible();
    await expect(page.getByText("2 wiersze nad nagłówkiem pominięte")).toBeVisible();
    await expect(page.getByRole("radio", { name: /^Bez zmian \(zalecane\).* Straci ją 1 kontakt/ })).toBeChecked();
    await inspect(page, "import-tool-check-pl-light");
    await page.getByRole("button", { name: "Importuj 3 wiersze" }).click();
    await expect(heading(page, "klienci.csv")).toBeVisible();
    await expect(page.getByRole("heading", { name: /^Częściowo przyjęty: 3 wiersze z.4$/ })).toBeVisible();
    await expect(page.getByText(/^1 wiersz z.sumami pominięty$/)).toBeVisible();
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Pobierz odrzucone" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe("klienci – odrzucone 1.csv");
    const rows = readFileSync(await file.path(), "utf8")
      .replace("\ufeff", "")
      .trim()
      .split("\r\n");
    expect(rows[0]).toBe("wiersz;powód;E-mail;Imię;Status;Data dodania");
    expect(rows[1]).toContain("7;E-mail: to nie jest adres e-mail;jan@;Jan");
    await inspect(page, "import-tool-receipt-pl-light");
  });

  await test.step("unsubscriptions of Mailchimp, on a phone, in the dark", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await submit("unsubscribed.csv", MAILCHIMP);
    await expect(page.getByText("Rozpoznany plik: Mailchimp")).toBeVisible();
    await expect(page.getByText("wypełnione")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await inspect(page, "import-tool-columns-phone-pl-dark");
    await page.getByRole("button", { name: "Sprawdź plik" }).click();
    await page.getByRole("button", { name: "Importuj 1 wiersz" }).click();
    await expect(page.getByRole("heading", { name: "Zakończony: przyjęto 1 wiersz" })).toBeVisible();
    await expect(page.getByText(/^E-mail: 1 wycofana zgoda$/)).toBeVisible();
    await inspect(page, "import-tool-receipt-phone-pl-dark");
  });
});
