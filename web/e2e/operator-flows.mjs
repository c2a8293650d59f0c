// What an operator's command changes for the people who are signed in.
import { execFileSync } from "node:child_process";
import { inspect, settings, signIn } from "./browser.mjs";
import { heading, newPerson } from "./help.mjs";

const puls = (...args) => execFileSync(settings.program, ["account", ...args, "--data", settings.data]);

const accountOf = ({ token }) => JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString()).acc;

async function enter(page, account) {
  await page.getByRole("button", { name: /^Menu użytkownika/ }).click();
  await page.getByRole("menuitem", { name: "Zaloguj się na konto klienta…" }).click();
  const dialog = page.getByRole("dialog", { name: "Zaloguj się na konto klienta" });
  await dialog.getByLabel("ID klienta").fill(String(account));
  await dialog.getByRole("button", { name: "Zaloguj" }).click();
}

export const operatorFlows = [
  {
    name: "a linked client account is entered and left",
    run: async (page) => {
      const [agency, client] = [await newPerson("agencja"), await newPerson("klient")];
      puls("link", String(accountOf(agency)), String(accountOf(client)));
      await page.goto("/settings");
      await signIn(page, agency);
      await heading(page, "Moje dane").waitFor();
      await enter(page, accountOf(client));
      await page.waitForURL(/\/scoring\/channel$/);
      const banner = page.getByText(`Pracujesz na koncie klienta nr ${accountOf(client)}`);
      await banner.waitFor();
      await inspect(page, "client-account-pl-light");
      // A reload and another tab stay there.
      await page.reload();
      await banner.waitFor();
      await page.getByRole("button", { name: "Wróć na konto główne" }).click();
      await banner.waitFor({ state: "detached" });
      await heading(page, "Nowy scoring kanałowy").waitFor();
      await enter(page, 987_654);
      await page.getByText("Nie znaleziono konta o podanym ID").waitFor();
    },
  },
  {
    name: "a super admin on another account is told so on every page",
    run: async (page) => {
      const [admin, other] = [await newPerson("admin"), await newPerson("inny")];
      puls("grant-super-admin", admin.email);
      await page.goto("/scoring/list");
      await signIn(page, admin);
      await heading(page, "Lista scoringów").waitFor();
      await enter(page, accountOf(other));
      const warning = page.getByText(`Pracujesz jako superadministrator na koncie nr ${accountOf(other)}`);
      await warning.waitFor();
      await page.getByRole("link", { name: "Raporty" }).click();
      await heading(page, "Raporty").waitFor();
      await warning.waitFor();
      await inspect(page, "super-admin-pl-light");
      await page.getByRole("button", { name: "Wróć na konto główne" }).click();
      await warning.waitFor({ state: "detached" });
      await heading(page, "Nowy scoring kanałowy").waitFor();
    },
  },
  {
    name: "a trial that the operator ends, and the plan that follows",
    run: async (page) => {
      const person = await newPerson("probny");
      await page.goto("/scoring/list");
      await signIn(page, person);
      await heading(page, "Lista scoringów").waitFor();
      puls("set-package", String(accountOf(person)), "STANDARD", "--trial-until", "2026-01-01");
      // The gateway hears of it within a second; until then calls are answered.
      const dialog = page.getByRole("dialog", { name: "Okres próbny wygasł" });
      for (const deadline = Date.now() + 10_000; !(await dialog.isVisible()) && Date.now() < deadline;) {
        const next = new URL(page.url()).pathname === "/scoring/list" ? "Raporty" : "Lista scoringów";
        await page
          .getByRole("link", { name: next })
          .click({ timeout: 1000 })
          .catch(() => undefined);
        await page.waitForTimeout(300);
      }
      await dialog.getByRole("button", { name: "Zmień plan na wyższy" }).click();
      await page.waitForURL(/\/trial-expired$/);
      await heading(page, "Okres próbny wygasł").waitFor();
      await page.getByText("Skontaktuj się z opiekunem konta, aby zmienić plan.").waitFor();
      await inspect(page, "trial-page-pl-light");
      puls("set-package", String(accountOf(person)), "PRO");
      for (const deadline = Date.now() + 10_000; /trial/.test(page.url()) && Date.now() < deadline;) {
        await page.goto("/");
        await page.locator("h1").waitFor();
      }
      // While a part does not know the new plan yet, nobody can tell whether lead scoring is there: that is the list.
      await page.waitForURL(/\/scoring\/(channel|list)$/);
      await page.getByRole("navigation", { name: "Menu główne" }).waitFor();
    },
  },
];
