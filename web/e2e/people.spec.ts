import { tokenOf, upload } from "./golden";
import { heading, inspect } from "./pages";
import { expect, test } from "./test";

const EMAIL = "ola@kwiaty.example";

test("people: added, changed, blocked, with consents and their history", async ({
  person: { page, ...person },
  request,
  watch,
}) => {
  const snackbar = (text: string | RegExp) => page.getByRole("status").filter({ hasText: text });
  const token = await tokenOf(request, person);
  await upload(request, token, "contacts:import", "email,email_consent,groups\nanna@kwiaty.example,true,VIP\n");

  await test.step("add", async () => {
    await page.goto("/contacts/new");
    await expect(heading(page, "Nowy kontakt")).toBeVisible();
    await page.getByLabel("E-mail", { exact: true }).fill("anna@kwiaty.example");
    await page.getByLabel("Zgoda na e-mail").check();
    await page.getByLabel("Skąd jest ta zgoda").fill("rozmowa na targach");
    await page.getByRole("combobox", { name: "Dodaj grupę" }).click();
    await page.getByRole("option", { name: "VIP" }).click();
    await inspect(page, "contact-new-pl-light");
    watch.expect(409, /saresystem\/contacts$/);
    await page.getByRole("button", { name: "Dodaj kontakt" }).click();
    await expect(page.getByText("Ktoś w tej bazie ma już ten adres")).toBeVisible();
    await expect(page.getByLabel("E-mail", { exact: true })).toBeFocused();
    await page.getByLabel("E-mail", { exact: true }).fill(EMAIL);
    await page.getByRole("button", { name: "Dodaj kontakt" }).click();
    await expect(heading(page, EMAIL)).toBeVisible();
    expect(page.url()).not.toContain("ola");
    await expect(page).toHaveTitle(/^Kontakt \d+\/\d+ – Puls$/);
    await expect(page.getByRole("row", { name: /zgoda ręcznie rozmowa na targach/ })).toBeVisible();
    await inspect(page, "person-changes-pl-light");
  });

  await test.step("change, block, consent", async () => {
    await page.getByRole("button", { name: "Zmień", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Telefon").fill("501 002 003");
    await inspect(page, "person-addresses-pl-light", { fullPage: false });
    await page.getByRole("dialog").getByRole("button", { name: "Zapisz" }).click();
    await expect(snackbar("Zmieniono adresy")).toBeVisible();
    const sms = page.getByRole("listitem", { name: "SMS" });
    await expect(sms.getByText("+48501002003")).toBeVisible();
    await sms.getByRole("button", { name: "Zablokuj numer" }).click();
    await expect(page.getByText("Telefon zablokowany")).toBeVisible();
    await sms.getByRole("button", { name: "Zapisz zgodę" }).click();
    await page.getByRole("dialog").getByLabel("Skąd jest ta zgoda").fill("formularz papierowy");
    await page.keyboard.press("Enter");
    await expect(snackbar("Zapisano zgodę")).toBeVisible();
    await expect(page.getByRole("row", { name: /SMS zgoda ręcznie formularz papierowy/ })).toBeVisible();
    await page.getByRole("listitem", { name: "E-mail" }).getByRole("button", { name: "Wycofaj zgodę" }).click();
    await expect(page.getByRole("row", { name: /E-mail wycofanie ręcznie/ })).toBeVisible();
    await page.getByRole("button", { name: "Usuń z grupy VIP" }).click();
    await expect(page.getByText("Nie należy do żadnej grupy")).toBeVisible();
  });

  await test.step("into a group", async () => {
    await page.goto("/contacts");
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "Szukaj" }).click();
    await page.getByRole("checkbox", { name: `Zaznacz: ${EMAIL}` }).check();
    await page.getByRole("button", { name: "Dodaj do grupy" }).click();
    await page.getByRole("dialog").getByRole("combobox").fill("Nowi");
    await page.getByRole("dialog").getByRole("button", { name: "Dodaj 1 kontakt" }).click();
    await expect(snackbar("Grupa „Nowi”: dodano 1")).toBeVisible();
    await inspect(page, "contacts-found-pl-light");
  });

  await test.step("groups and features", async () => {
    await page.goto("/contacts/groups");
    await expect(page.getByRole("rowheader", { name: "Nowi" })).toBeVisible();
    await inspect(page, "groups-pl-light");
    await page.getByRole("button", { name: "Działania: Nowi" }).click();
    await page.getByRole("menuitem", { name: "Zmień nazwę" }).click();
    await page.getByRole("textbox", { name: "Nazwa" }).fill("Nowi 2026");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Nowi 2026" }).click();
    await expect(page.getByRole("link", { name: EMAIL })).toBeVisible();
    await page.goBack();
    await page.getByRole("button", { name: "Działania: Nowi 2026" }).click();
    await page.getByRole("menuitem", { name: "Usuń" }).click();
    await expect(snackbar("Usunięto grupę „Nowi 2026”")).toBeVisible();
    const gone = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await page.getByRole("main").getByRole("link", { name: "Cechy" }).click();
    expect((await gone).status()).toBe(200);
    await expect(page.getByRole("heading", { name: "Nie ma jeszcze cech" })).toBeVisible();
    await page.getByRole("button", { name: "Nowa cecha" }).first().click();
    await page.getByRole("dialog").getByLabel("Nazwa").fill("Miasto");
    await page.getByRole("dialog").getByRole("button", { name: "Dodaj cechę" }).click();
    await expect(page.getByRole("rowheader", { name: "Miasto" })).toBeVisible();
    await inspect(page, "features-pl-light");
  });
});

test("people: two contacts of one address name each other", async ({ person: { page, ...person }, request }) => {
  const token = await tokenOf(request, person);
  await upload(request, token, "contacts:import", `email\n${EMAIL}\njan@kwiaty.example\n`);
  // Only an earlier version stored an address in two spellings; the service's own test has such contacts.
  await page.route(/\/saresystem\/contacts\/\d+\/[01]$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { number: number };
    const sameAddresses = [{ number: 1 - body.number, kind: "email" }];
    await route.fulfill({ response, json: { ...body, sameAddresses } });
  });
  await page.goto("/contacts");
  await page.getByRole("button", { name: "Szukaj" }).click();
  await page.getByRole("link", { name: EMAIL }).click();
  const same = page.getByRole("note").filter({ hasText: "Ten sam adres e-mail ma jeszcze jeden kontakt" });
  await expect(heading(page, EMAIL)).toBeVisible();
  await inspect(page, "person-same-address-pl-light");
  await same.getByRole("link", { name: "Zobacz drugi kontakt" }).click();
  await expect(heading(page, "jan@kwiaty.example")).toBeVisible();
  await same.getByRole("link", { name: "Zobacz drugi kontakt" }).click();
  await expect(heading(page, EMAIL)).toBeVisible();
});
