import { readFileSync } from "node:fs";
import { tokenOf, upload } from "./golden";
import { heading, inspect } from "./pages";
import { expect, test } from "./test";
import { unzipped } from "./zip";

const EMAIL = "anna@kwiaty.example";
const CONTACTS = `external_id,email,gsm,email_consent,sms_consent,groups\nK-1,${EMAIL},500100200,true,true,VIP\nK-2,ewa@kwiaty.example,,true,,\n`;

for (const { language, button, submit } of [
  { language: "pl", button: "Sprawdź", submit: "Pobierz dane (ZIP)" },
  { language: "en", button: "Check", submit: "Export data (ZIP)" },
]) {
  test(`what is held on a person is handed out as a ZIP, in ${language}`, async ({
    person: { page, ...person },
    request,
  }) => {
    const token = await tokenOf(request, person);
    const headers = { authorization: `Bearer ${token}` };
    await upload(request, token, "contacts:import", CONTACTS);
    await request.post("/api/protected/account/users/me:change-language", { headers, data: { language } });
    await page.goto("/event-log/person");
    await page.getByRole("searchbox").fill(EMAIL);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByRole("link", { name: EMAIL })).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: submit }).click();
    const came = await download;
    expect(came.suggestedFilename()).toMatch(/\.zip$/);
    expect(came.suggestedFilename()).not.toContain("anna");
    const files = unzipped(readFileSync(await came.path()));
    expect([...files.keys()].filter((name) => name.endsWith(".csv"))).toEqual(
      expect.arrayContaining(["contacts.csv", "consents.csv", "groups.csv", "scores.csv", "engagement.csv"]),
    );
    expect(JSON.parse(files.get("person.json") ?? "")).toBeTruthy();
    expect(files.get("contacts.csv")).toContain(EMAIL);
    expect(files.get("contacts.csv")).toContain("+48500100200");
    expect(files.get("groups.csv")).toContain("VIP");
    expect([...files.values()].join("\n")).not.toContain("ewa@");
    await page.goto("/event-log");
    await expect(page.getByRole("row", { name: new RegExp(person.email) }).first()).toBeVisible();
  });
}

for (const { locale, question, act, done, unknown } of [
  {
    locale: "pl-PL",
    question: "Wypisz się z e-maili",
    act: "Wypisz",
    done: "Wypisano",
    unknown: "Link nie działa",
  },
  {
    locale: "en-GB",
    question: "Unsubscribe from e-mails",
    act: "Unsubscribe",
    done: "Unsubscribed",
    unknown: "This link doesn't work",
  },
]) {
  test(`a one-click link asks, takes the consent away and says so, in ${locale}`, async ({
    person,
    request,
    browser,
    baseURL,
  }) => {
    const token = await tokenOf(request, person);
    const headers = { authorization: `Bearer ${token}` };
    await upload(request, token, "contacts:import", CONTACTS);
    const found = await request.post("/api/protected/saresystem/contacts:search", { headers, data: { query: EMAIL } });
    const { items } = (await found.json()) as { items: { uid: string; number: number }[] };
    const contact = `/api/protected/saresystem/contacts/${items[0]?.uid}/${items[0]?.number}`;
    const look = async () =>
      (await (await request.get(contact, { headers })).json()) as {
        emailConsent: boolean;
        smsConsent: boolean;
        emailUnsubscribeUrl: string;
      };
    const { emailUnsubscribeUrl } = await look();
    const path = emailUnsubscribeUrl.slice(emailUnsubscribeUrl.indexOf("/api/public/"));
    // An unsubscribing recipient is not signed in, and has the browser's language.
    const open = async (colorScheme: "light" | "dark") => {
      const context = await browser.newContext({
        locale,
        colorScheme,
        viewport: { width: 390, height: 700 },
        ...(baseURL ? { baseURL } : {}),
      });
      const page = await context.newPage();
      await page.goto(path);
      return page;
    };
    const light = await open("light");
    await expect(heading(light, question)).toBeVisible();
    await inspect(light, `unsubscribe-${locale}-light`);
    expect((await look()).emailConsent, "looking at it changes nothing").toBe(true);
    await light.getByRole("button", { name: act }).click();
    await expect(heading(light, done)).toBeVisible();
    const dark = await open("dark");
    await expect(heading(dark, done)).toBeVisible();
    await expect(dark.getByRole("button")).toHaveCount(0);
    await inspect(dark, `unsubscribed-${locale}-dark`);
    await dark.goto(path.slice(0, -3));
    await expect(heading(dark, unknown)).toBeVisible();
    await light.context().close();
    await dark.context().close();
    expect(await look()).toMatchObject({ emailConsent: false, smsConsent: true });
  });
}
