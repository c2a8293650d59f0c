import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { clientOf } from "../api/api";
import { AccountService } from "../gen/puls/account/v1/account_service_pb";
import { GetPartitionSummaryResponseSchema, ReportService } from "../gen/puls/reports/v1/report_service_pb";
import { GetScoringResponseSchema, ScoringService } from "../gen/puls/scoringconfig/v1/scoring_service_pb";
import { DRAFT_ID } from "../test/sample-editor";
import { movement } from "../test/sample-movement";
import { useAppStore } from "../stores/app-store";
import { usePreferenceStore } from "../stores/preference-store";
import { useScoringsStore } from "../stores/scorings-store";
import { continueSession } from "../stores/session-store";
import { expectAccessible, renderApp } from "../test/render-app";
import { ID, PARTITION, sampleApi } from "../test/sample-api";
import { routes } from "./routes";

describe("the words of the specification", () => {
  test.each([
    ["pl", "Powrót do menu głównego"],
    ["en", "Return to the main menu"],
  ] as const)("stand in the side menu (%s)", async (language, name) => {
    await renderApp(routes, sampleApi(), { path: "/scoring/list", language });
    expect(await screen.findByRole("link", { name })).toHaveAttribute("href", "/");
    await expectAccessible();
  });

  test.each([
    ["pl", "Anuluj"],
    ["en", "Cancel"],
  ] as const)("leave the configurator (%s)", async (language, name) => {
    const path = `/scoring/edit/main-comunication?id=${DRAFT_ID}`;
    await renderApp(routes, sampleApi(), { path, language, state: { configurator: true } });
    expect(await screen.findByRole("button", { name })).toBeVisible();
  });

  test.each([
    ["pl", "Godzina nocnego przeliczania", "Godziny", "Minuty"],
    ["en", "Hour of the nightly calculation", "Hours", "Minutes"],
  ] as const)("name the parts of a time of day (%s)", async (language, name, hours, minutes) => {
    await renderApp(routes, sampleApi(), { path: "/settings", language });
    const picker = await screen.findByRole("textbox", { name });
    await userEvent.click(picker);
    expect(await screen.findByText(hours)).toBeVisible();
    expect(screen.getByText(minutes)).toBeVisible();
    await userEvent.click(screen.getByText("23"));
    await waitFor(() => expect(picker).toHaveValue("23:00"));
    await expectAccessible();
  });
});

test("where a table's footer stands one may choose its rows", async () => {
  const scorings = Array.from({ length: 25 }, (_, at) => ({ id: `${at}`, name: `Scoring ${at}`, status: 1 }));
  const api = sampleApi((router) => router.rpc(ScoringService.method.listScorings, () => ({ items: scorings })));
  await renderApp(routes, api, { path: "/scoring/list" });
  const rows = await screen.findByRole("combobox", { name: "Wierszy na stronie" });
  expect(screen.getAllByRole("row")).toHaveLength(21);
  await userEvent.selectOptions(rows, "50");
  expect(screen.getAllByRole("row")).toHaveLength(26);
  usePreferenceStore.setState({ pageSize: 20 });
});

test("a super admin in another account sees one banner", async () => {
  const me = await clientOf(sampleApi(), AccountService).getMe({});
  const guest = sampleApi((router) => router.rpc(AccountService.method.getMe, () => ({ ...me, mainAccountId: 3 })));
  await renderApp(routes, guest, { path: "/scoring/list" });
  expect(await screen.findByText(`Pracujesz na koncie klienta nr ${me.accountId}`)).toBeVisible();
  useAppStore.setState({ superAdminAccount: String(me.accountId) });
  expect(await screen.findByText(`Pracujesz jako superadministrator na koncie nr ${me.accountId}`)).toBeVisible();
  expect(screen.getAllByText(/^Pracujesz /)).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Wróć na konto główne" })).toBeVisible();
});

test("a super admin is named in the own account too, where nothing leads back", async () => {
  await renderApp(routes, sampleApi(), { path: "/scoring/list" });
  await screen.findByRole("heading", { level: 1 });
  useAppStore.setState({ superAdminAccount: "42" });
  const notice = (await screen.findByText("Pracujesz jako superadministrator na koncie nr 42")).closest(
    "[data-notice]",
  );
  expect(within(notice as HTMLElement).queryByRole("button")).not.toBeInTheDocument();
  useAppStore.setState({ superAdminAccount: undefined });
});

test("a session that the server brings home forgets the client's data", async () => {
  const own = await clientOf(sampleApi(), AccountService).getMe({});
  let me = { ...own, accountId: 9, mainAccountId: own.accountId };
  const api = sampleApi((router) => router.rpc(AccountService.method.getMe, () => me));
  const router = await renderApp(routes, api, { path: "/scoring/list" });
  expect(await screen.findByText("Pracujesz na koncie klienta nr 9")).toBeVisible();
  expect(useScoringsStore.getState().scorings).not.toEqual([]);
  me = { ...own, mainAccountId: own.accountId };
  continueSession({ token: "renewed", expire: 4_000_000_000 });
  await router.navigate("/settings");
  await waitFor(() => expect(screen.queryByText(/^Pracujesz /)).not.toBeInTheDocument());
  expect(useScoringsStore.getState().scorings).toEqual([]);
});

describe("a lead report", () => {
  const web = { percentile: 0.9, weights: { page_view: "1.00" }, dataSources: [{ uid: "007", includedAll: true }] };
  const scoring = { scoring: { id: ID, name: "Sklep", status: 2, config: { daysAgo: 14, web } } };
  const api = sampleApi((router) => {
    router.rpc(ScoringService.method.getScoring, () => fromJson(GetScoringResponseSchema, scoring));
    router.service(ReportService, {
      getPartitionSummary: () =>
        fromJson(GetPartitionSummaryResponseSchema, { ...(PARTITION as JsonObject), scoringType: "web" }),
      listGeneratedDates: () => ({ items: ["2026-11-02", "2026-11-01"] }),
      ...movement,
    });
  });
  const words = (): string => screen.getByRole("main").textContent;

  test.each([
    ["pl", /wśród odwiedzających/, /kontakt/i, "Nowy odwiedzający", "Pobierz CSV", /^Oceny odwiedzających/],
    ["en", /among visitors/, /contact/i, "New visitor", "Download CSV", /^Scores of the visitors/],
  ] as const)("speaks of visitors (%s)", async (language, reference, contacts, crossing, download, file) => {
    const router = await renderApp(routes, api, { path: `/reports/scoring/summary/${ID}/details`, language });
    expect(await screen.findByText(reference)).toBeVisible();
    expect(words()).not.toMatch(contacts);
    await userEvent.click(screen.getByRole("button", { name: download }));
    expect(await screen.findByText(file)).toBeVisible();
    await router.navigate(`/reports/scoring/summary/${ID}/fluctuation`);
    expect((await screen.findAllByText(crossing)).length).toBeGreaterThan(0);
    expect(words()).not.toMatch(contacts);
  });
});
