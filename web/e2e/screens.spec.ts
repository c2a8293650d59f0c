import { heading, inspect, picture, withoutServer } from "./pages";
import { SCORINGS } from "./recorded";
import { openReport } from "./report-page";
import { expect, test } from "./test";

const [SCORING] = SCORINGS;

/** Every screen, and its title. */
const SCREENS = [
  { path: "/scoring/list", pl: "Lista scoringów", en: "List of scorings", name: "list" },
  { path: "/scoring/list/calculations", pl: "Przeliczenia", en: "Calculations", name: "runs" },
  { path: "/reports/scoring/list/channel", pl: "Raporty", en: "Reports", name: "reports" },
  { path: `/reports/scoring/summary/${SCORING.id}/details`, pl: SCORING.name, en: SCORING.name, name: "report" },
  { path: "/settings", pl: "Moje dane", en: "My data", name: "settings" },
  { path: "/register", pl: "Załóż konto", en: "Create an account", name: "register" },
  { path: "/activate/link", pl: "Aktywacja konta", en: "Activate your account", name: "activate" },
  { path: "/password-reset", pl: "Nie pamiętasz hasła?", en: "Forgot your password?", name: "reset" },
  { path: "/password-reset/link", pl: "Ustaw nowe hasło", en: "Set a new password", name: "reset-new" },
  {
    path: "/error/500",
    pl: "Problem z dostępem do systemu",
    en: "Problem with accessing the system",
    name: "error500",
  },
  { path: "/error/401", pl: "Brak dostępu", en: "Access denied", name: "error401" },
  { path: "/logout", pl: "Zaloguj się", en: "Log in", name: "login" },
];

/** Elements that stick out of the page or are cut off inside it. */
function overflowing(): string[] {
  const found: string[] = [];
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

/** Words on controls and headings that are not from the catalogue, whose texts are in brackets here. */
function foreignWords(): string[] {
  const data =
    /Newsletter|Święta|Mailing|Kampanie|Reaktywacja|Odwiedzający|demo@puls|Sklep|Herbaciarnia|^\d|^[\s·[\]]*$/;
  return [...document.querySelectorAll("h1, h2, button, label, th, nav a, legend")]
    .filter((element) => element.checkVisibility())
    .map((element) => element.textContent.trim())
    .filter((text) => /\p{L}/u.test(text) && !text.includes("[") && !data.test(text));
}

for (const language of ["pl", "en"] as const) {
  for (const colorMode of ["light", "dark"]) {
    test(`every screen in ${language}, ${colorMode}`, async ({ page }) => {
      const preferences = JSON.stringify({ state: { chosenLanguage: language, colorMode }, version: 0 });
      const asked = await withoutServer(page, { "puls.preferences": preferences });
      for (const { path, [language]: title, name } of SCREENS) {
        await page.goto(path);
        await expect(heading(page, title)).toBeVisible();
        await expect(page).toHaveTitle(`${title} – Puls`);
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await expect(page.locator('[aria-busy="true"]')).not.toBeAttached();
        await inspect(page, `sample-${name}-${language}-${colorMode}`);
      }
      expect(asked).toEqual([]);
    });
  }
}

for (const width of [1360, 320]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 800 } });

    test(`texts 40 % longer fit, ${width} px`, async ({ page }) => {
      await withoutServer(page, { "puls.dev": "enabled", "puls.pseudo": "enabled" });
      for (const { path, name } of SCREENS) {
        await page.goto(path);
        await expect(page.locator("h1")).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).not.toBeAttached();
        await picture(page, `pseudo-${name}-${width}`);
        expect(await page.evaluate(overflowing), `${path} at ${width}`).toEqual([]);
        expect(await page.evaluate(foreignWords), `${path}: not from the catalogue`).toEqual([]);
      }
    });
  });
}

for (const width of [1360, 390]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 420 } });

    test(`the top bar and the progress of a slow change stay in sight, ${width} px`, async ({ page }) => {
      await withoutServer(page, {});
      for (const { path, pl } of SCREENS.slice(0, 3)) {
        await page.goto(path);
        await expect(heading(page, pl)).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).not.toBeAttached();
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await expect(page.getByRole("button", { name: /^Menu użytkownika/ }), path).toBeInViewport({ ratio: 1 });
        // The next page's part takes its time.
        await page.route("**/assets/LogPage*", async (route) => {
          await page.evaluate(() => new Promise((passed) => setTimeout(passed, 1500)));
          await route.continue();
        });
        await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/event-log"]')?.click());
        const progress = page.locator("[data-loading=true]");
        await expect(progress, path).toBeInViewport();
        expect((await progress.boundingBox())?.y, path).toBe(55);
        await expect(heading(page, "Rejestr zdarzeń")).toBeVisible();
      }
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 320, height: 700 }, colorScheme: "dark" });

  test("nothing sticks out on a phone", async ({ page, demo }) => {
    await openReport(page, demo);
    await inspect(page, "report-phone-pl-dark");
    await page.goto("/scoring/list");
    await expect(heading(page, "Lista scoringów")).toBeVisible();
    await expect(page.getByText(/^Wyświetlono/)).toBeVisible();
    await inspect(page, "list-phone-pl-dark");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
