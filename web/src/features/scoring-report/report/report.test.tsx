import { Code, ConnectError } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { ReportService } from "../../../gen/puls/reports/v1/report_service_pb";
import { ScoringService } from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { ID, refusal, sampleApi } from "../../../test/sample-api";
import { routes } from "../../../app/routes";

const DETAILS = `/reports/scoring/summary/${ID}/details`;
const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });

/** Files in jsdom have no `text`. */
const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });

describe("the report", () => {
  test("says how the average has changed in a week", async () => {
    const api = sampleApi((router) =>
      router.service(ReportService, {
        listGeneratedDates: () => ({ items: ["2026-11-02", "2026-11-01", "2026-10-26"] }),
        getPartitionSummary: ({ generatedDate }) => ({
          scoringType: "mailing",
          generatedDate: generatedDate === "" ? "2026-11-02" : generatedDate,
          emailCount: 100,
          avgScoring: generatedDate === "2026-10-26" ? 40 : 41.25,
        }),
        getExcludedReasonsSummary: () => ({}),
      }),
    );
    await renderApp(routes, api, { path: DETAILS });
    expect(await screen.findByText(/1,25 od\s26\/10$/)).toHaveTextContent("▲wzrost o 1,25 od 26/10");
  });

  test.each([
    [0, "To szkic: jeszcze nie jest przeliczany."],
    [1, "Scoring jest nieaktywny: nie przelicza się co noc i\u00a0nie można go przeliczyć teraz."],
  ])("of a scoring with status %i says why it cannot be calculated", async (status, why) => {
    const api = sampleApi((router) =>
      router.service(ScoringService, { getScoring: () => ({ scoring: { id: ID, name: "Newsletter", status } }) }),
    );
    await renderApp(routes, api, { path: DETAILS });
    expect(await screen.findByText(why, { normalizer: (text) => text })).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Więcej działań" }));
    expect(screen.getByRole("menuitem", { name: "Edytuj" })).toBeInTheDocument();
    expect(screen.queryByRole("menuitem", { name: "Przelicz ponownie" })).not.toBeInTheDocument();
  });

  test("shows bands, references in words and exclusions in their order", async () => {
    await renderApp(routes, sampleApi(), { path: DETAILS });
    await heading("Newsletter");
    expect(screen.getByText("48,25")).toBeInTheDocument();
    expect(screen.getByText("Poziom średni")).toBeInTheDocument();
    expect(screen.getByText(/^Okres analizy: 19\/10\/2026 – 01\/11\/2026/)).toBeInTheDocument();
    // Paper has no controls: the scoring, channel and day are below the title.
    expect(screen.getByText(/^E-mail · 02\/11\/2026/)).toHaveAttribute("data-paper");
    const bands = screen.getByRole("table", { name: "Rozkład ocen" });
    const names = within(bands).getAllByRole("rowheader");
    expect(names.map(({ textContent }) => textContent)).toEqual([
      "Bardzo wysokie",
      "Wysokie",
      "Średnie",
      "Niskie",
      "Bardzo niskie",
      "Razem",
    ]);
    expect(within(bands).getByRole("row", { name: "Średnie 41–60 450 45,00% 0 4" })).toBeInTheDocument();
    const addresses = within(bands)
      .getAllByRole("link")
      .map((link) => new URLSearchParams(link.getAttribute("href")?.split("?")[1]).get("band"));
    expect(addresses).toEqual(["4", "3", "2", "1", "0"]);
    const references = await screen.findByRole("table", { name: "Co daje pełne punkty" });
    const opens = within(references).getByRole("row", { name: /^Otwarcia/ });
    expect(opens).toHaveTextContent("45%87,50% – 7 na 8 doręczonych wiadomości");
    expect(within(references).getByRole("row", { name: /^Kliknięcia/ })).toHaveTextContent(/składnik daje 0/);
    await expectAccessible();
    await userEvent.click(screen.getByRole("link", { name: "Wykluczenia" }));
    const exclusions = await screen.findByRole("table", { name: "Wykluczenia" });
    expect(
      within(exclusions)
        .getAllByRole("rowheader")
        .map((cell) => (cell.querySelector("label") ?? cell).textContent),
    ).toEqual([
      "Brak adresu e-mail",
      "Brak zgody",
      "Poza wybranymi grupami lub w\u00a0grupie wykluczonej",
      "Brak wysyłek w\u00a0okresie analizy",
      "Razem",
    ]);
    await expectAccessible();
  });

  test("draws the numbers of its table, and the drawing can be taken away", async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = vi.fn((blob: Blob) => (saved.push(blob), "blob:x"));
    await renderApp(routes, sampleApi(), { path: DETAILS });
    const chart = await screen.findByRole("img", { name: /^Rozkład ocen/ });
    const numbers = (from: ParentNode, selector: string) =>
      [...from.querySelectorAll(selector)].map((text) => text.textContent);
    expect(numbers(chart, "[data-bar] ~ text, g:has(> [data-bar]) + text")).toEqual([
      "100",
      "200",
      "450",
      "150",
      "100",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Pobierz wykres: Rozkład ocen" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Pobierz jako SVG" }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const picture = new DOMParser().parseFromString(await textOf(saved[0]!), "image/svg+xml");
    const words = numbers(picture, "text");
    expect(words).toEqual(expect.arrayContaining(["Rozkład ocen", "450", "Puls"]));
    expect(words[1]).toBe("Newsletter · E-mail · 02/11/2026 · okres 19/10/2026\u00a0– 01/11/2026");
    // Other programs do not know our names of colours.
    expect(picture.documentElement.outerHTML).not.toContain("var(--");
  });

  test("of averages draws the numbers of its table, with the year before", async () => {
    const path = `${DETAILS.replace("details", "avg")}?by=week`;
    const router = await renderApp(routes, sampleApi(), { path });
    const table = await screen.findByRole("table", { name: "Przedziały i\u00a0średnie" });
    const cells = (row: number) =>
      within(within(table).getAllByRole("row")[row]!)
        .getAllByRole("cell")
        .map((cell) => cell.textContent);
    expect([1, 2, 3, 4, 5, 6].map((row) => cells(row)[0])).toEqual([
      "48,25",
      "47,40",
      "46,55",
      "45,70",
      "44,85",
      "44,00",
    ]);
    await waitFor(() => expect(cells(1).slice(0, 2)).toEqual(["48,25", "43,05"]));
    expect(within(table).getByRole("columnheader", { name: /^Bardzo wysokie 81.100$/ })).toBeInTheDocument();
    const line = screen.getByRole("img", { name: /^Średnia ocena w.czasie/ });
    expect(line).toHaveTextContent("48,25");
    expect(line.querySelectorAll("[data-point]")).toHaveLength(12);
    const trend =
      "Ostatni okres: 48,25, o\u00a00,85 wyżej niż poprzedni. To średnia z\u00a07 przeliczeń; ostatnie dało 48,25.";
    expect(screen.getByText(trend, { normalizer: (text) => text })).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("radio", { name: "Miesiąc" }));
    await waitFor(() => expect(router.state.location.search).toBe("?by=month"));
  });

  test("of averages keeps a menu open that was opened before the year before came", async () => {
    const period = (name: string) => ({ period: name, avgScoring: 40, count: 10n });
    let answerYearBefore = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answerYearBefore = resolve;
    });
    const api = sampleApi((router) =>
      router.rpc(ReportService.method.getPartitionAverages, async ({ start }) => {
        if (start !== "") await asked;
        const year = start === "" ? "2026" : "2025";
        return { start: "2026-10-19", end: "2026-11-01", total: [`${year}-W43`, `${year}-W44`].map(period) };
      }),
    );
    await renderApp(routes, api, { path: `${DETAILS.replace("details", "avg")}?by=week` });
    const line = await screen.findByRole("img", { name: /^Średnia ocena w.czasie/ });
    await userEvent.click(screen.getByRole("button", { name: /^Pobierz wykres: Średnia ocena/ }));
    expect(line.querySelectorAll("[data-point]")).toHaveLength(2);
    answerYearBefore();
    await waitFor(() => expect(line.querySelectorAll("[data-point]")).toHaveLength(4));
    expect(screen.getByRole("menu")).toBeVisible();
  });

  test("of visitors proposes groups of those that are contacts", async () => {
    const band = { scoringMin: 81, scoringMax: 100, emailCount: 30, known: { count: 7 }, unknown: { count: 23 } };
    const api = sampleApi((router) => {
      router.service(ScoringService, {
        getScoring: () => ({ scoring: { id: ID, name: "Sklep", status: 2, config: { web: {} } } }),
      });
      router.service(ReportService, {
        listGeneratedDates: () => ({ items: ["2026-11-02"] }),
        getPartitionSummary: () => ({ scoringType: "web", generatedDate: "2026-11-02", emailCount: 30, items: [band] }),
        getExcludedReasonsSummary: () => ({}),
      });
    });
    await renderApp(routes, api, { path: `${DETAILS}?channel=web` });
    expect(await screen.findByText(/^7 bardzo zaangażowanych/)).toBeInTheDocument();
  });

  test("of visitors has no averages, also by an address within the page", async () => {
    const api = sampleApi((router) => {
      router.service(ScoringService, {
        getScoring: () => ({ scoring: { id: ID, name: "Sklep", status: 2, config: { web: {} } } }),
      });
      router.service(ReportService, {
        listGeneratedDates: () => ({ items: ["2026-11-02"] }),
        getPartitionSummary: () => ({ scoringType: "web", generatedDate: "2026-11-02" }),
        getPartitionAverages: () => ({}),
      });
    });
    const router = await renderApp(routes, api, { path: `${DETAILS}?scoringType=web` });
    await heading("Sklep");
    await router.navigate(`${DETAILS.replace("details", "avg")}?scoringType=web`);
    expect(router.state.location.pathname).toBe(DETAILS);
  });

  test("requests the result in the address, and replaces a channel that the scoring does not have", async () => {
    const asked: string[] = [];
    const api = sampleApi((router) =>
      router.service(ReportService, {
        listGeneratedDates: () => ({ items: ["2026-11-02", "2026-10-26"] }),
        getPartitionSummary: ({ scoringType, generatedDate, uids }) => {
          asked.push([scoringType, generatedDate, ...uids].join(" "));
          return { scoringType: scoringType || "mailing", generatedDate: generatedDate || "2026-11-02" };
        },
        getExcludedReasonsSummary: () => ({}),
      }),
    );
    const router = await renderApp(routes, api, { path: `${DETAILS}?channel=sms&date=2026-11-01&uids=042&uids=x` });
    await heading("Newsletter");
    await router.navigate(`${DETAILS}?scoringType=web&date=1999-01-01`);
    expect(router.state.location.search).toBe("");
    // The week before is requested too, for comparison.
    await waitFor(() => expect(asked).toEqual(["sms 2026-11-01 042", "web 1999-01-01", " ", "mailing 2026-10-26"]));
  });

  test.each([
    [404, "REPORT_NOT_FOUND", "?date=1999-01-01", "Z\u00a0dnia 01/01/1999 nie ma wyniku", "Pokaż najnowszy wynik"],
    [400, "REPORT_UID_UNKNOWN", "?uids=999", "W\u00a0tym wyniku nie ma takiej bazy: 999", "Pokaż wszystkie bazy"],
  ])("answers %i %s in words, with the way on", async (status, reason, search, words, way) => {
    const api = sampleApi((router) =>
      router.service(ReportService, {
        listGeneratedDates: () => ({ items: ["2026-11-02"] }),
        getPartitionSummary: ({ generatedDate, uids }) => {
          if (generatedDate === "1999-01-01" || uids.length > 0) throw refusal(status, reason);
          return { scoringType: "mailing", generatedDate: "2026-11-02" };
        },
        getExcludedReasonsSummary: () => ({}),
      }),
    );
    const router = await renderApp(routes, api, { path: DETAILS + search });
    expect(await screen.findByText(words, { normalizer: (text) => text })).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: way }));
    await screen.findByRole("table", { name: "Rozkład ocen" });
    expect(router.state.location.search).toBe("");
  });

  test("follows a calculation over the stream and shows its result", async () => {
    const router = await renderApp(routes, sampleApi(), { path: DETAILS, language: "en" });
    await heading("Newsletter");
    await userEvent.click(screen.getByRole("button", { name: "More actions" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Recalculate" }));
    const question = await screen.findByRole("dialog", { name: "Calculate now?" });
    expect(within(question).getByText(/using today’s consents and groups/)).toBeInTheDocument();
    await userEvent.click(within(question).getByRole("button", { name: "Calculate" }));
    await screen.findByRole("heading", { level: 2, name: "Calculation finished" }, { timeout: 5000 });
    expect(screen.getByText(/Too little data. It can be calculated from 09\/11\/2026 on/)).toBeInTheDocument();
    expect(screen.getByText(/E-mail: Done, 100%/)).toBeInTheDocument();
    expect(router.state.location.search).toBe("?date=2026-11-02");
  });

  test("shows the new result of a day that the address names, in the tab that is open then", async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const asked: string[] = [];
    const api = sampleApi((router) => {
      const { getPartitionSummary, watchProgress } = ReportService.method;
      router.rpc(getPartitionSummary, ({ generatedDate, uids }) => {
        asked.push([generatedDate, ...uids].join(" "));
        return { scoringType: "mailing", generatedDate: "2026-11-02", databases: [{ uid: "007" }, { uid: "042" }] };
      });
      router.rpc(watchProgress, async function* () {
        await finished;
        yield { generatedDate: "2026-11-02", channels: [{ scoringType: "mailing", stage: "done" }] };
      });
    });
    const address = { search: "?date=2026-11-02&uids=042", pathname: DETAILS.replace("details", "exclusions") };
    const router = await renderApp(routes, api, { path: `${DETAILS}?date=2026-11-02`, language: "en" });
    await heading("Newsletter");
    await userEvent.click(screen.getByRole("button", { name: "More actions" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Recalculate" }));
    await userEvent.click(await screen.findByRole("button", { name: "Calculate" }));
    await screen.findByRole("heading", { level: 2, name: /Calculating/ });
    await router.navigate(address.pathname + address.search);
    await screen.findByRole("button", { name: /042/ });
    asked.length = 0;
    finish();
    await waitFor(() => expect(asked).toContain("2026-11-02 042"));
    expect(router.state.location).toMatchObject(address);
  });

  test("keeps the first of two databases that are ticked one after the other", async () => {
    const api = sampleApi((router) =>
      router.rpc(ReportService.method.getPartitionSummary, async ({ uids }) => {
        if (uids.length === 1) await new Promise(() => undefined);
        const databases = ["007", "042", "100"].map((uid) => ({ uid }));
        return { scoringType: "mailing", generatedDate: "2026-11-02", databases };
      }),
    );
    const router = await renderApp(routes, api, { path: DETAILS, language: "en" });
    await heading("Newsletter");
    await userEvent.click(screen.getByRole("button", { name: "Database All" }));
    await userEvent.click(screen.getByRole("checkbox", { name: /^007/ }));
    expect(screen.getByRole("checkbox", { name: /^007/ })).toBeChecked();
    await userEvent.click(screen.getByRole("checkbox", { name: /^042/ }));
    await waitFor(() => expect(router.state.location.search).toBe("?uids=007&uids=042"));
  });

  test("reports the outcome of the download", async () => {
    URL.createObjectURL = vi.fn(() => "blob:x");
    const download = vi
      .fn()
      .mockResolvedValueOnce({ name: "scoring.csv", blob: new Blob(["x"]) })
      .mockRejectedValueOnce(new ConnectError("x", Code.Unavailable));
    await renderApp(routes, sampleApi(undefined, download), { path: DETAILS });
    await heading("Newsletter");
    await userEvent.click(screen.getByRole("button", { name: /Pobierz CSV/ }));
    const dialog = await screen.findByRole("dialog", { name: "Pobierz plik z\u00a0ocenami" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Pobierz" }));
    expect(await within(dialog).findByText(/Pobrano plik scoring\.csv/)).toBeInTheDocument();
    expect(download.mock.calls[0]?.[1]).toEqual({
      id: ID,
      scoringType: "mailing",
      generatedDate: "2026-11-02",
      uids: [],
      userFilter: "",
      delimiter: ";",
      includeExcluded: false,
      language: "pl",
    });
    await userEvent.click(within(dialog).getByRole("button", { name: "Pobierz" }));
    expect(await within(dialog).findByText("Nie udało się pobrać pliku")).toBeInTheDocument();
  });

  test("that cannot be loaded says so", async () => {
    const api = sampleApi((router) =>
      router.service(ScoringService, {
        getScoring: () => {
          throw refusal(503, "UNAVAILABLE");
        },
      }),
    );
    await renderApp(routes, api, { path: DETAILS, language: "en" });
    await heading("An error occurred while loading the report");
  });

  const gone = refusal(404, "SCORING_NOT_FOUND");
  const malformed = refusal(400, "REQUEST_INVALID", [{ field: "id" }]);
  test.each([
    ["pl", "Tego scoringu już nie ma", "Przejdź do listy scoringów", gone],
    ["en", "This scoring is gone", "Go to the list of scorings", gone],
    ["en", "This scoring is gone", "Go to the list of scorings", malformed],
  ] as const)("of a scoring that is gone leads to the list (%s, %s)", async (language, title, button, thrown) => {
    const api = sampleApi((router) =>
      router.service(ScoringService, {
        listScorings: () => ({ items: [] }),
        getScoring: () => {
          throw thrown;
        },
      }),
    );
    const router = await renderApp(routes, api, { path: DETAILS, language });
    await heading(title);
    expect(screen.queryByRole("button", { name: /Spróbuj ponownie|Try again/ })).not.toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: button }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/scoring/list"));
  });

  test("without results says when they come", async () => {
    const api = sampleApi((router) =>
      router.service(ReportService, {
        listGeneratedDates: () => ({ items: [] }),
        getPartitionSummary: () => {
          throw refusal(404, "REPORT_NOT_FOUND");
        },
      }),
    );
    await renderApp(routes, api, { path: DETAILS });
    expect(await screen.findByText("Nie ma jeszcze wyników")).toBeInTheDocument();
    await expectAccessible();
  });
});
