import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { routes } from "../../../app/routes";
import { ContactsService, ListPropertiesResponseSchema } from "../../../gen/puls/contacts/v1/contacts_service_pb";
import type { BacktestScoringRequest, BacktestScoringResponse } from "../../../gen/puls/scoringconfig/v1/backtest_pb";
import { ScoringSchema } from "../../../gen/puls/scoringconfig/v1/scoring_pb";
import {
  GetPredefinedWeightsResponseSchema,
  PreviewScoringResponseSchema,
  ScoringService,
  type SaveScoringRequest,
} from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { sampleBacktest } from "../../../test/sample-backtest";
import { CONSTANTS } from "../../../test/sample-data";
import { DRAFT_ID, DRAFTS, samplePreview } from "../../../test/sample-editor";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { sampleApi } from "../../../test/sample-api";
import { editPath } from "..";

const used = (scoringId: string) => [{ scoringId, name: "Newsletter", scoringType: "mailing" }];
const PROPERTIES: JsonValue = {
  uids: {
    "007": {
      items: [
        { id: 1, name: "wolna", uid: "007", type: "Number" },
        { id: 2, name: "zajęta", uid: "007", type: "Number", usedBy: used("0197f1a2-7e10-7a11-b0aa-0000000000ff") },
        { id: 3, name: "własna", uid: "007", type: "Number", usedBy: used(DRAFT_ID) },
        { id: 4, name: "Miasto", uid: "007", type: "Text" },
      ],
    },
  },
};

async function open(
  problems: JsonValue[] = [],
  change: object = {},
  backtestScoring: Backtest = sampleBacktest,
  addProperty: () => Promise<{ id: number }> = () => Promise.resolve({ id: 90 }),
) {
  const saved: SaveScoringRequest[] = [];
  const api = sampleApi((router) => {
    router.service(ContactsService, {
      listDatabases: () => ({ items: [{ uid: "007", contactCount: 100 }] }),
      listGroups: () => ({}),
      listProperties: () => fromJson(ListPropertiesResponseSchema, PROPERTIES),
      addProperty,
    });
    router.service(ScoringService, {
      getScoring: () => ({ scoring: fromJson(ScoringSchema, { ...(DRAFTS[DRAFT_ID] as object), ...change }) }),
      getPredefinedWeights: () => fromJson(GetPredefinedWeightsResponseSchema, CONSTANTS),
      saveScoring: (request) => {
        saved.push(request);
        return { version: 9 };
      },
      setScoringStatus: () => ({}),
      backtestScoring,
      previewScoring: (request) => ({
        ...samplePreview(request),
        problems: fromJson(PreviewScoringResponseSchema, { problems }).problems,
      }),
    });
  });
  const path = `/scoring/edit/summary-configurator-group?id=${DRAFT_ID}`;
  const router = await renderApp(routes, api, { path, state: editPath({ id: DRAFT_ID }).state });
  // The first page also loads antd.
  await screen.findByRole("heading", { name: "Punkty odniesienia" }, { timeout: 30_000 });
  return { router, saved };
}

type Backtest = (
  request: BacktestScoringRequest,
  context: HandlerContext,
) => BacktestScoringResponse | Promise<BacktestScoringResponse>;

const openList = async (name: string): Promise<void> => {
  fireEvent.mouseDown(await screen.findByRole("combobox", { name }));
};

test("starting saves and leads to the first calculation", async () => {
  const { router, saved } = await open();
  const visited: string[] = [];
  router.subscribe(({ navigation }) => visited.push(navigation.location?.pathname ?? ""));
  await userEvent.click(screen.getByRole("button", { name: /Zakończ i.uruchom scoring/ }));
  await waitFor(() => expect(visited).toContain("/scoring/loading/"));
  expect(saved[0]?.config?.mailing?.dataSources).toMatchObject([{ uid: "007", includedAll: true }]);
});

test("what is missing leads to its step and starts nothing", async () => {
  const { router, saved } = await open([{ field: "predefinedConfigSelection.sms", class: "SCORING_SHARES_INVALID" }]);
  await userEvent.click(screen.getByRole("button", { name: /Zakończ i.uruchom scoring/ }));
  const link = await screen.findByRole("link", { name: /Suma wartości musi wynosić 100%.*Udziały/ });
  expect(link).toHaveAttribute("href", expect.stringContaining("/scoring/edit/main-comunication-sms-percent"));
  expect(router.state.location.pathname).toBe("/scoring/edit/summary-configurator-group");
  expect(saved).toEqual([]);
});

test("a property that something else fills is listed with its reason and cannot be chosen", async () => {
  await open();
  await openList("E-mail, baza 007");
  const taken = await screen.findByText("Nie możesz użyć tej cechy: używa jej „Newsletter”", { exact: false });
  expect(taken.closest(".ant-select-item")).toHaveClass("ant-select-item-option-disabled");
  expect(screen.queryByText("Miasto")).toBeNull();
  // The scoring's own property counts as free for itself.
  await userEvent.click(screen.getByText("własna"));
  await openList("SMS, baza 007");
  expect(await screen.findByText("Nie możesz użyć tej cechy: używa jej „E-mail”", { exact: false })).toBeVisible();
});

test("a property taken meanwhile is said at its field", async () => {
  const field = "config.mailing.exportToProperty.properties[0]";
  const { mailing } = (DRAFTS[DRAFT_ID] as { config: { mailing: object } }).config;
  const exportToProperty = { properties: [{ uid: "007", propertyId: 1 }] };
  await open([{ field, class: "SCORING_PROPERTY_UNUSABLE" }], {
    config: { daysAgo: 14, mailing: { ...mailing, exportToProperty } },
  });
  expect(await screen.findByRole("combobox", { name: "E-mail, baza 007" })).toHaveAccessibleDescription(
    "Nie możesz użyć tej cechy",
  );
});

test("a new property follows the rules of names and is chosen", async () => {
  const { saved } = await open();
  await userEvent.click(screen.getAllByRole("button", { name: /^Nowa cecha w\sbazie 007$/ })[0]!);
  const name = screen.getByRole("textbox", { name: /^Nazwa nowej cechy/ });
  await userEvent.type(name, "WOLNA{Enter}");
  expect(name).toHaveAccessibleDescription(/^Taka nazwa już istnieje /);
  await userEvent.clear(name);
  expect(screen.getByText(/^Litery, cyfry, spacje oraz znaki _ i.-\./)).toBeVisible();
  await userEvent.type(name, "ocena|a{Enter}");
  expect(name).toHaveAccessibleDescription(/^Nazwa cechy może zawierać tylko/);
  await userEvent.clear(name);
  await userEvent.type(name, "ocena 2026{Enter}");
  await waitFor(() => expect(name).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole("button", { name: /Zakończ i.uruchom scoring/ }));
  await waitFor(() =>
    expect(saved[0]?.config?.mailing?.exportToProperty?.properties).toMatchObject([{ uid: "007", propertyId: 90 }]),
  );
});

test("a new property keeps the one that was chosen while it was added", async () => {
  let add = (): void => undefined;
  const added = new Promise<void>((resolve) => (add = resolve));
  const { saved } = await open([], {}, sampleBacktest, () => added.then(() => ({ id: 90 })));
  await userEvent.click(screen.getAllByRole("button", { name: /^Nowa cecha w\sbazie 007$/ })[0]!);
  const name = screen.getByRole("textbox", { name: /^Nazwa nowej cechy/ });
  await userEvent.type(name, "ocena 2026{Enter}");
  await openList("SMS, baza 007");
  await userEvent.click(await screen.findByText("własna"));
  add();
  await waitFor(() => expect(name).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole("button", { name: /Zakończ i.uruchom scoring/ }));
  await waitFor(() =>
    expect(saved[0]?.config).toMatchObject({
      mailing: { exportToProperty: { properties: [{ propertyId: 90 }] } },
      sms: { exportToProperty: { properties: [{ propertyId: 3 }] } },
    }),
  );
});

test("a scoring with a result shows it beside what would come", async () => {
  await open([], { status: 1, lastGeneratedAt: "2026-11-02T01:30:00Z" });
  const table = await screen.findByRole("table", { name: "Przewidywany wynik" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((cell) => cell.textContent),
  ).toEqual(["Zaangażowanie", "Teraz", "Po zmianie", "Różnica"]);
  expect(within(table).getByRole("row", { name: /Średnia 48,25 52,31 \+4,06/ })).toBeVisible();
  expect(screen.getByText("mała próba")).toBeVisible();
  expect(screen.getByText("osiągają prawie wszyscy")).toBeVisible();
  await expectAccessible();
});

test("past weeks are counted when somebody asks, and grow old with a change", async () => {
  await open([], { status: 1 });
  const past = screen.getByRole("region", { name: /^Jak wypadłoby to w\spoprzednich tygodniach$/ });
  expect(within(past).queryByRole("table", { hidden: true })).toBeNull();
  await userEvent.click(within(past).getByRole("button", { name: "Przelicz 13 tygodni" }));
  expect(await within(past).findByText("Dziś średnia 50,45")).toBeVisible();
  expect(within(past).getByText("Przeliczono 13 tygodni.")).toHaveRole("status");
  expect(within(past).getByRole("button", { name: "Przelicz ponownie" })).toHaveFocus();
  expect(within(past).queryByText("dla poprzednich ustawień")).toBeNull();

  await userEvent.click(screen.getByRole("radio", { name: /^13\stygodni|^13\styg/ }));
  expect(within(past).getByText("dla poprzednich ustawień")).toBeVisible();
  await userEvent.click(within(past).getByRole("button", { name: "Przelicz ponownie" }));
  expect(await within(past).findByText("Dziś średnia 50,45 zamiast 48,25 (+2,20)")).toBeVisible();
  expect(within(past).getByText(/^Przedział: 1\s841 w\sgórę, 402 w\sdół, 12\s410 bez zmian\./)).toBeVisible();

  await userEvent.click(within(past).getByText("Liczby"));
  const table = within(past).getByRole("table", { name: "Średnia ocena" });
  expect(within(table).getByRole("row", { name: "26/10/2026 48,50 50,70 +2,20" })).toBeVisible();
  expect(within(table).getAllByText("za mało danych")).toHaveLength(2);
  await userEvent.click(within(past).getByRole("radio", { name: "Oceny 61–100" }));
  expect(within(past).getByRole("row", { name: /^02\/11\/2026 36,0 36,5 \+0,5$/ })).toBeVisible();
  await userEvent.click(within(past).getByRole("radio", { name: /^Klikający z\s61–100$/ }));
  expect(within(past).getByRole("row", { name: "19/10/2026 7,0 11,0 +4,0" })).toBeVisible();
  expect(within(past).getByRole("row", { name: /^26\/10\/2026/ })).not.toHaveTextContent(/,/);
  await expectAccessible();
});

test("who does not want to wait for past weeks stops them", async () => {
  const signals: AbortSignal[] = [];
  await open([], { status: 1 }, (request, { signal }) => {
    signals.push(signal);
    return signals.length > 1 ? sampleBacktest(request) : new Promise(() => undefined);
  });
  const past = screen.getByRole("region", { name: /^Jak wypadłoby to w\spoprzednich tygodniach$/ });
  await userEvent.dblClick(within(past).getByRole("button", { name: "Przelicz 13 tygodni" }));
  expect(await within(past).findByText(/do kilku minut/)).toHaveRole("status");
  await waitFor(() => expect(signals).toHaveLength(1));
  await userEvent.keyboard("{Enter}");
  expect(await within(past).findByText("Zatrzymano przeliczanie.")).toHaveRole("status");
  expect(signals[0]?.aborted).toBe(true);
  expect(within(past).getByRole("button", { name: "Przelicz 13 tygodni" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(await within(past).findByText("Dziś średnia 50,45")).toBeVisible();
});
