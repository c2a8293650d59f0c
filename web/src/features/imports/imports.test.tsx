import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Api } from "../../api/api";
import type { ImportUpload } from "../../api/upload";
import { ContactsService } from "../../gen/puls/contacts/v1/contacts_service_pb";
import {
  ImportSchema,
  ImportService,
  InspectionSchema,
  type ReadOptions,
} from "../../gen/puls/contacts/v1/import_service_pb";
import { IMPORT_IDS, IMPORTS, INSPECTION } from "../../test/sample-imports";
import { expectAccessible, renderApp } from "../../test/render-app";
import { refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

afterEach(() => vi.useRealTimers());

const heading = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name });
const imported = (change: JsonObject) => fromJson(ImportSchema, { ...IMPORTS[0], ...change });

describe("the list of imports", () => {
  test("says of each file what became of it", async () => {
    await renderApp(routes, sampleApi(), { path: "/imports" });
    await heading("Importy");
    const states = screen.getAllByRole("row").slice(1);
    expect(states.map((row) => within(row).getAllByRole("cell")[0]?.textContent)).toEqual([
      "Szkic",
      expect.stringMatching(/^W\stoku64\s?%$/),
      "Zakończony",
      "Częściowo przyjęty",
      "Odrzucony",
      "Przerwany",
      "Nieudany",
    ]);
    expect(screen.getByRole("link", { name: "Plik: Kontakty" })).toHaveAttribute(
      "href",
      `/imports/${IMPORT_IDS.failed}`,
    );
    expect(screen.getByRole("progressbar", { name: "wysylki.ndjson.gz: odczytano" })).toHaveAttribute(
      "aria-valuenow",
      "64",
    );
    await expectAccessible();
  });

  test("is the last page for one beyond it", async () => {
    const pages: number[] = [];
    const listImports = ({ page }: { readonly page: number }) => {
      pages.push(page);
      return { items: page === 1 ? [imported({ state: "finished" })] : [], total: 1 };
    };
    await renderApp(
      routes,
      sampleApi((router) => router.service(ImportService, { listImports })),
      { path: "/imports?page=7" },
    );
    expect(await screen.findAllByRole("row")).toHaveLength(2);
    expect(pages).toEqual([7, 1]);
  });

  test("names the database of a file, unless its rows name theirs", async () => {
    const [byFile, own] = [{ mapping: ["uid", "email"] }, { mapping: ["email"] }];
    const items = [imported({ id: "1", options: byFile }), imported({ id: "2", options: own })];
    await renderApp(
      routes,
      sampleApi((router) => router.service(ImportService, { listImports: () => ({ items, total: 2 }) })),
      { path: "/imports" },
    );
    await heading("Importy");
    const files = screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
    expect(files).toEqual([
      expect.stringMatching(/Kontakty · bazy według pliku$/),
      expect.stringMatching(/Kontakty · Baza\s007$/),
    ]);
  });

  test("follows what runs, and keeps what it shows while nobody answers", async () => {
    let asked = 0;
    const api = sampleApi((router) =>
      router.service(ImportService, {
        listImports: () => {
          asked++;
          if (asked === 2) throw refusal(503);
          const item =
            asked < 3 ? { state: "running", percent: 40, kept: 0 } : { state: "done", percent: 100, kept: 5 };
          return { items: [imported(item)], total: 1 };
        },
      }),
    );
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderApp(routes, api, { path: "/imports", language: "en" });
    expect(await screen.findByText("Running")).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(asked).toBe(2);
    expect(screen.getByText("Running")).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(await screen.findByText("Finished")).toBeInTheDocument();
    expect(asked).toBe(3);
  });

  test("without any leads to the first", async () => {
    const api = sampleApi((router) => router.service(ImportService, { listImports: () => ({}) }));
    const router = await renderApp(routes, api, { path: "/imports" });
    expect(await screen.findByText("Nie ma jeszcze importów")).toBeInTheDocument();
    expect(button("Pobierz wzór: Kontakty")).toBeInTheDocument();
    await userEvent.click(button("Wgraj plik"));
    await heading("Nowy import");
    expect(router.state.location.search).toBe("?kind=contacts");
  });

  test("that cannot be loaded can be tried again", async () => {
    const api = sampleApi((router) =>
      router.service(ImportService, {
        listImports: () => {
          throw refusal(503);
        },
      }),
    );
    await renderApp(routes, api, { path: "/imports" });
    expect(await screen.findByRole("button", { name: "Spróbuj ponownie" })).toBeInTheDocument();
  });
});

/** An upload that the test completes. */
function heldUpload() {
  const sent: ImportUpload[] = [];
  let finish: (id: string) => void = () => undefined;
  let fail: (thrown: unknown) => void = () => undefined;
  let progress: (bytes: number) => void = () => undefined;
  const upload: Api["upload"] = (file, { signal, onProgress } = {}) => {
    sent.push(file);
    progress = (bytes) => onProgress?.(bytes, undefined);
    return new Promise((resolve, reject) => {
      finish = (id) => resolve({ id });
      fail = reject;
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  };
  return {
    api: { ...sampleApi(), upload },
    sent,
    finish: (id: string) => finish(id),
    fail: (thrown: unknown) => fail(thrown),
    progress: (bytes: number) => progress(bytes),
  };
}

const CSV = new File(["a;b\n".repeat(250)], "klienci.csv", { type: "text/csv" });

describe("sending a file", () => {
  test("shows how far it is and leads to its columns", async () => {
    const held = heldUpload();
    await renderApp(routes, held.api, { path: "/imports/new?kind=engagement" });
    await heading("Nowy import");
    expect(screen.getByRole("radio", { name: /^Wysyłki i\sreakcje/ })).toBeChecked();
    await expectAccessible();
    await userEvent.click(screen.getByRole("radio", { name: /^Kontakty/ }));
    await userEvent.selectOptions(screen.getByLabelText("Baza"), "042");
    await userEvent.click(button("Wgraj"));
    expect(screen.getByRole("alert")).toHaveTextContent("Wybierz plik");
    await userEvent.upload(screen.getByLabelText(/^Upuść tu plik albo wybierz/), CSV);
    expect(screen.getByText(/^klienci\.csv, 1/)).toBeInTheDocument();
    await userEvent.click(button("Wgraj"));
    held.progress(500);
    await waitFor(() => expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50"));
    expect(screen.getByLabelText(/^Upuść tu inny/)).toBeDisabled();
    await expectAccessible();
    held.finish(IMPORT_IDS.draft);
    await heading("klienci listopad.csv");
    expect(held.sent).toMatchObject([{ kind: "contacts", uid: "042", fileName: "klienci.csv", file: CSV }]);
  });

  test("that fails keeps the file and is the same order the second time, another one with another kind", async () => {
    const held = heldUpload();
    await renderApp(routes, held.api, { path: "/imports/new", language: "en" });
    await userEvent.upload(await screen.findByLabelText("Drop a file here or choose one"), CSV);
    await userEvent.click(button("Upload"));
    held.fail(refusal(503));
    expect(await screen.findByText(/It is still chosen/)).toBeInTheDocument();
    await userEvent.click(button("Upload again"));
    held.fail(refusal(503));
    await screen.findByText(/It is still chosen/);
    await userEvent.click(screen.getByRole("radio", { name: /^Unsubscribes/ }));
    await userEvent.click(button("Upload again"));
    const [first, second, third] = held.sent.map(({ idempotencyKey }) => idempotencyKey);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test("can be stopped, and leaving asks first", async () => {
    const held = heldUpload();
    await renderApp(routes, held.api, { path: "/imports/new" });
    await userEvent.upload(await screen.findByLabelText(/^Upuść tu plik/), CSV);
    await userEvent.click(button("Wgraj"));
    await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "Importy" }));
    const dialog = await screen.findByRole("dialog", { name: "Wyjść i\u00a0przerwać wgrywanie?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Zostań" }));
    await userEvent.click(button("Anuluj"));
    expect(await screen.findByText("Przerwano wgrywanie. Nic nie zapisano.")).toBeInTheDocument();
    expect(screen.getByText(/^klienci\.csv/)).toBeInTheDocument();
  });

  test("does not begin with one that would be refused as it is", async () => {
    const held = heldUpload();
    await renderApp(routes, held.api, { path: "/imports/new" });
    const field = await screen.findByLabelText(/^Upuść tu plik/);
    await userEvent.upload(field, new File([], "pusty.csv"));
    expect(await screen.findByText("Plik jest pusty")).toBeInTheDocument();
    const large = new File(["x"], "duzy.csv");
    Object.defineProperty(large, "size", { value: 2 ** 31 + 1 });
    await userEvent.upload(field, large);
    expect(await screen.findByText("Plik jest większy niż 2 GB")).toBeInTheDocument();
    expect(button("Wgraj")).toBeDisabled();
    expect(held.sent).toEqual([]);
  });

  test("of mended rows names the file that they are of", async () => {
    const held = heldUpload();
    await renderApp(routes, held.api, { path: `/imports/new?mended=${IMPORT_IDS.stopped}` });
    expect(await screen.findByText(/^Poprawione wiersze z\spliku „wypisani\.csv”$/)).toBeInTheDocument();
    expect(screen.getByRole("radio", { name: /^Wypisania/ })).toBeChecked();
    expect(screen.getByRole("radio", { name: /^Kontakty/ })).toBeDisabled();
  });
});

describe("a draft", () => {
  test("shows its columns and first rows, and what was learned", async () => {
    await renderApp(routes, sampleApi(), { path: `/imports/${IMPORT_IDS.draft}` });
    await heading("klienci listopad.csv");
    expect(screen.getByLabelText("Kodowanie")).toHaveValue("windows-1250");
    expect(screen.getByLabelText("Separator")).toHaveValue(";");
    expect(screen.getByLabelText("Kolumna „adres mailowy” to")).toHaveValue("email");
    expect(screen.getByLabelText("Kolumna „miasto” to")).toHaveDisplayValue("Pominięta");
    expect(screen.getByText("Kolumny jak 02/11/2026")).toBeInTheDocument();
    expect(screen.getByText(/^Arkusz zaokrąglił długie numery, pierwszy w\sB3\./)).toBeInTheDocument();
    const row = screen.getByRole("row", { name: /ola@/ });
    expect(row).toHaveTextContent("To nie jest adres e-mail");
    expect(screen.getByText(/^Do importu: 3 z\s4 kolumn$/)).toBeInTheDocument();
    await expectAccessible();
  });

  test("is asked again for every choice, and two columns of one field stop it", async () => {
    const asked: (ReadOptions | undefined)[] = [];
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => ({ import: imported({}) }),
        inspectImport: ({ options }) => {
          asked.push(options);
          return { inspection: fromJson(InspectionSchema, INSPECTION) };
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.draft}` });
    await userEvent.selectOptions(await screen.findByLabelText("Kolumna „miasto” to"), "property:Miasto");
    await waitFor(() => expect(asked.at(-1)?.mapping).toEqual(["email", "gsm", "email_consent", "property:Miasto"]));
    await userEvent.selectOptions(screen.getByLabelText("Kolumna „telefon” to"), "email");
    expect(screen.getByText(/^To pole ma już inna kolumna/)).toBeInTheDocument();
    expect(button("Sprawdź plik")).toBeDisabled();
    expect(asked).toHaveLength(2);
    await userEvent.selectOptions(screen.getByLabelText("Kodowanie"), "utf-8");
    // Another encoding may give other columns, so the mapping is empty.
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ encoding: "utf-8", mapping: [] }));
    await userEvent.selectOptions(screen.getByLabelText("Kolumna „adres mailowy” to"), "");
    await userEvent.selectOptions(screen.getByLabelText("Kolumna „telefon” to"), "");
    expect(screen.getByText(/^Wskaż kolumnę, po której poznamy osobę/)).toBeInTheDocument();
    expect(button("Sprawdź plik")).toBeDisabled();
  });

  test("asks what values mean that nobody knows, and keeps the answers", async () => {
    const asked: unknown[] = [];
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => ({ import: imported({}) }),
        inspectImport: ({ options }) => {
          const answer = options?.values["zgoda e-mail"] ?? {};
          asked.push(answer);
          const columns = (INSPECTION["columns"] as JsonObject[]).map((column) => ({
            ...column,
            values: ((column["values"] ?? []) as { value: string; meaning: string }[]).map((one) => ({
              ...one,
              meaning: (answer[one.value] as string | undefined) ?? one.meaning,
            })),
          }));
          return { inspection: fromJson(InspectionSchema, { ...INSPECTION, columns, whole: false }) };
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.draft}` });
    const unknown = await screen.findByLabelText("„?” znaczy");
    expect(unknown).toHaveValue("");
    expect(screen.getByLabelText("„TAK” znaczy")).toHaveDisplayValue("zgoda");
    expect(screen.getByLabelText("„(puste)” znaczy")).toHaveDisplayValue("bez zmian");
    expect(within(screen.getByLabelText("„(puste)” znaczy")).queryByRole("option", { name: "zgoda" })).toBeNull();
    expect(screen.getByText("1 wartość nie ma przypisanego znaczenia: te wiersze pominiemy")).toBeInTheDocument();
    expect(screen.getByText(/^Policzone w\spierwszych 1\s?200 wierszach/)).toBeInTheDocument();
    await expectAccessible();
    await userEvent.selectOptions(unknown, "brak zgody");
    await waitFor(() => expect(screen.getByLabelText("„?” znaczy")).toHaveDisplayValue("brak zgody"));
    expect(asked).toEqual([{}, { "?": "no" }]);
    expect(screen.queryByText(/przypisanego znaczenia/)).not.toBeInTheDocument();
  });

  test("makes a feature of a column in place", async () => {
    const made: string[] = [];
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        listDatabases: () => ({ items: [{ uid: "007", own: true }] }),
        addProperty: ({ uid, name, type }) => {
          made.push(`${uid} ${name} ${type}`);
          return { id: 9 };
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.draft}` });
    await userEvent.selectOptions(await screen.findByLabelText("Kolumna „miasto” to"), "+");
    const dialog = screen.getByRole("dialog", { name: "Nowa cecha z\u00a0kolumny „miasto”" });
    await userEvent.clear(within(dialog).getByRole("textbox"));
    await userEvent.type(within(dialog).getByRole("textbox"), "Miejscowość");
    await userEvent.click(within(dialog).getByRole("button", { name: "Dodaj cechę" }));
    await waitFor(() => expect(screen.getByLabelText("Kolumna „miasto” to")).toHaveValue("property:Miejscowość"));
    expect(made).toEqual(["007 Miejscowość Text"]);
  });

  test("survives a reload with what was chosen", async () => {
    await renderApp(routes, sampleApi(), { path: `/imports/${IMPORT_IDS.draft}` });
    await userEvent.selectOptions(await screen.findByLabelText("Kolumna „miasto” to"), "groups");
    await waitFor(() => expect(sessionStorage.getItem(`puls.import.${IMPORT_IDS.draft}`)).toContain("groups"));
    document.body.replaceChildren();
    await renderApp(routes, sampleApi(), { path: `/imports/${IMPORT_IDS.draft}` });
    expect(await screen.findByLabelText("Kolumna „miasto” to")).toHaveValue("groups");
  });

  test("whose file cannot be read so says why, and lets the reading be changed", async () => {
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => ({ import: imported({}) }),
        inspectImport: ({ options }) => {
          if (options?.encoding !== "windows-1250") throw refusal(400, "IMPORT_ENCODING_UNKNOWN");
          return { inspection: fromJson(InspectionSchema, INSPECTION) };
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.draft}` });
    expect(await screen.findByText(/Nie udało się rozpoznać kodowania/)).toBeInTheDocument();
    expect(button("Sprawdź plik")).toBeDisabled();
    await userEvent.selectOptions(screen.getByLabelText("Kodowanie"), "windows-1250");
    expect(await screen.findByLabelText("Kolumna „telefon” to")).toHaveValue("gsm");
    expect(screen.queryByText(/Nie udało się rozpoznać kodowania/)).not.toBeInTheDocument();
  });

  test("can be thrown away", async () => {
    await renderApp(routes, sampleApi(), { path: `/imports/${IMPORT_IDS.draft}` });
    await userEvent.click(await screen.findByRole("button", { name: "Usuń szkic" }));
    const dialog = screen.getByRole("dialog", { name: "Usunąć szkic importu „klienci listopad.csv”?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Usuń szkic" }));
    await heading("Importy");
  });

  test("that is gone says so", async () => {
    await renderApp(routes, sampleApi(), { path: "/imports/0197f1a2-7e10-7a11-b0aa-0000000000ff" });
    await heading("Nie ma takiego importu");
    await userEvent.click(button("Wszystkie importy"));
    await heading("Importy");
  });
});
