import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Download } from "../../api/files";
import { DataProtectionService } from "../../gen/puls/contacts/v1/data_protection_service_pb";
import { keepSearch } from "../../stores/search-store";
import { expectAccessible, renderApp } from "../../test/render-app";
import { refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const ANNA = "anna@kwiaty.example";

beforeEach(() => {
  keepSearch("person", undefined);
  URL.createObjectURL = vi.fn(() => "blob:x");
});

/** Records the downloads. */
function downloads() {
  const asked: object[] = [];
  const download = ((method: { name: string }, message: object) => {
    asked.push({ method: method.name, ...message });
    return Promise.resolve({ name: "plik.csv", blob: new Blob(["x"]) });
  }) as unknown as Download;
  return { asked, download };
}

describe("the event log", () => {
  test("shows the user, the act and the number of addresses of each entry", async () => {
    await renderApp(routes, sampleApi(), { path: "/event-log" });
    await heading("Rejestr zdarzeń");
    await expectAccessible();
    const [, download, unsubscribe] = screen.getAllByRole("row");
    const cells = (of: HTMLElement) =>
      within(of)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent.replaceAll(/\s/g, " "));
    expect(within(download!).getByRole("rowheader")).toHaveTextContent("02/11/2026 10:12");
    expect(cells(download!).slice(0, 5)).toEqual([
      "Pobranie CSVbaza 007",
      "Newsletter",
      "kasia@kwiaty.example",
      "14 653",
      "6 020",
    ]);
    expect(cells(unsubscribe!)[2]).toBe("automatycznie");
    expect(screen.getByText(/Pobranie adresów też zapisujemy/)).toBeInTheDocument();
  });

  test("finds the entries of some days", async () => {
    const asked: string[] = [];
    const api = sampleApi((router) =>
      router.service(DataProtectionService, {
        listEntries: ({ start, end }) => {
          asked.push(`${start} ${end}`);
          return start === "" ? { items: [{ id: "1", kind: "ERASURE" }], total: 1 } : {};
        },
      }),
    );
    const router = await renderApp(routes, api, { path: "/event-log?start=2026-11-01&end=2026-11-02" });
    expect(await screen.findByRole("heading", { name: "Nie ma takich wpisów" })).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Pokaż wszystkie" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    await userEvent.selectOptions(await screen.findByLabelText("Data"), "Poprzedni miesiąc");
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(asked.slice(0, 2)).toEqual(["2026-11-01 2026-11-02", " "]);
    expect(asked[2]).toMatch(/^\d{4}-\d{2}-01 \d{4}-\d{2}-\d{2}$/);
  });

  test("keeps kind and page in the address", async () => {
    const asked: object[] = [];
    const api = sampleApi((router) =>
      router.service(DataProtectionService, {
        listEntries: ({ kind, page, pageSize }) => {
          asked.push({ kind, page });
          const items = Array.from({ length: page === 1 ? pageSize : 5 }, (_, at) => ({
            id: `${page}-${at}`,
            kind: "ERASURE",
          }));
          return { items: kind === "HAND_OUT" ? [] : items, total: kind === "HAND_OUT" ? 0 : 25 };
        },
      }),
    );
    const router = await renderApp(routes, api, { path: "/event-log?page=7" });
    await heading("Rejestr zdarzeń");
    expect(screen.getByText(/Wyświetlono 21 - 25 z\s25/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Poprzednia strona" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    await userEvent.selectOptions(screen.getByLabelText("Zdarzenie"), "Wydanie danych osoby");
    expect(await screen.findByRole("heading", { name: "Nie ma takich wpisów" })).toBeInTheDocument();
    expect(router.state.location.search).toBe("?kind=HAND_OUT");
    await userEvent.click(screen.getByRole("button", { name: "Pokaż wszystkie" }));
    expect(await screen.findByText(/Wyświetlono 1 - 20 z\s25/)).toBeInTheDocument();
    expect(asked).toEqual([
      { kind: "", page: 7 },
      { kind: "", page: 2 },
      { kind: "", page: 1 },
      { kind: "HAND_OUT", page: 1 },
      { kind: "", page: 1 },
    ]);
  });

  test("gives an entry and its addresses as files; the latter is read again, for it is an entry", async () => {
    const { asked, download } = downloads();
    let listed = 0;
    const api = sampleApi((router) => {
      router.service(DataProtectionService, {
        listEntries: () => {
          listed++;
          return { items: [{ id: "e1", kind: "ERASURE", occurredAt: { seconds: 1_790_000_000n } }], total: 1 };
        },
      });
    }, download);
    await renderApp(routes, api, { path: "/event-log" });
    await heading("Rejestr zdarzeń");
    const choose = async (item: string): Promise<void> => {
      await userEvent.click(screen.getByRole("button", { name: /^Pobierz: Usunięcie danych na zawsze, / }));
      await userEvent.click(screen.getByRole("menuitem", { name: item }));
    };
    await choose("Pobierz listę");
    expect(await screen.findByText("Pobrano plik.csv")).toBeInTheDocument();
    expect(listed).toBe(1);
    await choose("Pobierz adresy");
    expect(await screen.findByText(/Pobrano plik\.csv i\sdodano wpis/)).toBeInTheDocument();
    await waitFor(() => expect(listed).toBe(2));
    expect(asked).toEqual([
      { method: "DownloadEntry", id: "e1", delimiter: ";" },
      { method: "DownloadAddresses", id: "e1", delimiter: ";" },
    ]);
  });

  test("is empty before anything was done", async () => {
    const api = sampleApi((router) => router.service(DataProtectionService, { listEntries: () => ({}) }));
    await renderApp(routes, api, { path: "/event-log", language: "en" });
    expect(await screen.findByRole("heading", { name: "No entries yet" })).toBeInTheDocument();
    expect(screen.queryByLabelText("Event")).not.toBeInTheDocument();
  });

  test("can be asked for again", async () => {
    const api = sampleApi((router) =>
      router.service(DataProtectionService, {
        listEntries: () => {
          throw refusal(503);
        },
      }),
    );
    await renderApp(routes, api, { path: "/event-log" });
    await heading("Nie udało się wczytać tej strony");
    expect(screen.getByRole("button", { name: "Spróbuj ponownie" })).toBeInTheDocument();
  });
});

describe("a person's data", () => {
  const find = async (address: string): Promise<void> => {
    const field = await screen.findByRole("searchbox");
    await userEvent.clear(field);
    await userEvent.type(field, `${address}{Enter}`);
  };

  test("is found by a whole address, which stands in no URL and no title", async () => {
    const { asked, download } = downloads();
    const router = await renderApp(routes, sampleApi(undefined, download), { path: "/event-log/person" });
    await heading("Dane osoby");
    await expectAccessible();
    await find(` ${ANNA} `);
    const link = await screen.findByRole("link", { name: ANNA });
    expect(link).toHaveAttribute("href", "/contacts/007/12");
    expect(router.state.location).toMatchObject({ pathname: "/event-log/person", search: "", state: null });
    expect(document.title).toBe("Dane osoby – Puls");
    const stored = [localStorage, sessionStorage].flatMap((storage) => Object.values(storage) as string[]);
    expect(stored.join()).not.toContain("anna");
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Pobierz dane (ZIP)" }));
    expect(await screen.findByText(/Wydanie danych jest w\srejestrze/)).toBeInTheDocument();
    expect(asked).toEqual([{ method: "ExportPerson", address: ANNA }]);
  });

  test("is erased once its address was typed; the receipt names no address", async () => {
    let held = true;
    const keys: (string | null)[] = [];
    const api = sampleApi((router) =>
      router.service(DataProtectionService, {
        findPerson: () => ({
          items: held ? [{ uid: "007", number: 12, email: ANNA, gsm: "+48501002003" }] : [],
          erased: !held,
        }),
        erasePerson: ({ address }, { requestHeader }) => {
          keys.push(requestHeader.get("idempotency-key"));
          expect(address).toBe(ANNA);
          if (keys.length === 1) throw refusal(503);
          held = false;
          return { id: "entry-1", items: [{ uid: "007", number: 12 }] };
        },
      }),
    );
    await renderApp(routes, api, { path: "/event-log/person" });
    await find(ANNA);
    await userEvent.click(await screen.findByRole("button", { name: "Usuń dane…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Usuń dane na zawsze" }));
    expect(dialog.getByText(/^Usuniemy anna@kwiaty\.example z\sbazy 007, grup, cech i\szgód\./)).toBeInTheDocument();
    expect(
      dialog.getByText(/pozostałe adresy i\sidentyfikatory zewnętrzne tych kontaktów: \+48501002003/),
    ).toBeInTheDocument();
    await expectAccessible();
    const field = dialog.getByRole("textbox", { name: "Wpisz adres, aby potwierdzić" });
    await userEvent.type(field, "anna{Enter}");
    expect(dialog.getByRole("alert")).toHaveTextContent("To nie ten adres");
    expect(keys).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, "Anna@kwiaty.example{Enter}");
    expect(await dialog.findByRole("alert")).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Usuń na zawsze" }));
    expect(await screen.findByRole("heading", { name: "Usunięto dane na zawsze" })).toBeInTheDocument();
    expect(keys[0]).toBe(keys[1]);
    expect(screen.getByText("entry-1")).toBeInTheDocument();
    expect(screen.getByRole("main")).not.toHaveTextContent("anna");
    expect(screen.getByRole("button", { name: "Przejdź do rejestru" })).toHaveFocus();
    await expectAccessible();
    await find(ANNA);
    expect(await screen.findByRole("heading", { name: "Dane tego adresu usunięto już na zawsze" })).toBeInTheDocument();
  });

  test("is reported as not held for an unknown address", async () => {
    await renderApp(routes, sampleApi(), { path: "/event-log/person", language: "en" });
    await userEvent.click(await screen.findByRole("button", { name: "Check" }));
    expect(screen.getByRole("alert")).toBeInTheDocument();
    await find("nobody@kwiaty.example");
    expect(await screen.findByRole("heading", { name: "We don’t hold this address" })).toBeInTheDocument();
    await find("ewa@kwiaty.example");
    expect(
      await screen.findByRole("heading", { name: "This address has already been erased permanently" }),
    ).toBeInTheDocument();
  });

  test("that could not be looked for can be tried again", async () => {
    let away = true;
    const api = sampleApi((router) =>
      router.service(DataProtectionService, {
        findPerson: () => {
          if (away) throw refusal(503);
          return {};
        },
      }),
    );
    await renderApp(routes, api, { path: "/event-log/person" });
    await find(ANNA);
    const again = await screen.findByRole("button", { name: "Spróbuj ponownie" });
    away = false;
    await userEvent.click(again);
    expect(await screen.findByRole("heading", { name: "Nie mamy tego adresu" })).toBeInTheDocument();
  });
});
