// What stands round the pages: menus, notices, notifications, flags, modes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { inspect, settings, signIn } from "./browser.mjs";
import { amend, choose, focused, heading, newPerson, refuse } from "./help.mjs";

const FLAGS = "**/api/public/system/feature-flags";
const flagsOff = JSON.stringify({ features: { ff_scoring: { defaultValue: false } } });

async function signedIn(page, path = "/scoring/list", name = "Lista scoringów") {
  await page.goto(path);
  await signIn(page);
  await heading(page, name).waitFor();
}

/** Leaves whatever the pointer is on and waits until what it said has gone. */
async function noTooltip(page) {
  await page.mouse.move(700, 700);
  await page.waitForFunction(
    () => ![...document.querySelectorAll('[role="tooltip"]')].some((tip) => tip.checkVisibility()),
  );
}

export const shellFlows = [
  {
    name: "the side menu folds, the guide explains, tooltips stand below",
    run: async (page) => {
      await signedIn(page);
      await page.getByRole("button", { name: "Zwiń menu" }).click();
      await page.locator('[data-menu="mini"]').waitFor();
      await page.getByRole("link", { name: "Raporty" }).hover();
      const tip = page.getByRole("tooltip").filter({ hasText: "Raporty" });
      await tip.waitFor();
      const [link, box] = [await page.getByRole("link", { name: "Raporty" }).boundingBox(), await tip.boundingBox()];
      assert.ok(box.y >= link.y + link.height - 1, "the tooltip stands at the bottom");
      await noTooltip(page);
      await inspect(page, "menu-mini-pl-light");
      await page.reload();
      await page.locator('[data-menu="mini"]').waitFor();
      await page.getByRole("button", { name: "Rozwiń menu" }).click();
      await page.getByRole("button", { name: "Przewodnik po systemie" }).click();
      const guide = page.getByRole("complementary", { name: "Przewodnik po systemie" });
      await guide.getByText("Przewodnik: 1 z 4").waitFor();
      await guide.getByRole("button", { name: "Dalej" }).click();
      await guide.getByRole("heading", { name: "Menu główne" }).waitFor();
      await noTooltip(page);
      await inspect(page, "guide-pl-light");
      await page.getByRole("link", { name: "Raporty" }).click();
      await guide.getByRole("heading", { name: "Raporty" }).waitFor();
      await guide.getByRole("button", { name: "Wyłącz przewodnik" }).click();
      await guide.waitFor({ state: "hidden" });
      await focused(page, '[data-guide="guide"]');
    },
  },
  {
    name: "links and scripts that the operator configured",
    run: async (page) => {
      await amend(page, "**/config.json", (config) => ({
        ...config,
        knowledgeBaseUrl: "https://help.example/base",
        bugReportUrl: "https://help.example/bug",
        supportScriptUrl: "/support-of-the-flow.js",
        upgradeUrl: "javascript:alert(1)",
      }));
      await page.route("**/support-of-the-flow.js", (route) =>
        route.fulfill({ contentType: "text/javascript", body: "window.supportLoaded = document.readyState;" }),
      );
      await signedIn(page);
      assert.equal(
        await page.getByRole("link", { name: "Baza wiedzy" }).getAttribute("href"),
        "https://help.example/base",
      );
      assert.equal(
        await page.getByRole("link", { name: "Zgłoś błąd" }).getAttribute("href"),
        "https://help.example/bug",
      );
      await page.waitForFunction(() => window.supportLoaded === "complete");
      assert.equal(await page.locator("script[data-support]").count(), 1);
      // Nothing is reported from the local stage: its library is not even loaded.
      const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
      assert.deepEqual(
        loaded.filter((name) => /sentry|replay/i.test(name)),
        [],
      );
    },
  },
  {
    name: "errors are reported without what must not leave, where a project is configured",
    run: async (page) => {
      const sent = [];
      await amend(page, "**/config.json", (config) => ({
        ...config,
        stage: "production",
        sentryDsn: `${settings.baseURL.replace("http://", "https://key@")}/7`,
        // A page that the flow itself answers may not load from this machine's own addresses.
        supportScriptUrl: "",
      }));
      await page.context().route(/\/api\/7\/envelope/, async (route) => {
        sent.push(route.request().postDataBuffer()?.toString("utf8") ?? "");
        await route.fulfill({ status: 200, json: {} });
      });
      // The program's own policy knows no project in this run.
      await page.route(/\/login(\?|$)/, async (route) => {
        const answer = await route.fetch();
        const headers = answer.headers();
        delete headers["content-security-policy"];
        await route.fulfill({ response: answer, headers });
      });
      await page.goto("/login");
      await heading(page, "Zaloguj się").waitFor();
      await refuse(page, "**/users:login", 500, "INTERNAL");
      await signIn(page, { email: "canary@secret.example", password: "Canary-Secret-1" });
      await page.getByRole("alert").waitFor();
      for (const deadline = Date.now() + 10_000; sent.length === 0 && Date.now() < deadline;) {
        await page.waitForTimeout(100);
      }
      const text = sent.join("\n");
      assert.match(text, /INTERNAL/);
      assert.match(text, /\[redacted\]/);
      assert.doesNotMatch(text, /canary|Canary/);
    },
  },
  {
    name: "notices: super admin, new version, offline",
    run: async (page) => {
      await signedIn(page);
      await amend(page, "**/api/protected/**", undefined, { "x-super-admin": "42" });
      await page.getByRole("link", { name: "Raporty" }).click();
      const admin = page.getByText("Pracujesz jako superadministrator na koncie nr 42");
      await admin.waitFor();
      assert.equal(await page.locator("[data-notice]", { has: admin }).getByRole("button").count(), 0);
      await page.unroute("**/api/protected/**");
      await amend(page, "**/api/protected/scoring/**", undefined, { "x-app-version": "another" });
      let reloaded = false;
      page.on("framenavigated", () => (reloaded = true));
      await page.getByRole("link", { name: "Lista scoringów" }).click();
      await page.getByText("Dostępna jest nowa wersja. Zapisz zmiany i odśwież stronę.").waitFor();
      await admin.waitFor();
      await page.waitForTimeout(500);
      assert.equal(reloaded && (await page.getByText("Dostępna jest nowa wersja").count()) === 0, false);
      await choose(page, "English");
      await page.getByText("Super Admin account activated: account no. 42").waitFor();
      await page.context().setOffline(true);
      await page.getByText("You are offline.").waitFor();
      await inspect(page, "notices-en-light");
      await page.context().setOffline(false);
      await page.getByText("You are offline.").waitFor({ state: "detached" });
      await page.unroute("**/api/protected/scoring/**");
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.getByText("A new version is available").waitFor({ state: "detached" });
    },
  },
  {
    name: "a part of the program that does not come says so and can be loaded again",
    run: async (page) => {
      await signedIn(page);
      await page.route(/assets\/SettingsPage/, (route) => route.fulfill({ status: 404, body: "gone" }));
      await choose(page, "Ustawienia");
      await heading(page, "Nie udało się wczytać tej strony").waitFor();
      await inspect(page, "part-missing-pl-light");
      await page.unroute(/assets\/SettingsPage/);
      await page.getByRole("button", { name: "Odśwież" }).click();
      await heading(page, "Moje dane").waitFor();
    },
  },
  {
    name: "notifications: how many are unread, the list, none, a failure",
    run: async (page) => {
      const items = [
        {
          id: 9,
          kind: "NOTIFICATION_KIND_CALCULATION_DONE",
          subjectId: "0197f1a2-7e10-7a11-b0aa-0123456789ab",
          scoringType: "mailing",
          scoringName: "Zima",
          generatedDate: "2026-11-02",
          createdAt: "2026-11-02T01:30:00Z",
        },
        {
          id: 8,
          kind: "NOTIFICATION_KIND_IMPORT_FAILED",
          keptCount: 1,
          refusedCount: 5,
          createdAt: "2026-11-01T01:30:00Z",
          read: true,
        },
      ];
      await page.route("**/account/notifications", (route) => route.fulfill({ json: { items, unreadCount: 5 } }));
      const read = page.waitForRequest("**/account/notifications:read");
      read.catch(() => undefined); // a failure before it must be the one that is told
      await page.route("**/account/notifications:read", (route) => route.fulfill({ json: {} }));
      await signedIn(page);
      await page.getByRole("button", { name: "Powiadomienia: 5 nieprzeczytanych" }).click();
      const panel = page.getByRole("dialog", { name: "Powiadomienia" });
      await panel.getByRole("link", { name: "Przeliczono scoring „Zima”" }).waitFor();
      await panel.getByText("Import nie powiódł się").waitFor();
      await panel.getByText("02/11/2026 02:30").waitFor();
      assert.equal((await read).postData(), '{"upToId":9}');
      await inspect(page, "notifications-pl-light", { fullPage: false });
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "hidden" });
      await focused(page, 'button[aria-label="Powiadomienia"]');
      await page.unroute("**/account/notifications");
      await refuse(page, "**/account/notifications", 503, "UNAVAILABLE");
      await choose(page, "Powiadomienia");
      await panel.getByRole("alert").waitFor();
      await inspect(page, "notifications-failed-pl-light", { fullPage: false });
      await page.unroute("**/account/notifications");
      await page.route("**/account/notifications", (route) => route.fulfill({ json: { items: [], unreadCount: 0 } }));
      await panel.getByRole("button", { name: "Spróbuj ponownie" }).click();
      await panel.getByText("Nie ma powiadomień").waitFor();
      await inspect(page, "notifications-none-pl-light", { fullPage: false });
    },
  },
  {
    name: "notifications of the program itself",
    run: async (page) => {
      await signedIn(page);
      const answer = page.waitForResponse("**/account/notifications");
      await page.getByRole("button", { name: /^Powiadomienia/ }).click();
      assert.equal((await answer).status(), 200);
      const panel = page.getByRole("dialog", { name: "Powiadomienia" });
      await panel
        .getByText(/Przeliczono scoring „|Nie ma powiadomień|Import zakończony/)
        .first()
        .waitFor();
    },
  },
  {
    name: "what is said in passing goes after three seconds, and waits for a pointer",
    run: async (page) => {
      const person = await newPerson("snackbar");
      await page.goto("/settings");
      await signIn(page, person);
      await heading(page, "Moje dane").waitFor();
      await page.clock.install();
      const save = async () => {
        await page.getByLabel("Miejscowość").pressSequentially("a");
        await page.getByRole("button", { name: "Zapisz zmiany" }).click();
      };
      await save();
      const said = page.locator('[data-slot="top_right"] [role="status"]').getByText("Zmiany zostały zapisane");
      await said.waitFor();
      await inspect(page, "snackbar-pl-light", { fullPage: false });
      await said.hover();
      await page.clock.runFor(10_000);
      assert.ok(await said.isVisible(), "it waits while the pointer is on it");
      await page.mouse.move(10, 500);
      await page.clock.runFor(3_100);
      await said.waitFor({ state: "detached" });
    },
  },
  {
    name: "flags: the program's own, off, on again, and none at all",
    run: async (page) => {
      const first = page.waitForResponse(FLAGS);
      await page.clock.install();
      await page.goto("/scoring/list");
      const body = await (await first).json();
      assert.equal(body.features.ff_scoring.defaultValue, true);
      await signIn(page);
      await heading(page, "Lista scoringów").waitFor();
      await page.evaluate(() => {
        window.heard = 0;
        window.addEventListener("feature-flag-refresh", () => window.heard++);
      });
      const unchanged = page.waitForResponse(FLAGS);
      await page.clock.fastForward(50_000);
      assert.equal((await unchanged).status(), 304);
      assert.equal(await page.evaluate(() => window.heard), 0);
      // A poll that fails changes nothing.
      await refuse(page, FLAGS, 500, "INTERNAL");
      const failed = page.waitForResponse(FLAGS);
      await page.clock.fastForward(50_000);
      await failed;
      assert.equal(await page.evaluate(() => window.heard), 0);
      await page.unroute(FLAGS);
      await page.route(FLAGS, (route) => route.fulfill({ contentType: "application/json", body: flagsOff }));
      await page.clock.fastForward(50_000);
      await page.waitForFunction(() => window.heard === 1);
      await page.waitForURL(/\/scoring\/\?from=/);
      await page.getByText("Scoring nie jest teraz dostępny").waitFor();
      assert.equal(await page.getByRole("link", { name: "Lista scoringów" }).count(), 0);
      await inspect(page, "scoring-off-pl-light");
      await page.unroute(FLAGS);
      await page.clock.fastForward(50_000);
      await heading(page, "Lista scoringów").waitFor();
      // Without a first answer the set is empty.
      await refuse(page, FLAGS, 503, "UNAVAILABLE");
      await page.goto("/scoring/list");
      await page.waitForURL(/\/scoring\/\?from=%2Fscoring%2Flist$/);
      await page.getByText("Scoring nie jest teraz dostępny").waitFor();
      // Once the flags are known again the page is back, in seconds.
      await page.unroute(FLAGS);
      await page.clock.fastForward(5_000);
      await heading(page, "Lista scoringów").waitFor();
    },
  },
  {
    name: "a flag that the operator gives to one account",
    run: async (page) => {
      const person = await newPerson("flaga");
      const { acc } = JSON.parse(Buffer.from(person.token.split(".")[1], "base64url").toString());
      const set = (...args) =>
        execFileSync(settings.program, ["flags", "set", "ff_api_key", "--data", settings.data, ...args]);
      try {
        set("--value", "false", "--rule", JSON.stringify({ condition: { accountId: acc }, force: true }));
        await page.goto("/settings");
        await signIn(page);
        await heading(page, "Moje dane").waitFor();
        assert.equal(await page.getByRole("button", { name: "Utwórz klucz" }).count(), 0);
        await choose(page, "Wyloguj");
        await heading(page, "Zaloguj się").waitFor();
        await page.goto("/settings");
        await signIn(page, person);
        await page.getByRole("button", { name: "Utwórz klucz" }).waitFor();
      } finally {
        set("--value", "true");
      }
    },
  },
  {
    name: "the page moves to a hash, back to where it was, and otherwise to the top",
    options: { width: 1000, height: 500 },
    run: async (page) => {
      await signedIn(page, "/settings", "Moje dane");
      await page.evaluate(() => window.scrollTo(0, 700));
      await page.waitForFunction(() => window.scrollY === 700);
      await page.getByRole("link", { name: "Raporty" }).click();
      await heading(page, "Raporty").waitFor();
      await page.waitForFunction(() => window.scrollY === 0);
      await focused(page, "h1");
      await page.goBack();
      await heading(page, "Moje dane").waitFor();
      await page.waitForFunction(() => window.scrollY === 700);
      await page.goForward();
      await heading(page, "Raporty").waitFor();
      await page.goto("/settings#content");
      await heading(page, "Moje dane").waitFor();
      await page.evaluate(() => {
        document.querySelectorAll("section")[3].id = "there";
        history.replaceState(history.state, "", "/settings");
      });
      await page.evaluate(() => (location.hash = "there"));
      await page.waitForFunction(() => Math.abs(document.getElementById("there").getBoundingClientRect().top) < 400);
    },
  },
];
