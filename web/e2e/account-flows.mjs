// Getting an account, getting back into it, and looking after it.
import assert from "node:assert/strict";
import { inspect, settings, signIn } from "./browser.mjs";
import { amend, choose, focused, heading, linkInMail, mailCount, newPerson, PASSWORD, refuse } from "./help.mjs";

/** Registration is offered only where what must be accepted can be read. */
const withTerms = (page) =>
  amend(page, "**/config.json", (config) => ({
    ...config,
    termsUrl: "https://firma.example/terms",
    dataProcessingUrl: "https://firma.example/data",
  }));

const NEW_PASSWORD = "Nowe-Haslo-2026?";

export const accountFlows = [
  {
    name: "register, activate, sign in, reset the password, sign in",
    run: async (page) => {
      const email = `ola-${Date.now()}@firma.example`;
      await withTerms(page);
      await page.goto("/login");
      await page.getByRole("link", { name: "Zarejestruj się" }).click();
      await heading(page, "Załóż konto").waitFor();
      await focused(page, "h1");
      await page.getByRole("button", { name: "Załóż konto" }).click();
      await page.getByText("Zaakceptuj regulamin").waitFor();
      assert.equal(await page.getByText("To pole jest wymagane").count(), 3);
      await focused(page, "input[autocomplete=email]");
      await inspect(page, "register-errors-pl-light");
      await page.getByLabel("Adres e-mail").fill(email);
      const password = page.getByLabel("Hasło", { exact: true });
      await password.fill("abcdefghijklm");
      await page.locator('li[data-kept="true"]', { hasText: "Co najmniej 12 znaków" }).waitFor();
      assert.equal(await page.locator('li[data-kept="true"]').count(), 2);
      await page.getByText("Spełnione wymagania: 2 z").waitFor({ state: "attached" });
      // Pasting is allowed.
      await password.fill("");
      await password.focus();
      await page.evaluate((text) => document.execCommand("insertText", false, text), PASSWORD);
      await page.locator("li[data-kept=true]").nth(4).waitFor();
      await page.getByLabel("Powtórz hasło").fill("something else");
      await page.getByLabel("Powtórz hasło").blur();
      await page.getByText("Hasła nie są takie same").waitFor();
      await page.getByLabel("Powtórz hasło").fill(PASSWORD);
      await page.getByLabel("Akceptuję regulamin").check();
      await page.getByLabel(/^Akceptuję umowę/).check();
      const before = mailCount();
      await page.getByRole("button", { name: "Załóż konto" }).click();
      await heading(page, "Potwierdź adres e-mail").waitFor();
      await page.getByText(email).waitFor();
      await inspect(page, "register-confirm-pl-light");

      await page.goto("/login");
      await signIn(page, { email, password: PASSWORD });
      await page.getByRole("alert").filter({ hasText: "Konto jest nieaktywne" }).waitFor();

      const link = await linkInMail("activate", before);
      await page.goto(link);
      await heading(page, "Aktywacja konta").waitFor();
      await inspect(page, "activate-pl-light");
      // The visit alone activates nothing: programs that look into mails follow links too.
      await page.reload();
      await page.getByRole("button", { name: "Aktywuj konto" }).click();
      await heading(page, "Konto jest aktywne").waitFor();
      await focused(page, "h1");
      await inspect(page, "activated-pl-light");
      await page.goto(link);
      await page.getByRole("button", { name: "Aktywuj konto" }).click();
      await heading(page, "Nie udało się aktywować konta").waitFor();
      await page.getByRole("alert").filter({ hasText: "Link jest już nieaktywny" }).waitFor();
      await inspect(page, "not-activated-pl-light");
      await page.getByRole("button", { name: "Zaloguj się" }).click();
      await signIn(page, { email, password: PASSWORD });
      // Without a tracked website there is no lead scoring: the person begins where a channel scoring starts.
      await heading(page, "Nowy scoring kanałowy").waitFor();
      await inspect(page, "channel-start-pl-light");
      await choose(page, "English");
      await choose(page, "Log out");

      await heading(page, "Log in").waitFor();
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await heading(page, "Forgot your password?").waitFor();
      await inspect(page, "reset-en-light");
      const beforeReset = mailCount();
      await page.getByLabel("E-mail address").fill(email);
      await page.getByRole("button", { name: "Send the link" }).click();
      await heading(page, "Check your mail").waitFor();
      await inspect(page, "reset-sent-en-light");
      const reset = await linkInMail("password-reset", beforeReset);
      await page.goto(reset);
      await heading(page, "Set a new password").waitFor();
      await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
      await page.getByLabel("Repeat password").fill(PASSWORD);
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByText("The new password must be different from the current one").waitFor();
      await focused(page, "input[type=password]");
      await inspect(page, "reset-same-en-light");
      await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
      await page.getByLabel("Repeat password").fill(NEW_PASSWORD);
      await page.getByRole("button", { name: "Set password" }).click();
      await heading(page, "The password has been changed").waitFor();
      await page.goto(reset);
      await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
      await page.getByLabel("Repeat password").fill(PASSWORD);
      await page.getByRole("button", { name: "Set password" }).click();
      await heading(page, "The link is no longer active").waitFor();
      await focused(page, "h1");
      await inspect(page, "reset-dead-en-light");
      await page.goto("/login");
      await signIn(page, { email, password: NEW_PASSWORD });
      await heading(page, "New channel scoring").waitFor();
    },
  },
  {
    name: "registration says why it is refused",
    run: async (page) => {
      await withTerms(page);
      await page.goto("/register");
      const fill = async (email) => {
        await page.getByLabel("Adres e-mail").fill(email);
        await page.getByLabel("Hasło", { exact: true }).fill(PASSWORD);
        await page.getByLabel("Powtórz hasło").fill(PASSWORD);
        await page.getByLabel("Akceptuję regulamin").check();
        await page.getByLabel(/^Akceptuję umowę/).check();
        await page.getByRole("button", { name: "Załóż konto" }).click();
      };
      await fill(settings.email);
      await page.getByText("Podany adres już istnieje. Zaloguj się.").waitFor();
      await focused(page, "input[autocomplete=email]");
      for (const [status, reason, text] of [
        [400, "ACCOUNT_WEAK_PASSWORD", "Hasło nie spełnia wymagań"],
        [429, "ACCOUNT_TOO_MANY_ATTEMPTS", "Zbyt wiele prób. Spróbuj ponownie później."],
        [418, "SOMETHING_ELSE", "Wystąpił błąd"],
        [500, "INTERNAL", "Wystąpił problem z dostępem do systemu"],
      ]) {
        await refuse(page, "**/api/public/account/accounts", status, reason, { headers: { "x-trace-id": "trace-7" } });
        await fill("nobody@firma.example");
        await page.getByText(text).first().waitFor();
        await page.unroute("**/api/public/account/accounts");
      }
      await page.getByText("trace-7").waitFor();
      await inspect(page, "register-failed-pl-light");
      // What was said goes when the next attempt is typed.
      await page.getByLabel("Adres e-mail").fill("somebody@firma.example");
      await page.getByText("trace-7").waitFor({ state: "detached" });
    },
  },
  {
    name: "settings: timezone, events, billing, language, password, key",
    run: async (page) => {
      const person = await newPerson("ustawienia");
      await page.goto("/settings");
      await signIn(page, person);
      await heading(page, "Moje dane").waitFor();
      await page.getByText("Nowa strefa obowiązuje dla późniejszych zdarzeń.").waitFor();
      await inspect(page, "settings-pl-light");
      const zone = page.getByLabel("Strefa czasowa");
      await zone.click();
      await zone.fill("new york");
      await page.locator(".ant-select-item-option", { hasText: "America/New York" }).click();
      await page.getByLabel("Odsłona strony").check();
      await page.getByLabel("Przejście do kasy").setChecked(false);
      await page.getByLabel("Zakup").check();
      await page.getByLabel("Nazwa firmy").fill("Kwiaciarnia Pod Lipą");
      const country = page.getByLabel("Kraj");
      await country.click();
      await country.fill("polska");
      await page.locator(".ant-select-item-option", { hasText: "Polska (PL)" }).click();
      await page.getByText("Masz niezapisane zmiany").waitFor();
      await page.getByRole("button", { name: "Zapisz zmiany" }).click();
      await page.getByRole("status").filter({ hasText: "Zmiany zostały zapisane" }).waitFor();
      await page.getByText("Masz niezapisane zmiany").waitFor({ state: "hidden" });
      await page.reload();
      await page.getByText("America/New York (UTC").waitFor();
      assert.equal(await page.getByLabel("Zakup").isChecked(), true);
      assert.equal(await page.getByLabel("Przejście do kasy").isChecked(), false);
      assert.equal(await page.getByLabel("Nazwa firmy").inputValue(), "Kwiaciarnia Pod Lipą");
      await refuse(page, "**/my/account/settings", 400, "ACCOUNT_TIMEZONE_UNKNOWN", { times: 1 });
      await page.getByLabel("Miejscowość").fill("Kraków");
      await page.getByRole("button", { name: "Zapisz zmiany" }).click();
      await page.getByText("Nieznana strefa czasowa").waitFor();
      // Leaving asks.
      await page.getByRole("link", { name: "Raporty" }).click();
      const leaving = page.getByRole("dialog", { name: "Wyjść bez zapisania zmian?" });
      await inspect(page, "settings-leave-pl-light", { fullPage: false });
      await page.keyboard.press("Escape");
      await leaving.waitFor({ state: "detached" });
      assert.equal(await page.getByLabel("Miejscowość").inputValue(), "Kraków");

      await page.getByLabel("Język").click();
      await page.locator(".ant-select-item-option", { hasText: "English" }).click();
      await page.getByRole("button", { name: "Zapisz zmiany" }).click();
      await heading(page, "My data").waitFor();
      assert.equal(await page.title(), "My data – Puls");

      const change = async (current, next) => {
        await page.getByLabel("Current password").fill(current);
        await page.getByLabel("New password", { exact: true }).fill(next);
        await page.getByLabel("Repeat password").fill(next);
        await page.getByRole("button", { name: "Change password" }).click();
      };
      await change(PASSWORD, PASSWORD);
      await page.getByText("The new password must be different from the current one").first().waitFor();
      await change("wrong", NEW_PASSWORD);
      await page.getByText("The current password is incorrect").waitFor();
      await focused(page, "input[autocomplete=current-password]");
      await change(PASSWORD, NEW_PASSWORD);
      await page.getByRole("status").filter({ hasText: "The password has been changed" }).waitFor();

      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Create key" }).click();
      const key = await page.getByRole("textbox", { name: "API key" }).inputValue();
      assert.match(key, /^\S{16,}$/);
      await page.getByRole("button", { name: "Copy" }).click();
      await page.getByRole("status").filter({ hasText: "Key copied" }).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
      await inspect(page, "settings-key-en-light");
      await page.reload();
      await page.getByRole("button", { name: "Revoke key" }).click();
      assert.equal(await page.getByText(key).count(), 0);
      const dialog = page.getByRole("dialog", { name: /^Revoke the key/ });
      await dialog.waitFor();
      await inspect(page, "settings-revoke-en-light", { fullPage: false });
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "hidden" });
      await page.waitForFunction(() => document.activeElement?.textContent === "Revoke key");
      await page.getByRole("button", { name: "Revoke key" }).click();
      await dialog.getByRole("button", { name: "Revoke key" }).click();
      await page.getByText("The account has no API key.").waitFor();
    },
  },
  {
    name: "a client account is entered by its number, or said why not",
    run: async (page) => {
      await amend(page, "**/users/me", (me) => ({ ...me, hasClients: true }));
      await page.goto("/scoring/list");
      await signIn(page);
      await heading(page, "Lista scoringów").waitFor();
      await page.getByRole("button", { name: /^Menu użytkownika/ }).click();
      await page.getByRole("menuitem", { name: "Zaloguj się na konto klienta…" }).click();
      const dialog = page.getByRole("dialog", { name: "Zaloguj się na konto klienta" });
      const id = dialog.getByLabel("ID klienta");
      await id.waitFor();
      const enter = async (value) => {
        await id.fill(value);
        await dialog.getByRole("button", { name: "Zaloguj" }).click();
      };
      await enter("");
      await dialog.getByText("To pole jest wymagane").waitFor();
      await enter("abc");
      await dialog.getByText("Wprowadzono nieprawidłową wartość").waitFor();
      await focused(page, "input[inputmode=numeric]");
      await enter("987654");
      await dialog.getByText("Nie znaleziono konta o podanym ID").waitFor();
      await dialog.getByText(/Nieprawidłowe ID klienta/).waitFor();
      await inspect(page, "client-unknown-pl-light", { fullPage: false });
      const { accountId } = await page.evaluate(() => ({
        accountId: JSON.parse(atob(JSON.parse(localStorage.getItem("puls.session")).state.token.split(".")[1])).acc,
      }));
      await enter(String(accountId));
      await dialog.getByText("Nie możesz ponownie zalogować się na swoje konto").waitFor();
      await refuse(page, "**/users/me:login", 400, "ACCOUNT_CLIENT_INACTIVE");
      await enter("987655");
      await dialog.getByText("Nie można zalogować się na nieaktywne konto").waitFor();
      await page.unroute("**/users/me:login");

      // In a client's account every page says so and leads back.
      await page.unroute("**/users/me");
      await amend(page, "**/users/me", (me) => ({ ...me, mainAccountId: 41, accountId: 42 }));
      await page.reload();
      await page.getByRole("status").filter({ hasText: "Pracujesz na koncie klienta nr 42" }).waitFor();
      await inspect(page, "client-banner-pl-light");
      const asked = page.waitForRequest("**/users/me:login");
      await page.route("**/users/me:login", async (route) => {
        const { token, expire } = await page.evaluate(() => JSON.parse(localStorage.getItem("puls.session")).state);
        await route.fulfill({ json: { token, expire } });
      });
      await page.unroute("**/users/me");
      await page.getByRole("button", { name: "Wróć na konto główne" }).click();
      assert.equal((await asked).postData(), "{}");
      await page.waitForURL(/\/scoring\/list$/);
      await page.getByText("Pracujesz na koncie klienta").waitFor({ state: "detached" });
    },
  },
  {
    name: "a trial that has ended blocks until the plan is upgraded",
    run: async (page) => {
      await amend(page, "**/config.json", (config) => ({ ...config, upgradeUrl: "https://plans.example/upgrade" }));
      await page.goto("/scoring/list");
      await signIn(page);
      await heading(page, "Lista scoringów").waitFor();
      await refuse(page, "**/api/protected/scoring/**", 403, "ACCOUNT_TRIAL_EXPIRED");
      await page.getByRole("link", { name: "Raporty" }).click();
      const dialog = page.getByRole("dialog", { name: "Okres próbny wygasł" });
      await dialog.getByText("Aby dalej korzystać z funkcji, potrzebna jest aktywna subskrypcja.").waitFor();
      const upgrade = dialog.getByRole("link", { name: "Zmień plan na wyższy" });
      assert.equal(await upgrade.getAttribute("href"), "https://plans.example/upgrade");
      assert.equal((await dialog.getByRole("button").count()) + (await dialog.getByRole("link").count()), 1);
      await inspect(page, "trial-dialog-pl-light", { fullPage: false });
      await focused(page, "dialog a");
      await page.keyboard.press("Escape");
      for (let press = 0; press < 4; press++) {
        await page.keyboard.press("Tab");
        assert.ok(await page.evaluate(() => document.activeElement?.closest("dialog") !== null), "focus left");
      }
      assert.ok(await dialog.isVisible());
      await page.unroute("**/api/protected/scoring/**");
      await amend(page, "**/users/me", (me) => ({ ...me, trialExpired: true }));
      await page.goto("/reports/scoring/list/channel");
      await page.waitForURL(/\/trial-expired$/);
      await heading(page, "Okres próbny wygasł").waitFor();
      await page.getByText("English").click();
      await heading(page, "Trial period has expired").waitFor();
      await page.getByText("To continue using the features, an active subscription is required.").waitFor();
      await page.getByRole("link", { name: "Upgrade plan" }).waitFor();
      await inspect(page, "trial-page-en-light");
      await page.unroute("**/users/me");
      await page.reload();
      await heading(page, "List of scorings").waitFor();
    },
  },
];
