import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CalculationService } from "../../gen/puls/scoringengine/v1/calculation_service_pb";
import { RunService } from "../../gen/puls/scoringengine/v1/run_service_pb";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

afterEach(() => vi.useRealTimers());

const PATH = "/scoring/list/calculations";
const heading = (): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name: "Przeliczenia" });

/** The texts of a row. */
function words(row: HTMLElement): (string | undefined)[] {
  return [within(row).getByRole("rowheader"), ...within(row).getAllByRole("cell")].map(({ textContent }) =>
    textContent.replaceAll(/\s/g, " "),
  );
}

describe("how calculations ended", () => {
  test("says when, for how many, and why there is no result", async () => {
    await renderApp(routes, sampleApi(), { path: PATH });
    await heading();
    await expectAccessible();
    const [, day, done, skipped, failed, dayBefore, asked] = screen.getAllByRole("row");
    expect(day).toHaveTextContent("Za 02/11/2026, poniedziałek");
    expect(dayBefore).toHaveTextContent("Za 01/11/2026, niedziela");
    expect(words(failed!)).toEqual([
      "Newsletter",
      "WWW",
      "Nie udało sięPo 5 próbach. Spróbujemy znów w nocy.Przelicz ponownie",
      "02:02",
    ]);
    expect(words(skipped!)[2]).toBe("PominiętoZa mało danych. Wynik od 09/11/2026.");
    expect(words(done!).slice(2, 5)).toEqual(["Gotowe1 uwagaW bazie 042 nie było kogo ocenić.", "14 653", "347"]);
    await userEvent.click(within(done!).getByText(/^1\suwaga$/));
    expect(within(done!).getByText(/bazie 042 nie było kogo ocenić/)).toBeVisible();
    expect(within(done!).getByRole("link", { name: "Newsletter" })).toHaveAttribute(
      "href",
      expect.stringContaining("date=2026-11-02"),
    );
    expect(words(asked!).slice(5)).toEqual(["13:01 · 1 min 5 s · na życzenie"]);
  });

  test("are below the day calculated, and the day they ended if it is another", async () => {
    const run = (id: string, generatedDate: string, endedAt: string, scoringName = "Klub") => ({
      ...{ id: BigInt(id), scoringId: ID, scoringName, scoringType: "sms", generatedDate, outcome: "done" },
      endedAt: timestampFromDate(new Date(endedAt)),
    });
    const items = [
      run("4", "2026-11-01", "2026-11-02T08:00:00Z"),
      run("3", "2026-11-02", "2026-11-02T01:00:00Z"),
      run("2", "2026-11-01", "2026-11-01T01:00:00Z"),
      run("1", "2026-11-02", "2026-11-02T01:00:00Z", "Ania"),
    ];
    const api = sampleApi((router) => router.service(RunService, { listRuns: () => ({ items, total: 4 }) }));
    await renderApp(routes, api, { path: PATH });
    await heading();
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent.replaceAll(/\s/g, " "))).toEqual([
      "Za 02/11/2026, poniedziałek",
      "Ania",
      "Klub",
      "Za 01/11/2026, niedziela · zakończono 02/11/2026",
      "Klub",
      "Za 01/11/2026, niedziela",
      "Klub",
    ]);
  });

  test("share a row if they were skipped at the same time for the same reason", async () => {
    const run = (id: string, scoringName: string, scoringType: string, possibleFrom: string) => ({
      ...{ id: BigInt(id), scoringId: ID, scoringName, scoringType, possibleFrom },
      ...{
        generatedDate: "2026-11-02",
        outcome: "skipped",
        endedAt: timestampFromDate(new Date("2026-11-02T01:00:00Z")),
      },
    });
    const items = [
      run("1", "Ania", "mailing", "2026-11-09"),
      run("2", "Ania", "sms", "2026-11-12"),
      run("3", "Klub", "mailing", "2026-11-09"),
      run("4", "Sklep", "web", "2026-11-09"),
    ];
    const api = sampleApi((router) => router.service(RunService, { listRuns: () => ({ items, total: 4 }) }));
    await renderApp(routes, api, { path: PATH });
    await heading();
    const [, , together, alone, shop] = screen.getAllByRole("row");
    expect(
      within(together!)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Ania", "Klub"]);
    expect(words(together!).slice(1)).toEqual(["E-mail", "PominiętoZa mało danych. Wynik od 09/11/2026.", "02:00"]);
    expect(words(alone!).slice(0, 3)).toEqual(["Ania", "SMS", "PominiętoZa mało danych. Wynik od 12/11/2026."]);
    expect(words(shop!).slice(0, 2)).toEqual(["Sklep", "WWW"]);
    expect(screen.getByText(/^Wyświetlono 1 - 4 z\s4 przeliczeń$/)).toBeInTheDocument();
    await expectAccessible();
  });

  test("asks once more for one that failed, also by a double click", async () => {
    const asked: object[] = [];
    let answer = (): void => undefined;
    const api = sampleApi((router) =>
      router.service(CalculationService, {
        calculate: async ({ id, generatedDate }) => {
          asked.push({ id, generatedDate });
          await new Promise<void>((resolve) => (answer = resolve));
          return { generatedDate };
        },
      }),
    );
    await renderApp(routes, api, { path: PATH });
    await heading();
    await userEvent.dblClick(screen.getByRole("button", { name: "Przelicz ponownie" }));
    await waitFor(() => expect(asked).not.toEqual([]));
    answer();
    expect(await screen.findByText(/Zlecono przeliczenie „Newsletter” za 02\/11\/2026/)).toBeInTheDocument();
    expect(asked).toEqual([{ id: ID, generatedDate: "2026-11-02" }]);
  });

  test("shows what runs, scoring by scoring, and stops it", async () => {
    const cancelled: string[] = [];
    const newsletter = { scoringId: ID, scoringName: "Newsletter", scoringType: "mailing" };
    const api = sampleApi((router) =>
      router.service(RunService, {
        listRuns: () => ({
          items: [],
          total: 0,
          current:
            cancelled.length > 0
              ? []
              : [
                  { ...newsletter, generatedDate: "2026-11-02", stage: "counting", done: 0.456 },
                  { ...newsletter, generatedDate: "2026-10-26", stage: "queued", done: 0 },
                  { ...newsletter, generatedDate: "2026-10-19", stage: "queued", done: 0 },
                ],
        }),
        cancel: ({ id, generatedDate }) => {
          cancelled.push(id + generatedDate);
          return { cancelledCount: 3 };
        },
      }),
    );
    await renderApp(routes, api, { path: PATH });
    const section = await screen.findByRole("region", { name: "W\u00a0trakcie" });
    const [row] = within(section).getAllByRole("listitem");
    expect(row).toHaveTextContent("Newsletter");
    expect(row).toHaveTextContent("E-mail za 02/11/2026: liczenie zdarzeń · w kolejce jeszcze 2");
    expect(within(section).getByRole("progressbar", { name: "Newsletter" })).toHaveAttribute("aria-valuenow", "45");
    await expectAccessible();
    await userEvent.click(within(section).getByRole("button", { name: "Zatrzymaj „Newsletter”" }));
    expect(await screen.findByText("Zatrzymano 3 przeliczenia „Newsletter”")).toBeInTheDocument();
    await waitFor(() => expect(section).not.toBeInTheDocument());
    expect(cancelled).toEqual([ID]);
  });

  test("keeps the focus near a row that goes, and says what has ended", async () => {
    const all = ["Ania", "Bartek", "Celina"].map((scoringName, i) => ({
      ...{ scoringId: ID.slice(0, -1) + String(i), scoringName, scoringType: "mailing" },
      ...{ generatedDate: "2026-11-02", stage: "queued", done: 0 },
    }));
    let current = all;
    let away = false;
    const api = sampleApi((router) =>
      router.service(RunService, {
        listRuns: () => {
          if (away) throw refusal(503);
          return { items: [], total: 0, current };
        },
        cancel: ({ id }) => {
          current = current.filter(({ scoringId }) => scoringId !== id);
          return { cancelledCount: 1 };
        },
      }),
    );
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderApp(routes, api, { path: PATH });
    const stop = (name: string): HTMLElement => screen.getByRole("button", { name: `Zatrzymaj „${name}”` });
    await screen.findByRole("button", { name: "Zatrzymaj „Ania”" });
    stop("Ania").focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(stop("Bartek")).toHaveFocus());
    expect(screen.queryByText("Zakończone: Ania")).not.toBeInTheDocument(); // the snackbar has shown it

    away = true;
    current = all.slice(1, 2);
    stop("Celina").focus();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(stop("Celina")).toHaveFocus();
    away = false;
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.getByText(/^W.trakcie$/)).toHaveFocus();
    expect(screen.getByText("Zakończone: Celina")).toHaveAttribute("role", "status");

    current = [];
    stop("Bartek").focus();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(await heading()).toHaveFocus();
    expect(screen.getByText("Zakończone: Bartek")).toBeInTheDocument();
    await expectAccessible();
  });

  test("leaves the focus alone where another view of the list has no rows", async () => {
    const now = { scoringId: ID, scoringName: "Newsletter", scoringType: "sms", generatedDate: "2026-11-02" };
    const api = sampleApi((router) =>
      router.service(RunService, {
        listRuns: ({ outcome }) => ({
          items: [],
          total: 0,
          current: outcome === "" ? [{ ...now, stage: "queued", done: 0 }] : [],
        }),
      }),
    );
    await renderApp(routes, api, { path: `${PATH}?id=${ID}` });
    const section = await screen.findByRole("region", { name: "W\u00a0trakcie" });
    await userEvent.selectOptions(screen.getByLabelText("Wynik"), "Nie udało się");
    await waitFor(() => expect(section).not.toBeInTheDocument());
    expect(screen.queryByText("Zakończone: Newsletter")).not.toBeInTheDocument();
  });

  test("keeps what is shown in the address", async () => {
    const asked: object[] = [];
    const api = sampleApi((router) =>
      router.service(RunService, {
        listRuns: ({ scoringId, outcome, page }) => {
          asked.push({ scoringId, outcome, page });
          return { items: [], total: 0 };
        },
      }),
    );
    const router = await renderApp(routes, api, { path: `${PATH}?id=${ID}&page=3` });
    await heading();
    expect(screen.getByRole("heading", { name: "Nie ma takich przeliczeń" })).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText("Wynik"), "Nie udało się");
    await waitFor(() => expect(screen.getByLabelText("Wynik")).toHaveValue("failed"));
    expect(router.state.location.search).toBe(`?id=${ID}&outcome=failed`);
    await userEvent.click(screen.getByRole("button", { name: "Wszystkie scoringi" }));
    await waitFor(() => expect(router.state.location.search).toBe("?outcome=failed"));
    expect(asked).toEqual([
      { scoringId: ID, outcome: "", page: 3 },
      { scoringId: ID, outcome: "", page: 1 },
      { scoringId: ID, outcome: "failed", page: 1 },
      { scoringId: "", outcome: "failed", page: 1 },
    ]);
  });

  test("keeps a filter that is chosen while the one before is on its way", async () => {
    const router = await renderApp(routes, sampleApi(), { path: `${PATH}?id=${ID}` });
    await heading();
    fireEvent.change(screen.getByLabelText("Wynik"), { target: { value: "failed" } });
    fireEvent.click(screen.getByRole("button", { name: "Wszystkie scoringi" }));
    await waitFor(() => expect(router.state.location.search).toBe("?outcome=failed"));
    await waitFor(() => expect(screen.getByLabelText("Wynik")).toHaveValue("failed"));
  });

  test("filters by the day that was calculated and by the reason", async () => {
    const asked: object[] = [];
    const api = sampleApi((router) =>
      router.service(RunService, {
        listRuns: ({ outcome, reason, start, end }) => {
          asked.push({ outcome, reason, start, end });
          const one = { scoringId: ID, scoringName: "Newsletter", scoringType: "sms", generatedDate: "2026-11-02" };
          return outcome === "done" ? {} : { items: [{ ...one, outcome: "skipped" }], total: asked.length };
        },
      }),
    );
    // The page shows the result of the last request.
    const listed = () => screen.findByText(new RegExp(`z\\s${asked.length}\\sprzelicze`));
    const path = `${PATH}?outcome=skipped&reason=NO_DATA&start=2026-11-02`;
    const router = await renderApp(routes, api, { path });
    await heading();
    expect(await screen.findByLabelText("Od")).toHaveValue("02/11/2026");
    expect(screen.getByLabelText("Powód")).toHaveDisplayValue("Brak danych");
    await expectAccessible();
    const type = async (text: string): Promise<void> => {
      await userEvent.clear(screen.getByLabelText("Do"));
      await userEvent.type(screen.getByLabelText("Do"), `${text}{Enter}`);
    };
    await type("01/11/2026");
    expect(await screen.findByRole("alert")).toHaveTextContent("Początek jest po końcu");
    await type("08/11/0202");
    expect(screen.getByRole("alert")).toBeInTheDocument();
    await type("8.11.2026");
    await waitFor(() => expect(screen.getByLabelText("Do")).toHaveValue("08/11/2026"));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    const search = (): string => router.state.location.search;
    await waitFor(() => expect(search()).toBe("?outcome=skipped&reason=NO_DATA&start=2026-11-02&end=2026-11-08"));
    await listed();
    await userEvent.selectOptions(screen.getByLabelText("Wynik"), "Nie udało się");
    await waitFor(() => expect(search()).toBe("?start=2026-11-02&end=2026-11-08&outcome=failed"));
    await listed();
    // It has one reason.
    expect(screen.queryByLabelText("Powód")).not.toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText("Wynik"), "Gotowe");
    await userEvent.click(await screen.findByRole("button", { name: "Pokaż wszystkie" }));
    await waitFor(() => expect(search()).toBe(""));
    await listed();
    expect(screen.queryByLabelText("Od")).not.toBeInTheDocument();
    expect(asked).toEqual([
      { outcome: "skipped", reason: "NO_DATA", start: "2026-11-02", end: "" },
      { outcome: "skipped", reason: "NO_DATA", start: "2026-11-02", end: "2026-11-08" },
      { outcome: "failed", reason: "", start: "2026-11-02", end: "2026-11-08" },
      { outcome: "done", reason: "", start: "2026-11-02", end: "2026-11-08" },
      { outcome: "", reason: "", start: "", end: "" },
    ]);
  });

  test("goes back to all days once the filters are cleared", async () => {
    const run = { scoringId: ID, scoringName: "Newsletter", generatedDate: "2026-10-26", outcome: "skipped" };
    const api = sampleApi((router) =>
      router.service(RunService, { listRuns: ({ start }) => (start === "" ? { items: [run], total: 1 } : {}) }),
    );
    await renderApp(routes, api, { path: PATH });
    await heading();
    const days = screen.getByLabelText("Za dzień");
    await userEvent.selectOptions(days, "own");
    await userEvent.type(await screen.findByLabelText("Od"), "02/11/2026{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "Pokaż wszystkie" }));
    await waitFor(() => expect(screen.getByLabelText("Za dzień")).toHaveValue("all"));
    expect(screen.queryByLabelText("Od")).not.toBeInTheDocument();
  });

  test("takes what no filter can be for none", async () => {
    const asked: object[] = [];
    const api = sampleApi((router) =>
      router.service(RunService, {
        listRuns: ({ reason, start, end }) => {
          asked.push({ reason, start, end });
          return { items: [], total: 0 };
        },
      }),
    );
    for (const search of ["start=2026-02-31", "start=2026-11-09&end=2026-11-08", "outcome=done&reason=NO_DATA"]) {
      await renderApp(routes, api, { path: `${PATH}?${search}` });
      await heading();
      cleanup();
    }
    expect(asked).toEqual(Array(3).fill({ reason: "", start: "", end: "" }));
  });

  test("says where calculations come from as long as there are none", async () => {
    const api = sampleApi((router) => router.service(RunService, { listRuns: () => ({}) }));
    await renderApp(routes, api, { path: PATH });
    expect(await screen.findByRole("heading", { name: "Nie było jeszcze przeliczeń" })).toBeInTheDocument();
    expect(screen.getByText(/przeliczamy co noc/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Przejdź do listy scoringów" })).toBeInTheDocument();
    await expectAccessible();
  });
});
