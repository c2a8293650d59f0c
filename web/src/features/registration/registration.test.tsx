import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { clientOf } from "../../api/api";
import { NO_CONFIG } from "../../api/config";
import { AccountService, GetApiKeyResponseSchema } from "../../gen/puls/account/v1/account_service_pb";
import { MailProviderService } from "../../gen/puls/contacts/v1/mail_provider_service_pb";
import { OneClickService } from "../../gen/puls/contacts/v1/one_click_service_pb";
import { RegistrationService, type RegisterRequest } from "../../gen/puls/account/v1/registration_service_pb";
import { ScoringService } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { chooseLanguage } from "../../i18n/language";
import { useConfigStore } from "../../stores/config-store";
import { renderApp } from "../../test/render-app";
import { refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const PASSWORD = "Haslo-Testowe-2026!";

beforeEach(() => useConfigStore.setState({ ...NO_CONFIG, termsUrl: "/terms", dataProcessingUrl: "/data" }));

describe("an account's activation", () => {
  test("waits for a click, and then happens once", async () => {
    const used: string[] = [];
    const api = sampleApi((router) =>
      router.service(RegistrationService, {
        activate: ({ token }) => {
          used.push(token);
          return {};
        },
      }),
    );
    await renderApp(routes, api, { path: "/activate/link", signedIn: false });
    await heading("Aktywacja konta");
    expect(used).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Aktywuj konto" }));
    expect(await heading("Konto jest aktywne")).toHaveFocus();
    expect(used).toEqual(["link"]);
  });

  test("by a dead link says so", async () => {
    const api = sampleApi((router) =>
      router.service(RegistrationService, {
        activate: () => {
          throw refusal(404, "ACCOUNT_LINK_INACTIVE");
        },
      }),
    );
    await renderApp(routes, api, { path: "/activate/link", signedIn: false, language: "en" });
    await userEvent.click(await screen.findByRole("button", { name: "Activate account" }));
    await heading("We couldn’t activate the account");
    expect(screen.getByRole("alert")).toHaveTextContent("The link is no longer active");
  });
});

describe("registration", () => {
  const fill = async (): Promise<void> => {
    await userEvent.type(await screen.findByLabelText("Adres e-mail"), "a@b.pl");
    await userEvent.type(screen.getByLabelText("Hasło"), PASSWORD);
    await userEvent.type(screen.getByLabelText("Powtórz hasło"), PASSWORD);
    for (const box of screen.getAllByRole("checkbox")) await userEvent.click(box);
    expect(screen.getByRole("complementary", { name: /^Zobacz, kto naprawdę czyta/ })).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Załóż konto" }));
  };

  test("begins in the browser's time zone, sends the link again and moves the focus to the next step", async () => {
    const asked: RegisterRequest[] = [];
    const api = sampleApi((router) =>
      router.service(RegistrationService, {
        register: (request) => {
          asked.push(request);
          return {};
        },
      }),
    );
    await renderApp(routes, api, { path: "/register", signedIn: false });
    expect(await screen.findByText(/Przez pierwsze 14 dni konto jest bezpłatne/)).toBeInTheDocument();
    await fill();
    expect(await heading("Potwierdź adres e-mail")).toHaveFocus();
    expect(asked[0]?.timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    await userEvent.click(screen.getByRole("button", { name: "Wyślij link ponownie" }));
    await screen.findByText("Wysłano nowy link. Poprzedni już nie działa.");
    expect(asked).toHaveLength(2);
    expect(asked[1]?.password).toBe(PASSWORD);
  });

  test("hides the error of the last attempt when the next one is typed", async () => {
    const api = sampleApi((router) =>
      router.service(RegistrationService, {
        register: () => {
          throw refusal(429, "ACCOUNT_TOO_MANY_ATTEMPTS");
        },
      }),
    );
    await renderApp(routes, api, { path: "/register", signedIn: false });
    await fill();
    expect(await screen.findByText(/Zbyt wiele prób/)).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText("Adres e-mail"), "x");
    await waitFor(() => expect(screen.queryByText(/Zbyt wiele prób/)).not.toBeInTheDocument());
  });

  test("is offered nowhere while a document that must be accepted cannot be read", async () => {
    useConfigStore.setState({ ...NO_CONFIG, termsUrl: "/terms" });
    const router = await renderApp(routes, sampleApi(), { path: "/login", signedIn: false });
    await heading("Zaloguj się");
    expect(screen.queryByRole("link", { name: "Zarejestruj się" })).not.toBeInTheDocument();
    await router.navigate("/register");
    await heading("Rejestracja jest wyłączona");
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  });

  test.each([
    ["/password-reset/link", "checkResetLink", "Nowe hasło", "Wróć do logowania", "/login"],
    ["/activate/link", "checkActivationLink", "Aktywuj konto", "Zarejestruj się ponownie", "/register"],
  ] as const)("a dead link says so before anything is asked: %s", async (path, call, asked, link, to) => {
    const api = sampleApi((router) =>
      router.service(RegistrationService, {
        [call]: () => {
          throw refusal(400, "ACCOUNT_LINK_INACTIVE");
        },
      }),
    );
    await renderApp(routes, api, { path, signedIn: false });
    expect(await heading("Link jest już nieaktywny")).toHaveFocus();
    expect(screen.queryByText(asked)).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: link })).toHaveAttribute("href", to);
  });

  test("a dead link for a new password takes the form away", async () => {
    const api = sampleApi((router) =>
      router.service(RegistrationService, {
        checkResetLink: () => ({}),
        resetPassword: () => {
          throw refusal(404, "ACCOUNT_LINK_INACTIVE");
        },
      }),
    );
    await renderApp(routes, api, { path: "/password-reset/link", signedIn: false });
    await userEvent.type(await screen.findByLabelText("Nowe hasło"), PASSWORD);
    await userEvent.type(screen.getByLabelText("Powtórz hasło"), PASSWORD);
    await userEvent.click(screen.getByRole("button", { name: "Ustaw hasło" }));
    expect(await heading("Link jest już nieaktywny")).toHaveFocus();
    expect(screen.queryByLabelText("Nowe hasło")).not.toBeInTheDocument();
  });
});

describe("settings", () => {
  test("lead to the licences of third parties", async () => {
    await renderApp(routes, sampleApi(), { path: "/settings", language: "en" });
    const link = await screen.findByRole("link", { name: "Licences of the software that Puls is built from" });
    const file = join("public", link.getAttribute("href") ?? "");
    const text = await readFile(file, "utf8");
    for (const name of ["Go", "PostgreSQL", "github.com/jackc/pgx/v5", "react", "antd"])
      expect(text).toMatch(new RegExp(`^${name}( |$)`, "m"));
  });

  test("ask before unsaved edits are left, and leave only when told to", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/settings" });
    await userEvent.type(await screen.findByLabelText("Nazwa firmy"), " i synowie");
    await router.navigate("/reports/scoring/list/channel");
    const question = await screen.findByRole("dialog", { name: "Wyjść bez zapisania zmian?" });
    await userEvent.click(within(question).getByRole("button", { name: "Zostań" }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(router.state.location.pathname).toBe("/settings");
    await router.navigate("/reports/scoring/list/channel");
    await userEvent.click(await screen.findByRole("button", { name: "Wyjdź bez zapisu" }));
    await heading("Raporty");
  });

  test("save the language that was chosen in the menu, not the one they were opened with", async () => {
    const updateSettings = vi.fn(clientOf(sampleApi(), AccountService).updateSettings);
    const api = sampleApi((router) => router.rpc(AccountService.method.updateSettings, (sent) => updateSettings(sent)));
    await renderApp(routes, api, { path: "/settings" });
    await screen.findByLabelText("Nazwa firmy");
    await chooseLanguage("en");
    await userEvent.type(await screen.findByLabelText("Company name"), " Ltd");
    await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(updateSettings).toHaveBeenCalledTimes(1));
    expect(updateSettings.mock.calls[0]?.[0]).toMatchObject({ language: "en" });
  });

  test("that are saved apply to every page at once", async () => {
    const me = await clientOf(sampleApi(), AccountService).getMe({});
    let { timeZone } = me;
    const asked = vi.fn();
    const api = sampleApi((router) => {
      const { getMe, updateSettings } = AccountService.method;
      router.rpc(getMe, () => {
        asked();
        return { ...me, timeZone };
      });
      router.rpc(updateSettings, () => {
        timeZone = "Pacific/Auckland";
        return {};
      });
    });
    const router = await renderApp(routes, api, { path: "/settings" });
    await userEvent.type(await screen.findByLabelText("Nazwa firmy"), "x");
    await userEvent.click(screen.getByRole("button", { name: "Zapisz zmiany" }));
    await waitFor(() =>
      expect(router.state.loaderData["session"]).toMatchObject({ me: { timeZone: "Pacific/Auckland" } }),
    );
    await router.navigate("/settings");
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test.each([
    ["a key", create(GetApiKeyResponseSchema, { prefix: "puls_1a2b" }), "Utwórz nowy klucz"],
    ["no key", undefined, "Utwórz klucz"],
  ])("with %s let only the account's own people make or revoke one", async (_, key, make) => {
    const me = await clientOf(sampleApi(), AccountService).getMe({});
    const apiOf = (mainAccountId: number) =>
      sampleApi((router) => {
        const { getMe, getApiKey } = AccountService.method;
        router.rpc(getMe, () => ({ ...me, mainAccountId, ownPerson: mainAccountId === 7 }));
        router.rpc(getApiKey, () => {
          if (key) return key;
          throw refusal(404, "ACCOUNT_API_KEY_NOT_FOUND");
        });
      });
    await renderApp(routes, apiOf(7), { path: "/settings#api-key" });
    expect(await screen.findByRole("button", { name: make })).toBeVisible();
    expect(screen.queryByText(/Klucz tworzą .* osoby z.tego konta/)).not.toBeInTheDocument();
    cleanup();
    await renderApp(routes, apiOf(3), { path: "/settings#api-key" });
    expect(await screen.findByText(/Klucz tworzą .* osoby z.tego konta/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /klucz|zakończ/i })).not.toBeInTheDocument();
  });

  test("say where each event is told", async () => {
    await renderApp(routes, sampleApi(), { path: "/settings" });
    const card = await screen.findByRole("region", { name: "Powiadomienia" });
    const rows = within(card)
      .getAllByRole("row")
      .map(({ textContent }) => textContent.replaceAll("\u00a0", " "));
    expect(rows).toContain("Przeliczono scoringW PulsieWebhook");
    expect(rows).toContain("Zablokowano logowanie z nieznanych urządzeńW PulsieE-mail");
  });

  test("list the users with access to the account, and where access is managed", async () => {
    await renderApp(routes, sampleApi(), { path: "/settings" });
    const card = await screen.findByRole("region", { name: "Kto ma dostęp" });
    const [own, guest] = within(card)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(own).toMatch(/^a@b\.pl to TyOstatnie logowanie: 01\/11\/2026 08:30$/);
    expect(guest).toMatch(/^agencja@example\.com Z\skonta 12, od 14\/09\/2026/);
    expect(within(card).getByText(/dopuszcza i\sodłącza operator Pulsa/)).toBeInTheDocument();
    expect(within(card).queryByText(/połączony system/)).toBeNull();
  });

  test("list lasting access with its makers, and end it with one button", async () => {
    const ended: string[] = [];
    const api = sampleApi((router) => {
      router.rpc(MailProviderService.method.deleteMailProvider, ({ provider }) => {
        ended.push(provider);
        return {};
      });
      router.rpc(OneClickService.method.endOneClickLinks, () => {
        ended.push("links");
        return {};
      });
    });
    await renderApp(routes, api, { path: "/settings" });
    await screen.findByLabelText("Nazwa firmy");
    const list = await screen.findByRole("region", { name: "Stały dostęp" });
    const rows = within(list)
      .getAllByRole("listitem")
      .map((row) => row.textContent);
    expect(rows[0]).toContain("Dostawca poczty SendGridKto ustawił: a@b.pl");
    expect(rows[2]).toContain("Strona WWW blog.exampleKto ustawił: nie wiadomo");
    expect(rows[3]).toContain("Webhook crm.exampleKto ustawił: a@b.pl");
    expect(rows[5]).toContain("Lista u\u00a0dostawcy NajlepsiKto ustawił: a@b.pl");
    expect(rows.at(-1)).toContain("Kto pobrał: a@b.pl");
    await userEvent.click(within(list).getByRole("button", { name: "Zakończ: Dostawca poczty SendGrid" }));
    await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Zakończ" }));
    await waitFor(() => expect(ended).toEqual(["sendgrid"]));
    await userEvent.click(
      await within(list).findByRole("button", { name: "Zakończ: Linki wypisu jednym kliknięciem" }),
    );
    const question = await screen.findByRole("dialog", { name: /Linki wypisu/ });
    expect(question).toHaveTextContent("program");
    expect(question).toHaveTextContent("stronie kontaktu");
    await userEvent.click(within(question).getByRole("button", { name: "Zakończ" }));
    await waitFor(() => expect(ended).toEqual(["sendgrid", "links"]));
  });
});

describe("a failure", () => {
  const failing = (status: number) =>
    sampleApi((router) =>
      router.service(ScoringService, {
        listScorings: () => {
          throw refusal(status, "INTERNAL");
        },
      }),
    );

  test("of the system while a page loads has its page, which leads back and claims no more than is true", async () => {
    const router = await renderApp(routes, failing(500), { path: "/scoring/list?sort=name" });
    await heading("Problem z\u00a0dostępem do systemu");
    expect(router.state.location.search).toBe("?from=%2Fscoring%2Flist%3Fsort%3Dname");
    expect(screen.queryByText(/została powiadomiona/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Wróć do systemu" }));
    await waitFor(() => expect(router.state.location.search).toContain("from="));
  });

  test("of a part that does not answer stays in the page, where it can be tried again", async () => {
    const router = await renderApp(routes, failing(503), { path: "/scoring/list" });
    await screen.findByRole("button", { name: "Spróbuj ponownie" });
    expect(router.state.location.pathname).toBe("/scoring/list");
  });

  test("to learn the flags keeps the address until they are known", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/scoring/list?sort=name", flags: {} });
    await screen.findByText("Scoring nie jest teraz dostępny");
    expect(router.state.location.search).toBe("?from=%2Fscoring%2Flist%3Fsort%3Dname");
  });
});
