import type { Locator, Page } from "@playwright/test";
import { heading, picture, withoutServer } from "./pages";
import { present, SCORINGS, SENDING_DAY } from "./recorded";
import { expect, test } from "./test";

const [{ id: ID, name: NAME }] = SCORINGS;
const DRAFT = "Święta – nowa kampania";
const REPORT = `/reports/scoring/summary/${ID}/details`;
const LIST = "/scoring/list";
const REST = ["Lista scoringów", "Wysyłki", "Kontakty", "Importy", "Grupy i cechy", "Bazy", "Połączenia"];

/** Clicks that need a part of the program which a page does not have yet; " › " leads from one to the next. */
const CLICKS: readonly { readonly from: string; readonly before?: string; readonly clicks: readonly string[] }[] = [
  {
    from: LIST,
    clicks: [
      "Puls – strona główna",
      "Powrót do menu głównego",
      "Oblicz nowy",
      ...REST.slice(1),
      "Rejestr zdarzeń",
      "Przewodnik po systemie",
      "Powiadomienia…",
      "Menu użytkownika… › Ustawienia",
      "Menu użytkownika… › Powiadomienia",
      "Menu użytkownika… › English",
      "Przeliczenia",
      "Oblicz nowy scoring",
      `Raport: ${NAME}`,
      "SMS",
      DRAFT,
      `Działania: ${NAME} › Raport`,
      `Działania: ${NAME} › Edytuj`,
      `Działania: ${DRAFT} › Edytuj`,
    ],
  },
  {
    from: REPORT,
    clicks: [
      ...REST,
      "Menu użytkownika… › Ustawienia",
      "Wykluczenia",
      "Średni scoring miesięczny i tygodniowy",
      "Fluktuacja",
      "Trafność",
      "Puls – strona główna",
      "Menu użytkownika… › Powiadomienia",
      "Pobierz CSV",
      "Utwórz grupę",
      "Więcej działań › Przelicz ponownie",
      "Więcej działań › Drukuj",
      "Więcej działań › Edytuj",
      "Pobierz wykres: Rozkład ocen › Pobierz jako PNG",
    ],
  },
  {
    from: LIST,
    before: DRAFT,
    clicks: ["Kanał gotowe", "Rodzaje gotowe", "Raporty", "Kontakty"],
  },
  { from: LIST, before: `Działania: ${NAME} › Edytuj`, clicks: ["Kanał gotowe", "Wysyłki"] },
  { from: "/scoring/channel", clicks: ["Zobacz w 5 krokach…", "Wstaw emoji"] },
  { from: "/scoring/list/calculations", clicks: [NAME] },
  { from: "/reports/scoring/list/channel", clicks: [`Raport: ${NAME}`] },
  { from: "/reports/sendings", clicks: [present(SENDING_DAY).split("-").reverse().join("/")] },
  { from: "/contacts", clicks: ["Wgraj plik", "Dodaj kontakt"] },
  { from: "/contacts/groups", clicks: ["Cechy", "Klienci"] },
  { from: "/contacts/databases", clicks: ["Wgraj kontakty do bazy…"] },
  { from: "/imports", clicks: ["Wgraj plik", "zdarzenia.csv"] },
  { from: "/connections", clicks: ["Zobacz strony WWW", "SendGrid"] },
  { from: "/event-log", clicks: ["Pobierz lub usuń dane osoby"] },
  { from: "/settings", clicks: ["Zobacz strony i ich kod"] },
  { from: "/logout", clicks: ["English", "Nie pamiętasz hasła?", "Zarejestruj się"] },
];

/** A link, a button or an entry of a menu; "…" stands for the rest of its name. */
function control(page: Page, name: string): Locator {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s");
  const whole = new RegExp(`^${escaped.replace(/…$/, ".*")}$`);
  return (["link", "button", "menuitem", "menuitemradio"] as const)
    .map((role) => page.getByRole(role, { name: whole }))
    .reduce((all, one) => all.or(one), page.getByRole("radiogroup").getByText(whole))
    .first();
}

async function follow(page: Page, way: string): Promise<void> {
  for (const name of way.split(" › ")) await control(page, name).click();
}

/** Opens the page, and the one that a click leads to, with everything that loads by itself; later chunks fail. */
async function open(page: Page, { from, before }: (typeof CLICKS)[number]): Promise<void> {
  await page.unrouteAll();
  await page.goto(from);
  if (before !== undefined) {
    await follow(page, before);
    await page.waitForURL(/\/edit\/.+/);
  }
  // The notifications arrive after the page.
  await expect(control(page, "Powiadomienia: …").or(page.getByLabel("Hasło", { exact: true }))).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.route("**/assets/**", (route) => route.fulfill({ status: 404, body: "gone" }));
}

test("there are sixty clicks", () => {
  expect(CLICKS.flatMap(({ clicks }) => clicks).length).toBeGreaterThanOrEqual(60);
});

/** All clicks take a minute and a half: CLICKS=all; otherwise every third of a page. */
const some = (clicks: readonly string[]): readonly string[] =>
  process.env["CLICKS"] === "all" ? clicks : clicks.filter((_, at) => at % 3 === 0);

for (const place of CLICKS) {
  const { from, before = "" } = place;
  const clicks = some(place.clicks);

  test(`after a deploy, on ${from}${before && `, ${before}`}`, async ({ page, watch }) => {
    test.setTimeout(300_000);
    watch.expect(404, /\/assets\//);
    await withoutServer(page, {});
    for (const click of clicks) {
      await open(page, place);
      await follow(page, click);
      await expect.soft(page.getByRole("button", { name: "Odśwież" }).first(), click).toBeVisible();
      await picture(page, `deploy-${from}-${before}-${click}`.replace(/[^\p{L}\d]+/gu, "-"));
      await expect.soft(page, click).not.toHaveURL(/\/error\//);
    }
    await page.unrouteAll();
    await page.getByRole("button", { name: "Odśwież" }).first().click();
    await expect(heading(page, /./)).toBeVisible();
    await expect(page.getByRole("button", { name: "Odśwież" })).toBeHidden();
  });
}
