import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ContactsService } from "../../gen/puls/contacts/v1/contacts_service_pb";
import { TrackingService } from "../../gen/puls/contacts/v1/tracking_service_pb";
import { ScoringService } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { ReportService } from "../../gen/puls/reports/v1/report_service_pb";
import { RunService } from "../../gen/puls/scoringengine/v1/run_service_pb";
import { CalculationService } from "../../gen/puls/scoringengine/v1/calculation_service_pb";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, refusal, sampleApi, SCORING, SCORINGS } from "../../test/sample-api";
import { usePreferenceStore } from "../../stores/preference-store";
import { routes } from "../../app/routes";
import type { ConnectRouter } from "@connectrpc/connect";
import { fromJson, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import { ScoringSchema } from "../../gen/puls/scoringconfig/v1/scoring_pb";
import {
  ListScoringsResponseSchema,
  PreviewScoringResponseSchema,
} from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import type { Api } from "../../api/api";

afterEach(() => vi.useRealTimers());

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

/** The sample api with a scoring service that a test completes; calls are recorded. */
function scoringApi(
  change: object,
  more: (router: ConnectRouter) => void = () => undefined,
): { api: Api; calls: string[] } {
  const calls: string[] = [];
  const note =
    <T,>(name: string, answer: T) =>
    (request: object): T => {
      const content = Object.fromEntries(Object.entries(request).filter(([key]) => key !== "$typeName"));
      calls.push(`${name} ${JSON.stringify(content)}`);
      return answer;
    };
  const api = sampleApi((router) => {
    router.service(ScoringService, {
      getLead: () => ({ available: false, reason: "SCORING_WEBSITES_MISSING" }),
      listScorings: () => fromJson(ListScoringsResponseSchema, SCORINGS),
      getScoring: () => ({ scoring: fromJson(ScoringSchema, SCORING) }),
      setScoringStatus: note("setStatus", {}),
      deleteScoring: note("delete", {}),
      duplicateScoring: note("duplicate", { id: ID }),
      updateActiveScoring: note("rename", { version: 4 }),
      createScoring: note("create", { id: ID }),
      ...change,
    });
    router.service(ContactsService, { listDatabases: () => ({ items: [{ uid: "001", contactCount: 1234 }] }) });
    more(router);
  });
  return { api, calls };
}

async function openMenu(name: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole("button", { name: `Działania: ${name}` }));
  return screen.getByRole("menu", { name: `Działania: ${name}` });
}

const choose = async (name: string, entry: string): Promise<void> =>
  userEvent.click(within(await openMenu(name)).getByText(entry));

describe("the list's actions", () => {
  test("switch a scoring off and on again by taking it back", async () => {
    const { api, calls } = scoringApi({});
    await renderApp(routes, api, { path: "/scoring/list" });
    await choose("Newsletter", "Wyłącz");
    await screen.findByText("Wyłączono „Newsletter”");
    await userEvent.click(screen.getByRole("button", { name: "Cofnij" }));
    await screen.findByText("Włączono „Newsletter”");
    expect(calls).toEqual([`setStatus {"id":"${ID}","newStatus":1}`, `setStatus {"id":"${ID}","newStatus":2}`]);
    await expectAccessible();
  });

  test("say why the server refused", async () => {
    const refuse = (): never => {
      throw refusal(422, "SCORING_LIMIT");
    };
    await renderApp(routes, scoringApi({ duplicateScoring: refuse }).api, { path: "/scoring/list" });
    await choose("Newsletter", "Duplikuj");
    await screen.findByText("Osiągnięto limit scoringów na koncie. Usuń niepotrzebne szkice.");
  });

  test("delete a draft after ten seconds, and not when it was taken back", async () => {
    const { api, calls } = scoringApi({});
    await renderApp(routes, api, { path: "/scoring/list" });
    await screen.findByText("Święta");
    vi.useFakeTimers();
    const remove = (): void => {
      fireEvent.click(screen.getByRole("button", { name: "Działania: Święta" }));
      fireEvent.click(screen.getByText("Usuń szkic"));
    };
    remove();
    expect(screen.queryByText("Święta")).toBeNull();
    expect(screen.getByText("Usunięto szkic scoringu")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "Cofnij" }));
    expect(screen.getByText("Święta")).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(calls).toEqual([]);
    remove();
    await act(() => vi.advanceTimersByTimeAsync(9_900));
    expect(calls).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(calls).toEqual(['delete {"id":"0197f1a2-7e10-7a11-b0aa-0123456789ac"}']);
  });

  test("can be taken back for as long as the message is held", async () => {
    const list: JsonValue = { items: [{ id: "0197f1a2-7e10-7a11-b0aa-0123456789ad", name: "Święta", status: 0 }] };
    const { api, calls } = scoringApi({ listScorings: () => fromJson(ListScoringsResponseSchema, list) });
    await renderApp(routes, api, { path: "/scoring/list" });
    await screen.findByText("Święta");
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole("button", { name: "Działania: Święta" }));
    fireEvent.click(screen.getByText("Usuń szkic"));
    act(() => screen.getByRole("button", { name: "Cofnij" }).focus());
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(calls).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Cofnij" }));
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(calls).toEqual([]);
    expect(screen.getByText("Święta")).toBeInTheDocument();
  });

  test("delete a draft at once when the page is left", async () => {
    // Another draft, because a deleted one stays hidden as long as the window is open.
    const list: JsonValue = { items: [{ id: "0197f1a2-7e10-7a11-b0aa-0123456789af", name: "Święta", status: 0 }] };
    const { api, calls } = scoringApi({ listScorings: () => fromJson(ListScoringsResponseSchema, list) });
    const router = await renderApp(routes, api, { path: "/scoring/list" });
    await choose("Święta", "Usuń szkic");
    expect(calls).toEqual([]);
    await router.navigate("/settings");
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "Cofnij" })).not.toBeInTheDocument();
  });

  test("rename in the row: Enter keeps, Escape leaves, the rule is said in its place", async () => {
    const { api, calls } = scoringApi({});
    await renderApp(routes, api, { path: "/scoring/list" });
    await choose("Newsletter", "Zmień nazwę");
    const field = screen.getByRole("textbox", { name: "Nazwa" });
    await userEvent.clear(field);
    await userEvent.type(field, "abc{Enter}");
    expect(screen.getByText("Nazwa jest za krótka. Minimalna długość to 4 znaki")).toBeInTheDocument();
    await userEvent.type(field, "d{Enter}");
    await waitFor(() => expect(calls).toEqual([`rename {"id":"${ID}","name":"abcd"}`]));
    await choose("Newsletter", "Zmień nazwę");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("textbox", { name: "Nazwa" })).toBeNull();
    expect(calls).toHaveLength(1);
  });
});

test.each([
  ["queued", {}, "w kolejce"],
  ["calculating", { done: 0.649 }, "przeliczamy, 64%"],
  ["skipped", { possibleFrom: "2026-12-04" }, "za mało danych, od 04/12/2026"],
  ["failed", { reason: "CALCULATION_FAILED" }, "nie udało się"],
  ["waiting", {}, "jeszcze nie02:00"],
])("the list says how the calculation stands: %s", async (stage, more, words) => {
  const scoring: JsonObject = { ...(SCORING as JsonObject), lastGeneratedAt: null, state: { stage, ...more } };
  const list: JsonValue = { items: [scoring] };
  const { api } = scoringApi({ listScorings: () => fromJson(ListScoringsResponseSchema, list) });
  await renderApp(routes, api, { path: "/scoring/list" });
  expect((await screen.findByText("Newsletter")).closest("tr")).toHaveTextContent(words);
});

describe("the start of a scoring", () => {
  const PREVIEW: JsonValue = {
    channels: {
      mailing: { possibleFrom: "2026-01-01", audience: [{ uid: "007", contacts: 9, analysed: 1234 }] },
      sms: {},
    },
  };
  const withReach = { previewScoring: () => fromJson(PreviewScoringResponseSchema, PREVIEW) };

  test("makes a draft with the channels that have data and opens it", async () => {
    const { api, calls } = scoringApi(withReach);
    const router = await renderApp(routes, api, { path: "/scoring/channel" });
    await heading("Oblicz nowy scoring");
    await screen.findByText(/^E-mail 1 234 kontakty · SMS: brak danych$/);
    await expectAccessible();
    const name = screen.getByRole("textbox", { name: "Nazwa" });
    expect((name as HTMLInputElement).value).toMatch(/^Zaangażowanie – \p{L}+ \d{4}$/u);
    await userEvent.clear(name);
    await userEvent.type(name, "Moje");
    await userEvent.click(screen.getByRole("radio", { name: /Własne wagi/ }));
    await userEvent.click(screen.getByRole("button", { name: "Dalej" }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/scoring\/edit\//));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain('"name":"Moje"');
    expect(calls[0]).toContain('"isCreatedByWizard":false');
    expect(calls[0]).toContain('"mailing":{');
    expect(calls[0]).not.toContain('"sms":{');
  });

  test("proposes a name that no scoring has yet", async () => {
    const month = new Intl.DateTimeFormat("pl", { month: "long", year: "numeric" }).format(new Date());
    const taken = ["", " (2)"].map((end, at) => ({ id: String(at), name: `Zaangażowanie – ${month}${end}` }));
    const { api } = scoringApi({ ...withReach, listScorings: () => ({ items: taken }) });
    await renderApp(routes, api, { path: "/scoring/channel" });
    expect(await screen.findByRole("textbox", { name: "Nazwa" })).toHaveValue(`Zaangażowanie – ${month} (3)`);
  });

  test("makes lead scoring of the databases whose websites have visitors", async () => {
    const since = { seconds: 1_790_000_000n };
    const items = [{ uid: "001" }, { uid: "002", since }, { uid: "002", since }];
    const lead = { available: true, shares: { page_view: 40, product_view: 60 } };
    const { api, calls } = scoringApi({ ...withReach, getLead: () => lead }, (router) =>
      router.service(TrackingService, { listWebTrackingAccounts: () => ({ items }) }),
    );
    await renderApp(routes, api, { path: "/scoring/channel" });
    await userEvent.click(await screen.findByRole("radio", { name: /Scoring leadów/ }));
    await userEvent.click(screen.getByRole("button", { name: "Dalej" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.match(/"uid":"\d+"/g)).toEqual(['"uid":"002"']);
  });

  test("offers the education once", async () => {
    usePreferenceStore.setState({ educationOffered: false });
    const router = await renderApp(routes, scoringApi(withReach).api, { path: "/scoring/channel" });
    await userEvent.click(await screen.findByRole("link", { name: /^Zobacz w\s5 krokach/ }));
    await heading("Jak działa scoring");
    await router.navigate("/scoring/channel");
    await heading("Oblicz nowy scoring");
    expect(screen.queryByText(/Nie wiesz, co wybrać/)).toBeNull();
  });

  test.each([
    ["", "Nadaj scoringowi nazwę. Minimum to 4 znaki."],
    ["abc", "Nazwa jest za krótka. Minimalna długość to 4 znaki"],
    ["x".repeat(41), "Nazwa jest za długa. Maksymalna długość to 40 znaków"],
  ])("says what is wrong with the name %j", async (name, words) => {
    const { api, calls } = scoringApi(withReach);
    await renderApp(routes, api, { path: "/scoring/channel" });
    fireEvent.change(await screen.findByRole("textbox", { name: "Nazwa" }), { target: { value: name } });
    await userEvent.click(screen.getByRole("button", { name: "Dalej" }));
    expect(screen.getByRole("alert")).toHaveTextContent(words);
    expect(calls).toEqual([]);
  });

  test("takes a file, and names its unusable parts", async () => {
    const fields = [{ field: "config.mailing.dataSources[0].includedGroups[1]", class: "SCORING_GROUP_UNKNOWN" }];
    const refuse = (): never => {
      throw refusal(400, "SCORING_GROUP_UNKNOWN", fields);
    };
    const { api } = scoringApi({ ...withReach, importScoringFile: refuse });
    await renderApp(routes, api, { path: "/scoring/channel" });
    await heading("Oblicz nowy scoring");
    // Files in jsdom cannot be read like in browsers.
    const file = (text: string): File =>
      Object.assign(new File([text], "scoring.json", { type: "application/json" }), {
        text: () => Promise.resolve(text),
      });
    const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
    await userEvent.upload(input, file("not a scoring"));
    await screen.findByText(/Ten plik nie zawiera scoringu/);
    await userEvent.upload(input, file('{"format":"puls-scoring-1"}'));
    await screen.findByText(/^config\.mailing\.dataSources\[0\]\.includedGroups\[1\]: /);
  });
});

test("the education has five steps with an address each", async () => {
  const router = await renderApp(routes, scoringApi({}).api, { path: "/scoring/education" });
  await heading("Jak działa scoring");
  const cards = screen.getByRole("navigation", { name: "Kroki" });
  expect(within(cards).getAllByRole("link")).toHaveLength(5);
  expect(within(cards).getByRole("link", { name: "Co mówi ocena" })).toHaveAttribute("aria-current", "step");
  expect(screen.getByText("Bardzo wysokie").closest("li")).toHaveTextContent("81–100 Bardzo wysokie");
  await expectAccessible();
  for (const title of ["Co mówi ocena", "Z\u00a0czym porównujemy", "Ile waży składnik", "Kogo nie oceniamy"]) {
    await screen.findByRole("heading", { level: 2, name: title });
    await userEvent.click(screen.getByRole("button", { name: "Dalej" }));
  }
  expect(router.state.location.search).toBe("?step=5");
  await expectAccessible();
  await userEvent.click(await screen.findByRole("button", { name: "Oblicz nowy scoring" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/scoring/channel"));
});

describe("the first calculation", () => {
  const loading = (state: object, stage: object, asked: string[]) =>
    scoringApi(
      { getScoring: () => ({ scoring: fromJson(ScoringSchema, { ...(SCORING as JsonObject), ...state }) }) },
      (router) => {
        router.service(CalculationService, {
          calculate: () => {
            asked.push("calculate");
            return { generatedDate: "2026-11-02" };
          },
        });
        router.rpc(ReportService.method.watchProgress, async function* () {
          await Promise.resolve();
          yield { generatedDate: "2026-11-02", channels: [{ scoringType: "mailing", ...stage }] };
        });
      },
    ).api;

  test("is started, and leads to the report", async () => {
    const asked: string[] = [];
    const api = loading({ state: { stage: "waiting" } }, { stage: "done", done: 1 }, asked);
    const router = await renderApp(routes, api, { path: `/scoring/loading/?id=${ID}` });
    await heading("Wyniki są gotowe");
    expect(asked).toEqual(["calculate"]);
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Zobacz raport" }));
    await waitFor(() => expect(router.state.location.pathname).toContain("/reports/scoring/summary/"));
  });

  test("is not started again when the page is opened again, and says from which day there is enough data", async () => {
    const asked: string[] = [];
    const stage = { stage: "skipped", reason: "TOO_LITTLE_DATA", possibleFrom: "2026-12-04" };
    await renderApp(routes, loading({ state: { stage: "skipped" } }, stage, asked), {
      path: `/scoring/loading/?id=${ID}`,
    });
    await heading("Za mało danych");
    expect(screen.getByText("Za mało danych. Przeliczymy od 04/12/2026.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Wgraj wysyłki" })).toBeVisible();
    expect(asked).toEqual([]);
  });

  test("is stopped, and calculated again only when it is asked for", async () => {
    const asked: string[] = [];
    let stop = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    const { api } = scoringApi(
      {
        getScoring: () => ({
          scoring: fromJson(ScoringSchema, { ...(SCORING as JsonObject), state: { stage: "queued" } }),
        }),
      },
      (router) => {
        router.service(CalculationService, {
          calculate: () => {
            asked.push("calculate");
            return { generatedDate: "2026-11-02" };
          },
        });
        router.service(RunService, {
          cancel: ({ id, generatedDate }) => {
            asked.push(`cancel ${id} ${generatedDate}`);
            stop();
            return { cancelledCount: 1 };
          },
        });
        router.rpc(ReportService.method.watchProgress, async function* () {
          const mailing = { scoringType: "mailing", done: 0.25 };
          yield { generatedDate: "2026-11-02", channels: [{ ...mailing, stage: "counting" }] };
          await stopped;
          yield { generatedDate: "2026-11-02", channels: [{ ...mailing, done: 0, stage: "cancelled" }] };
        });
      },
    );
    await renderApp(routes, api, { path: `/scoring/loading/?id=${ID}` });
    await userEvent.click(await screen.findByRole("button", { name: "Zatrzymaj przeliczanie" }));
    await heading("Przeliczanie zatrzymane");
    expect(screen.getByText(/Wcześniejsze wyniki są bez zmian/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Zatrzymaj przeliczanie" })).not.toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Przelicz ponownie" }));
    await waitFor(() => expect(asked).toEqual([`cancel ${ID} `, "calculate"]));
  });
});
