import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MailProviderService } from "../../gen/puls/contacts/v1/mail_provider_service_pb";
import { TrackingService } from "../../gen/puls/contacts/v1/tracking_service_pb";
import { BLOG, SHOP } from "../../test/sample-connections";
import { expectAccessible, renderApp } from "../../test/render-app";
import { refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const card = (name: string): HTMLElement => screen.getByRole("region", { name });
const words = (element: HTMLElement): string => element.textContent.replaceAll(/\s/g, " ");

afterEach(() => vi.useRealTimers());

describe("connections", () => {
  test("stand on one page with their states, and each leads to its own", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/connections" });
    await heading("Połączenia");
    const websites = within(card("Strony WWW"));
    expect(words(card("Strony WWW"))).toContain("Odbiera 1 z 2");
    const [shop, blog] = websites.getAllByRole("listitem");
    expect(words(shop!)).toBe("sklep.exampleOdbieraOstatnie zdarzenie: 02/11/2026 12:04");
    expect(words(blog!)).toBe("blog.exampleJeszcze bez zdarzeńWklej kod na stronę");
    const mail = within(card("Dostawcy poczty"));
    const [sendgrid, mailgun] = mail.getAllByRole("listitem");
    expect(words(sendgrid!)).toMatch(
      /^SendGridOdbiera 02\/11\/2026 12:043 odrzucone podpisy[\d ]+ zdarze(nie|nia|ń) w ostatniej dobie$/,
    );
    expect(words(mailgun!)).toBe("MailgunNie ustawionoSkonfiguruj");
    expect(screen.getByRole("link", { name: "Połączenia" })).toHaveAttribute("aria-current", "page");
    await expectAccessible();
    await userEvent.click(mail.getByRole("link", { name: "Amazon SES" }));
    await heading("Amazon SES");
    expect(router.state.location.pathname).toBe("/connections/mail/ses");
    await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "Połączenia" }));
    await heading("Połączenia");
    await userEvent.click(screen.getByRole("link", { name: "Zobacz strony WWW" }));
    await heading("Strony WWW");
  });

  test("say that a website’s code has sent nothing, however complete its files are", async () => {
    const since = timestampFromDate(new Date("2026-10-31T08:00:00Z"));
    const website = {
      accountId: 7,
      uid: "007",
      domain: "sklep.example",
      since,
      days: 14,
      types: [{ type: "page_view" }],
    };
    const api = sampleApi((router) =>
      router.rpc(TrackingService.method.listWebTrackingAccounts, () => ({ items: [website] })),
    );
    await renderApp(routes, api, { path: "/connections" });
    await heading("Połączenia");
    expect(words(card("Strony WWW"))).toContain("sklep.exampleTylko z plikówWklej kod na stronę");
    await userEvent.click(screen.getByRole("link", { name: "Zobacz strony WWW" }));
    await heading("Strony WWW");
    const shop = within(card("sklep.example"));
    expect(shop.getByText("Dane z ostatnich 14 dni: komplet")).toHaveAttribute("data-tone", "default");
    expect(shop.getByText(/Kod na stronie jeszcze nic nie przysłał/)).toBeInTheDocument();
    expect(shop.getByRole("status")).toHaveTextContent(/Czekamy na pierwsze zdarzenie z\ssklep\.example/);
    expect(shop.queryByRole("table")).not.toBeInTheDocument();
  });

  test("fail one by one", async () => {
    const api = sampleApi((router) =>
      router.service(MailProviderService, {
        listMailProviders: () => {
          throw refusal(503);
        },
      }),
    );
    await renderApp(routes, api, { path: "/connections", language: "en" });
    await heading("Connections");
    expect(within(card("Mail providers")).getByRole("alert")).toHaveTextContent("Couldn’t load");
    expect(card("Websites")).toHaveTextContent("Receiving from 1 of 2");
  });
});

describe("websites", () => {
  test("show their code, what came and what comes", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/connections/web" });
    await heading("Strony WWW");
    const shop = within(card("sklep.example"));
    expect(shop.getByText("3 z\u00a014 dni, komplet 14/11/2026", { normalizer: (text) => text })).toBeInTheDocument();
    expect(shop.getByText(/^2 odrzucone w\sostatniej dobie$/)).toBeInTheDocument();
    const table = shop.getByRole("table", { name: "Rodzaje zdarzeń" });
    const rows = within(table).getAllByRole("row").slice(1).map(words);
    expect(rows).toEqual([
      "Odsłona strony02/11/2026 12:041 203",
      "Wyświetlenie produktu02/11/2026 12:03402",
      "Przejście do kasy02/11/2026 11:1231",
      "Dane płatności–brak0",
      "Zakup01/11/2026 20:400",
    ]);
    expect(screen.getAllByRole("textbox", { name: "Kod" })[0]).toHaveValue(
      `<script async src="${window.location.origin}/tracking/v1/puls.js" data-key="${SHOP}"></script>`,
    );
    const live = within(card("Zdarzenia na żywo"));
    await waitFor(() => expect(live.getAllByRole("listitem")).toHaveLength(3));
    expect(live.getAllByRole("listitem").map(words)).toEqual([
      "12:04:00Odsłona strony/pominięto 5 wcześniejszych",
      "12:03:59Cart ViewedTego zdarzenia nie liczymy",
      "12:03:58Wyświetlenie produktu/roze",
    ]);
    expect(screen.getByRole("textbox", { name: "Klucz zapisu (write key)" })).toHaveValue(SHOP);
    await expectAccessible();
    await userEvent.click(live.getByRole("button", { name: "Wstrzymaj" }));
    expect(live.getByRole("status")).toHaveTextContent("Wstrzymano");
    expect(live.getAllByRole("listitem")).toHaveLength(3);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Strona" }), BLOG);
    expect(await screen.findByRole("region", { name: "blog.example" })).toHaveTextContent(
      /Czekamy na pierwsze zdarzenie z\sblog\.example/,
    );
    expect(router.state.location.search).toBe(`?site=${BLOG}`);
    await expectAccessible();
  });

  test("say what may be the matter after two minutes without an event", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderApp(routes, sampleApi(), { path: `/connections/web?site=${BLOG}`, language: "en" });
    await heading("Websites");
    expect(screen.queryByText(/^Check that the page/)).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(
      screen.getByText(
        "Check that the page is published on this domain and that no blocker or missing consent stops the code.",
      ),
    ).toBeInTheDocument();
  });

  test("are added by domain, and an address of a page is as good", async () => {
    const added: object[] = [];
    const api = sampleApi((router) =>
      router.service(TrackingService, {
        listWebTrackingAccounts: () => ({
          items: added.length === 0 ? [] : [{ uid: "042", domain: "shop.example.com", siClientId: SHOP }],
        }),
        createWebTrackingAccount: ({ uid, domain }) => {
          if (domain === "taken.example") throw refusal(409, "TRACKING_EXISTS");
          added.push({ uid, domain });
          return { siClientId: SHOP };
        },
        streamRecentWebEvents: async function* () {},
      }),
    );
    const router = await renderApp(routes, api, { path: "/connections/web", language: "en" });
    await heading("Websites");
    const field = screen.getByRole("textbox", { name: "Domain" });
    await userEvent.click(screen.getByRole("button", { name: "Add website" }));
    expect(screen.getByRole("alert")).toHaveTextContent("This field is required");
    await userEvent.type(field, "taken.example{Enter}");
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(field).toHaveAttribute("aria-invalid", "true");
    await userEvent.clear(field);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Database" }), "042");
    await userEvent.type(field, "https://www.Sklep.pl/oferta");
    await userEvent.tab();
    expect(field).toHaveValue("www.sklep.pl");
    await userEvent.clear(field);
    await userEvent.type(field, "https://Shop.Example.com/cart?x=1{Enter}");
    expect(await screen.findByRole("region", { name: "shop.example.com" })).toBeInTheDocument();
    expect(added).toEqual([{ uid: "042", domain: "shop.example.com" }]);
    expect(router.state.location.search).toBe(`?site=${SHOP}`);
  });

  test("are removed after a question that names them", async () => {
    const removed: string[] = [];
    const api = sampleApi((router) =>
      router.service(TrackingService, {
        listWebTrackingAccounts: () => ({
          items: removed.length === 0 ? [{ uid: "007", domain: "sklep.example", siClientId: SHOP }] : [],
        }),
        deleteWebTrackingAccount: ({ siClientId, visitors }) => {
          removed.push(`${siClientId} ${visitors}`);
          return {};
        },
        streamRecentWebEvents: async function* () {},
      }),
    );
    await renderApp(routes, api, { path: "/connections/web" });
    await heading("Strony WWW");
    await userEvent.click(screen.getByRole("button", { name: "Usuń" }));
    const dialog = screen.getByRole("dialog", { name: "Usunąć stronę sklep.example?" });
    await expectAccessible();
    await userEvent.click(within(dialog).getByRole("button", { name: "Usuń" }));
    expect(await screen.findByText(/^Nie ma jeszcze stron\./)).toBeInTheDocument();
    expect(removed).toEqual([`${SHOP} `]);
  });

  test("take their visitors along when they are to", async () => {
    const removed: string[] = [];
    const api = sampleApi((router) =>
      router.service(TrackingService, {
        listWebTrackingAccounts: () => ({
          items: removed.length === 0 ? [{ uid: "007", domain: "sklep.example", siClientId: SHOP }] : [],
        }),
        deleteWebTrackingAccount: ({ siClientId, visitors }) => {
          removed.push(`${siClientId} ${visitors}`);
          return {};
        },
        streamRecentWebEvents: async function* () {},
      }),
    );
    await renderApp(routes, api, { path: "/connections/web", language: "en" });
    await heading("Websites");
    await userEvent.click(screen.getByRole("button", { name: "Remove" }));
    const dialog = screen.getByRole("dialog", { name: "Remove the website sklep.example?" });
    expect(dialog).toHaveTextContent("Existing events are kept.");
    await userEvent.click(within(dialog).getByRole("checkbox", { name: /^Also remove this website’s visitors/ }));
    expect(dialog).toHaveTextContent("this can’t be undone");
    await expectAccessible();
    await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(removed).toEqual([`${SHOP} remove`]));
  });

  test("say how many new visitors they may bring once there were more", async () => {
    const website = {
      uid: "007",
      domain: "sklep.example",
      siClientId: SHOP,
      since: timestampFromDate(new Date()),
      days: 3,
    };
    const api = sampleApi((router) =>
      router.service(TrackingService, {
        listWebTrackingAccounts: () => ({
          items: [{ ...website, refusedCount: 1203, leftOutCount: 1200, hourlyVisitorLimit: 20_000 }],
        }),
        streamRecentWebEvents: async function* () {},
      }),
    );
    await renderApp(routes, api, { path: "/connections/web" });
    await heading("Strony WWW");
    const note = screen.getByRole("note");
    expect(words(note)).toContain("pominęliśmy 1 200 zdarzeń od nowych odwiedzających");
    expect(words(note)).toContain("najwyżej 20 000 na godzinę");
    await expectAccessible();
  });
});
