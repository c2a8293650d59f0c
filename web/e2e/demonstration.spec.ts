import { channelsOf, EDITOR_PAGES, reportPages, STATIC_PAGES } from "./demo-pages";
import { choose, expectFits, heading, inspect, walk } from "./pages";
import { present, SCORINGS, SENDING_DAY } from "./recorded";
import { expect, test } from "./test";

const [FIRST] = SCORINGS;
const REPORT = `/reports/scoring/summary/${FIRST.id}`;
/** The pages that the demonstration links to. */
const PAGES = [
  ...STATIC_PAGES,
  ...SCORINGS.flatMap((scoring) => [
    ...channelsOf(scoring).flatMap((channel) => reportPages(scoring, channel, [], false)),
    ...EDITOR_PAGES.map((step) => `/scoring/edit/${step}?id=${scoring.id}`),
  ]),
  `/reports/sendings/${present(SENDING_DAY)}`,
  "/contacts?page=2",
  "/contacts?band=4",
  "/contacts?band=none",
  "/contacts?sort=change",
];
/** Neither a failure nor the end of the demonstration. */
const FAILED =
  /Tego w\sdemonstracji|The demo doesn’t|Nie udało się (wczytać|pobrać)|Wystąpił|Couldn’t load|went wrong|NaN|Invalid Date|undefined/;
const WORDS = {
  pl: { name: "Polski", start: "Wypróbuj na danych demonstracyjnych", list: "Lista scoringów" },
  en: { name: "English", start: "Try with demo data", list: "List of scorings" },
};

// English texts are shorter than Polish ones: the phone's width alone has to fit both.
for (const [width, language] of [
  [1360, "pl"],
  [390, "pl"],
  [390, "en"],
] as const) {
  const words = WORDS[language];

  test.describe(() => {
    test.use({ viewport: { width, height: 900 } });

    test(`every page of the demonstration, ${width} px, ${language}`, async ({ person: { page, email } }) => {
      test.setTimeout(300_000);
      await choose(page, words.name);
      await page.getByRole("button", { name: words.start }).click();
      await expect(heading(page, words.list)).toBeVisible();
      const asked: string[] = [];
      await page.route("**/api/**", (route) => {
        asked.push(route.request().url());
        return route.abort();
      });
      // The person is still the one who signed in.
      await expect(page.getByRole("button", { name: /^(Menu użytkownika|User menu)/ })).toContainText(email);
      for (const path of PAGES) {
        await walk(page, path);
        await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
        expect.soft(await page.locator("main").innerText(), path).not.toMatch(FAILED);
        await expect.soft(page.locator("[data-notice][data-tone=error]"), path).toHaveCount(0);
        expect.soft(new URL(page.url()).pathname, path).not.toMatch(/^\/(error|login)/);
        await expectFits(page, path);
      }
      expect(asked).toEqual([]);
    });
  });
}

test("axe finds nothing in the demonstration", async ({ person: { page } }) => {
  await page.getByRole("button", { name: WORDS.pl.start }).click();
  await expect(heading(page, WORDS.pl.list)).toBeVisible();
  for (const path of ["/scoring/list", `${REPORT}/details`, `${REPORT}/lift`, "/contacts", "/contacts/groups"]) {
    await walk(page, path);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await inspect(page, `demonstration-${path.replace(/\W+/g, "-")}`);
  }
});

test("the demonstration saves nothing, says where it ends, and leads back", async ({ person: { page, email } }) => {
  await page.getByRole("button", { name: WORDS.pl.start }).click();
  await expect(heading(page, WORDS.pl.list)).toBeVisible();

  await walk(page, "/contacts/groups");
  await page
    .getByRole("button", { name: /^(Nowa|Utwórz|Dodaj) grup/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("textbox").first().fill("Moja grupa");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Utwórz|Dodaj|Zapisz)/ })
    .click();
  await expect(page.getByText("W demonstracji niczego nie zapisujemy.")).toBeVisible();
  await page.keyboard.press("Escape");

  // The recording has no such contact.
  await walk(page, "/contacts/001/19000");
  await expect(heading(page, "Tryb demonstracyjny")).toBeVisible();
  await expect(page.getByText("Tego w demonstracji nie ma.")).toBeVisible();
  await inspect(page, "demonstration-end");
  await walk(page, "/contacts?page=40");
  await expect(page.getByText("Tego w demonstracji nie ma.")).toBeVisible();

  await page.getByRole("button", { name: "Wróć do konta" }).click();
  await expect(page.getByRole("button", { name: WORDS.pl.start })).toBeVisible();
  await expect(page.getByRole("button", { name: email })).toBeVisible();
});
