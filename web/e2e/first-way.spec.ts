import type { Locator, Page } from "@playwright/test";
import { heading, inspect } from "./pages";
import { expect, test } from "./test";

const MOST_CLICKS = 20;
const PEOPLE = 60;
const DAY_MS = 86_400_000;

/** How a user continues: presses a control or chooses a file. */
interface Hand {
  readonly press: (target: Locator) => Promise<void>;
  readonly chooseFile: (page: Page, name: string, rows: readonly string[]) => Promise<void>;
}

/** Counts the mouse clicks that the page receives. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("countClick", () => (clicks += 1));
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { readonly countClick: () => void };
    addEventListener("mousedown", (event) => event.isTrusted && countClick(), true);
  });
  return () => clicks;
}

const file = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(rows.join("\r\n")),
});

const MOUSE: Hand = {
  press: (target) => target.click(),
  chooseFile: (page, name, rows) => page.locator('input[type="file"]').setInputFiles(file(name, rows)),
};

const KEYS: Hand = {
  press: async (target) => {
    await reach(target);
    await target.page().keyboard.press("Enter");
  },
  chooseFile: async (page, name, rows) => {
    const input = page.locator('input[type="file"]');
    await reach(input);
    // A browser without a processor for a moment ignores the key: it opens the dialog only soon after it was pressed.
    await expect(async () => {
      const chooser = page.waitForEvent("filechooser", { timeout: 5_000 });
      await page.keyboard.press("Enter");
      await (await chooser).setFiles(file(name, rows));
    }).toPass({ timeout: 60_000 });
  },
};

/** Moves the focus on by Tab until it is at the target. */
async function reach(target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let tabs = 0; tabs < 120; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`no way to ${String(target)} by Tab`);
}

const CONTACTS = [
  "Adres e-mail;Zgoda e-mail;Grupy",
  ...Array.from({ length: PEOPLE }, (_, at) => `osoba${at}@example.com;${at % 6 === 0 ? "NIE" : "TAK"};Klienci`),
];

/** Four weeks of a weekly newsletter: all contacts get it, some open it, fewer click. */
function sendings(): string[] {
  const rows = ["Adres e-mail;Zdarzenie;Data;Wiadomość"];
  for (let week = 0; week < 4; week++) {
    const moment = (hour: number): string =>
      new Date(Date.now() - (week * 7 + 2) * DAY_MS).toISOString().replace(/T.*/, ` ${hour}:00`);
    for (let at = 0; at < PEOPLE; at++) {
      const row = (type: string, hour: number): string => `osoba${at}@example.com;${type};${moment(hour)};news-${week}`;
      rows.push(row("Wysłano", 10), row("Doręczono", 11));
      if (at % 2 === 0) rows.push(row("Otwarcie", 12));
      if (at % 4 === 0) rows.push(row("Kliknięcie", 13));
    }
  }
  return rows;
}

/** From an empty account to a report, pressing only the primary action of each page. */
async function walk(page: Page, { press, chooseFile }: Hand, pictures = false): Promise<void> {
  const button = (name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
  const look = (name: string): Promise<void> =>
    pictures ? inspect(page, `first-way-${name}-pl-light`) : Promise.resolve();
  const importFile = async (name: string, rows: readonly string[]): Promise<void> => {
    await expect(heading(page, "Nowy import")).toBeVisible();
    await chooseFile(page, name, rows);
    await press(button("Wgraj"));
    await expect(heading(page, name)).toBeVisible();
    await press(button("Sprawdź plik"));
    await press(button(/^Importuj \d/));
    await expect(page.getByRole("heading", { name: /^Zakończony: przyjęto/ })).toBeVisible();
  };

  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Pierwsze oceny w 3 krokach" })).toBeVisible();
  await look("start");
  await press(button("Wgraj plik z kontaktami"));
  await importFile("klienci.csv", CONTACTS);
  await look("contacts");
  await press(button("Wgraj wysyłki"));
  await importFile("wysyłki.csv", sendings());
  await look("sendings");
  await press(button("Oblicz nowy scoring"));
  await press(button("Dalej"));
  for (const step of ["Kanał", "Rodzaje", "Udziały", "Grupy"]) {
    await expect(heading(page, new RegExp(`^Krok \\d z 5: ${step}`))).toBeVisible();
    await press(button("Dalej"));
  }
  await press(button("Zakończ i uruchom scoring"));
  await press(button("Zobacz raport"));
  await expect(page).toHaveURL(/\/reports\/scoring\/summary\/[^/]+\/details/);
  await expect(page.getByRole("heading", { name: "Co dalej" })).toBeVisible();
  await expect(page.getByText("50", { exact: true }).first()).toBeVisible();
  await look("report");
}

test("a fresh account comes to its first report by what each page puts next", async ({ person: { page } }) => {
  const clicks = await countClicks(page);
  await walk(page, MOUSE, true);
  console.log(`from an empty account to a report: ${clicks()} clicks`);
  expect(clicks()).toBeGreaterThan(10);
  expect(clicks()).toBeLessThanOrEqual(MOST_CLICKS);
});

test("what came of it is told by name, and a group that was made is taken back whole", async ({ person: { page } }) => {
  await walk(page, MOUSE);
  await page.getByRole("button", { name: /^Powiadomienia/ }).click();
  const panel = page.getByRole("dialog", { name: "Powiadomienia" });
  await expect(panel.getByText(/^Import kontaktów „klienci\.csv”: przyjęto 60 z\s60$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Utwórz grupę", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Utwórz grupę" });
  await dialog.getByRole("button", { name: /^Dodaj \d/ }).click();
  await expect(dialog.getByRole("button", { name: "Zobacz grupę" })).toBeVisible();
  await dialog.getByRole("button", { name: "Cofnij" }).click();
  await dialog.getByRole("button", { name: /^Usuń pustą grupę „/ }).click();
  await expect(dialog.getByText(/^Usunięto grupę „/)).toBeVisible();
  await page.goto("/contacts/groups");
  await expect(page.getByRole("row", { name: /Klienci/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /81–100/ })).toHaveCount(0);
});

test("where nobody has consented the receipt, the start and the list say so", async ({ person: { page } }) => {
  const why = page.getByText(/^Żadnego kontaktu nie można dziś ocenić: 60 kontaktów nie ma zgody na e-maile\.$/);
  await page.goto("/imports/new?kind=contacts");
  await MOUSE.chooseFile(
    page,
    "bez zgód.csv",
    CONTACTS.map((row) => row.replace("TAK", "NIE")),
  );
  await page.getByRole("button", { name: "Wgraj", exact: true }).click();
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  await page.getByRole("button", { name: /^Importuj \d/ }).click();
  await expect(why).toBeVisible();
  await expect(page.getByRole("link", { name: "Uzupełnij zgody" })).toBeVisible();
  await inspect(page, "first-way-nobody-receipt-pl-light");
  for (const path of ["/", "/scoring/list"]) {
    await page.goto(path);
    await expect(why).toBeVisible();
    await expect(page.getByRole("button", { name: "Oblicz nowy scoring" })).toBeDisabled();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, "first-way-nobody-phone-pl-light");
  await page.goto("/scoring/channel?draft=1");
  await expect(why).toBeVisible();
  await expect(page.getByRole("button", { name: "Dalej" })).toBeDisabled();
});

test("the same by keyboard alone", async ({ person: { page } }) => {
  const clicks = await countClicks(page);
  await walk(page, KEYS);
  expect(clicks()).toBe(0);
});
