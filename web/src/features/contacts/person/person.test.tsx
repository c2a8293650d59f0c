import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { ScoringService } from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { ExplanationService } from "../../../gen/puls/scoringengine/v1/explanation_service_pb";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { sampleApi } from "../../../test/sample-api";
import { routes } from "../../../app/routes";

const ANNA = "/contacts/007/12";

describe("a person", () => {
  test("has the messages to it and what came of each", async () => {
    await renderApp(routes, sampleApi(), { path: ANNA });
    const table = await screen.findByRole("table", { name: "Ostatnie wiadomości" });
    const row = (name: RegExp) => within(within(table).getByRole("row", { name }));
    expect(within(table).getAllByRole("row")).toHaveLength(6);
    const newest = row(/^newsletter-44/);
    expect(newest.getByText("E-mail · Reklamowa")).toBeInTheDocument();
    for (const outcome of ["doręczona 01/11", "otwarta 02/11", "kliknięta 02/11", "wypisanie 03/11"]) {
      expect(newest.getByText(outcome)).toBeInTheDocument();
    }
    expect(newest.getByRole("link", { name: "Wysyłki z\u00a001/11/2026" })).toHaveAttribute(
      "href",
      "/reports/sendings/2026-11-01?scoringType=mailing&uids=007",
    );
    expect(row(/^kod-7/).getByText("odbita 30/10")).toBeInTheDocument();
    expect(row(/^newsletter-43/).getByText("otwarta automatycznie 25/10")).toBeInTheDocument();
    expect(row(/^newsletter-42/).getByText("brak reakcji")).toBeInTheDocument();
    expect(row(/^newsletter-41/).queryByRole("link")).toBeNull();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Pokaż wszystkie wiadomości (7)" }));
    expect(within(table).getAllByRole("row")).toHaveLength(8);
  });

  test("without messages says since when, and of many that there are more", async () => {
    let items: { messageId: string; sentDate: string }[] = [];
    const api = sampleApi((router) =>
      router.service(ExplanationService, {
        listContactMessages: () => ({ items, more: items.length > 0, firstDay: "2026-08-04" }),
      }),
    );
    const first = await renderApp(routes, api, { path: ANNA });
    expect(await screen.findByText("Od 04/08/2026 nic do tego kontaktu nie wysłano.")).toBeInTheDocument();
    items = [{ messageId: "a", sentDate: "2026-11-01" }];
    await first.revalidate();
    expect(await screen.findByText("1 najnowszych. Od 04/08/2026 było ich więcej.")).toBeInTheDocument();
  });

  test("has changes since a week before, as lists have", async () => {
    const api = sampleApi((router) =>
      router.service(ExplanationService, {
        listContactScores: () => ({
          items: [
            { generatedDate: "2026-10-25", score: 68 },
            { generatedDate: "2026-10-27", score: 80 },
            { generatedDate: "2026-11-02", score: 87 },
          ],
        }),
        listContactMessages: () => ({}),
        getReceipt: () => ({ generatedDate: "2026-11-02", reason: "NOT_SCORED" }),
      }),
    );
    await renderApp(routes, api, { path: ANNA });
    expect(await screen.findByRole("cell", { name: /^\+19 od\s25\/10$/ })).toBeInTheDocument();
    expect(screen.getAllByRole("cell", { name: /od\s\d/ })).toHaveLength(1);
  });

  test("without any scoring says when a score comes", async () => {
    const api = sampleApi((router) => router.service(ScoringService, { listScorings: () => ({ items: [] }) }));
    await renderApp(routes, api, { path: ANNA });
    expect(await screen.findByRole("heading", { name: "Nie ma jeszcze żadnych wyników" })).toBeInTheDocument();
  });
});
