import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { DownloadedFile } from "../../../api/files";
import { ContactsService } from "../../../gen/puls/contacts/v1/contacts_service_pb";
import { ImportSchema, ImportService, InspectionSchema } from "../../../gen/puls/contacts/v1/import_service_pb";
import { IMPORT_IDS, IMPORTS, INSPECTION } from "../../../test/sample-imports";
import { keepSearch, searchText } from "../../../stores/search-store";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { refusal, sampleApi } from "../../../test/sample-api";
import { routes } from "../../../app/routes";

const heading = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name });
const imported = (change: JsonObject) => fromJson(ImportSchema, { ...IMPORTS[0], ...change });
const text = (element: HTMLElement): string => element.textContent.replaceAll(/\s/g, " ");

/** Goes from the columns of the sample draft to its dry run. */
async function toCheck(language: "pl" | "en" = "pl"): Promise<Awaited<ReturnType<typeof renderApp>>> {
  const router = await renderApp(routes, sampleApi(), { path: `/imports/${IMPORT_IDS.draft}`, language });
  await userEvent.click(
    await screen.findByRole("button", { name: language === "pl" ? "Sprawdź plik" : "Check the file" }),
  );
  await screen.findByRole("heading", { name: language === "pl" ? "Co zrobi ten plik" : "What this file will do" });
  return router;
}

describe("a check", () => {
  test("says what would happen, and proposes to leave consents alone", async () => {
    await toCheck();
    const figures = screen.getByText("Nowe").closest("dl")!;
    expect(text(figures)).toBe("Noweokoło 1 203Zmienioneokoło 18 100Bez zmianokoło 609Odrzucone88");
    expect(screen.getByText(/^Liczby kontaktów i zgód są przybliżone: .* podczas importu\.$/)).toBeInTheDocument();
    expect(screen.getByRole("radio", { name: /^Bez zmian \(zalecane\)/ })).toBeChecked();
    const apply = await screen.findByRole("radio", { name: /^Jak w\spliku \+40, −12; 5 wypisanych zostaje/ });
    expect(screen.getByText(/^E-mail: zgody są w pliku\. Ze zgodą: 812, bez zgody: 391\.$/)).toBeInTheDocument();
    const row = screen.getByRole("row", { name: /^Arkusz zaokrąglił numer/ });
    expect(text(row)).toBe(
      "Arkusz zaokrąglił numerUstaw w arkuszu kolumnę jako tekst i wpisz numery jeszcze raz.41Wiersz 42, „telefon”: 4.85E+10",
    );
    expect(text(screen.getByRole("row", { name: /^Brak adresu/ }))).toContain("Wiersz 903");
    await expectAccessible();
    await userEvent.click(apply);
    await waitFor(() => expect(text(figures)).toContain("Zmienioneokoło 18 152"));
  });

  test("leads to the import with the choice, and back to the columns", async () => {
    const router = await toCheck("en");
    await userEvent.click(button("Back"));
    expect(await screen.findByLabelText("Encoding")).toBeInTheDocument();
    expect(router.state.location.search).toBe("?step=columns");
    await userEvent.click(button("Check the file"));
    const start = await screen.findByRole("button", { name: "Import 19,912 rows" });
    expect(start).toBeDisabled();
    const question = screen.getByRole("group", { name: /^1,199 new contacts\. Did they agree to SMS/ });
    expect(within(question).getAllByRole("radio", { checked: false })).toHaveLength(2);
    await userEvent.click(within(question).getByRole("radio", { name: /^Yes, I have their consent/ }));
    expect(screen.getByText("To import the file, say where the consents come from.")).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText("Where the consents come from"), "shop");
    await expectAccessible();
    await userEvent.click(within(question).getByRole("radio", { name: /^No, or I don’t know/ }));
    expect(start).toBeEnabled();
    await userEvent.click(start);
    expect(await screen.findByRole("heading", { name: "Partly imported: 19,912 rows of 20,000" })).toBeInTheDocument();
    expect(screen.getByText("2 groups were created: VIP, Łódź")).toBeInTheDocument();
    await expectAccessible();
  });

  test("asks for both ways with consents and starts as chosen", async () => {
    const asked: string[] = [];
    const answers: unknown[] = [];
    let draft: JsonObject = {};
    const checked = (policy: string): JsonObject => ({
      options: { consentPolicy: policy },
      check: {
        state: "done",
        read: 2,
        kept: 2,
        effects: { newCount: 1, changedCount: 1 },
        withoutConsent: { sms: 1 },
      },
    });
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => {
          const item = { import: imported(draft) };
          if (draft["check"]) draft = checked(asked.at(-1)?.slice("check ".length) ?? "");
          return item;
        },
        inspectImport: () => ({ inspection: fromJson(InspectionSchema, INSPECTION) }),
        checkImport: ({ options }) => {
          asked.push(`check ${options?.consentPolicy ?? ""}`);
          expect(options?.newConsents["sms"]).toBeUndefined();
          answers.push(options?.values["zgoda e-mail"], options?.newConsents["email"]?.answer);
          draft = { check: { state: "running", read: 1 }, percent: 50 };
          return { import: imported(draft) };
        },
        startImport: ({ options }) => {
          asked.push(`start ${options?.consentPolicy ?? ""} ${options?.mapping.join() ?? ""}`);
          answers.push(options?.newConsents["sms"]);
          draft = { state: "running" };
          return { import: imported(draft) };
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.draft}` });
    await userEvent.click(await screen.findByRole("button", { name: "Sprawdź plik" }));
    const bar = await screen.findByRole("progressbar", { name: "Sprawdzono" });
    expect(bar).toHaveAttribute("aria-valuenow", "50");
    await userEvent.click(await screen.findByRole("radio", { name: /^Jak w\spliku \+0/ }));
    expect(button("Importuj 2 wiersze")).toBeDisabled();
    await userEvent.click(screen.getByRole("radio", { name: /^Tak, mam ich zgody SMS: 1 kontakt będzie oceniany/ }));
    await userEvent.type(screen.getByLabelText("Skąd są te zgody"), "umowa ");
    await userEvent.click(button("Importuj 2 wiersze"));
    expect(await screen.findByText(/Plik czeka na swoją kolej/)).toBeInTheDocument();
    expect(asked).toEqual(["check keep", "check ", "start  email,gsm,email_consent,"]);
    // Suggestions are sent, so that the server learns them; values without a meaning are not.
    expect(answers[0]).toEqual({ TAK: "yes", NIE: "no", "": "keep" });
    expect(answers[1]).toBe("column");
    expect(answers.at(-1)).toMatchObject({ answer: "given", source: "umowa" });
  });

  test("in which no row is of use offers no import", async () => {
    const check = { state: "done", read: 3, refused: 3 };
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => ({
          import: imported({ kind: "unsubscribes", check, reasons: [{ reason: "NEW_CODE: odd", count: 3 }] }),
        }),
        inspectImport: () => ({ inspection: fromJson(InspectionSchema, { ...INSPECTION, kind: "unsubscribes" }) }),
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.draft}` });
    expect(await screen.findByText("Żaden wiersz nie nadaje się do importu")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Importuj/ })).not.toBeInTheDocument();
    // A newer server may refuse for an unknown reason.
    expect(screen.getByRole("row", { name: /^odd/ })).toBeInTheDocument();
    expect(screen.queryByText("Zgody")).not.toBeInTheDocument();
    expect(screen.queryByText(/przybliżone/)).not.toBeInTheDocument();
  });

  test("that failed can be made again", async () => {
    let failed = true;
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => ({ import: imported({ check: { state: "failed" } }) }),
        inspectImport: () => ({ inspection: fromJson(InspectionSchema, INSPECTION) }),
        checkImport: () => {
          failed = !failed;
          if (!failed) throw refusal(503);
          return { import: imported({ check: { state: "done", kept: 1, read: 1 } }) };
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.draft}` });
    await userEvent.click(await screen.findByRole("button", { name: "Sprawdź jeszcze raz" }));
    expect(await screen.findAllByRole("alert")).toHaveLength(2);
    await userEvent.click(button("Sprawdź jeszcze raz"));
    expect(await screen.findByRole("button", { name: "Importuj 1 wiersz" })).toBeInTheDocument();
  });
});

describe("a running import", () => {
  test("shows rows a second, can be stopped, and survives silence", async () => {
    let polls = 0;
    let stopped = false;
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => {
          polls++;
          if (polls === 3) throw refusal(503);
          return { import: imported({ state: "running", percent: 10 * polls, read: 1000 * polls, kept: 990 * polls }) };
        },
        cancelImport: () => {
          stopped = true;
          return {
            import: imported({ state: "cancelled", read: 5000, kept: 4990, refused: 10, effects: { newCount: 4990 } }),
          };
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.running}` });
    expect(await screen.findByText("Możesz wyjść, damy znać.")).toBeInTheDocument();
    await waitFor(() => expect(document.title).toMatch(/^\d+\s?% – Puls$/));
    expect(await screen.findByText("Serwer nie odpowiada. Próbujemy ponownie.")).toBeInTheDocument();
    expect(await screen.findByText(/wiersz(y|e) na sekundę$/)).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(button("Przerwij"));
    const dialog = screen.getByRole("dialog", { name: /^Przerwać import pliku/ });
    expect(text(dialog)).toMatch(/Przyjęte wiersze zostaną \(na razie \d/);
    await userEvent.click(within(dialog).getByRole("button", { name: "Przerwij" }));
    expect(await screen.findByRole("heading", { name: /^Przerwany: przyjęto 4\s990 wierszy/ })).toBeInTheDocument();
    expect(stopped).toBe(true);
  });

  test("shows its progress also after it could not be stopped", async () => {
    let polls = 0;
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => {
          polls++;
          return { import: imported({ state: "running", percent: polls, read: polls, kept: polls }) };
        },
        cancelImport: () => {
          throw refusal(503);
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.running}` });
    await userEvent.click(await screen.findByRole("button", { name: "Przerwij" }));
    await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Przerwij" }));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    const before = polls;
    await waitFor(() => expect(polls).toBeGreaterThan(before), { timeout: 3_000 });
  });

  test("asks no more after a refusal", async () => {
    let polls = 0;
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => {
          polls++;
          if (polls > 1) throw refusal(404, "IMPORT_NOT_FOUND");
          return { import: imported({ state: "running" }) };
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.running}` });
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(polls).toBe(2);
  });
});

describe("a receipt", () => {
  const endings = [
    ["finished", "Zakończony: przyjęto 1 200 wierszy", "Wgraj następny plik"],
    ["partly", "Częściowo przyjęty: 19 912 wierszy z 20 000", "Wgraj poprawiony plik"],
    ["refused", "Odrzucony: żaden wiersz nie nadawał się do użycia", "Wgraj poprawiony plik"],
    ["stopped", "Przerwany: przyjęto 400 wierszy", "Wgraj plik ponownie"],
    ["failed", "Nieudany: niczego nie przyjęto", "Wgraj plik ponownie"],
  ] as const;

  test.each(endings)("of one that %s says so and what to do", async (ending, title, next) => {
    await renderApp(routes, sampleApi(), { path: `/imports/${IMPORT_IDS[ending]}` });
    const result = await screen.findByRole("heading", { level: 2, name: /^(Zako|Cz|Odrz|Przerw|Nieud)/ });
    expect(text(result)).toBe(title);
    await expectAccessible();
    await userEvent.click(button(next));
    await heading("Nowy import");
  });

  test("leads to the contacts of its database, whoever was looked for last", async () => {
    keepSearch("contacts", "nikt@kwiaty.example");
    const router = await renderApp(routes, sampleApi(), { path: `/imports/${IMPORT_IDS.finished}` });
    await userEvent.click(await screen.findByRole("link", { name: "Zobacz kontakty" }));
    await heading("Kontakty");
    expect(router.state.location.search).toMatch(/^\?uid=\d{3}$/);
    expect(searchText("contacts")).toBe("");
  });

  test("hands out the refused rows", async () => {
    const asked: unknown[] = [];
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => "blob:";
    const download = (_: unknown, message: unknown): Promise<DownloadedFile> => {
      asked.push(message);
      if (asked.length === 1) return Promise.reject(refusal(503));
      return Promise.resolve({ name: "odrzucone.csv", blob: new Blob(["x"]) });
    };
    await renderApp(routes, sampleApi(undefined, download), { path: `/imports/${IMPORT_IDS.refused}` });
    await userEvent.click(await screen.findByRole("button", { name: "Pobierz odrzucone" }));
    expect(await screen.findByText("Nie udało się pobrać odrzuconych wierszy")).toBeInTheDocument();
    await userEvent.click(button("Pobierz odrzucone"));
    await waitFor(() => expect(saved).toEqual(["odrzucone.csv"]));
    expect(asked).toEqual(Array(2).fill({ id: IMPORT_IDS.refused, delimiter: ";", language: "pl" }));
  });
});

describe("databases", () => {
  test("are listed with their uids and what is in them", async () => {
    await renderApp(routes, sampleApi(), { path: "/contacts/databases" });
    await heading("Bazy");
    const row = screen.getByRole("row", { name: /^Baza 007/ });
    expect(text(row)).toBe("Baza 007własna00720 000302/11/2026 12:05Wgraj plikZmień nazwę");
    const written = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, "clipboard", { value: { writeText: written }, configurable: true });
    await userEvent.click(button("Kopiuj UID 042"));
    expect(written).toHaveBeenCalledWith("042");
    expect(await screen.findByText("Skopiowano")).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("link", { name: "Wgraj kontakty do bazy 042" }));
    expect(await screen.findByLabelText("Baza")).toHaveValue("042");
  });

  test("can be added; a uid that is taken or none says so", async () => {
    const made: { uid: string; name: string }[] = [];
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        listDatabases: () => ({ items: [...made, { uid: "100", own: true, name: "Newsletter" }, { uid: "001" }] }),
        createDatabase: ({ uid, name }, { requestHeader }) => {
          expect(requestHeader.get("idempotency-key")).toMatch(/^[!-~]{1,255}$/);
          if (uid === "001") throw refusal(409, "DATABASE_EXISTS");
          made.push({ uid, name });
          return { uid };
        },
        renameDatabase: ({ uid, name }) => {
          const of = made.findIndex((one) => one.uid === uid);
          made[of] = { uid, name };
          return { uid, name };
        },
      }),
    );
    await renderApp(routes, api, { path: "/contacts/databases", language: "en" });
    await userEvent.click(await screen.findByRole("button", { name: "New database" }));
    const field = screen.getByLabelText("UID");
    expect(field).toHaveValue("002");
    await expectAccessible();
    const enter = async (uid: string): Promise<void> => {
      await userEvent.clear(field);
      await userEvent.type(field, uid);
      await userEvent.click(screen.getByRole("button", { name: "Add database" }));
    };
    await enter("1a");
    expect(screen.getByRole("alert")).toHaveTextContent("Enter 3 to 9 digits");
    await enter("001");
    expect(await screen.findByText(/already exists/)).toBeInTheDocument();
    const name = screen.getByLabelText("Name");
    expect(name).not.toBeRequired();
    await userEvent.type(name, " Shop Łódź");
    await enter("042");
    expect(await screen.findByRole("row", { name: /^Shop/ })).toBeInTheDocument();
    expect(screen.getByText("Database Shop Łódź added")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    const names = (): string[] => screen.getAllByRole("row").map((row) => text(row).slice(0, 10));
    expect(names()[1]).toMatch(/^Newsletter/);
    await userEvent.click(screen.getByRole("button", { name: "Rename database Shop Łódź" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "s{Enter}");
    expect(await screen.findByRole("row", { name: /^Shop Łódźs/ })).toBeInTheDocument();
  });

  test("that are as many as can be offer no other", async () => {
    const items = Array.from({ length: 100 }, (_, at) => ({ uid: String(at + 1).padStart(3, "0") }));
    const api = sampleApi((router) => router.service(ContactsService, { listDatabases: () => ({ items }) }));
    await renderApp(routes, api, { path: "/contacts/databases" });
    expect(await screen.findByText(/^Konto ma już 100 baz/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Nowa baza" })).not.toBeInTheDocument();
  });
});
