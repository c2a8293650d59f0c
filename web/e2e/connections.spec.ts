import { createSign, generateKeyPairSync } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { enter, heading, inspect } from "./pages";
import { expect, test } from "./test";

test("a website is added, its code is there, and an event shows as it comes", async ({ person: { page }, request }) => {
  await page.getByRole("link", { name: "Połączenia" }).click();
  await expect(heading(page, "Połączenia")).toBeVisible();
  await inspect(page, "connections-pl-light");
  await page.getByRole("link", { name: "Dodaj stronę" }).click();
  await expect(heading(page, "Strony WWW")).toBeVisible();
  await page.getByLabel("Domena").fill("https://sklep.example.com/koszyk");
  await page.getByRole("button", { name: "Dodaj stronę" }).click();
  await expect(page.getByText("Czekamy na pierwsze zdarzenie z sklep.example.com")).toBeVisible();
  await page.getByText("Klucz i kod", { exact: true }).click();
  const key = await page.getByLabel("Klucz zapisu (write key)").inputValue();
  await expect(page.getByLabel("Kod", { exact: true })).toHaveValue(new RegExp(`data-key="${key}"`));
  await inspect(page, "connections-web-waiting-pl-light");
  const sent = await request.post("/api/ingest/v1/track", {
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` },
    data: { event: "Product Viewed", anonymousId: "v1", messageId: "m1", context: { page: { path: "/roze" } } },
  });
  expect(sent.status()).toBe(200);
  const live = page.getByRole("region", { name: "Zdarzenia na żywo" });
  await expect(live.getByRole("listitem")).toHaveText([/Wyświetlenie produktu.*\/roze/]);
  const standing = page.getByRole("row", { name: /^Wyświetlenie produktu/ });
  await expect(standing.getByRole("cell").last()).toHaveText("1");
  await inspect(page, "connections-web-pl-light");
  await page.getByRole("button", { name: "Usuń" }).click();
  const dialog = page.getByRole("dialog", { name: "Usunąć stronę sklep.example.com?" });
  await dialog.getByRole("button", { name: "Usuń" }).click();
  await expect(page.getByText(/^Nie ma jeszcze stron\./)).toBeVisible();
});

test("a webhook is added with its secret, and a message that does not arrive says why", async ({
  person: { page },
  watch,
}) => {
  watch.expect(400, /protected\/webhooks$/);
  await page.goto("/connections");
  await page.getByRole("link", { name: "Dodaj webhook" }).click();
  await expect(heading(page, "Webhooki")).toBeVisible();
  await page.getByRole("button", { name: "Dodaj webhook" }).click();
  const form = page.getByRole("dialog", { name: "Nowy webhook" });
  await form.getByLabel("Adres odbiorcy").fill("https://localhost/puls");
  await form.getByRole("button", { name: "Dodaj webhook" }).click();
  await expect(form.getByText(/^Ten adres prowadzi do sieci prywatnej/)).toBeVisible();
  await form.getByLabel("Adres odbiorcy").fill("https://crm.invalid/puls");
  await form.getByRole("button", { name: "Dodaj webhook" }).click();
  await expect(page.getByLabel("Sekret")).toHaveValue(/^whsec_/);
  await inspect(page, "connections-webhook-secret-pl-light");
  await page.getByRole("link", { name: "crm.invalid" }).click();
  await expect(heading(page, "crm.invalid")).toBeVisible();
  await page.getByRole("button", { name: "Wyślij próbną" }).click();
  await expect(page.getByRole("row", { name: /^Wiadomość próbna/ })).toContainText("Nie ma takiego serwera");
  await expect(page.getByText(/^Odbiorca nie przyjął ostatniego zdarzenia/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await inspect(page, "connections-webhook-failing-phone-pl-light");
});

test("a list at a provider is synchronized, and its page shows the receipts of the runs", async ({ page, demo }) => {
  await enter(page, demo, "/connections", "Połączenia");
  await page.getByRole("link", { name: "Dodaj listę" }).click();
  await expect(heading(page, "Listy u dostawców")).toBeVisible();
  await page.getByRole("button", { name: "Dodaj listę" }).click();
  const form = page.getByRole("dialog", { name: "Nowa lista" });
  await form.getByLabel("Nazwa").fill("Najlepsi");
  await form.getByLabel("Dostawca").selectOption("Mailgun");
  await form.getByLabel("Adres listy").fill("najlepsi@listy.example.com");
  await form.getByLabel("Klucz API dostawcy").fill("key-1");
  await form.getByLabel("Scoring").selectOption("Mailing – cała baza");
  await inspect(page, "connections-list-form-pl-light");
  await form.getByRole("button", { name: "Dodaj listę" }).click();
  await expect(heading(page, "Najlepsi")).toBeVisible();
  await expect(page.getByText("Zsynchronizowana", { exact: true })).toBeVisible({ timeout: 60_000 });
  const runs = page.getByRole("table", { name: "Ostatnie synchronizacje" }).getByRole("row");
  await expect(runs.nth(1)).toContainText(/[1-9]/);
  await page.getByRole("button", { name: "Synchronizuj teraz" }).click();
  await expect(runs).toHaveCount(3);
  await expect(runs.nth(1)).toContainText("Lista była już zsynchronizowana", { timeout: 20_000 });
  await inspect(page, "connections-list-pl-light");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await inspect(page, "connections-list-phone-pl-light");
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.getByRole("button", { name: "Usuń" }).click();
  const question = page.getByRole("dialog", { name: "Usunąć listę Najlepsi?" });
  await question.getByRole("button", { name: "Usuń" }).click();
  await expect(page.getByRole("heading", { name: "Nie ma jeszcze list" })).toBeVisible();
});

test("SendGrid is set up, and a signed event shows as it comes; a forged one is refused", async ({
  person: { page },
  request,
}) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  await page.goto("/connections/mail/sendgrid");
  await expect(heading(page, "SendGrid")).toBeVisible();
  await page.getByRole("button", { name: "Utwórz adres" }).click();
  const address = await page.getByLabel("Adres do wklejenia u dostawcy").inputValue();
  await page
    .getByLabel(/^Klucz weryfikacji/)
    .fill(publicKey.export({ type: "spki", format: "der" }).toString("base64"));
  await page.getByRole("button", { name: "Zapisz" }).click();
  await expect(page.getByText(/^Klucz jest zapisany i/)).toBeVisible();
  await inspect(page, "connections-mail-pl-light");
  const event = { event: "open", email: "nobody@example.com", sg_event_id: "e1", sg_message_id: "m1.x" };
  const body = JSON.stringify([{ ...event, timestamp: Math.floor(Date.now() / 1000), puls_message: "jesien" }]);
  expect(await deliver(request, address, body, (signed) => createSign("sha256").update(signed).sign(privateKey))).toBe(
    200,
  );
  const live = page.getByRole("region", { name: "Zdarzenia na żywo" });
  await expect(live.getByRole("listitem")).toHaveText([/Otwarcie.*jesien.*Nie ma takiego kontaktu w\sbazie/]);
  await expect(page.getByText(/^Odbiera \d\d:\d\d$/)).toBeVisible();
  expect(await deliver(request, address, body, () => Buffer.from("forged"))).toBe(401);
  await page.reload();
  await expect(page.getByText("1 odrzucony podpis")).toBeVisible();
  await expect(page.getByText("Podpis się nie zgadza: sprawdź klucz")).toBeVisible();
  await expect(live.getByRole("listitem")).toHaveCount(1);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await inspect(page, "connections-mail-refused-phone-pl-dark");
});

/** Sends a webhook like SendGrid and returns the status. */
async function deliver(
  request: APIRequestContext,
  address: string,
  body: string,
  sign: (signed: string) => Buffer,
): Promise<number> {
  const stamp = String(Math.floor(Date.now() / 1000));
  const answer = await request.post(address, {
    headers: {
      "content-type": "application/json",
      "x-twilio-email-event-webhook-timestamp": stamp,
      "x-twilio-email-event-webhook-signature": sign(stamp + body).toString("base64"),
    },
    data: Buffer.from(body),
  });
  return answer.status();
}
