import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Api } from "../../api/api";
import { routes } from "../../app/routes";
import { ContactsService } from "../../gen/puls/contacts/v1/contacts_service_pb";
import { ScoringSchema } from "../../gen/puls/scoringconfig/v1/scoring_pb";
import {
  GetPredefinedWeightsResponseSchema,
  ListScoringsResponseSchema,
  PreviewScoringResponseSchema,
  ScoringService,
} from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { CalculationService } from "../../gen/puls/scoringengine/v1/calculation_service_pb";
import { CONSTANTS } from "../../test/sample-data";
import { DRAFT_ID, DRAFTS } from "../../test/sample-editor";
import { IMPORT_IDS } from "../../test/sample-imports";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, sampleApi, SCORING } from "../../test/sample-api";
import { editPath } from "../scoring-editor";

interface Account {
  readonly contacts?: number;
  readonly days?: number;
  /** The reasons for which no contact can be scored. */
  readonly excluded?: JsonObject;
  readonly scorings?: JsonObject[];
}

/** An account before its first scores, and the calls that start something. */
function accountOf({ contacts = 0, days = 0, excluded, scorings = [] }: Account) {
  const started: string[] = [];
  const part = {
    dataDays: days,
    possibleFrom: days === 0 ? "" : days < 14 ? "2100-12-04" : "2026-01-01",
    audience: [{ uid: "007", contacts, analysed: excluded ? 0 : contacts, excluded: excluded ?? {} }],
  };
  const api: Api = sampleApi((router) => {
    router.service(ContactsService, {
      listDatabases: () => ({ items: [{ uid: "007", contactCount: contacts }] }),
      listGroups: () => ({}),
      listProperties: () => ({}),
    });
    router.service(ScoringService, {
      listScorings: () => fromJson(ListScoringsResponseSchema, { items: scorings }),
      getScoring: ({ id }) => ({
        scoring: fromJson(ScoringSchema, DRAFTS[id] ?? { ...(SCORING as JsonObject), id, state: null }),
      }),
      getPredefinedWeights: () => fromJson(GetPredefinedWeightsResponseSchema, CONSTANTS),
      previewScoring: () => fromJson(PreviewScoringResponseSchema, { channels: { mailing: part, sms: part } }),
      setScoringStatus: ({ newStatus }) => {
        started.push(`status ${newStatus}`);
        return {};
      },
    });
    router.rpc(CalculationService.method.calculate, () => {
      started.push("calculate");
      return { generatedDate: "2026-11-02" };
    });
  });
  return { api, started };
}

const WITHOUT_CONSENT = { contacts: 1199, days: 20, excluded: { NO_CONSENT: 1199 } };
const WHY = /^E-mail: żadnego kontaktu nie można dziś ocenić, 1 199 kontaktów nie ma zgody na e-maile\.$/;
const plain = (text: string): string => text.replaceAll(/\s/g, " ");
const why = (): Promise<HTMLElement> =>
  screen.findByText(
    (text) => WHY.test(plain(text)) || /^Żadnego kontaktu .* 1 199 kontaktów nie ma zgody/.test(plain(text)),
  );
const next = (): HTMLElement => screen.getByRole("button", { name: "Dalej" });

describe("the start page", () => {
  test.each([
    [{}, "Wgraj plik z\u00a0kontaktami"],
    [{ contacts: 5 }, "Wgraj plik z\u00a0wysyłkami"],
    [{ contacts: 5, days: 9 }, "Wgraj plik z\u00a0wysyłkami"],
  ])("of an account with %o is the three steps, the open one first", async (account, primary) => {
    await renderApp(routes, accountOf(account).api, { path: "/scoring/channel" });
    expect(await screen.findByText(/^Pierwsze oceny w\s3 krokach$/)).toBeInTheDocument();
    const marked = screen.getAllByRole("button").filter((one) => one.dataset["type"] === "primary");
    expect(marked.map((one) => one.getAttribute("aria-label"))).toEqual([primary]);
    expect(screen.queryByRole("textbox", { name: "Nazwa" })).not.toBeInTheDocument();
    await expectAccessible();
  });

  test("prepares a draft for the day on which there are data enough", async () => {
    await renderApp(routes, accountOf({ contacts: 5, days: 9 }).api, { path: "/scoring/channel" });
    expect(await screen.findByText(/^9 z 14 dni$/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Oblicz nowy scoring" }));
    expect(await screen.findByRole("textbox", { name: "Nazwa" })).toBeInTheDocument();
  });

  test("is the form once there are data, and says why nobody can be scored", async () => {
    await renderApp(routes, accountOf(WITHOUT_CONSENT).api, { path: "/scoring/channel" });
    expect(await screen.findByRole("textbox", { name: "Nazwa" })).toBeInTheDocument();
    expect(await why()).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Uzupełnij zgody" })).toHaveAttribute("href", "/imports/new?kind=contacts");
    expect(next()).toBeDisabled();
    expect(plain(document.getElementById(next().getAttribute("aria-describedby")!)!.textContent)).toContain("1 199");
  });
});

describe("the list", () => {
  test("goes on with the scoring that was begun until one has a result", async () => {
    const draft = { id: ID, name: "Święta", status: 0, config: { mailing: {} } };
    await renderApp(routes, accountOf({ contacts: 5, days: 20, scorings: [draft] }).api, { path: "/scoring/list" });
    expect(await screen.findByRole("button", { name: "Dokończ „Święta”" })).toHaveAttribute("data-type", "primary");
    expect(screen.getByRole("row", { name: /Święta/ })).toBeInTheDocument();
  });

  test("does not switch on a scoring that scores nobody: its last step says why", async () => {
    const scoring = { ...(SCORING as JsonObject), status: 1 };
    const { api, started } = accountOf({ ...WITHOUT_CONSENT, scorings: [scoring] });
    const router = await renderApp(routes, api, { path: "/scoring/list" });
    await userEvent.click(await screen.findByRole("button", { name: "Działania: Newsletter" }));
    await userEvent.click(screen.getByText("Włącz"));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/scoring\/edit\//));
    expect(started).toEqual([]);
  });
});

test("a step of the editor goes no further while nobody would be scored", async () => {
  const path = `/scoring/edit/main-comunication?id=${DRAFT_ID}`;
  await renderApp(routes, accountOf(WITHOUT_CONSENT).api, { path, state: editPath({ id: DRAFT_ID }).state });
  expect(await why()).toBeInTheDocument();
  expect(next()).toBeDisabled();
  await expectAccessible();
});

test("the first calculation is not started where it would score nobody", async () => {
  const { api, started } = accountOf(WITHOUT_CONSENT);
  await renderApp(routes, api, { path: `/scoring/loading/?id=${ID}` });
  expect(await screen.findByRole("heading", { level: 1, name: "Nie ma kogo ocenić" })).toBeInTheDocument();
  expect(await why()).toBeInTheDocument();
  expect(started).toEqual([]);
});

test("a report does not start one either", async () => {
  const { api, started } = accountOf(WITHOUT_CONSENT);
  await renderApp(routes, api, { path: `/reports/scoring/summary/${ID}/details` });
  await userEvent.click(await screen.findByRole("button", { name: /^Więcej/ }));
  await userEvent.click(await screen.findByText("Przelicz ponownie"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("link", { name: "Uzupełnij zgody" })).toBeInTheDocument();
  expect(dialog.getAllByRole("button").at(-1)).toBeDisabled();
  expect(started).toEqual([]);
});

describe("the receipt of an import", () => {
  test.each([
    [{ contacts: 5 }, "Wgraj wysyłki", "/imports/new?kind=engagement", "primary"],
    [{ contacts: 5, days: 9 }, "Wgraj wysyłki", "/imports/new?kind=engagement", "primary"],
    [{ contacts: 5, days: 20 }, "Oblicz nowy scoring", "/scoring/channel", "primary"],
    [
      { contacts: 5, days: 20, scorings: [SCORING as JsonObject] },
      "Zobacz raporty",
      "/reports/scoring/list/channel",
      "default",
    ],
  ])("of an account with %o leads on", async (account, name, to, type) => {
    const router = await renderApp(routes, accountOf(account).api, { path: `/imports/${IMPORT_IDS.finished}` });
    const button = await screen.findByRole("button", { name });
    expect(button).toHaveAttribute("data-type", type);
    await expectAccessible();
    await userEvent.click(button);
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(to));
  });

  test("says that nobody can be scored, and what mends it", async () => {
    await renderApp(routes, accountOf(WITHOUT_CONSENT).api, { path: `/imports/${IMPORT_IDS.finished}` });
    expect(await why()).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Uzupełnij zgody" })).toBeInTheDocument();
  });
});
