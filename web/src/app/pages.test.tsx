import { Code, ConnectError } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { AccountService } from "../gen/puls/account/v1/account_service_pb";
import { SessionService } from "../gen/puls/account/v1/session_service_pb";
import { ReportService } from "../gen/puls/reports/v1/report_service_pb";
import { ContactsService } from "../gen/puls/contacts/v1/contacts_service_pb";
import { ScoringService } from "../gen/puls/scoringconfig/v1/scoring_service_pb";
import { useAppStore } from "../stores/app-store";
import { startSession, useSessionStore } from "../stores/session-store";
import { expectAccessible, renderApp } from "../test/render-app";
import { ID, refusal, sampleApi } from "../test/sample-api";
import { routes } from "./routes";

const DETAILS = `/reports/scoring/summary/${ID}/details`;
const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });

describe.each([
  ["pl", "Lista scoringów", "Wyświetlono 1 - 2 z\u00a02 wyników", "45,50", "Szkic"],
  ["en", "List of scorings", "Displayed 1 - 2 of 2 results", "45.50", "Draft"],
] as const)("the list in %s", (language, title, footer, average, draft) => {
  test("shows every scoring with the results of its channels", async () => {
    await renderApp(routes, sampleApi(), { path: "/", language });
    await heading(title);
    expect(document.documentElement.lang).toBe(language);
    await waitFor(() => expect(document.title).toBe(`${title} – Puls`));
    expect(screen.getByText(footer, { normalizer: (text) => text })).toBeInTheDocument();
    const row = screen.getByRole("row", { name: /Newsletter/ });
    expect(within(row).getByText("02/11/2026 02:30")).toBeInTheDocument();
    expect(within(row).getByText(average)).toBeInTheDocument();
    expect(within(row).getByRole("link", { name: /Newsletter/ })).toHaveAttribute(
      "href",
      `${DETAILS}?scoringType=mailing`,
    );
    expect(within(screen.getByRole("row", { name: /Święta/ })).getByText(draft)).toBeInTheDocument();
    await expectAccessible();
  });
});

describe("the list", () => {
  test("has the reports' door: the same table, with the course of each average", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/scoring/list" });
    await heading("Lista scoringów");
    const columns = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    const list = columns();
    expect(list.map((name) => name.replaceAll("\u00a0", " "))).toEqual([
      "Nazwa",
      "Status",
      "Kanał",
      "Ocenieni",
      "Średnia i zmiana",
      "Przeliczenie",
      "W nocy",
      "Działania",
    ]);
    await router.navigate("/reports/scoring/list/channel");
    await heading("Raporty");
    expect(columns()).toEqual(list);
    const row = within(screen.getByRole("row", { name: /Newsletter/ }));
    expect(row.getByRole("img", { name: "Średnie tygodni od 28/09/2026" })).toBeInTheDocument();
    expect(row.getByText("+1,25")).toHaveTextContent("+1,25 od 26/10");
    expect(
      row.getByRole("img", { name: /^Bardzo wysokie 16%, Wysokie 24%, .*, Bardzo niskie 3%$/ }),
    ).toBeInTheDocument();
    expect(row.getByRole("button", { name: "Działania: Newsletter" })).toBeInTheDocument();
    await expectAccessible();
  });

  test("writes days as the application's state says", async () => {
    await renderApp(routes, sampleApi(), { path: "/scoring/list" });
    useAppStore.setState({ displayDateFormat: "DD.MM.YYYY" });
    const row = await screen.findByRole("row", { name: /Newsletter/ });
    expect(within(row).getByText("02.11.2026 02:30")).toBeInTheDocument();
    useAppStore.setState({ displayDateFormat: "DD/MM/YYYY" });
  });

  test("stands without results when these cannot be loaded", async () => {
    const api = sampleApi((router) =>
      router.service(ReportService, {
        listSummaries: () => {
          throw new ConnectError("away", Code.Unavailable);
        },
      }),
    );
    await renderApp(routes, api, { path: "/scoring/list" });
    expect(await screen.findByText(/Nie udało się wczytać wyników/)).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /Newsletter/ })).toBeInTheDocument();
  });

  test("says how to start when it is empty", async () => {
    const api = sampleApi((router) =>
      router.service(ScoringService, {
        listScorings: () => ({ items: [] }),
        previewScoring: () => ({ channels: { mailing: { dataDays: 9, possibleFrom: "2100-12-04" } } }),
      }),
    );
    await renderApp(routes, api, { path: "/scoring/list" });
    expect(await screen.findByText(/^Pierwsze oceny w\s3 krokach$/)).toBeInTheDocument();
    expect(await screen.findByText(/^✓ 23\s400 kontaktów$/)).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Wgraj plik z\u00a0wysyłkami" }));
    expect(await screen.findByRole("radio", { name: /^Wysyłki i\sreakcje/ })).toBeChecked();
  });

  test.each([
    [{ contacts: 0, days: 0, from: "" }, "Upload a file of contacts", /^Once there are contacts with consent/],
    [{ contacts: 5, days: 9, from: "2100-12-04" }, "Upload a file of sendings", /^From 04\/12\/2100;/],
    [{ contacts: 5, days: 30, from: "2026-01-01" }, "Calculate new scoring", /^There is enough data today/],
  ])("proposes the first open step of %o", async ({ contacts, days, from }, primary, text) => {
    const api = sampleApi((router) => {
      router.service(ScoringService, {
        listScorings: () => ({ items: [] }),
        previewScoring: () => ({
          channels: {
            mailing: { dataDays: days, possibleFrom: from, audience: [{ uid: "001", contacts, analysed: contacts }] },
            sms: {},
          },
        }),
      });
      router.service(ContactsService, { listDatabases: () => ({ items: [{ uid: "001", contactCount: contacts }] }) });
    });
    await renderApp(routes, api, { path: "/scoring/list", language: "en" });
    expect(await screen.findByText(text)).toBeInTheDocument();
    const main = within(screen.getByRole("main"));
    const marked = main.getAllByRole("button").filter((one) => one.dataset["type"] === "primary");
    expect(marked.map((one) => one.getAttribute("aria-label") ?? one.textContent)).toEqual([primary]);
  });

  test("stands without what cannot be told of the account", async () => {
    const api = sampleApi((router) => {
      router.service(ScoringService, { listScorings: () => ({ items: [] }) });
      router.service(ContactsService, {});
    });
    await renderApp(routes, api, { path: "/scoring/list" });
    expect(await screen.findByRole("button", { name: "Wgraj plik z\u00a0kontaktami" })).toBeInTheDocument();
  });

  test("can be loaded again after a failure", async () => {
    let fails = true;
    const api = sampleApi((router) =>
      router.service(ScoringService, {
        listScorings: () => {
          if (fails) throw new ConnectError("away", Code.Unavailable);
          return { items: [] };
        },
      }),
    );
    await renderApp(routes, api, { path: "/scoring/list", language: "en" });
    expect(await screen.findByRole("alert")).toHaveTextContent("No connection to the server");
    fails = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("First scores in 3 steps")).toBeInTheDocument();
  });
});

describe("what the list shows", () => {
  const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1000), nanos: 0 });
  const SCORINGS = [
    { id: "d", name: "Nowy", status: 0 },
    { id: "a19", name: "Akcja 19", status: 2, lastGeneratedAt: at("2026-11-02T02:00:00Z") },
    { id: "a2", name: "Akcja 2", status: 2, lastGeneratedAt: at("2026-11-02T02:00:00Z") },
    { id: "i", name: "Stary", status: 1, lastGeneratedAt: at("2026-11-03T02:00:00Z") },
    { id: "b", name: "Świeży", status: 2, lastGeneratedAt: at("2026-11-04T02:00:00Z") },
  ];
  const api = () =>
    sampleApi((router) => router.service(ScoringService, { listScorings: () => ({ items: SCORINGS }) }));
  const names = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);

  test("is active scorings by their last result, then inactive ones, drafts last; 2 before 19", async () => {
    await renderApp(routes, api(), { path: "/scoring/list" });
    await heading("Lista scoringów");
    expect(names()).toEqual(["Świeży", "Akcja 2", "Akcja 19", "Stary", "Nowy"]);
  });

  test("follows search and status, which stand in the address", async () => {
    const router = await renderApp(routes, api(), { path: "/scoring/list" });
    await heading("Lista scoringów");
    await userEvent.type(screen.getByRole("searchbox", { name: "Szukaj po nazwie" }), "akcja");
    await waitFor(() => expect(names()).toEqual(["Akcja 2", "Akcja 19"]));
    expect(router.state.location.search).toBe("?q=akcja");
    await userEvent.click(screen.getByRole("radio", { name: "Szkice 1" }));
    await screen.findByText("Nic nie pasuje");
    expect(router.state.location.search).toBe("?q=akcja&status=draft");
    await userEvent.click(screen.getByRole("button", { name: "Wyczyść filtry" }));
    await waitFor(() => expect(names()).toHaveLength(5));
  });

  test("can be ordered by a name and says by which", async () => {
    await renderApp(routes, api(), { path: "/scoring/list?sort=name" });
    await heading("Lista scoringów");
    expect(names()).toEqual(["Akcja 2", "Akcja 19", "Nowy", "Stary", "Świeży"]);
    expect(screen.getByRole("columnheader", { name: "Nazwa" })).toHaveAttribute("aria-sort", "ascending");
    await userEvent.click(screen.getByRole("button", { name: "Nazwa" }));
    await waitFor(() => expect(names()[0]).toBe("Świeży"));
    expect(screen.getByRole("columnheader", { name: "Nazwa" })).toHaveAttribute("aria-sort", "descending");
  });
});

describe("the session", () => {
  test("an unknown visitor signs in and comes back to where they were", async () => {
    const router = await renderApp(routes, sampleApi(), { path: `${DETAILS}?channel=sms`, signedIn: false });
    await heading("Zaloguj się");
    expect(router.state.location.search).toBe(`?from=${encodeURIComponent(`${DETAILS}?channel=sms`)}`);
    await expectAccessible();
    await userEvent.type(screen.getByLabelText("Adres e-mail"), "a@b.pl");
    await userEvent.type(screen.getByLabelText("Hasło"), "secret{Enter}");
    await heading("Newsletter");
    expect(useSessionStore.getState().token).toBe("token of a@b.pl");
    await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
  });

  test.each([
    ["pl", "Nieprawidłowy e-mail lub hasło"],
    ["en", "Wrong e-mail or password"],
  ] as const)("wrong data are answered in %s", async (language, text) => {
    const api = sampleApi((router) =>
      router.service(SessionService, {
        login: () => {
          throw refusal(401, "ACCOUNT_INVALID_LOGIN");
        },
      }),
    );
    await renderApp(routes, api, { path: "/login", language, signedIn: false });
    const [email, password] = [await screen.findByRole("textbox"), document.querySelector("input[type=password]")!];
    await userEvent.type(email, "a@b.pl");
    await userEvent.type(password, "wrong{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent(text);
  });

  test("a session that ran out says so, and signing in leads back", async () => {
    const api = sampleApi((router) =>
      router.service(SessionService, {
        refreshToken: () => {
          throw refusal(401, "ACCOUNT_SESSION_ENDED");
        },
        login: ({ email }) => ({ token: `token of ${email}`, expire: 4_000_000_000 }),
      }),
    );
    const router = await renderApp(routes, api, { path: "/login", signedIn: false });
    await heading("Zaloguj się");
    expect(screen.queryByText(/^Sesja wygasła/)).not.toBeInTheDocument();
    startSession({ token: "old", expire: 1_000_000_000 });
    await router.navigate("/settings");
    await heading("Zaloguj się");
    expect(screen.getByText(/^Sesja wygasła\. Po zalogowaniu wrócisz tam/)).toBeInTheDocument();
    await expectAccessible();
    await userEvent.type(screen.getByRole("textbox"), "a@b.pl");
    await userEvent.type(document.querySelector("input[type=password]")!, "right{Enter}");
    await heading("Moje dane");
    await router.navigate("/logout");
    await heading("Zaloguj się");
    expect(screen.queryByText(/^Sesja wygasła/)).not.toBeInTheDocument();
  });

  test.each([
    [401, "Access denied"],
    [500, "Problem with accessing the system"],
  ])("a guard that fails with status %i leads to its page", async (status, title) => {
    const api = sampleApi((router) =>
      router.service(AccountService, {
        getMe: () => {
          throw refusal(status);
        },
      }),
    );
    await renderApp(routes, api, { path: "/scoring/list", language: "en" });
    await heading(title);
    await expectAccessible();
  });

  test("leaving forgets the session", async () => {
    await renderApp(routes, sampleApi(), { path: "/logout" });
    await heading("Zaloguj się");
    expect(useSessionStore.getState().token).toBeUndefined();
  });

  test("an unknown address leads to the 500 page", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/no/such/page", signedIn: false });
    await heading("Problem z\u00a0dostępem do systemu");
    expect(router.state.location.pathname).toBe("/error/500");
    expect(
      screen.getByText(/^Piszesz do pomocy technicznej\? Podaj, kiedy to było: .*\d\d:\d\d \(.+\)\.$/),
    ).toBeVisible();
  });
});
