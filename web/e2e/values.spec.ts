import type { APIRequestContext, Page } from "@playwright/test";
import { tokenOf, upload } from "./golden";
import { heading, inspect } from "./pages";
import { expect, test } from "./test";

type Consent = boolean | undefined;

interface OrdinaryFile {
  readonly name: string;
  readonly encoding: "utf-8" | "utf-8 with BOM" | "windows-1250" | "utf-16le" | "utf-16be";
  readonly delimiter: string;
  readonly column: string;
  /** Words of the column, and whether they mean a consent. */
  readonly words: readonly (readonly [word: string, consent: Consent])[];
}

/** Files of marketers: the same data with other words, encodings and separators. */
const FILES: readonly OrdinaryFile[] = [
  { name: "tak-nie", encoding: "windows-1250", delimiter: ";", column: "Zgoda na e-mail", words: words("TAK", "NIE") },
  { name: "tak-bom", encoding: "utf-8 with BOM", delimiter: ";", column: "Zgoda e-mail", words: words("tak", "Nie") },
  { name: "t-n", encoding: "utf-8", delimiter: ",", column: "Zgoda", words: words("T", "N") },
  {
    name: "yes-no",
    encoding: "utf-16le",
    delimiter: "\t",
    column: "Accepts Email Marketing",
    words: words("yes", "no"),
  },
  { name: "y-n", encoding: "utf-8", delimiter: "\t", column: "email_consent", words: words("Y", "n") },
  { name: "x", encoding: "windows-1250", delimiter: ";", column: "Newsletter", words: words("x", "") },
  {
    name: "zgoda-brak",
    encoding: "utf-8",
    delimiter: ";",
    column: "Zgoda marketingowa",
    words: words("zgoda", "brak"),
  },
  {
    name: "brak-zgody",
    encoding: "utf-16be",
    delimiter: ";",
    column: "Zgoda na e-mail",
    words: words("Wyrażam zgodę", "Brak zgody"),
  },
  { name: "1-0", encoding: "utf-8 with BOM", delimiter: ",", column: "Zgoda mailing", words: words("1", "0") },
  {
    name: "prawda",
    encoding: "windows-1250",
    delimiter: "\t",
    column: "Zgoda e-mail",
    words: words("PRAWDA", "FAŁSZ"),
  },
  { name: "true-false", encoding: "utf-8", delimiter: ",", column: "Consent", words: words("true", "False") },
  {
    name: "statusy",
    encoding: "utf-8",
    delimiter: ",",
    column: "Status",
    words: [
      ["subscribed", true],
      ["unsubscribed", false],
      ["cleaned", false],
      ["pending", false],
    ],
  },
];

function words(yes: string, no: string): OrdinaryFile["words"] {
  return [
    [yes, true],
    [no, false],
  ];
}

const ROWS = 10;

/** The people of a file, with their consents according to it. */
function people({ name, words: all }: OrdinaryFile): { email: string; word: string; consent: boolean }[] {
  return Array.from({ length: ROWS }, (_, at) => {
    const [word = "", consent] = all[at % all.length] ?? [];
    return { email: `${name}-${at}@example.com`, word, consent: consent === true };
  });
}

const WINDOWS_1250: Readonly<Record<string, number>> = { Ż: 0xaf, Ł: 0xa3, ę: 0xea, ż: 0xbf };

function bytesOf(text: string, encoding: OrdinaryFile["encoding"]): Buffer {
  switch (encoding) {
    case "windows-1250":
      return Buffer.from(Array.from(text, (letter) => WINDOWS_1250[letter] ?? letter.charCodeAt(0)));
    case "utf-16le":
      return Buffer.from(`\ufeff${text}`, "utf16le");
    case "utf-16be":
      return Buffer.from(`\ufeff${text}`, "utf16le").swap16();
    default:
      return Buffer.from(encoding === "utf-8" ? text : `\ufeff${text}`);
  }
}

function contentOf(file: OrdinaryFile): Buffer {
  const rows = people(file).map(({ email, word }) => [email, "Żaneta", word].join(file.delimiter));
  const text = [["Adres e-mail", "Miasto", file.column].join(file.delimiter), ...rows].join("\r\n");
  return bytesOf(text, file.encoding);
}

async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto("/imports/new?kind=contacts");
  await page.getByLabel("Upuść tu plik albo wybierz z dysku").setInputFiles({ name, mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Wgraj", exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

/** E-mail consents of the account's contacts, by address. */
async function consents(request: APIRequestContext, token: string, uid: string): Promise<Map<string, boolean>> {
  const answer = await request.post("/api/protected/saresystem/contacts:exportToCsv", {
    headers: { authorization: `Bearer ${token}` },
    data: { uid, delimiter: "," },
  });
  const [head = "", ...rows] = (await answer.text()).replace("\ufeff", "").trim().split("\r\n");
  const columns = head.split(",");
  const [email, consent] = [columns.indexOf("email"), columns.indexOf("email_consent")];
  return new Map(rows.map((row) => row.split(",")).map((cells) => [cells[email] ?? "", cells[consent] === "true"]));
}

test("twelve ordinary files are taken whole, with the consents that they say, and scored", async ({
  person,
  request,
}) => {
  test.slow();
  const { page } = person;
  const token = await tokenOf(request, person);
  for (const file of FILES) {
    await test.step(file.name, async () => {
      await send(page, `${file.name}.csv`, contentOf(file));
      await expect(page.getByLabel(`Kolumna „${file.column}” to`)).toHaveValue("email_consent");
      await expect(page.getByText(/przypisanego znaczenia/)).toHaveCount(0);
      await page.getByRole("button", { name: "Sprawdź plik" }).click();
      await expect(page.getByText(/^E-mail: zgody są w.pliku\./)).toBeVisible();
      await page.getByRole("button", { name: `Importuj ${ROWS} wierszy` }).click();
      await expect(page.getByRole("heading", { name: `Zakończony: przyjęto ${ROWS} wierszy` })).toBeVisible();
    });
  }
  const uid = String(person.id).padStart(3, "0");
  const wanted = new Map(FILES.flatMap(people).map(({ email, consent }) => [email, consent]));
  expect(await consents(request, token, uid)).toEqual(wanted);

  await test.step("a report scores as many as consented", async () => {
    const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString();
    const events = [...wanted.keys()].flatMap((email) =>
      [20, 12, 3].flatMap((back) => [
        `${day(back)},mailing.sent,m${back},${email}`,
        `${day(back)},mailing.delivered,m${back},${email}`,
      ]),
    );
    await upload(request, token, "engagement:import", ["occurred_at,type,message_id,email", ...events].join("\n"));
    const headers = { authorization: `Bearer ${token}` };
    const weights = { or: "0.45", ctr: "0.30", delivery: "0.25" };
    const mailing = { weights, percentile: 0.9, dataSources: [{ uid, includedAll: true }] };
    const made = await request.post("/api/protected/scoring/scorings", {
      headers,
      data: { name: "Zgody z plików", config: { daysAgo: 28, mailing } },
    });
    const { id } = (await made.json()) as { id: string };
    const url = `/api/protected/scoring/scorings/${id}`;
    expect((await request.post(`${url}:setStatus`, { headers, data: { newStatus: 2 } })).status()).toBe(200);
    await page.goto(`/scoring/loading/?id=${id}`);
    await page.getByRole("button", { name: "Zobacz raport" }).click({ timeout: 90_000 });
    const scored = [...wanted.values()].filter(Boolean).length;
    const total = page.getByRole("table").filter({ hasText: "81–100" }).getByRole("row").last();
    await expect(total.getByRole("cell", { name: String(scored), exact: true }).first()).toBeVisible();
  });
});

test("values are asked for, new contacts too, and nothing starts that scores nobody", async ({ person, request }) => {
  test.slow();
  const { page } = person;
  const rows = Array.from({ length: 12 }, (_, at) => `k${at}@example.com;${at % 3 === 0 ? "?" : "TAK"};Kraków`);
  await send(page, "klienci.csv", Buffer.from(["E-mail;Zgoda na e-mail;Miasto", ...rows].join("\n")));
  await expect(page.getByText("1 wartość nie ma przypisanego znaczenia: te wiersze pominiemy")).toBeVisible();
  await inspect(page, "import-values-unknown-pl-light");
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  await expect(page.getByRole("heading", { name: "Co znaczą te wartości?" })).toBeVisible();
  await inspect(page, "import-values-check-pl-light");
  await page.getByLabel("„?” znaczy").selectOption("brak zgody");
  await page.getByRole("button", { name: "Sprawdź jeszcze raz" }).click();
  await expect(page.getByText(/^E-mail: zgody są w.pliku\. Ze zgodą: 8, bez zgody: 4\.$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Co znaczą te wartości?" })).toBeHidden();

  await test.step("the question of consent, in the dark, on a phone, in English", async () => {
    const plain = rows.map((_, at) => `p${at}@example.com;5000000${10 + at};Kraków`);
    await send(page, "bez zgód.csv", Buffer.from(["E-mail;Telefon;Miasto", ...plain].join("\n")));
    await page.getByRole("button", { name: "Sprawdź plik" }).click();
    const question = page.getByRole("group", { name: /^12 nowych kontaktów\. Czy zgodziły się na e-maile/ });
    await expect(question).toBeVisible();
    await expect(question.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Importuj 12 wierszy" })).toBeDisabled();
    await inspect(page, "import-consents-pl-light");
    await question.getByRole("radio", { name: /^Tak, mam ich zgody/ }).check();
    await page
      .getByRole("group", { name: /SMS-y/ })
      .getByRole("radio", { name: /^Nie lub nie wiem/ })
      .check();
    await expect(page.getByText(/^Napisz, skąd są zgody/)).toBeVisible();
    await question.getByLabel("Skąd są te zgody").fill("formularz zapisu");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await inspect(page, "import-consents-phone-pl-dark");
    await page.getByRole("button", { name: "Importuj 12 wierszy" }).click();
    await expect(page.getByRole("heading", { name: "Zakończony: przyjęto 12 wierszy" })).toBeVisible();
    const token = await tokenOf(request, person);
    const uid = String(person.id).padStart(3, "0");
    expect([...(await consents(request, token, uid)).values()].filter(Boolean)).toHaveLength(12);
    await page.goto(`/contacts/${uid}/0`);
    await expect(page.getByText(/bez zgód\.csv: formularz zapisu/)).toBeVisible();
    await page.goto("/event-log");
    await expect(page.getByText(/bez zgód\.csv: formularz zapisu/)).toBeVisible();
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1360, height: 900 });
  });

  await test.step("a scoring of nobody", async () => {
    const token = await tokenOf(request, person);
    const uid = String(person.id).padStart(3, "0");
    const headers = { authorization: `Bearer ${token}` };
    const sms = {
      weights: { ctr: "0.60", delivery: "0.40" },
      percentile: 0.9,
      dataSources: [{ uid, includedAll: true }],
    };
    const made = await request.post("/api/protected/scoring/scorings", {
      headers,
      data: { name: "SMS bez zgód", isCreatedByWizard: false, lastDraftStep: 3, config: { daysAgo: 28, sms } },
    });
    expect(made.status()).toBe(200);
    await page.goto("/scoring/list");
    await page.getByRole("button", { name: "Działania: SMS bez zgód" }).click();
    await page.getByRole("menuitem", { name: /^(Edytuj|Dokończ)/ }).click();
    await expect(
      page.getByText(/^Żadnego kontaktu nie można dziś ocenić: 12 kontaktów nie ma zgody na SMS-y\.$/),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Uruchom scoring" })).toBeDisabled();
    await inspect(page, "nobody-summary-pl-light");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await inspect(page, "nobody-summary-phone-pl-dark");
    await page.getByRole("link", { name: "Uzupełnij zgody" }).click();
    await expect(heading(page, "Nowy import")).toBeVisible();
  });
});
