// Every screen and state in both languages and both looks, on sample data without a server; the table of routes.
import assert from "node:assert/strict";
import { inspect, signIn } from "./browser.mjs";
import { choose, heading } from "./help.mjs";

const ID = "0197f1a2-7e10-7a11-b0aa-0123456789ab";

/** Path, and the title in Polish and English. */
const SCREENS = [
  ["/scoring/list", "Lista scoringów", "List of scorings", "list"],
  ["/reports/scoring/list/channel", "Raporty", "Reports", "reports"],
  [`/reports/scoring/summary/${ID}/details`, "Newsletter", "Newsletter", "report"],
  ["/settings", "Moje dane", "My data", "settings"],
  ["/register", "Załóż konto", "Create an account", "register"],
  ["/activate/link", "Aktywacja konta", "Activate your account", "activate"],
  ["/password-reset", "Nie pamiętasz hasła?", "Forgot your password?", "reset"],
  ["/password-reset/link", "Ustaw nowe hasło", "Set a new password", "reset-new"],
  ["/error/500", "Problem z dostępem do systemu", "Problem with accessing the system", "error500"],
  ["/error/401", "Brak dostępu", "Access denied", "error401"],
  ["/logout", "Zaloguj się", "Log in", "login"],
];

/** Sample data in place of the server, which must not be asked anything. */
async function withoutServer(page, stored = {}) {
  await page.addInitScript(
    (values) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
    },
    { "puls.mock": "enabled", ...stored },
  );
  const asked = [];
  await page.route("**/api/**", (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  return asked;
}

const preferences = (chosenLanguage, colorMode) => JSON.stringify({ state: { chosenLanguage, colorMode }, version: 0 });

const sweep = (language, mode) => ({
  name: `every screen in ${language}, ${mode}`,
  run: async (page) => {
    const asked = await withoutServer(page, { "puls.preferences": preferences(language, mode) });
    for (const [path, pl, en, name] of SCREENS) {
      await page.goto(path);
      const title = language === "pl" ? pl : en;
      await heading(page, title).waitFor();
      assert.equal((await page.title()).replaceAll("\u00a0", " "), `${title} – Puls`);
      assert.equal(await page.locator("html").getAttribute("lang"), language);
      await page.locator('[aria-busy="true"]').waitFor({ state: "detached" });
      await inspect(page, `sample-${name}-${language}-${mode}`);
    }
    assert.deepEqual(asked, []);
  },
});

/** What sticks out of the page or is cut off inside it. */
function overflowing() {
  const found = [];
  if (document.documentElement.scrollWidth > window.innerWidth)
    found.push(`page ${document.documentElement.scrollWidth}`);
  for (const element of document.querySelectorAll("h1, h2, p, a, button, label, li, th, td, dt, dd, span")) {
    const style = getComputedStyle(element);
    const clips = style.overflowX === "hidden" || style.overflowX === "clip";
    const hidden = element.closest(".visually-hidden, [aria-hidden='true'], .ant-select");
    if (!clips || hidden || style.clipPath !== "none" || element.clientWidth === 0) continue;
    if (element.scrollWidth > element.clientWidth + 1)
      found.push(`${element.tagName} ${element.textContent.slice(0, 60)}`);
  }
  return found;
}

/** Words on controls and headings that did not come from the catalogue: there they would stand in brackets. */
function foreignWords() {
  const data = /Newsletter|Święta|a@b\.pl|^\d|^[\s·[\]]*$/;
  return [...document.querySelectorAll("h1, h2, button, label, th, nav a, legend")]
    .filter((element) => element.checkVisibility())
    .map((element) => element.textContent.trim())
    .filter((text) => /\p{L}/u.test(text) && !text.includes("[") && !data.test(text));
}

const pseudo = (width) => ({
  name: `texts 40 % longer fit, ${width} px`,
  options: { width, height: 800 },
  run: async (page) => {
    await withoutServer(page, { "puls.dev": "enabled", "puls.pseudo": "enabled" });
    for (const [path, , , name] of SCREENS) {
      await page.goto(path);
      await page.locator("h1").waitFor();
      await page.locator('[aria-busy="true"]').waitFor({ state: "detached" });
      await page.screenshot({ path: new URL(`./artifacts/pseudo-${name}-${width}.png`, import.meta.url).pathname });
      assert.deepEqual(await page.evaluate(overflowing), [], `${path} at ${width}`);
      assert.deepEqual(await page.evaluate(foreignWords), [], `${path}: not from the catalogue`);
    }
  },
});

export const screenFlows = [
  sweep("pl", "light"),
  sweep("pl", "dark"),
  sweep("en", "light"),
  sweep("en", "dark"),
  pseudo(1360),
  pseudo(320),
  {
    name: "the address switches sample data on in developer's mode only",
    run: async (page) => {
      await page.goto("/?mock=1");
      await heading(page, "Zaloguj się").waitFor();
      await page.evaluate(() => localStorage.setItem("puls.dev", "enabled"));
      await page.goto("/?mock=1");
      await page.getByText("Tryb demonstracyjny: dane są zmyślone i nic nie jest zapisywane.").waitFor();
      await heading(page, "Lista scoringów").waitFor();
      // The real session of this browser is untouched.
      assert.equal(await page.evaluate(() => localStorage.getItem("puls.session")), null);
    },
  },
  {
    name: "the table of routes",
    run: async (page) => {
      const lands = async (path, expected) => {
        await page.goto(path);
        await page.waitForURL((url) => expected.test(url.pathname + url.search));
        await page.locator("h1").waitFor();
      };
      for (const path of ["/", "/scoring/", "/scoring/list", "/reports/scoring/", "/settings", "/trial-expired"]) {
        await lands(path, /^\/login(\?from=|$)/);
      }
      await lands("/no/such/page", /^\/error\/500$/);
      await lands("/error/", /^\/error\/500$/);
      await lands("/error/401", /^\/error\/401$/);
      await lands("/logout", /^\/login$/);
      // Only paths of the product are led back to.
      await lands("/login?from=https%3A%2F%2Fevil.example", /^\/login/);
      await signIn(page);
      await page.waitForURL(/\/scoring\/list$/);
      await heading(page, "Lista scoringów").waitFor();
      await lands("/", /^\/scoring\/list$/);
      await lands("/scoring/", /^\/scoring\/list$/);
      await lands("/reports/scoring/", /^\/reports\/scoring\/list\/channel$/);
      await lands("/trial-expired", /^\/scoring\/list$/);
      await lands("/login", /^\/scoring\/list$/);
      await lands("/scoring/no-such-page", /^\/error\/500$/);
      await lands("/logout", /^\/login$/);
      assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("puls.session")).state.token), undefined);
    },
  },
  {
    name: "the language chosen stays, in the title too",
    run: async (page) => {
      await page.goto("/settings");
      await signIn(page);
      await heading(page, "Moje dane").waitFor();
      await choose(page, "English");
      await heading(page, "My data").waitFor();
      await page.reload();
      await heading(page, "My data").waitFor();
      assert.equal(await page.title(), "My data – Puls");
      await choose(page, "Polski");
      await heading(page, "Moje dane").waitFor();
    },
  },
];
