import { tokenOf, upload } from "./golden";
import { heading, inspect } from "./pages";
import { expect, test } from "./test";

const EMAIL = "anna@kwiaty.example";

test("the event log, and a person found and erased", async ({ person: { page, ...person }, request }) => {
  const token = await tokenOf(request, person);
  const contacts = `external_id,email,email_consent\nK-1,${EMAIL},true\nK-2,ewa@kwiaty.example,true\n`;
  await upload(request, token, "contacts:import", contacts);

  await test.step("downloads of an entry", async () => {
    await page.goto("/event-log");
    await expect(heading(page, "Rejestr zdarzeń")).toBeVisible();
    await expect(page.getByRole("row", { name: /Import kontaktów/ })).toBeVisible();
    await inspect(page, "event-log-pl-light");
    const take = async (item: string): Promise<string> => {
      await page.getByRole("button", { name: /^Pobierz: Import kontaktów/ }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: item }).click();
      const stream = await (await download).createReadStream();
      let text = "";
      for await (const part of stream) text += String(part);
      return text;
    };
    expect(await take("Pobierz listę")).toContain("CONTACTS_IMPORT");
    expect(await take("Pobierz adresy")).toContain(EMAIL);
    await expect(page.getByRole("row", { name: /Pobranie CSV/ })).toBeVisible();
    await page.getByLabel("Zdarzenie").selectOption("Pobranie CSV");
    await expect(page).toHaveURL(/\?kind=CSV_DOWNLOAD$/);
    await expect(page.getByRole("row", { name: /Import kontaktów/ })).toBeHidden();
  });

  await test.step("what is held", async () => {
    await page.getByRole("button", { name: "Pobierz lub usuń dane osoby" }).click();
    await page.getByRole("searchbox").fill(EMAIL);
    await page.getByRole("button", { name: "Sprawdź" }).click();
    await expect(page.getByRole("link", { name: EMAIL })).toBeVisible();
    expect(page.url()).not.toContain("anna");
    await inspect(page, "person-data-pl-light");
  });

  await test.step("erase", async () => {
    await page.getByRole("button", { name: "Usuń dane…" }).click();
    const dialog = page.getByRole("dialog", { name: "Usuń dane na zawsze" });
    await dialog.getByRole("textbox").fill("anna");
    await dialog.getByRole("button", { name: "Usuń na zawsze" }).click();
    await expect(dialog.getByRole("alert")).toContainText("To nie ten adres");
    await inspect(page, "erase-pl-light", { fullPage: false });
    await dialog.getByRole("textbox").fill(EMAIL);
    await dialog.getByRole("button", { name: "Usuń na zawsze" }).click();
    await expect(page.getByRole("heading", { name: "Usunięto dane na zawsze" })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("anna");
    await inspect(page, "erased-pl-light");
    await page.getByRole("searchbox").fill(EMAIL);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Dane tego adresu usunięto już na zawsze" })).toBeVisible();
    await page.getByRole("searchbox").fill("nikt@kwiaty.example");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Nie mamy tego adresu" })).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toContain("anna");
    await page.goto("/event-log?kind=ERASURE");
    await expect(page.getByRole("row", { name: /Usunięcie danych na zawsze/ })).toBeVisible();
  });
});
