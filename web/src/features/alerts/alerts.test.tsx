import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { routes } from "../../app/routes";
import { AccountService, GetMeResponseSchema } from "../../gen/puls/account/v1/account_service_pb";
import {
  ListNotificationsResponseSchema,
  NotificationService,
} from "../../gen/puls/account/v1/notification_service_pb";
import { ListScoringsResponseSchema, ScoringService } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { formatMomentDay } from "../../lib/dates";
import { ME, NOTIFICATIONS } from "../../test/sample-data";
import { useAppStore } from "../../stores/app-store";
import { useConfigStore } from "../../stores/config-store";
import { useScoringsStore } from "../../stores/scorings-store";
import { endSession } from "../../stores/session-store";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, sampleApi, SCORING } from "../../test/sample-api";
import { loadNotifications } from "../notifications";

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const dateIn = (days: number): string => formatMomentDay(new Date(Date.now() + days * DAY_MS), "Europe/Warsaw");

interface Facts {
  readonly me?: object;
  readonly notifications?: readonly object[];
  readonly scoring?: object;
}

/** An account whose scoring was calculated last night, except for the given facts. */
function account(facts: Facts) {
  return sampleApi((router) => {
    router.rpc(AccountService.method.getMe, () => fromJson(GetMeResponseSchema, { ...(ME as object), ...facts.me }));
    router.rpc(ScoringService.method.listScorings, () =>
      fromJson(ListScoringsResponseSchema, {
        items: [{ ...(SCORING as JsonObject), lastGeneratedAt: inDays(-0.5), ...facts.scoring }],
      }),
    );
    router.rpc(NotificationService.method.listNotifications, () =>
      fromJson(ListNotificationsResponseSchema, {
        ...(NOTIFICATIONS as JsonObject),
        items: (facts.notifications ?? []) as JsonObject[],
      }),
    );
  });
}

const failure = (id: number, scoringName: string, days: number, subjectId = ID): object => ({
  id,
  kind: "NOTIFICATION_KIND_CALCULATION_FAILED",
  subjectId,
  scoringName,
  scoringType: "mailing",
  generatedDate: inDays(days).slice(0, 10),
  createdAt: inDays(days),
});

const alertOf = async (words: RegExp): Promise<HTMLElement> => {
  const text = await screen.findByText(words);
  return text.closest<HTMLElement>("[data-notice]")!;
};

describe.each([
  ["pl", "Okres próbny kończy się", "Zmień plan na wyższy"],
  ["en", "Your trial ends on", "Upgrade plan"],
] as const)("a trial that ends within a week, in %s", (language, words, upgrade) => {
  test("is told on every page until somebody closes it", async () => {
    useConfigStore.setState({ upgradeUrl: "https://plans.example/upgrade" });
    const router = await renderApp(routes, account({ me: { trialEndsAt: inDays(6) } }), {
      path: "/settings",
      language,
    });
    const alert = await alertOf(new RegExp(`^${words} ${dateIn(6)}\\.`));
    expect(within(alert).getByRole("link", { name: upgrade })).toHaveAttribute("href", "https://plans.example/upgrade");
    await expectAccessible();
    await router.navigate("/contacts/databases");
    await alertOf(new RegExp(words));
    await userEvent.click(within(alert).getByRole("button"));
    await router.navigate("/settings");
    await screen.findByRole("heading", { level: 1, name: /Moje dane|My data/ });
    expect(screen.queryByText(new RegExp(words))).not.toBeInTheDocument();
    useConfigStore.setState(useConfigStore.getInitialState());
  });
});

test("a trial that ends later is not told", async () => {
  const api = account({ me: { trialEndsAt: inDays(8) }, notifications: [failure(1, "Lato", 0)] });
  await renderApp(routes, api, { path: "/settings" });
  await alertOf(/przeliczyć scoringu „Lato”/);
  expect(screen.queryByText(/Okres próbny/)).not.toBeInTheDocument();
});

describe("a night that failed", () => {
  test("is told until a newer result is there, but not by the list, whose row says it", async () => {
    const facts: { notifications: object[] } = { notifications: [failure(1, "Lato", 0), failure(2, "Lato", 0)] };
    const api = account(facts);
    const router = await renderApp(routes, api, { path: "/settings" });
    const alert = await alertOf(/^Nie udało się przeliczyć scoringu „Lato”/);
    await userEvent.click(within(alert).getByRole("link", { name: "Zobacz listę scoringów" }));
    await screen.findByRole("heading", { level: 1, name: "Lista scoringów" });
    expect(screen.queryByText(/^Nie udało się przeliczyć/)).not.toBeInTheDocument();
    await router.navigate("/settings");
    await alertOf(/„Lato”/);
    facts.notifications = [];
    await loadNotifications(api);
    await waitFor(() => expect(screen.queryByText(/„Lato”/)).not.toBeInTheDocument());
  });

  test("of several scorings is one alert, and none when they are not calculated any more", async () => {
    const notifications = [failure(1, "Lato", 0), failure(2, "Zima", 0, "z"), failure(3, "Dawny", -9, "d")];
    await renderApp(routes, account({ notifications }), { path: "/settings" });
    await alertOf(/^Nie udało się przeliczyć 2 scoringów/);
  });
});

describe("results that are older than two days", () => {
  test("are told once the list knows them, with the way to the calculations", async () => {
    const facts: { scoring: object; notifications: object[] } = {
      scoring: { lastGeneratedAt: inDays(-3) },
      notifications: [],
    };
    const api = account(facts);
    const router = await renderApp(routes, api, { path: "/scoring/list" });
    const alert = await alertOf(/^Wyniki scoringu „Newsletter” są starsze niż dwa dni/);
    expect(alert).toHaveTextContent(dateIn(-3));
    expect(within(alert).getByRole("link", { name: "Zobacz przeliczenia" })).toHaveAttribute(
      "href",
      `/scoring/list/calculations?id=${ID}`,
    );
    await router.navigate("/settings");
    await alertOf(/są starsze niż dwa dni/);
    facts.notifications = [{ ...failure(3, "Newsletter", 0), kind: "NOTIFICATION_KIND_CALCULATION_DONE" }];
    await loadNotifications(api);
    await waitFor(() => expect(screen.queryByText(/są starsze niż dwa dni/)).not.toBeInTheDocument());
  });

  test("for want of data are left to the list and the report, which say more", async () => {
    const api = account({ scoring: { lastGeneratedAt: inDays(-9), state: { stage: "skipped", reason: "NO_DATA" } } });
    const router = await renderApp(routes, api, { path: "/settings" });
    await router.navigate("/scoring/list");
    await screen.findByRole("heading", { level: 1, name: "Lista scoringów" });
    expect(screen.queryByText(/są starsze niż dwa dni/)).not.toBeInTheDocument();
    await router.navigate(`/reports/scoring/summary/${ID}/details`);
    await screen.findByRole("heading", { level: 1, name: "Newsletter" });
    expect(screen.queryByText(/są starsze niż dwa dni/)).not.toBeInTheDocument();
    await router.navigate("/settings");
    await alertOf(/są starsze niż dwa dni/);
  });

  test("of an inactive scoring are nobody's concern", async () => {
    const api = account({
      scoring: { status: 1, lastGeneratedAt: inDays(-9) },
      notifications: [failure(1, "x", 0, "x")],
    });
    await renderApp(routes, api, { path: "/scoring/list" });
    await screen.findByRole("row", { name: /Newsletter/ });
    expect(screen.queryByText(/są starsze niż dwa dni/)).not.toBeInTheDocument();
  });
});

test("another user begins without the alerts of the one before", async () => {
  const api = account({ scoring: { lastGeneratedAt: inDays(-3) } });
  await renderApp(routes, api, { path: "/scoring/list" });
  await alertOf(/są starsze niż dwa dni/);
  act(endSession);
  expect(useAppStore.getState().alerts).toEqual([]);
  expect(useScoringsStore.getState().scorings).toEqual([]);
});
