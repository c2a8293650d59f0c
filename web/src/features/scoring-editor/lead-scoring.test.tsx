import { Code, ConnectError } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { TrackingService } from "../../gen/puls/contacts/v1/tracking_service_pb";
import { ScoringService } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { FLAGS_CHANGED, takeFlags } from "../../flags/flags";
import { useAppStore } from "../../stores/app-store";
import { startSession } from "../../stores/session-store";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const CHANNEL_REPORTS = "/reports/scoring/list/channel";
const tabs = (): HTMLElement | null => screen.queryByRole("navigation", { name: "Rodzaj raportów" });

interface Account {
  readonly websites?: number;
  readonly lead?: boolean;
  /** Both calls fail without a response. */
  readonly away?: boolean;
}

/** An api for an account with a number of tracked websites, and its requests. */
function accountWith({ websites = 1, lead = websites > 0, away = false }: Account) {
  const asked: string[] = [];
  const answer = <T,>(call: string, value: T): T => {
    asked.push(call);
    if (away) throw new ConnectError("away", Code.Unavailable);
    return value;
  };
  const items = Array.from({ length: websites }, (_, i) => ({ accountId: 7, uid: "007", domain: `shop${i}.example` }));
  const api = sampleApi((router) => {
    router.service(TrackingService, { listWebTrackingAccounts: () => answer("websites", { items }) });
    router.service(ScoringService, {
      listScorings: () => ({ items: [{ id: ID, name: "Newsletter", status: 2 }] }),
      getLead: () => answer("lead", { available: lead }),
    });
  });
  return { api, asked };
}

const WITHOUT_TRACKING = { ff_scoring: { defaultValue: true } };

describe("the scoring index", () => {
  test("leads to the list where lead scoring is available", async () => {
    const router = await renderApp(routes, accountWith({}).api, { path: "/scoring/" });
    await heading("Lista scoringów");
    expect(router.state.location.pathname).toBe("/scoring/list");
  });

  test.each([
    ["pl", "Oblicz nowy scoring", "Oblicz nowy"],
    ["en", "Calculate new scoring", "Calculate new"],
  ] as const)("leads to the start of a channel scoring otherwise (%s)", async (language, title, entry) => {
    const router = await renderApp(routes, accountWith({ websites: 0 }).api, { path: "/", language });
    await heading(title);
    expect(router.state.location.pathname).toBe("/scoring/channel");
    await expectAccessible();
    expect(screen.getByRole("link", { name: entry })).toHaveAttribute("aria-current", "page");
  });

  test("leads to the start of a channel scoring where websites are tracked but no event is", async () => {
    await renderApp(routes, accountWith({ lead: false }).api, { path: "/scoring/" });
    await heading("Oblicz nowy scoring");
  });

  test("leads to the list when nobody can tell", async () => {
    await renderApp(routes, accountWith({ away: true }).api, { path: "/scoring/" });
    await heading("Lista scoringów");
  });

  test("asks nothing and has no lead scoring while its flag is off", async () => {
    const { api, asked } = accountWith({});
    await renderApp(routes, api, { path: "/scoring/", flags: WITHOUT_TRACKING });
    await heading("Oblicz nowy scoring");
    expect(asked).toEqual([]);
  });

  test("leads where somebody was as soon as the scoring pages are on", async () => {
    const router = await renderApp(routes, accountWith({}).api, { path: "/scoring/channel", flags: {} });
    await screen.findByText("Scoring nie jest teraz dostępny");
    expect(router.state.location.search).toBe("?from=%2Fscoring%2Fchannel");
    takeFlags({ features: WITHOUT_TRACKING });
    await heading("Oblicz nowy scoring");
  });
});

describe("tracked websites", () => {
  test("are asked for before a scoring page, once for a person and account", async () => {
    const { api, asked } = accountWith({});
    const router = await renderApp(routes, api, { path: "/scoring/list" });
    await heading("Lista scoringów");
    await router.navigate(CHANNEL_REPORTS);
    await heading("Raporty");
    await router.navigate("/scoring/list");
    await heading("Lista scoringów");
    expect(asked).toEqual(["websites"]);
    startSession({ token: "another", expire: 4_000_000_000 });
    await router.revalidate();
    expect(asked).toEqual(["websites", "websites"]);
  });

  test("are asked for in the developer's mode, whatever the flag says", async () => {
    const { api, asked } = accountWith({});
    const router = await renderApp(routes, api, { path: "/scoring/list", flags: WITHOUT_TRACKING });
    await heading("Lista scoringów");
    expect(asked).toEqual([]);
    useAppStore.setState({ devMode: true });
    await router.navigate(CHANNEL_REPORTS);
    await waitFor(() => expect(tabs()).toBeInTheDocument());
    expect(asked).toEqual(["websites"]);
  });

  test("that came up meanwhile are seen", async () => {
    const items: { domain: string }[] = [];
    const api = sampleApi((router) => router.service(TrackingService, { listWebTrackingAccounts: () => ({ items }) }));
    const router = await renderApp(routes, api, { path: CHANNEL_REPORTS });
    await heading("Raporty");
    expect(tabs()).not.toBeInTheDocument();
    items.push({ domain: "shop.example" });
    await router.revalidate();
    await waitFor(() => expect(tabs()).toBeInTheDocument());
  });
});

describe("the tabs of the reports", () => {
  test("stand there with the first tracked website, before there is any result", async () => {
    const router = await renderApp(routes, accountWith({}).api, { path: CHANNEL_REPORTS });
    await heading("Raporty");
    await userEvent.click(within(tabs()!).getByRole("link", { name: "Scoring leadów [lead]" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reports/scoring/list/lead"));
    await expectAccessible();
  });

  test.each([CHANNEL_REPORTS, "/reports/scoring/list/lead"])("are hidden without one at %s", async (path) => {
    await renderApp(routes, accountWith({ websites: 0 }).api, { path });
    await heading("Raporty");
    expect(tabs()).not.toBeInTheDocument();
  });

  test("stand there when nobody can tell, so that no report is out of reach", async () => {
    await renderApp(routes, accountWith({ away: true }).api, { path: CHANNEL_REPORTS });
    await heading("Raporty");
    expect(tabs()).toBeInTheDocument();
  });

  test("follow the flag", async () => {
    const router = await renderApp(routes, accountWith({}).api, { path: CHANNEL_REPORTS, flags: WITHOUT_TRACKING });
    await heading("Raporty");
    expect(tabs()).not.toBeInTheDocument();
    const follow = () => void router.revalidate();
    window.addEventListener(FLAGS_CHANGED, follow);
    takeFlags({ features: { ...WITHOUT_TRACKING, ff_3377: { defaultValue: true } } });
    await waitFor(() => expect(tabs()).toBeInTheDocument());
    window.removeEventListener(FLAGS_CHANGED, follow);
  });
});

describe("the report of average scoring", () => {
  const AVERAGE = `/reports/scoring/summary/${ID}/avg?scoringType=sms`;

  test("leads to the report's details while its flag is off", async () => {
    const router = await renderApp(routes, sampleApi(), {
      path: AVERAGE,
      flags: { ff_scoring: { defaultValue: true }, ff_2235: { defaultValue: false } },
    });
    await screen.findByRole("table", { name: "Rozkład ocen" });
    expect(router.state.location.pathname).toBe(`/reports/scoring/summary/${ID}/details`);
    expect(router.state.location.search).toBe("?scoringType=sms");
  });
});
