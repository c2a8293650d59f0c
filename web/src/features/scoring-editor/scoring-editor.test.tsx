import { Code, ConnectError } from "@connectrpc/connect";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ScoringService, type SaveScoringRequest } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { errorFromAnswer } from "../../api/fault";
import { editPath } from ".";
import { DRAFT_ID, DRAFTS } from "../../test/sample-editor";
import { endSession, startSession } from "../../stores/session-store";
import { forgetAllUnsaved, interruptUnsaved } from "../../stores/unsaved-store";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

type Saved = Pick<SaveScoringRequest, "name" | "version" | "lastDraftStep" | "config" | "predefinedConfigSelection">;

/** An api that stores saves; `answer` may refuse. */
function keeper(answer: (saves: number) => Error | undefined = () => undefined) {
  const saved: Saved[] = [];
  const created: string[] = [];
  const api = sampleApi((router) => {
    router.rpc(ScoringService.method.saveScoring, (request) => {
      saved.push(request);
      const refused = answer(saved.length);
      if (refused) throw refused;
      return { version: (request.version ?? 0) + 1 };
    });
    router.rpc(ScoringService.method.createScoring, ({ name }) => {
      created.push(name);
      return { id: ID };
    });
  });
  return { api, saved, created };
}

const at = (page: string): string => `/scoring/edit/${page}?id=${DRAFT_ID}`;
const ENTERED = { configurator: true };
/** Words of one letter are joined to the next one. */
const held = (text: string): string => text.replace(/(?<= )([aiouwz]) /g, "$1\u00a0");
const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name: held(name) });
const button = (name: string): HTMLElement => screen.getByRole("button", { name: held(name) });
const away = (): ConnectError => new ConnectError("away", Code.Unavailable);

async function open(page: string, api = keeper().api, language: "pl" | "en" = "pl") {
  const router = await renderApp(routes, api, { path: at(page), state: ENTERED, language });
  await screen.findByRole("navigation", { name: language === "pl" ? "Kroki" : "Steps" });
  await screen.findByRole("heading", { level: 1 });
  return router;
}

async function rename(name: string): Promise<void> {
  await userEvent.click(button("Zmień nazwę"));
  const field = screen.getByRole("textbox", { name: "Nazwa scoringu" });
  await userEvent.clear(field);
  await userEvent.type(field, name);
}

afterEach(() => {
  vi.useRealTimers();
  forgetAllUnsaved();
});

describe("the frame of the editor", () => {
  test("opens a finished scoring at its last page and says what an active one lets change", async () => {
    const { to, state } = editPath({ id: ID });
    const router = await renderApp(routes, sampleApi(), { path: to, state });
    await screen.findByRole("navigation", { name: "Kroki" });
    expect(router.state.location.pathname).toBe("/scoring/edit/assign-weights");
    expect(screen.getByRole("note")).toHaveTextContent("Scoring jest aktywny. Wagi i grupy zmienisz po wyłączeniu");
    expect(screen.getByRole("region", { name: "Okres analizy" })).toHaveTextContent(/2\styg\.$/);
    expect(screen.getByText(/Cechy możesz zmieniać także w\saktywnym scoringu/)).toBeInTheDocument();
    for (const role of ["slider", "switch"]) expect(screen.queryByRole(role)).not.toBeInTheDocument();
    // Past weeks are calculated without a change to the scoring.
    expect(screen.getByRole("button", { name: "Przelicz 13 tygodni" })).toBeEnabled();
    await expectAccessible();
  });

  test("copies an active scoring into a draft, which can be edited", async () => {
    const names: string[] = [];
    const api = sampleApi((router) => {
      router.rpc(ScoringService.method.createScoring, ({ name }) => {
        names.push(name);
        return { id: DRAFT_ID };
      });
    });
    const { to, state } = editPath({ id: ID });
    const router = await renderApp(routes, api, { path: to, state });
    await userEvent.click(await screen.findByRole("button", { name: "Edytuj kopię" }));
    await waitFor(() => expect(router.state.location.search).toBe(`?id=${DRAFT_ID}`));
    expect(names).toEqual(["Newsletter – kopia"]);
    await waitFor(() => expect(screen.queryByText("Tylko do odczytu")).not.toBeInTheDocument());
  });

  test("switches an active scoring off, so that all of it can be edited", async () => {
    const statuses: number[] = [];
    const api = sampleApi((router) => {
      router.rpc(ScoringService.method.setScoringStatus, ({ newStatus }) => {
        statuses.push(newStatus);
        return {};
      });
    });
    const { to, state } = editPath({ id: ID });
    await renderApp(routes, api, { path: to, state });
    await userEvent.click(await screen.findByRole("button", { name: held("Wyłącz i edytuj") }));
    await waitFor(() => expect(screen.queryByRole("note")).not.toBeInTheDocument());
    expect(statuses).toEqual([1]);
  });

  test("turns an address away that was pasted, and the index says why", async () => {
    const router = await renderApp(routes, sampleApi(), { path: at("main-comunication") });
    await waitFor(() => expect(router.state.location.pathname).toBe("/scoring/list"));
    expect(await screen.findByText(/Konfigurator otwiera się z listy scoringów/)).toBeVisible();
  });

  test("leads from a page that the scoring does not have to where it was left", async () => {
    const router = await renderApp(routes, sampleApi(), { path: at("assign-weights"), state: ENTERED });
    await waitFor(() => expect(router.state.location.pathname).toBe("/scoring/edit/summary-configurator-group"));
    expect(router.state.location.state).toEqual(ENTERED);
  });

  test("leads on from a second such page, opened before it had led on from the first", async () => {
    const router = await open("main-comunication");
    const stop = router.subscribe(({ navigation }) => {
      if (navigation.location?.pathname !== "/scoring/edit/summary-configurator-group") return;
      stop();
      void router.navigate(at("events"), { state: ENTERED });
    });
    void router.navigate(at("assign-weights"), { state: ENTERED });
    await heading("Krok 5 z 5: Podsumowanie");
    expect(router.state.location.pathname).toBe("/scoring/edit/summary-configurator-group");
  });

  test.each([
    ["pl", "Krok 2 z 5: Rodzaje – e-mail", "Udziały"],
    ["en", "Step 2 of 5: Types – e-mail", "Shares"],
  ] as const)("says where one is, in heading, title and stepper (%s)", async (language, title, done) => {
    const router = await open("main-comunication-email", keeper().api, language);
    await heading(title);
    expect(document.title).toBe(held(`${title} – Puls`));
    const steps = screen.getByRole("navigation", { name: language === "pl" ? "Kroki" : "Steps" });
    expect(within(steps).getAllByRole("listitem")).toHaveLength(5);
    expect(steps.querySelectorAll("[aria-current=step]")).toHaveLength(1);
    await expectAccessible();
    const link = within(steps).getByRole("link", { name: new RegExp(done) });
    link.focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/scoring/edit/main-comunication-email-percent"));
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  });

  test("saves before it goes on, and keeps the furthest step", async () => {
    const { api, saved } = keeper();
    const router = await open("main-comunication", api);
    await rename("Jesień");
    await userEvent.click(button("Dalej"));
    await heading("Krok 2 z 5: Rodzaje – e-mail");
    expect(screen.getByText("Przejdź do kroku")).toHaveTextContent("Przejdź do kroku2Rodzaje");
    expect(saved.map(({ name, version, lastDraftStep }) => ({ name, version, lastDraftStep }))).toEqual([
      { name: "Jesień", version: 4, lastDraftStep: 5 },
    ]);
    expect(screen.getByText(/^Zapisano \d\d:\d\d$/)).toBeVisible();
    await act(() => router.navigate(-1));
    await heading("Krok 1 z 5: Kanał");
    expect(screen.getByText("Jesień")).toBeVisible();
  });

  test("says what is wrong with a name at its field, and saves everything else", async () => {
    const { api, saved } = keeper();
    await open("main-comunication", api);
    await rename("Ala");
    const field = screen.getByRole("textbox", { name: "Nazwa scoringu" });
    expect(field).toHaveAccessibleDescription("Nazwa jest za krótka. Minimalna długość to 4 znaki");
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await userEvent.click(button("Dalej"));
    await heading("Krok 2 z 5: Rodzaje – e-mail");
    expect(saved[0]?.name).toBe("Święta");
    expect(saved[0]?.config?.sms).toBeUndefined();
  });
});

describe("saving", () => {
  test("happens every two minutes when something was changed, and when the tab is hidden", async () => {
    const { api, saved } = keeper();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open("main-comunication", api);
    await act(() => vi.advanceTimersByTimeAsync(240_000));
    expect(saved).toHaveLength(0);
    fireEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await act(() => vi.advanceTimersByTimeAsync(119_000));
    expect(saved).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(saved).toHaveLength(1);
    fireEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    fireEvent(document, new Event("visibilitychange"));
    await waitFor(() => expect(saved).toHaveLength(2));
    hidden.mockRestore();
  });

  test("happens on leaving, and is said only then, with the way back", async () => {
    const { api, saved } = keeper();
    const router = await open("main-comunication", api);
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await userEvent.click(button("Anuluj"));
    await waitFor(() => expect(router.state.location.pathname).toBe("/scoring/list"));
    expect(saved).toHaveLength(1);
    expect(await screen.findByText("Zapisaliśmy szkic scoringu")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Dokończ" }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/scoring\/edit\/./));
  });

  test("that fails on leaving asks, and neither loses nor keeps anybody", async () => {
    let offline = true;
    const { api, saved } = keeper(() => (offline ? away() : undefined));
    const router = await open("main-comunication", api);
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await userEvent.click(screen.getByRole("link", { name: "Raporty" }));
    const dialog = await screen.findByRole("dialog", { name: "Nie udało się zapisać zmian" });
    await expectAccessible();
    await userEvent.click(within(dialog).getByRole("button", { name: "Zostań" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByRole("checkbox", { name: "SMS" })).not.toBeChecked();
    expect(screen.getByText("Nie zapisano.")).toBeVisible();
    await userEvent.click(screen.getByRole("link", { name: "Raporty" }));
    const again = await screen.findByRole("dialog", { name: "Nie udało się zapisać zmian" });
    offline = false;
    await userEvent.click(within(again).getByRole("button", { name: "Spróbuj ponownie" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reports/scoring/list/channel"));
    expect(saved).toHaveLength(3);
  });

  test("that fails on leaving asks again at once", async () => {
    const { api } = keeper(away);
    await open("main-comunication", api);
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await userEvent.click(screen.getByRole("link", { name: "Raporty" }));
    const dialog = await screen.findByRole("dialog", { name: "Nie udało się zapisać zmian" });
    act(() => {
      within(dialog).getByRole("button", { name: "Zostań" }).click();
      screen.getByRole("link", { name: "Raporty" }).click();
    });
    expect(await screen.findByRole("dialog", { name: "Nie udało się zapisać zmian" })).not.toBe(dialog);
  });

  test("that is not wanted is not made", async () => {
    const { api, saved } = keeper(away);
    const router = await open("main-comunication", api);
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await userEvent.click(button("Anuluj"));
    await userEvent.click(await screen.findByRole("button", { name: "Wyjdź bez zapisu" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/scoring/list"));
    expect(saved).toHaveLength(1);
  });

  test("asks the browser to stay while something is not saved, and only then", async () => {
    await open("main-comunication");
    const leave = (): boolean => fireEvent(window, new Event("beforeunload", { cancelable: true }));
    expect(leave()).toBe(true);
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    expect(leave()).toBe(false);
  });

  test("that is refused says why and leads to where it is put right", async () => {
    const fields = [{ field: "config.mailing.dataSources[0].includedGroupIds[1]", class: "SCORING_GROUP_UNKNOWN" }];
    const { api } = keeper(() => refusal(400, "SCORING_GROUP_UNKNOWN", fields));
    await open("main-comunication", api);
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await userEvent.click(button("Dalej"));
    const link = await screen.findByRole("link", {
      name: /Wybrana grupa już nie istnieje – przejdź do\u00a0kroku „Grupy”/,
    });
    expect(link).toHaveAttribute("href", at("search-and-choose-groups"));
    await heading("Krok 1 z 5: Kanał");
  });
});

describe("a session that ends", () => {
  test("gives back what was typed, at the same page", async () => {
    const { api } = keeper();
    const router = await open("main-comunication", api);
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await act(async () => {
      interruptUnsaved();
      endSession();
      await router.navigate("/login");
    });
    await act(async () => {
      startSession({ token: "token", expire: 4_000_000_000 });
      await router.navigate(at("main-comunication"));
    });
    await heading("Krok 1 z 5: Kanał");
    expect(screen.getByRole("checkbox", { name: "SMS" })).not.toBeChecked();
  });
});

describe("a scoring that was changed elsewhere", () => {
  const conflict = (change: object, reason = "SCORING_VERSION_CONFLICT"): ConnectError =>
    errorFromAnswer(
      JSON.stringify({
        error: { title: "" },
        meta: { class: reason },
        current: { ...(DRAFTS[DRAFT_ID] as object), version: 9, updatedAt: "2026-11-02T11:04:00Z", ...change },
      }),
      409,
      {},
    );

  async function meet(change: object) {
    const kept = keeper((saves) => (saves === 1 ? conflict(change) : undefined));
    const router = await open("main-comunication", kept.api);
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await userEvent.click(button("Dalej"));
    const dialog = await screen.findByRole("dialog", { name: held("Scoring zmieniono gdzie indziej o 12:04") });
    return { ...kept, router, dialog };
  }

  test("shows both in words, and keeps mine", async () => {
    const { dialog, saved } = await meet({ name: "Zima" });
    expect(within(dialog).getByRole("row", { name: "Nazwa Święta Zima" })).toBeVisible();
    expect(within(dialog).getByRole("row", { name: "Kanały E-mail E-mail, SMS" })).toBeVisible();
    expect(within(dialog).queryByRole("row", { name: /Okres/ })).not.toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(within(dialog).getByRole("button", { name: "Zachowaj moje" }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[1]).toMatchObject({ version: 9, name: "Święta" });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  test("takes what was saved", async () => {
    const { dialog, saved } = await meet({ name: "Zima" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Wczytaj zapisane" }));
    expect(screen.getByText("Zima")).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "SMS" })).toBeChecked();
    expect(saved).toHaveLength(1);
  });

  test("keeps mine as a copy, which it leads to", async () => {
    const { dialog, router, created } = await meet({ name: "Zima" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Moje jako kopia" }));
    await waitFor(() => expect(router.state.location.search).toBe(`?id=${ID}`));
    expect(created).toEqual(["Święta – kopia"]);
  });

  test("and switched on there lets mine become a copy only", async () => {
    const { dialog } = await meet({ status: 2 });
    expect(dialog).toHaveTextContent("Scoring włączono w międzyczasie");
    expect(within(dialog).queryByRole("button", { name: "Zachowaj moje" })).not.toBeInTheDocument();
  });

  test.each([
    ["to the same", []],
    ["to what the rules make of the same", [{ uid: "007", includedAll: true }]],
  ])("%s is no conflict", async (_, dataSources) => {
    const { api, saved } = keeper((saves) => {
      const { config } = DRAFTS[DRAFT_ID] as { config: { mailing: object } };
      const theirs = {
        config: { ...config, mailing: { ...config.mailing, dataSources }, sms: undefined },
        predefinedConfigSelection: { mailing: [20, 20, 20, 20, 20] },
      };
      return saves === 1 ? conflict(theirs) : undefined;
    });
    await open("main-comunication", api);
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await userEvent.click(button("Dalej"));
    await heading("Krok 2 z 5: Rodzaje – e-mail");
    expect(saved.map(({ version }) => version)).toEqual([4, 9]);
  });

  test("by its deletion can become a draft of its own", async () => {
    const { api, created } = keeper(() => refusal(404, "SCORING_NOT_FOUND"));
    const router = await open("main-comunication", api);
    await userEvent.click(screen.getByRole("checkbox", { name: "SMS" }));
    await userEvent.click(button("Dalej"));
    await userEvent.click(await screen.findByRole("button", { name: "Zapisz jako nowy szkic" }));
    await waitFor(() => expect(router.state.location.search).toBe(`?id=${ID}`));
    expect(created).toEqual(["Święta"]);
  });
});
