import type { Locator, Page } from "@playwright/test";
import { amend, enter, heading, inspect, refuse } from "./pages";
import { storedSession } from "./stored-session";
import { expect, test } from "./test";

/** Opens the dialog in which a client's account is entered. */
async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Menu użytkownika/ }).click();
  await page.getByRole("menuitem", { name: "Zaloguj się na konto klienta…" }).click();
  const dialog = page.getByRole("dialog", { name: "Zaloguj się na konto klienta" });
  await expect(dialog.getByLabel("ID klienta")).toBeVisible();
  return dialog;
}

async function enterClient(dialog: Locator, id: number | string): Promise<void> {
  await dialog.getByLabel("ID klienta").fill(String(id));
  await dialog.getByRole("button", { name: "Zaloguj" }).click();
}

test("a client account is entered by its number, or said why not", async ({ page, demo, watch }) => {
  await amend(page, "**/users/me", (me) => ({ ...me, hasClients: true }));
  await enter(page, demo, "/scoring/list", "Lista scoringów");
  const dialog = await openDialog(page);
  await enterClient(dialog, "");
  await expect(dialog.getByText("To pole jest wymagane")).toBeVisible();
  watch.expect(400, /users\/me:login$/);
  await enterClient(dialog, "abc");
  await expect(dialog.getByText("Wprowadzono nieprawidłową wartość")).toBeVisible();
  await expect(dialog.getByLabel("ID klienta")).toBeFocused();
  watch.expect(404, /users\/me:login$/);
  await enterClient(dialog, 987_654);
  await expect(dialog.getByText("Nie znaleziono konta o podanym ID")).toBeVisible();
  await expect(dialog.getByText(/Nieprawidłowe ID klienta/)).toBeVisible();
  await inspect(page, "client-unknown-pl-light", { fullPage: false });
  const { token = "" } = await storedSession(page);
  const { acc } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { acc: number };
  await enterClient(dialog, acc);
  await expect(dialog.getByText("Nie możesz ponownie zalogować się na swoje konto")).toBeVisible();
  await refuse(page, "**/users/me:login", 400, "ACCOUNT_CLIENT_INACTIVE");
  await enterClient(dialog, 987_655);
  await expect(dialog.getByText("Nie można zalogować się na nieaktywne konto")).toBeVisible();
  await page.unroute("**/users/me:login");

  // In a client's account every page shows that and has a way back.
  await page.unroute("**/users/me");
  await amend(page, "**/users/me", (me) => ({ ...me, mainAccountId: 41, accountId: 42 }));
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "Pracujesz na koncie klienta nr 42" })).toBeVisible();
  await inspect(page, "client-banner-pl-light");
  const asked = page.waitForRequest("**/users/me:login");
  await page.route("**/users/me:login", async (route) => {
    const session = await storedSession(page);
    await route.fulfill({ json: { token: session.token, expire: session.expire } });
  });
  await page.unroute("**/users/me");
  await page.getByRole("button", { name: "Wróć na konto główne" }).click();
  expect((await asked).postData()).toBe("{}");
  await expect(page).toHaveURL(/\/scoring\/list$/);
  await expect(page.getByText("Pracujesz na koncie klienta")).not.toBeAttached();
});

test("a linked client account is entered and left", async ({ page, operator, watch }) => {
  const [agency, client] = [await operator.newAccount("agencja"), await operator.newAccount("klient")];
  await operator.run("account", "link", String(agency.id), String(client.id));
  await enter(page, agency, "/settings", "Moje dane");
  await enterClient(await openDialog(page), client.id);
  await expect(page).toHaveURL(/\/scoring\/channel$/);
  const banner = page.getByText(`Pracujesz na koncie klienta nr ${client.id}`);
  await expect(banner).toBeVisible();
  await inspect(page, "client-account-pl-light");
  // A reload and another tab stay there.
  await page.reload();
  await expect(banner).toBeVisible();
  await page.getByRole("button", { name: "Wróć na konto główne" }).click();
  await expect(banner).not.toBeAttached();
  await expect(heading(page, "Oblicz nowy scoring")).toBeVisible();
  watch.expect(404, /users\/me:login$/);
  await enterClient(await openDialog(page), 987_654);
  await expect(page.getByText("Nie znaleziono konta o podanym ID")).toBeVisible();
});

test("a super admin on another account is told so on every page", async ({ page, operator }) => {
  const [admin, other] = [await operator.newAccount("admin"), await operator.newAccount("inny")];
  await operator.run("account", "grant-super-admin", admin.email);
  await enter(page, admin, "/scoring/list", "Lista scoringów");
  await enterClient(await openDialog(page), other.id);
  const warning = page.getByText(`Pracujesz jako superadministrator na koncie nr ${other.id}`);
  await expect(warning).toBeVisible();
  await expect(page.getByText(/^Pracujesz /), "one banner says it").toHaveCount(1);
  await page.getByRole("link", { name: "Raporty" }).click();
  await expect(heading(page, "Raporty")).toBeVisible();
  await expect(warning).toBeVisible();
  await inspect(page, "super-admin-pl-light");
  await page.getByRole("button", { name: "Wróć na konto główne" }).click();
  await expect(warning).not.toBeAttached();
  await expect(heading(page, "Oblicz nowy scoring")).toBeVisible();
});
