import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { fromJson } from "@bufbuild/protobuf";
import { GetPartitionSummaryResponseSchema, ReportService } from "../../../gen/puls/reports/v1/report_service_pb";
import { movement } from "../../../test/sample-movement";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { ID, PARTITION, refusal, sampleApi } from "../../../test/sample-api";
import { routes } from "../../../app/routes";

const REPORT = `/reports/scoring/summary/${ID}`;
const frame = {
  getPartitionSummary: () => fromJson(GetPartitionSummaryResponseSchema, PARTITION),
  listGeneratedDates: () => ({ items: ["2026-11-02", "2026-11-01", "2026-10-19"] }),
};
const counts = (row: HTMLElement): number[] =>
  within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => Number(textContent.replaceAll(/\D/g, "")));

describe("fluctuation", () => {
  test("adds up in both directions, and counts the moves", async () => {
    const api = sampleApi((router) => router.service(ReportService, { ...frame, ...movement }));
    const router = await renderApp(routes, api, { path: `${REPORT}/fluctuation` });
    expect(await screen.findByText("32 w górę, 40 w dół, 818 bez zmian")).toBeInTheDocument();
    const rows = within(screen.getByRole("table", { name: /^Gdzie byli/ })).getAllByRole("row");
    for (const row of rows.slice(1, 6)) {
      const cells = counts(row);
      expect(cells.at(-1)).toBe(cells.slice(0, -1).reduce((sum, count) => sum + count, 0));
    }
    // From 81–100 down; contacts that left; all contacts of either day.
    expect(counts(rows.at(-1)!)).toEqual([100, 140, 450, 190, 90, 13, 983]);
    expect(screen.getByRole("row", { name: "Nowy kontakt 30 0" })).toBeInTheDocument();
    const moves = within(screen.getByRole("table", { name: "Dokąd przeszli" })).getAllByRole("row");
    expect(moves[0]).toHaveTextContent(/^Ocena\d\d\/\d\dW\sgóręBez zmianW\sdółWyjścia$/);
    expect(moves[1]).toHaveTextContent(/^81–10088–brak8800$/);
    expect(counts(moves[3]!).slice(0, 4)).toEqual([420, 0, 380, 40]);
    const drawing = screen.getByRole("img", { name: /^Ruch między przedziałami/ });
    expect(within(drawing).getByText(/^Brak wysyłek w/)).toHaveAttribute("x", "192");
    expect(within(drawing).getByText(/^Brak wysyłek w/)).not.toHaveAttribute("dy");
    expect(within(drawing).getByText("analizy").nextSibling).toHaveTextContent("50");
    expect(screen.getByText("120 osób nie ma oceny w żadnym z tych dni.")).toBeInTheDocument();
    await expectAccessible();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Od" }), "2026-10-19");
    await waitFor(() => expect(router.state.location.search).toBe("?from=2026-10-19&to=2026-11-02"));
    expect(await screen.findByText(/^Wiersze: ocena z\s19\/10\/2026/)).toBeInTheDocument();
  });

  test("hands out a file of those that moved between its two days", async () => {
    URL.createObjectURL = vi.fn(() => "blob:x");
    const download = vi.fn().mockResolvedValueOnce({ name: "scoring.csv", blob: new Blob(["x"]) });
    const api = sampleApi((router) => router.service(ReportService, { ...frame, ...movement }), download);
    await renderApp(routes, api, { path: `${REPORT}/fluctuation` });
    await userEvent.click(await screen.findByRole("button", { name: "Pobierz zmiany" }));
    const dialog = await screen.findByRole("dialog", { name: "Pobierz zmiany" });
    expect(within(dialog).getByText(/między 01\/11\/2026 a\s02\/11\/2026/)).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole("checkbox", { name: /^Dołącz kontakty, które straciły/ }));
    await userEvent.click(within(dialog).getByRole("radio", { name: /^Parquet/ }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Pobierz" }));
    expect(await within(dialog).findByText(/Pobrano plik scoring\.csv/)).toBeInTheDocument();
    expect(download.mock.calls[0]?.[1]).toMatchObject({
      scoringType: "mailing",
      changesFrom: "2026-11-01",
      generatedDate: "2026-11-02",
      includeExcluded: true,
    });
    expect(download.mock.calls[0]?.[2]).toMatchObject({ accept: "application/vnd.apache.parquet" });
    await expectAccessible();
  });

  test("holds the ribbons of a place that has the focus", async () => {
    const api = sampleApi((router) => router.service(ReportService, { ...frame, ...movement }));
    await renderApp(routes, api, { path: `${REPORT}/fluctuation`, language: "en" });
    const place = await screen.findByRole("button", { name: "01/11/2026, 61–80: 152" });
    place.focus();
    await waitFor(() => expect(place).toHaveAttribute("aria-pressed", "true"));
    const strong = [...document.querySelectorAll("[data-ribbon]")].filter(
      (ribbon) => ribbon.getAttribute("opacity") === "1",
    );
    expect(strong.map((ribbon) => ribbon.getAttribute("data-ribbon")).sort()).toEqual([
      "before 3 after 3",
      "before 3 after 4",
    ]);
  });

  test("says when there is one calculation only", async () => {
    const one = sampleApi((router) =>
      router.service(ReportService, {
        ...frame,
        listGeneratedDates: () => ({ items: ["2026-11-02"] }),
        getFluctuation: () => {
          throw refusal(404, "REPORT_NOT_FOUND");
        },
      }),
    );
    await renderApp(routes, one, { path: `${REPORT}/fluctuation` });
    expect(await screen.findByRole("heading", { name: "Potrzebne są dwa przeliczenia" })).toBeInTheDocument();
  });

  test("warns of other settings, and leads back from days in the wrong order", async () => {
    const api = sampleApi((router) =>
      router.service(ReportService, {
        ...frame,
        getFluctuation: (request) => {
          if (request.from !== "") throw refusal(400, "RANGE_INVALID");
          return { ...movement.getFluctuation(request), changedOn: "2026-11-02" };
        },
      }),
    );
    await renderApp(routes, api, { path: `${REPORT}/fluctuation?from=2026-11-03`, language: "en" });
    await userEvent.click(await screen.findByRole("button", { name: "Show the default days" }));
    expect(await screen.findByText("Settings changed on 02/11/2026")).toBeInTheDocument();
  });
});

describe("lift", () => {
  test("answers whether the score is any good, with its figures", async () => {
    const api = sampleApi((router) => router.service(ReportService, { ...frame, ...movement }));
    await renderApp(routes, api, { path: `${REPORT}/lift` });
    expect(await screen.findByText(/klikają 18,0 razy częściej niż/)).toBeInTheDocument();
    expect(screen.getByText(/Związek, nie przyczyna\.$/)).toBeInTheDocument();
    const row = screen.getByRole("row", { name: /^21–40/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent.replaceAll(/\s/g, "")),
    ).toEqual(["200", "190", "6031,58%", "94,74%"]);
    expect(screen.getByText("0%")).toBeInTheDocument();
    await expectAccessible();
  });

  test("is a date before the 14 days are over, with the newest that is known", async () => {
    const api = sampleApi((router) => router.service(ReportService, { ...frame, ...movement }));
    const router = await renderApp(routes, api, { path: `${REPORT}/lift?date=2026-11-02`, language: "en" });
    expect(await screen.findByRole("heading", { name: "We’ll know on 16/11/2026" })).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "See 19/10/2026" }));
    expect(await screen.findByText(/click 18\.0 times as often as/)).toBeInTheDocument();
    expect(router.state.location.search).toContain("date=2026-10-19");
  });

  test("says when higher bands do not click more", async () => {
    const items = [
      { scoringMin: 0, reached: 10, clicked: 5 },
      { scoringMin: 81, reached: 10, clicked: 1 },
    ];
    const api = sampleApi((router) =>
      router.service(ReportService, { ...frame, getLift: () => ({ generatedDate: "2026-10-19", items }) }),
    );
    await renderApp(routes, api, { path: `${REPORT}/lift` });
    expect(await screen.findByText("Wyższe przedziały nie klikają częściej")).toBeInTheDocument();
    expect(screen.getByText(/^Zmień wagi/)).toBeInTheDocument();
  });
});
