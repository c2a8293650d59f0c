import { enter, inspect } from "./pages";
import { expect, test } from "./test";

/** The number in a text such as "1 247". */
const digits = (text: string | null): number => Number((text ?? "").replaceAll(/\D/g, ""));

test("contacts: those of a band, ordered, go all into a new group", async ({ page, demo }) => {
  const name = `Zaangażowani ${Date.now()}`;
  const table = page.getByRole("table", { name: "Kontakty" });
  await enter(page, demo, "/contacts", "Kontakty");
  await expect(table.getByText(/^Ocena 100 ze 100, przedział 81–100$/).first()).toBeAttached();
  await inspect(page, "contacts-scores-pl-light");

  await test.step("filter and sort", async () => {
    await page.getByLabel("Baza", { exact: true }).selectOption({ index: 1 });
    await page.getByRole("checkbox", { name: "Bardzo wysokie 81–100" }).click();
    await expect(page).toHaveURL(/band=4/);
    await expect(table.getByText(/przedział 61–80$/)).toHaveCount(0);
    await page.getByRole("button", { name: /^Zmiana od/ }).click();
    await expect(page).toHaveURL(/sort=-change/);
    await expect(page.getByRole("columnheader", { name: /^Zmiana od/ })).toHaveAttribute("aria-sort", "descending");
    await expect(table.getByText("wzrost o").first()).toBeAttached();
    await expect(table.getByText(/^\d\d\/\d\d (otwarcie|klik)$/).first()).toBeVisible();
    expect(page.url()).not.toContain("@");
  });

  const total = digits((await page.getByText(/^[\d\s]+ z\s[\d\s]+ kontakt/).textContent())?.split("z")[0] ?? null);
  expect(total).toBeGreaterThan(20);

  await test.step("select all, download and create a group", async () => {
    await page.getByRole("checkbox", { name: "Zaznacz wszystkie na stronie" }).check();
    await page.getByRole("button", { name: /^Zaznacz wszystkie [\d\s]+$/ }).click();
    const bar = page.getByRole("group", { name: "Zaznaczone kontakty" });
    expect(digits(await bar.getByRole("status").textContent())).toBe(total);
    const file = page.waitForEvent("download");
    await bar.getByRole("button", { name: "Pobierz" }).click();
    expect((await file).suggestedFilename()).toMatch(/\.csv$/);
    await bar.getByRole("button", { name: "Utwórz grupę" }).click();
    const dialog = page.getByRole("dialog", { name: "Utwórz grupę" });
    await dialog.getByRole("combobox", { name: "Nazwa grupy" }).fill(name);
    await inspect(page, "contacts-create-group-pl-light", { fullPage: false });
    await dialog.getByRole("button", { name: /^Dodaj/ }).click();
    await expect(page.getByRole("status").filter({ hasText: `Grupa „${name}”: dodano` })).toBeVisible();
  });

  await test.step("the group has them", async () => {
    await page.goto("/contacts/groups");
    await page.getByRole("searchbox").fill(name);
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("combobox", { name: "Grupa" })).toHaveValue(name);
    const foot = page.getByText(/^Wyświetlono/);
    await expect.poll(async () => digits((await foot.textContent())?.split(/ z\s/)[1] ?? null)).toBe(total);
    await page.getByRole("checkbox", { name: "bez oceny" }).click();
    await expect(page.getByRole("heading", { name: "Nic nie pasuje" })).toBeVisible();
    await inspect(page, "contacts-nobody-pl-light");
    await page.getByRole("button", { name: "Wyczyść filtry" }).click();
    await expect(table).toBeVisible();
  });
});
