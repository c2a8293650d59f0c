// How a session starts, goes on and ends; in one tab and in several.
import assert from "node:assert/strict";
import { inspect, settings, signIn } from "./browser.mjs";
import { amend, changeSession, choose, focused, heading, newPerson, refuse, storedSession } from "./help.mjs";

const REFRESH = "**/users:refresh-token";
const PAST = 1_000_000_000;

/** Counts the calls of every tab that match. */
function count(page, part) {
  const seen = { calls: 0 };
  page.context().on("request", (request) => {
    if (request.url().includes(part)) seen.calls++;
  });
  return seen;
}

async function signedIn(page, path = "/scoring/list") {
  await page.goto(path);
  await signIn(page);
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("puls.session") ?? "{}").state?.token);
  await heading(page, /./).waitFor();
}

export const sessionFlows = [
  {
    name: "two tabs with an expired token make one refresh and share its result",
    run: async (page) => {
      await signedIn(page);
      await heading(page, "Lista scoringów").waitFor();
      const other = await page.context().newPage();
      await other.goto("/reports/scoring/list/channel");
      await heading(other, "Raporty").waitFor();
      const { token: before } = await storedSession(page);
      await changeSession(page, { expire: PAST });
      const refreshes = count(page, "users:refresh-token");
      await Promise.all([page.reload(), other.reload()]);
      await Promise.all([heading(page, "Lista scoringów").waitFor(), heading(other, "Raporty").waitFor()]);
      assert.equal(refreshes.calls, 1);
      const { token: after } = await storedSession(other);
      assert.notEqual(after, before);
      assert.equal((await storedSession(page)).token, after);
    },
  },
  {
    name: "calls that are refused together make one refresh and are repeated once",
    run: async (page) => {
      await signedIn(page);
      await heading(page, "Lista scoringów").waitFor();
      const { token: old } = await storedSession(page);
      // From now on the server takes any token but the old one.
      await page.route("**/api/protected/scoring/**", async (route) => {
        const stale = route.request().headers()["authorization"] === `Bearer ${old}`;
        if (stale)
          await route.fulfill({ status: 401, json: { error: { title: "x" }, meta: { class: "TOKEN_INVALID" } } });
        else await route.continue();
      });
      const refreshes = count(page, "users:refresh-token");
      const lists = count(page, "/api/protected/scoring/scorings");
      await page.getByRole("link", { name: "Raporty" }).click();
      await heading(page, "Raporty").waitFor();
      assert.equal(refreshes.calls, 1);
      assert.equal(lists.calls, 4); // two calls of the page, each refused once
      assert.notEqual((await storedSession(page)).token, old);
    },
  },
  {
    name: "a session that cannot be renewed leads to signing in, keeps what was typed, and back",
    run: async (page) => {
      await signedIn(page, "/settings");
      await heading(page, "Moje dane").waitFor();
      await page.getByLabel("Nazwa firmy").fill("Firma, której nie zapisano");
      await refuse(page, "**/my/account/settings", 401, "TOKEN_INVALID");
      await refuse(page, REFRESH, 401, "ACCOUNT_SESSION_ENDED");
      await page.getByRole("button", { name: "Zapisz zmiany" }).click();
      await page.waitForURL(/\/login\?from=%2Fsettings$/);
      await heading(page, "Zaloguj się").waitFor();
      assert.equal((await storedSession(page)).token, undefined);
      await page.unroute("**/my/account/settings");
      await page.unroute(REFRESH);
      await signIn(page);
      await heading(page, "Moje dane").waitFor();
      assert.equal(await page.getByLabel("Nazwa firmy").inputValue(), "Firma, której nie zapisano");
      await page.getByText("Sesja wygasła przed zapisaniem.").waitFor();
      await inspect(page, "settings-restored-pl-light");
    },
  },
  {
    name: "an expired token: the connected system's link if it named one, a failing refresh the 500 page",
    run: async (page) => {
      await page.context().route("https://system.example/**", (route) =>
        route.fulfill({
          contentType: "text/html",
          body: "<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>",
        }),
      );
      await signedIn(page);
      await heading(page, "Lista scoringów").waitFor();
      const ui = {
        sideMenu: [],
        language: "",
        externalLinks: { "/reports/scoring/": "https://system.example/reports" },
      };
      const refreshes = count(page, "users:refresh-token");
      // A route without a link is refreshed.
      await changeSession(page, { expire: PAST, ui });
      await page.goto("/scoring/list");
      await heading(page, "Lista scoringów").waitFor();
      assert.equal(refreshes.calls, 1);
      await changeSession(page, { expire: PAST, ui });
      await page.goto("/reports/scoring/list/channel");
      await page.waitForURL(/^https:\/\/system\.example\/reports\?challenge=[\w-]{43}$/);
      assert.equal(refreshes.calls, 1);

      await page.goto("/scoring/list");
      await signIn(page);
      await heading(page, "Lista scoringów").waitFor();
      await refuse(page, REFRESH, 500, "INTERNAL", { headers: { "x-trace-id": "trace-9" } });
      await changeSession(page, { expire: PAST });
      await page.goto("/scoring/list");
      await page.waitForURL(/\/error\/500\?trace=trace-9&from=%2Fscoring%2Flist$/);
      await page.getByText("Numer zgłoszenia: trace-9").waitFor();
      await page.unroute(REFRESH);
      await page.getByRole("button", { name: "Wróć do systemu" }).click();
      await heading(page, "Lista scoringów").waitFor();
    },
  },
  {
    name: "leaving ends the session on the server and in every tab",
    run: async (page) => {
      const person = await newPerson("wyloguj");
      await page.goto("/");
      await signIn(page, person);
      await heading(page, "Nowy scoring kanałowy").waitFor();
      const { token } = await storedSession(page);
      const other = await page.context().newPage();
      await other.goto("/settings");
      await heading(other, "Moje dane").waitFor();
      const ended = page.waitForResponse("**/users/me:logout");
      await choose(page, "Wyloguj");
      assert.equal((await ended).status(), 200);
      await heading(page, "Zaloguj się").waitFor();
      await heading(other, "Zaloguj się").waitFor();
      await other.waitForURL(/\/login\?from=%2Fsettings$/);
      let status = 0;
      for (const deadline = Date.now() + 5000; status !== 401 && Date.now() < deadline;) {
        const answer = await fetch(`${settings.baseURL}/api/protected/account/users/me`, {
          headers: { authorization: `Bearer ${token}` },
        });
        status = answer.status;
      }
      assert.equal(status, 401);
      // Signing in again in one tab leads the other back to where it was.
      await signIn(page, person);
      await heading(other, "Moje dane").waitFor();
    },
  },
  {
    name: "a sign-out or a user that the server refuses leads to the error pages",
    run: async (page) => {
      await signedIn(page);
      await refuse(page, "**/users/me:logout", 401, "TOKEN_INVALID", { times: 1 });
      await page.goto("/logout");
      await page.waitForURL(/\/error\/401$/);
      await heading(page, "Brak dostępu").waitFor();
      await focused(page, "h1, body");
      await page.getByRole("button", { name: "Zaloguj się" }).click();
      await signIn(page);
      await heading(page, "Lista scoringów").waitFor();
      await refuse(page, "**/users/me:logout", 500, "INTERNAL", { times: 1 });
      await page.goto("/logout");
      await page.waitForURL(/\/error\/500/);
      await page.goto("/login");
      await signIn(page);
      await heading(page, "Lista scoringów").waitFor();
      for (const [status, target] of [
        [500, /\/error\/500/],
        [503, /\/error\/500/],
      ]) {
        await refuse(page, "**/users/me", status, "INTERNAL");
        await page.goto("/scoring/list");
        await page.waitForURL(target);
        await page.unroute("**/users/me");
      }
      const refreshes = count(page, "users:refresh-token");
      await refuse(page, "**/users/me", 401, "TOKEN_INVALID");
      await page.goto("/scoring/list");
      await page.waitForURL(/\/error\/401$/);
      assert.equal(refreshes.calls, 0, "users/me fails directly");
    },
  },
  {
    name: "the connected system opens the application with its own menus",
    run: async (page) => {
      const person = await newPerson("system");
      const { key } = await person.post("/api/protected/saresystem/api-key", {});
      const answer = await fetch(`${settings.baseURL}/api/protected/account/external-login`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify({
          uiConfig: {
            sideMenu: [
              {
                key: "campaigns",
                label: "menu.campaigns",
                icon: "mail",
                children: [
                  { key: "sent", label: "menu.sent", icon: "list", url: "https://system.example/sent" },
                  { key: "settings", label: "menu.settings", icon: "settings", url: "/settings" },
                ],
              },
            ],
            topBar: {
              userMenu: [{ key: "profile", label: "Profil", icon: "user", url: "https://system.example/me" }],
              rightMenu: [{ key: "help", label: "menu.help", icon: "help", url: "https://system.example/help" }],
            },
            language: "en",
            externalLinks: { "/reports/scoring/": "https://system.example/reports" },
          },
          translations: {
            pl: {
              texts: {
                "menu.campaigns": "Kampanie",
                "menu.sent": "Wysłane",
                "menu.settings": "Dane",
                "menu.help": "Pomoc",
              },
            },
            en: {
              texts: {
                "menu.campaigns": "Campaigns",
                "menu.sent": "Sent",
                "menu.settings": "Data",
                "menu.help": "Help",
              },
            },
          },
        }),
      });
      assert.equal(answer.status, 200, await answer.clone().text());
      const { token } = await answer.json();
      await page.goto(`/scoring/list?sort=name#token=${encodeURIComponent(token)}`);
      await page.waitForURL(/\/scoring\/list\?sort=name$/);
      await heading(page, "List of scorings").waitFor();
      const menu = page.getByRole("navigation", { name: "Main menu" });
      await menu.getByText("Campaigns").waitFor();
      assert.equal(await menu.getByRole("link", { name: "Sent" }).getAttribute("href"), "https://system.example/sent");
      await page.getByRole("link", { name: "Help", exact: true }).waitFor();
      await inspect(page, "external-menus-en-light");
      await page.getByRole("button", { name: /^User menu/ }).click();
      await page.getByRole("menuitem", { name: "Profil" }).waitFor();
      await page.keyboard.press("Escape");
      await menu.getByRole("link", { name: "Data" }).click();
      await heading(page, "My data").waitFor();
      await choose(page, "Polski");
      await page.getByRole("navigation", { name: "Menu główne" }).getByText("Kampanie").waitFor();
      // A second link asks while somebody is signed in; staying keeps the session.
      await page.goto(`/settings?token=${encodeURIComponent(token)}`);
      await heading(page, "Zalogować jako inna osoba?").waitFor();
      assert.ok(!page.url().includes(token), "the token left the address");
      await page.getByText(person.email).waitFor();
      await inspect(page, "enter-pl-light");
      await page.getByRole("button", { name: "Zostań w obecnej sesji" }).click();
      await heading(page, "Moje dane").waitFor();
      // Its token works once.
      await page.goto(`/#token=${encodeURIComponent(token)}`);
      await page.getByRole("button", { name: "Zaloguj przez link" }).click();
      await page.waitForURL(/\/error\/401$/);
    },
  },
  {
    name: "an account that was changed in one tab is changed in all",
    run: async (page) => {
      await signedIn(page, "/settings");
      const other = await page.context().newPage();
      await other.goto("/settings");
      await heading(other, "Moje dane").waitFor();
      await amend(page, "**/users/me", (me) => ({ ...me, hasClients: true }));
      await page.reload();
      await page.route("**/users/me:login", async (route) => {
        const { token, expire } = await storedSession(page);
        await route.fulfill({ json: { token, expire } });
      });
      await page.getByRole("button", { name: /^Menu użytkownika/ }).click();
      await page.getByRole("menuitem", { name: "Zaloguj się na konto klienta…" }).click();
      await page.getByLabel("ID klienta").fill("42");
      await page.getByRole("button", { name: "Zaloguj", exact: true }).click();
      await heading(page, "Lista scoringów").waitFor();
      await heading(other, "Lista scoringów").waitFor();
    },
  },
];
