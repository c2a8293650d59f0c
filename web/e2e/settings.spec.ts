import { PASSWORD } from "./operator";
import { enter, heading, inspect, refuse } from "./pages";
import { expect, test } from "./test";

const NEW_PASSWORD = "Nowe-Haslo-2026?";

test("settings: timezone, events, billing, language, password, key", async ({ page, operator, watch }) => {
  const option = (name: string) => page.locator(".ant-select-item-option", { hasText: name });
  const snackbar = (text: string) => page.getByRole("status").filter({ hasText: text });
  await enter(page, await operator.newAccount("ustawienia"), "/settings", "Moje dane");

  await test.step("data", async () => {
    await expect(page.getByText("Nowa strefa obowiązuje dla późniejszych zdarzeń.")).toBeVisible();
    await inspect(page, "settings-pl-light");
    const zone = page.getByLabel("Strefa czasowa");
    await zone.click();
    await zone.fill("new york");
    await option("America/New York").click();
    await page.getByLabel("Odsłona strony").check();
    await page.getByLabel("Przejście do kasy").setChecked(false);
    await page.getByLabel("Zakup").check();
    await page.getByLabel("Nazwa firmy").fill("Kwiaciarnia Pod Lipą");
    const country = page.getByLabel("Kraj");
    await country.click();
    await country.fill("polska");
    await option("Polska (PL)").click();
    await expect(page.getByText("Masz niezapisane zmiany")).toBeVisible();
    await page.getByRole("button", { name: "Zapisz zmiany" }).click();
    await expect(snackbar("Zmiany zostały zapisane")).toBeVisible();
    await expect(page.getByText("Masz niezapisane zmiany")).toBeHidden();
    await page.reload();
    await expect(page.getByText("America/New York (UTC")).toBeVisible();
    await expect(page.getByLabel("Zakup")).toBeChecked();
    await expect(page.getByLabel("Przejście do kasy")).not.toBeChecked();
    await expect(page.getByLabel("Nazwa firmy")).toHaveValue("Kwiaciarnia Pod Lipą");
    await refuse(page, "**/my/account/settings", 400, "ACCOUNT_TIMEZONE_UNKNOWN", { times: 1 });
    await page.getByLabel("Miejscowość").fill("Kraków");
    await page.getByRole("button", { name: "Zapisz zmiany" }).click();
    await expect(page.getByText("Nieznana strefa czasowa")).toBeVisible();
    // Leaving asks for confirmation.
    await page.getByRole("link", { name: "Raporty" }).click();
    const leaving = page.getByRole("dialog", { name: "Wyjść bez zapisania zmian?" });
    await expect(leaving).toBeVisible();
    await inspect(page, "settings-leave-pl-light", { fullPage: false });
    await page.keyboard.press("Escape");
    await expect(leaving).not.toBeAttached();
    await expect(page.getByLabel("Miejscowość")).toHaveValue("Kraków");
  });

  await test.step("language", async () => {
    await page.getByLabel("Język").selectOption("English");
    await page.getByRole("button", { name: "Zapisz zmiany" }).click();
    await expect(heading(page, "My data")).toBeVisible();
    await expect(page).toHaveTitle("My data – Puls");
  });

  await test.step("password", async () => {
    await page.getByRole("link", { name: "Password" }).click();
    const change = async (current: string, next: string): Promise<void> => {
      await page.getByLabel("Current password").fill(current);
      await page.getByLabel("New password", { exact: true }).fill(next);
      await page.getByLabel("Repeat password").fill(next);
      await page.getByRole("button", { name: "Change password" }).click();
    };
    watch.expect(400, /change-password$/);
    await change(PASSWORD, PASSWORD);
    await expect(page.getByText("The new password must be different from the current one").first()).toBeVisible();
    await change("wrong", NEW_PASSWORD);
    await expect(page.getByText("The current password is incorrect")).toBeVisible();
    await expect(page.getByLabel("Current password")).toBeFocused();
    await change(PASSWORD, NEW_PASSWORD);
    await expect(snackbar("The password has been changed")).toBeVisible();
  });

  await test.step("key", async () => {
    await page.getByRole("link", { name: "Access" }).click();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Create key" }).click();
    const field = page.getByRole("textbox", { name: "API key" });
    await expect(field).toHaveValue(/^\S{16,}$/);
    const key = await field.inputValue();
    await page.getByRole("button", { name: "Copy" }).click();
    await expect(snackbar("Copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await inspect(page, "settings-key-en-light");
    await page.reload();
    const revoke = page.getByRole("button", { name: "Revoke key" });
    await revoke.click();
    await expect(page.getByText(key)).toHaveCount(0);
    const dialog = page.getByRole("dialog", { name: /^Revoke the key/ });
    await expect(dialog).toBeVisible();
    await inspect(page, "settings-revoke-en-light", { fullPage: false });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await expect(revoke).toBeFocused();
    await revoke.click();
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await expect(page.getByText("The account has no API key.")).toBeVisible();
  });
});

test("what is said in passing goes after three seconds, and waits for a pointer", async ({ page, operator }) => {
  await enter(page, await operator.newAccount("snackbar"), "/settings", "Moje dane");
  await page.clock.install();
  await page.getByLabel("Miejscowość").pressSequentially("a");
  await page.getByRole("button", { name: "Zapisz zmiany" }).click();
  const snackbar = page.locator('[data-slot="top_right"] [role="status"]').getByText("Zmiany zostały zapisane");
  await expect(snackbar).toBeVisible();
  await snackbar.hover();
  await inspect(page, "snackbar-pl-light", { fullPage: false });
  await page.clock.runFor(10_000);
  await expect(snackbar, "it waits while the pointer is on it").toBeVisible();
  await page.mouse.move(10, 500);
  await page.clock.runFor(3_100);
  await expect(snackbar).not.toBeAttached();
});
