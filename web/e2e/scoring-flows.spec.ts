import { begin, finishMixedSmall, mark, next, start, toGroups } from "./editor";
import { expectGolden, goldenAccount, goldenFolder } from "./golden";
import { choose, enter, heading, inspect, refuse, signIn } from "./pages";
import { chooseOfReport } from "./report-page";
import { expect, test } from "./test";

const LIST = "Lista scoringów";

test("own weights over two databases, in English", async ({ page, operator, request }) => {
  const account = await goldenAccount(operator, request, "two-uids");
  await enter(page, account, "/scoring/channel", "Oblicz nowy scoring");
  await choose(page, "English");
  await page.getByRole("radio", { name: /Custom weights/ }).check();
  await page.getByRole("textbox", { name: "Name" }).fill("Two databases");
  await next(page, "Step 1 of 3: Channel");
  await next(page, "Step 2 of 3: Groups");
  await page.getByRole("checkbox", { name: "Score database 042" }).check();
  await page.getByText("Chosen groups", { exact: true }).click();
  await mark(page, "newsletter", "Score");
  await mark(page, "customers", "Score");
  await mark(page, "Żółta łódź", "Exclude");
  await page.getByRole("navigation", { name: "Databases" }).getByText(account.uid).click();
  await mark(page, "staff", "Exclude");
  await mark(page, "complaints", "Exclude");
  await inspect(page, "editor-groups-en-light");
  await next(page, "Step 3 of 3: Weights");
  await page.getByText("6 wk", { exact: true }).click();
  await inspect(page, "editor-weights-en-light");
  await start(page);
  await expectGolden(page, account.expected["mailing"]);
  await page.getByRole("radiogroup", { name: "Channel" }).getByText("SMS").click();
  await expectGolden(page, account.expected["sms"]);
});

test("a lead scoring of a shop's visitors", async ({ page, operator, request }) => {
  test.skip(goldenFolder("retailrocket") === undefined, "the case comes from outside");
  const account = await goldenAccount(operator, request, "retailrocket");
  await enter(page, account, "/scoring/channel", "Oblicz nowy scoring");
  await page.getByRole("radio", { name: /Scoring leadów/ }).check();
  await next(page, "Krok 1 z 2: Zdarzenia");
  for (const [event, share] of [
    ["Odsłony stron", 0],
    ["Wyświetlenia produktów", 20],
    ["Przejścia do kasy", 30],
    ["Zakupy", 50],
    ["Dane płatności", 0],
  ] as const) {
    await page.getByRole("spinbutton", { name: event }).fill(String(share));
  }
  await expect(page.getByText("Suma: 100%", { exact: true }).first()).toBeVisible();
  await inspect(page, "editor-events-pl-light");
  await next(page, "Krok 2 z 2: Podsumowanie");
  await page.getByText("13 tyg.", { exact: true }).click();
  await inspect(page, "editor-lead-summary-pl-light");
  await start(page);
  await expectGolden(page, account.expected["web"]);
});

test("a draft goes on at another device where it was left", async ({ page, browser, operator, request, program }) => {
  const account = await goldenAccount(operator, request, "mixed-small");
  await enter(page, account, "/scoring/list", LIST);
  await begin(page, "Na dwóch urządzeniach");
  await toGroups(page);
  await page.getByRole("button", { name: "Anuluj" }).click();
  await expect(page.getByText("Zapisaliśmy szkic scoringu")).toBeVisible();
  await expect(page.getByText("krok 4 z 5")).toBeVisible();
  const device = await browser.newContext({ baseURL: program.url, locale: "pl-PL", reducedMotion: "reduce" });
  const other = await device.newPage();
  await enter(other, account, "/scoring/list", LIST);
  await other.getByRole("link", { name: "Na dwóch urządzeniach" }).click();
  await expect(heading(other, "Krok 4 z 5: Grupy")).toBeVisible();
  await finishMixedSmall(other, account);
  await device.close();
});

test("an active scoring changes its name and its features only", async ({ page, operator, request }) => {
  const account = await goldenAccount(operator, request, "mixed-small");
  await enter(page, account, "/scoring/list", LIST);
  await begin(page, "Przed zmianą");
  await toGroups(page);
  await finishMixedSmall(page, account);
  await page.getByRole("link", { name: LIST }).click();
  await page.getByRole("button", { name: "Działania: Przed zmianą" }).click();
  await page.getByRole("menuitem", { name: "Edytuj" }).click();
  await expect(
    page.getByText(/Scoring jest aktywny\. Wagi i\sgrupy zmienisz po wyłączeniu albo w\skopii/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Zmień nazwę" }).click();
  await page.getByRole("textbox", { name: "Nazwa scoringu" }).fill("Po zmianie");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Nowa cecha" }).first().click();
  await page.getByRole("textbox", { name: /cech/i }).fill("Ocena e-mail");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Ocena e-mail").first()).toBeVisible();
  await inspect(page, "editor-active-pl-light");
  await page.getByRole("button", { name: "Zamknij" }).click();
  await expect(page.getByText("Zmiany zostały zapisane")).toBeVisible();
  await page.getByRole("link", { name: /Po zmianie/ }).click();
  await expectGolden(page, account.expected["mailing"]);
  // The feature gets its scores with the next calculation, and the report shows that.
  await chooseOfReport(page, "Przelicz ponownie");
  await page.getByRole("dialog").getByRole("button", { name: "Przelicz", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Przeliczanie zakończone" })).toBeVisible();
  const receipt = page.getByRole("row", { name: /Ocena e-mail/ });
  await expect(async () => {
    await page.reload();
    await expect(receipt).toBeVisible({ timeout: 2000 });
  }).toPass();
  const written = account.expected["mailing"]?.count ?? 0;
  await expect(receipt).toContainText(new RegExp(`${written}|zablokowane`));
  await inspect(page, "report-receipt-pl-light");
});

test("two tabs that change one scoring see each other and choose", async ({
  page,
  context,
  operator,
  request,
  watch,
}) => {
  watch.expect(409, /\/scorings\//);
  const account = await goldenAccount(operator, request, "mixed-small");
  await enter(page, account, "/scoring/list", LIST);
  await begin(page, "Dwie karty");
  const other = await context.newPage();
  await other.goto("/scoring/list");
  await other.getByRole("link", { name: "Dwie karty" }).click();
  await expect(heading(other, "Krok 1 z 5: Kanał")).toBeVisible();
  await toGroups(page);
  await other.getByRole("button", { name: "Zmień nazwę" }).click();
  await other.getByRole("textbox", { name: "Nazwa scoringu" }).fill("Druga karta");
  await other.keyboard.press("Enter");
  await other.getByRole("button", { name: "Dalej", exact: true }).click();
  const dialog = other.getByRole("dialog", { name: /Scoring zmieniono gdzie indziej/ });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("row", { name: /Dwie karty/ })).toContainText("Druga karta");
  await inspect(other, "editor-conflict-pl-light", { fullPage: false });
  await dialog.getByRole("button", { name: "Zachowaj moje" }).click();
  await expect(dialog).toBeHidden();
  // The first tab gets the conflict when it saves, and takes the second tab's version. A tab in the background draws
  // once a second.
  await page.bringToFront();
  await mark(page, "staff", "Wyklucz");
  await page.getByRole("button", { name: "Dalej", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Wczytaj zapisane" }).click();
  await expect(page.getByText("Druga karta").first()).toBeVisible();
  await page.getByRole("link", { name: LIST }).click();
  await page.getByRole("link", { name: "Druga karta" }).click();
  while (!(await heading(page, "Krok 4 z 5: Grupy").isVisible())) {
    const title = await page.locator("h1").innerText();
    await page.getByRole("button", { name: "Dalej", exact: true }).click();
    await expect(page.locator("h1")).not.toHaveText(title);
  }
  await finishMixedSmall(page, account);
});

test("a flag that is switched off in the middle loses nothing", async ({ page, operator, request }) => {
  const account = await goldenAccount(operator, request, "mixed-small");
  const FLAGS = "**/api/public/system/feature-flags";
  await page.clock.install();
  await enter(page, account, "/scoring/list", LIST);
  await begin(page, "Flaga w trakcie");
  await toGroups(page);
  await mark(page, "staff", "Wyklucz");
  await page.route(FLAGS, (route) => route.fulfill({ json: { features: { ff_scoring: { defaultValue: false } } } }));
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.clock.fastForward(51_000);
  await expect(page.getByText("Scoring nie jest teraz dostępny")).toBeVisible();
  // A clock that jumps forward would exceed the timeout of a call.
  expect((await saved).status()).toBe(200);
  await page.unroute(FLAGS);
  await page.clock.fastForward(51_000);
  await page.clock.resume();
  // The menu leads elsewhere until the flag is back.
  await expect(page.getByText("Scoring nie jest teraz dostępny")).toBeHidden();
  await page.getByRole("link", { name: LIST }).click();
  await page.getByRole("link", { name: "Flaga w trakcie" }).click();
  await expect(heading(page, "Krok 4 z 5: Grupy")).toBeVisible();
  await expect(page.getByRole("row", { name: "staff" }).getByRole("radio", { name: "Wyklucz" })).toBeChecked();
  await finishMixedSmall(page, account);
});

test("a session that ends in the middle keeps what was entered", async ({ page, operator, request }) => {
  const account = await goldenAccount(operator, request, "mixed-small");
  await enter(page, account, "/scoring/list", LIST);
  await begin(page, "Sesja w trakcie");
  await toGroups(page);
  await mark(page, "complaints", "Wyklucz");
  const calls = "**/api/protected/scoring/**";
  const renewal = "**/users:refresh-token";
  await refuse(page, calls, 401, "TOKEN_INVALID");
  await refuse(page, renewal, 401, "ACCOUNT_SESSION_ENDED");
  await page.getByRole("button", { name: "Dalej", exact: true }).click();
  await expect(heading(page, "Zaloguj się")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await signIn(page, account);
  await expect(heading(page, "Krok 4 z 5: Grupy")).toBeVisible();
  await expect(page.getByRole("row", { name: "complaints" }).getByRole("radio", { name: "Wyklucz" })).toBeChecked();
  await finishMixedSmall(page, account);
});
