import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import {
  ContactsService,
  type AddGroupMembersRequest,
  type RemoveGroupMembersRequest,
  type SearchContactsRequest,
} from "../../gen/puls/contacts/v1/contacts_service_pb";
import { ScoringService } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { ExplanationService } from "../../gen/puls/scoringengine/v1/explanation_service_pb";
import { OTHER_ID } from "../../test/sample-data";
import { people } from "../../test/sample-people";
import { keepSearch } from "../../stores/search-store";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const ANNA = "/contacts/007/12";

describe("finding a contact", () => {
  beforeEach(() => sessionStorage.clear());

  test("opens the only one, and the address never stands in the URL", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/contacts" });
    await heading("Kontakty");
    await expectAccessible();
    await userEvent.type(screen.getByRole("searchbox"), "Anna@kwiaty.example{Enter}");
    await heading("anna@kwiaty.example");
    expect(router.state.location).toMatchObject({ pathname: ANNA, search: "" });
    expect(JSON.stringify(router.state.location)).not.toContain("anna");
    expect(document.title).toBe("Kontakt 007/12 – Puls");
    await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "Kontakty" }));
    await heading("Kontakty");
    expect(screen.getByRole("searchbox")).toHaveValue("Anna@kwiaty.example");
    expect(screen.getByRole("link", { name: "anna@kwiaty.example" })).toHaveAttribute(
      "href",
      `${ANNA}?scoring=${ID}&channel=mailing`,
    );
  });

  test("lists several, reports an empty result, and can be tried again", async () => {
    let away = false;
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        searchContacts: (request) => {
          if (away) throw refusal(503);
          return people.searchContacts(request);
        },
      }),
    );
    await renderApp(routes, api, { path: "/contacts", language: "en" });
    await heading("Contacts");
    const field = screen.getByRole("searchbox");
    await userEvent.clear(field);
    await userEvent.type(field, "an{Enter}");
    expect(await screen.findByRole("link", { name: "antoni@kwiaty.example" })).toBeInTheDocument();
    expect(screen.getByText("Displayed 1 - 2 of 2 results")).toBeInTheDocument();
    await expectAccessible();
    await userEvent.type(field, "x{Enter}");
    expect(await screen.findByRole("heading", { name: "There is no such contact" })).toBeInTheDocument();
    away = true;
    await userEvent.type(field, "{Enter}");
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    away = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "There is no such contact" })).toBeInTheDocument();
  });
});

describe("a person", () => {
  test("is shown with every digit of why", async () => {
    const router = await renderApp(routes, sampleApi(), { path: ANNA });
    await heading("anna@kwiaty.example");
    for (const mark of ["Baza 007", "E-mail ✓ zgoda", "SMS ✕ brak zgody", "Telefon zablokowany", "VIP", "Kraków"]) {
      expect(screen.getByText(mark)).toBeInTheDocument();
    }
    expect(screen.getAllByText("01/03/2026 10:30")[0]).toBeInTheDocument();
    const receipt = await screen.findByRole("table", { name: "Skąd ta ocena" });
    const cells = (name: string) =>
      within(within(receipt).getByRole("row", { name: new RegExp(`^${name}`) }))
        .getAllByRole("cell")
        .map(({ textContent }) => textContent.replaceAll(/\s/g, " "));
    expect(cells("Otwarcia")).toEqual(["7 z 8", "4/5 (1 203)", "45", "45,00"]);
    expect(cells("Kliknięcia")).toEqual(["2 z 7", "1/2 (24) mała próba", "30", "17,14"]);
    expect(cells("Razem")).toEqual(["87,14 → ocena 87"]);
    await expectAccessible();
    await userEvent.click(screen.getByRole("checkbox", { name: "pokaż ułamki" }));
    await waitFor(() =>
      expect(cells("Kliknięcia")).toEqual(["2 z 7", "1/2 (24) mała próba", "0,571428", "30", "17,142840"]),
    );
    expect(router.state.location.search).toBe("?exact=1");
    expect(cells("Razem")).toEqual(["87,142840 → ocena 87"]);
  });

  test("has a reason in words where it has no score", async () => {
    const router = await renderApp(routes, sampleApi(), { path: ANNA });
    await userEvent.click(await screen.findByRole("link", { name: "Wyliczenie z\u00a031/10/2026" }));
    expect(await screen.findByText(/^Brak oceny 31\/10\/2026: brak wysyłek w\sokresie analizy$/)).toBeInTheDocument();
    expect(screen.getByText("Wyślij coś albo wydłuż okres analizy.")).toBeInTheDocument();
    expect(router.state.location.search).toBe("?date=2026-10-31");
    await expectAccessible();
  });

  test("is told when data came after the calculation", async () => {
    const api = sampleApi((router) =>
      router.service(ExplanationService, {
        listContactScores: () => ({ items: [] }),
        getReceipt: () => ({ generatedDate: "2026-11-02", score: 70, points: 71_500_000, factsChanged: true }),
      }),
    );
    await renderApp(routes, api, { path: ANNA, language: "en" });
    expect(await screen.findByText(/is 70\. With today’s data it would be 72/)).toBeInTheDocument();
    expect(screen.getByText("No calculation of this scoring has covered this contact.")).toBeInTheDocument();
  });

  test("has browsers with scores of their own on websites", async () => {
    const scoring = {
      id: ID,
      name: "Sklep",
      status: 2,
      lastGeneratedAt: { seconds: 1n, nanos: 0 },
      config: { web: {} },
    };
    const api = sampleApi((router) => router.service(ScoringService, { listScorings: () => ({ items: [scoring] }) }));
    const router = await renderApp(routes, api, { path: ANNA });
    const browsers = await screen.findByRole("table", { name: "Przeglądarki tej osoby" });
    expect(within(browsers).getAllByRole("row")).toHaveLength(3);
    await expectAccessible();
    await userEvent.click(within(browsers).getByRole("link", { name: "v-77aa" }));
    await waitFor(() => expect(router.state.location.search).toBe("?visitor=9"));
    const row = await screen.findByRole("row", { name: /^Odsłony stron/ });
    expect(within(row).getAllByRole("cell")[0]).toHaveTextContent("6");
  });

  test("is shown without the parts that fail to load", async () => {
    let away = true;
    const api = sampleApi((router) =>
      router.service(ExplanationService, {
        listContactScores: () => ({ items: [{ generatedDate: "2026-11-02", score: 72 }] }),
        listContactMessages: () => ({}),
        getReceipt: () => {
          if (away) throw refusal(503);
          return { generatedDate: "2026-11-02", reason: "NOT_SCORED" };
        },
      }),
    );
    await renderApp(routes, api, { path: ANNA });
    expect(await screen.findByText("Nie udało się wczytać")).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: /02\/11\/2026/ })).toBeInTheDocument();
    away = false;
    await userEvent.click(screen.getByRole("button", { name: "Spróbuj ponownie" }));
    expect(await screen.findByText("Brak oceny 02/11/2026: to przeliczenie nie objęło kontaktu")).toBeInTheDocument();
  });

  test("that does not exist leads back to the search", async () => {
    await renderApp(routes, sampleApi(), { path: "/contacts/007/999" });
    await heading("Nie ma takiego kontaktu");
    await userEvent.click(screen.getByRole("button", { name: "Wróć do wyszukiwania" }));
    await heading("Kontakty");
  });
});

describe("contacts with their scores", () => {
  beforeEach(() => keepSearch("contacts", undefined));

  const row = (name: string): HTMLElement => screen.getByRole("row", { name: new RegExp(name) });
  const cells = (name: string): (string | null)[] =>
    within(row(name))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent.replaceAll(/\s/g, " "));
  /** One database. Searches with bands find 1,247 contacts, then one more each time; `asked` records them. */
  const oneDatabase = (asked: SearchContactsRequest[], sent: object[] = []) => {
    const change = ({ id, numbers, search }: AddGroupMembersRequest | RemoveGroupMembersRequest): number => {
      sent.push({ id, numbers, bands: search?.bands, generatedDate: search?.generatedDate });
      return search ? 1247 : numbers.length;
    };
    return sampleApi((router) =>
      router.service(ContactsService, {
        createGroup: () => ({ id: 90 }),
        addGroupMembers: (request) => ({ added: change(request) }),
        removeGroupMembers: (request) => ({ removed: change(request) }),
        listDatabases: () => ({ items: [{ uid: "007", contactCount: 20_000 }] }),
        listGroups: () => ({ uids: { "007": { items: [{ id: 3, name: "VIP", uid: "007" }] } } }),
        searchContacts: (request) => {
          if (!request.withActivity && request.bands.length > 0) asked.push(request);
          const total = request.bands.length > 0 ? 1246 + asked.length : 20_000;
          return { ...people.searchContacts(request), total };
        },
      }),
    );
  };

  test("name the newest result: score, change, last activity, or why there is no score", async () => {
    await renderApp(routes, sampleApi(), { path: "/contacts" });
    await heading("Kontakty");
    expect(screen.getByRole("combobox", { name: "Scoring" })).toHaveDisplayValue("Newsletter");
    expect(screen.getByRole("radio", { name: "E-mail" })).toBeChecked();
    expect(screen.getByText(/oceny z\s02\/11\/2026/)).toBeInTheDocument();
    expect(screen.getByRole("columnheader", { name: "Zmiana od 26/10" })).toBeInTheDocument();
    expect(await screen.findByText("klik")).toBeInTheDocument();
    expect(cells("anna")).toEqual([
      "",
      "007",
      "87Ocena 87 ze 100, przedział 81–100",
      "wzrost o 19",
      "01/11 klik",
      "E-mail zgoda✓",
      "Klub, Newsletter, VIP, +2",
    ]);
    expect(cells("antoni")).toEqual(["", "042", "Brak wysyłek w okresie analizy", "–brak", "E-mail zgoda✓", "–brak"]);
    await expectAccessible();
  });

  test("lead back from a contact to the same filters", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/contacts?band=4&consent=given" });
    await userEvent.click(await screen.findByRole("link", { name: "anna@kwiaty.example" }));
    await heading("anna@kwiaty.example");
    await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "Kontakty" }));
    await waitFor(() => expect(router.state.location.search).toBe("?band=4&consent=given"));
  });

  test("are limited and ordered by the address, which the controls write", async () => {
    const asked: SearchContactsRequest[] = [];
    const router = await renderApp(routes, oneDatabase(asked), {
      path: "/contacts?band=4&band=none&band=9&consent=given&active=30&scoringType=sms&sort=change",
    });
    await heading("Kontakty");
    expect(asked[0]).toMatchObject({
      scoringId: ID,
      scoringType: "sms",
      bands: [4],
      withoutScore: true,
      consent: "given",
      sort: "change",
    });
    expect(asked[0]?.activeSince).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(screen.getByText(/^1\s?247 z\s20\s000 kontaktów$/)).toBeInTheDocument();
    expect(screen.getByRole("columnheader", { name: "Zmiana od 26/10" })).toHaveAttribute("aria-sort", "ascending");
    await userEvent.click(screen.getByRole("button", { name: "Wyczyść filtry" }));
    await waitFor(() => expect(screen.queryByText("Wyczyść filtry")).not.toBeInTheDocument());
    expect(router.state.location.search).toBe("?scoringType=sms&sort=change");
    // The URL, and the contacts of the newest call.
    const shows = (search: string): Promise<void> =>
      waitFor(() => {
        expect(router.state.location.search).toBe(search);
        const count = `${1246 + asked.length}z20000kontaktów`;
        expect(screen.getByText((text) => text.replaceAll(/\s/g, "") === count)).toBeInTheDocument();
      });
    await userEvent.click(screen.getByRole("checkbox", { name: /61–80/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: /81–100/ }));
    await shows("?scoringType=sms&sort=change&band=3&band=4");
    await userEvent.click(screen.getByRole("checkbox", { name: /61–80/ }));
    await shows("?scoringType=sms&sort=change&band=4");
    await userEvent.selectOptions(screen.getByLabelText("Zgoda"), "brak zgody");
    await shows("?scoringType=sms&sort=change&band=4&consent=none");
    await userEvent.selectOptions(screen.getByLabelText("Ostatnio aktywny"), "7");
    await shows("?scoringType=sms&sort=change&band=4&consent=none&active=7");
    await userEvent.click(screen.getByRole("radio", { name: "E-mail" }));
    await shows("?sort=change&band=4&consent=none&active=7&scoringType=mailing");
    await userEvent.click(screen.getByRole("button", { name: "Ocena" }));
    await shows("?band=4&consent=none&active=7&scoringType=mailing");
    await userEvent.click(screen.getByRole("button", { name: "Ocena" }));
    await shows("?band=4&consent=none&active=7&scoringType=mailing&sort=score");
    expect(asked.at(-1)).toMatchObject({ scoringType: "mailing", bands: [4], consent: "none", sort: "score" });
    expect(screen.getByRole("columnheader", { name: "Ocena" })).toHaveAttribute("aria-sort", "ascending");
  });

  test("are selected all by condition, and go into a group and out of it again", async () => {
    const sent: object[] = [];
    await renderApp(routes, oneDatabase([], sent), { path: "/contacts?band=4" });
    await userEvent.click(await screen.findByRole("checkbox", { name: "Zaznacz wszystkie na stronie" }));
    expect(screen.getByText("Zaznaczono 1 kontakt")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /^Zaznacz wszystkie 1\s?247$/ }));
    expect(screen.getByText(/^Zaznaczono 1\s?247 kontaktów$/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Utwórz grupę" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Utwórz grupę" }));
    await userEvent.type(dialog.getByRole("combobox", { name: "Nazwa grupy" }), "Zaangażowani");
    expect(await dialog.findByText(/^Utworzymy nową grupę w\sbazie 007$/)).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(dialog.getByRole("button", { name: /^Dodaj 1\s?247 kontaktów$/ }));
    expect(await screen.findByText(/^Grupa „Zaangażowani”: dodano 1\s?247$/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Cofnij" }));
    expect(await screen.findByText(/^Grupa „Zaangażowani”: usunięto 1\s?247$/)).toBeInTheDocument();
    const all = { id: 90, numbers: [], bands: [4], generatedDate: "2026-11-02" };
    expect(sent).toEqual([all, all]);
  });

  test("come as a file, and into a new group, of one database", async () => {
    const asked: unknown[] = [];
    const api = sampleApi(undefined, (_, message) => {
      asked.push(message);
      return Promise.resolve({ name: "kontakty.csv", blob: new Blob() });
    });
    URL.createObjectURL = () => "blob:";
    URL.revokeObjectURL = () => undefined;
    await renderApp(routes, api, { path: "/contacts" });
    const chooseAll = async (): Promise<void> => {
      await userEvent.click(await screen.findByRole("checkbox", { name: "Zaznacz: anna@kwiaty.example" }));
      await userEvent.click(screen.getByRole("button", { name: "Pobierz" }));
      expect(await screen.findByText(/^Plik obejmuje wszystkie znalezione kontakty\./)).toBeInTheDocument();
      await userEvent.click(screen.getByRole("button", { name: "Zaznacz wszystkie 2" }));
    };
    await chooseAll();
    await userEvent.click(screen.getByRole("button", { name: "Utwórz grupę" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.selectOptions(dialog.getByLabelText("Baza"), "042");
    await userEvent.type(dialog.getByRole("combobox", { name: "Nazwa grupy" }), "Nowi");
    expect(
      await dialog.findByText(/Utworzymy nową grupę w\sbazie 042\. Obejmie tylko kontakty z\stej/),
    ).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Anuluj" }));
    await userEvent.click(screen.getByRole("button", { name: "Pobierz" }));
    expect(await screen.findByText(/^Plik obejmuje jedną bazę\./)).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText("Baza"), "042");
    await waitFor(() => expect(screen.queryByText(/^Zaznaczono/)).not.toBeInTheDocument());
    await screen.findByText("Wyczyść filtry");
    await chooseAll();
    await userEvent.click(screen.getByRole("button", { name: "Pobierz" }));
    expect(await screen.findByText("Pobrano plik kontakty.csv")).toBeInTheDocument();
    const search = { uid: "042", scoringId: ID, generatedDate: "2026-11-02" };
    expect(asked).toMatchObject([{ uid: "042", delimiter: ";", search }]);
  });

  test("are shown before their last activity, which may fail alone", async () => {
    const deferred = () => {
      let resolve = (): void => undefined;
      return { promise: new Promise<void>((done) => (resolve = done)), resolve: () => resolve() };
    };
    let waiting = deferred();
    let away = false;
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        searchContacts: async (request) => {
          if (request.withActivity) await waiting.promise;
          if (request.withActivity && away) throw refusal(503);
          return people.searchContacts(request);
        },
      }),
    );
    await renderApp(routes, api, { path: "/contacts" });
    await heading("Kontakty");
    expect(cells("anna")[4]).toBe("…");
    waiting.resolve();
    await waitFor(() => expect(cells("anna")[4]).toBe("01/11 klik"));
    waiting = deferred();
    away = true;
    await userEvent.click(screen.getByRole("button", { name: "Ocena" }));
    const head = screen.getByRole("columnheader", { name: "Ocena" });
    await waitFor(() => expect(head).toHaveAttribute("aria-sort", "ascending"));
    expect(cells("anna")[4]).toBe("…");
    waiting.resolve();
    await waitFor(() => expect(cells("anna")[4]).toBe("nie wczytano"));
  });

  test("are all shown again by one button when no contact matches", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/contacts?band=0", language: "en" });
    expect(await screen.findByRole("heading", { name: "Nothing matches" })).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await screen.findByRole("link", { name: "anna@kwiaty.example" })).toBeInTheDocument();
    expect(router.state.location.search).toBe("");
  });

  test("stand without scores while the scoring has no result; a result that was replaced is asked for again", async () => {
    let calls = 0;
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        searchContacts: (request) => {
          calls += 1;
          if (calls === 1) throw refusal(409, "REPORT_REPLACED");
          if (request.scoringId === OTHER_ID) throw refusal(404, "REPORT_NOT_FOUND");
          return people.searchContacts(request);
        },
      }),
    );
    const router = await renderApp(routes, api, { path: `/contacts?scoring=${OTHER_ID}&band=4` });
    expect(await screen.findByText(/^Ten scoring nie ma jeszcze wyniku\./)).toBeInTheDocument();
    expect(screen.getByRole("columnheader", { name: "Telefon" })).toBeInTheDocument();
    expect(screen.getByRole("combobox", { name: "Scoring" })).toHaveDisplayValue("bez wyniku");
    await expectAccessible();
    calls = 0;
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Scoring" }), "Newsletter");
    expect(await screen.findByText("klik")).toBeInTheDocument();
    expect(router.state.location.search).toBe(`?band=4&scoring=${ID}`);
  });

  test("are as before where no scoring has a result", async () => {
    const api = sampleApi((router) => router.service(ScoringService, { listScorings: () => ({ items: [] }) }));
    await renderApp(routes, api, { path: "/contacts?band=4&sort=change" });
    await heading("Kontakty");
    expect(screen.queryByRole("combobox", { name: "Scoring" })).not.toBeInTheDocument();
    expect(screen.queryByRole("columnheader", { name: "Ocena" })).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "anna@kwiaty.example" })).toHaveAttribute("href", ANNA);
  });
});
