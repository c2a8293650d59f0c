import { newEmail, PASSWORD } from "./operator";
import { choose, heading, inspect, refuse, signIn, withTerms } from "./pages";
import { expect, test } from "./test";

const NEW_PASSWORD = "Nowe-Haslo-2026?";

test("register, activate, sign in, reset the password, sign in", async ({ page, operator, watch }) => {
  const email = newEmail("ola");

  await test.step("register", async () => {
    await withTerms(page);
    await page.goto("/login");
    await page.getByRole("link", { name: "Zarejestruj się" }).click();
    await expect(heading(page, "Załóż konto")).toBeFocused();
    await page.getByRole("button", { name: "Załóż konto" }).click();
    await expect(page.getByText("Zaakceptuj regulamin")).toBeVisible();
    await expect(page.getByText("To pole jest wymagane")).toHaveCount(3);
    await expect(page.getByLabel("Adres e-mail")).toBeFocused();
    await inspect(page, "register-errors-pl-light");
    await page.getByLabel("Adres e-mail").fill(email);
    const password = page.getByLabel("Hasło", { exact: true });
    const kept = page.locator('li[data-kept="true"]');
    await password.fill("abcdefghijklm");
    await expect(kept.filter({ hasText: "Co najmniej 12 znaków" })).toBeVisible();
    await expect(kept).toHaveCount(2);
    await expect(page.getByText("Spełnione wymagania: 2 z")).toBeAttached();
    // Pasting is allowed.
    await password.fill("");
    await password.focus();
    await page.keyboard.insertText(PASSWORD);
    await expect(kept).toHaveCount(5);
    await page.getByLabel("Powtórz hasło").fill("something else");
    await page.getByLabel("Powtórz hasło").blur();
    await expect(page.getByText("Hasła nie są takie same")).toBeVisible();
    await page.getByLabel("Powtórz hasło").fill(PASSWORD);
    await page.getByLabel("Akceptuję regulamin").check();
    await page.getByLabel(/^Akceptuję umowę/).check();
    await page.getByRole("button", { name: "Załóż konto" }).click();
    await expect(heading(page, "Potwierdź adres e-mail")).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await inspect(page, "register-confirm-pl-light");
    watch.expect(400, /users:login$/);
    await page.goto("/login");
    await signIn(page, { email, password: PASSWORD });
    await expect(page.getByRole("alert").filter({ hasText: "Konto jest nieaktywne" })).toBeVisible();
  });

  await test.step("activate and sign in", async () => {
    const link = await operator.linkInMail(email, "activate");
    await page.goto(link);
    await expect(heading(page, "Aktywacja konta")).toBeVisible();
    await inspect(page, "activate-pl-light");
    // The visit alone activates nothing: programs that scan mails follow links too.
    await page.reload();
    await page.getByRole("button", { name: "Aktywuj konto" }).click();
    await expect(heading(page, "Konto jest aktywne")).toBeFocused();
    await inspect(page, "activated-pl-light");
    watch.expect(400, /check-activation-link$/);
    // A used link is reported before any input.
    await page.goto(link);
    await expect(heading(page, "Link jest już nieaktywny")).toBeVisible();
    await expect(page.getByRole("button", { name: "Aktywuj konto" })).toHaveCount(0);
    await inspect(page, "not-activated-pl-light");
    await page.getByRole("button", { name: "Zaloguj się" }).click();
    await signIn(page, { email, password: PASSWORD });
    // Without a tracked website there is no lead scoring: the user begins at the start of a channel scoring.
    await expect(heading(page, "Oblicz nowy scoring")).toBeVisible();
    await inspect(page, "channel-start-pl-light");
    await choose(page, "English");
    await choose(page, "Log out");
  });

  const setPassword = async (password: string): Promise<void> => {
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Repeat password").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
  };

  await test.step("reset the password and sign in", async () => {
    await expect(heading(page, "Log in")).toBeVisible();
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(heading(page, "Forgot your password?")).toBeVisible();
    await inspect(page, "reset-en-light");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(heading(page, "Check your mail")).toBeVisible();
    await inspect(page, "reset-sent-en-light");
    const reset = await operator.linkInMail(email, "password-reset");
    watch.expect(400, /reset/);
    await page.goto(reset);
    await expect(heading(page, "Set a new password")).toBeVisible();
    await setPassword(PASSWORD);
    await expect(page.getByText("The new password must be different from the current one")).toBeVisible();
    await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
    await inspect(page, "reset-same-en-light");
    await setPassword(NEW_PASSWORD);
    await expect(heading(page, "The password has been changed")).toBeVisible();
    await page.goto(reset);
    await expect(heading(page, "The link is no longer active")).toBeFocused();
    await expect(page.getByLabel("New password", { exact: true })).toHaveCount(0);
    await inspect(page, "reset-dead-en-light");
    await page.goto("/login");
    await signIn(page, { email, password: NEW_PASSWORD });
    await expect(heading(page, "Calculate new scoring")).toBeVisible();
  });
});

test("registration says why it is refused", async ({ page, demo, watch }) => {
  const accounts = "**/api/public/account/accounts";
  await withTerms(page);
  await page.goto("/register");
  const register = async (email: string): Promise<void> => {
    await page.getByLabel("Adres e-mail").fill(email);
    await page.getByLabel("Hasło", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Powtórz hasło").fill(PASSWORD);
    await page.getByLabel("Akceptuję regulamin").check();
    await page.getByLabel(/^Akceptuję umowę/).check();
    await page.getByRole("button", { name: "Załóż konto" }).click();
  };
  watch.expect(409, /\/accounts$/);
  await register(demo.email);
  await expect(page.getByText("Podany adres już istnieje. Zaloguj się.")).toBeVisible();
  await expect(page.getByLabel("Adres e-mail")).toBeFocused();
  for (const { status, reason, text } of [
    { status: 400, reason: "ACCOUNT_WEAK_PASSWORD", text: "Hasło nie spełnia wymagań" },
    { status: 429, reason: "ACCOUNT_TOO_MANY_ATTEMPTS", text: "Zbyt wiele prób. Spróbuj ponownie później." },
    { status: 418, reason: "SOMETHING_ELSE", text: "Wystąpił błąd" },
    { status: 500, reason: "INTERNAL", text: "Wystąpił problem z dostępem do systemu" },
  ]) {
    await refuse(page, accounts, status, reason, { headers: { "x-trace-id": "trace-7" } });
    await register("nobody@firma.example");
    await expect(page.getByText(text).first()).toBeVisible();
    await page.unroute(accounts);
  }
  await expect(page.getByText("trace-7")).toBeVisible();
  await inspect(page, "register-failed-pl-light");
  // New input removes the fault.
  await page.getByLabel("Adres e-mail").fill("somebody@firma.example");
  await expect(page.getByText("trace-7")).not.toBeAttached();
});
