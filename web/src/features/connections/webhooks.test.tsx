import { create, fromJson } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { AccountService, GetMeResponseSchema } from "../../gen/puls/account/v1/account_service_pb";
import { WebhookSchema, WebhookService, type Webhook } from "../../gen/puls/account/v1/webhook_service_pb";
import { expectAccessible, renderApp } from "../../test/render-app";
import { refusal, sampleApi } from "../../test/sample-api";
import { HOOK } from "../../test/sample-connections";
import { ME } from "../../test/sample-data";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const words = (element: HTMLElement): string => element.textContent.replaceAll(/\s/g, " ");
const button = (name: string): HTMLElement => screen.getByRole("button", { name });

/** A server that stores one webhook and records its requests. */
function keeping(state = "ACTIVE"): { api: ReturnType<typeof sampleApi>; asked: unknown[] } {
  const asked: unknown[] = [];
  let kept: Webhook | undefined =
    state === ""
      ? undefined
      : create(WebhookSchema, { id: HOOK, url: "https://crm.example/", events: ["contact.erased"], state });
  const change = (to: string) => () => {
    asked.push(to);
    if (kept) kept = { ...kept, state: to };
    return {};
  };
  const api = sampleApi((router) =>
    router.service(WebhookService, {
      listWebhooks: () => ({ items: kept ? [kept] : [], limit: 10 }),
      createWebhook: ({ url, description, events }) => {
        if (url.startsWith("http:"))
          throw refusal(400, "WEBHOOK_URL_INVALID", [{ field: "url", class: "WEBHOOK_URL_INVALID" }]);
        asked.push({ url, description, events });
        kept = create(WebhookSchema, { id: HOOK, url, description, events, state: "ACTIVE" });
        return { webhook: kept, secret: "whsec_once" };
      },
      updateWebhook: ({ url, description, events }) => {
        asked.push({ url, description, events });
        return {};
      },
      deleteWebhook: ({ id }) => {
        asked.push(id);
        kept = undefined;
        return {};
      },
      rotateWebhookSecret: () => ({ secret: "whsec_rotated" }),
      pauseWebhook: change("PAUSED"),
      resumeWebhook: change("ACTIVE"),
      testWebhook: () => ({}),
      listWebhookDeliveries: () => ({ items: [] }),
      sendWebhookDelivery: () => ({}),
    }),
  );
  return { api, asked };
}

describe("webhooks", () => {
  test("stand in a list with what they are told and how they stand", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/connections" });
    await heading("Połączenia");
    expect(words(screen.getByRole("region", { name: "Webhooki" }))).toContain("Nie dostarczono");
    await userEvent.click(screen.getByRole("link", { name: "Zobacz webhooki" }));
    await heading("Webhooki");
    const rows = within(screen.getByRole("table", { name: "Lista webhooków" })).getAllByRole("row");
    expect(rows.slice(1).map((row) => [...row.children].map((cell) => words(cell as HTMLElement)))).toEqual([
      [
        "crm.exampleCRM",
        "Nie dostarczonoczeka 1 zdarzenie1 niedostarczone zdarzenie",
        "Przeliczono scoring, Ktoś się wypisał",
        expect.stringMatching(/^\d/),
      ],
      ["shop.example", "Działa", "Zakończył się import", expect.stringMatching(/^\d/)],
    ]);
    await expectAccessible();
    await userEvent.click(screen.getByRole("link", { name: "crm.example" }));
    await heading("crm.example");
    expect(router.state.location.pathname).toBe(`/connections/webhooks/${HOOK}`);
  });

  test("are added with a secret that is shown once, and a wrong address is said at its field", async () => {
    const { api, asked } = keeping("");
    await renderApp(routes, api, { path: "/connections/webhooks", language: "en" });
    await heading("Webhooks");
    expect(screen.getByText(/^No webhooks yet/)).toBeInTheDocument();
    await userEvent.click(button("Add webhook"));
    const dialog = within(screen.getByRole("dialog", { name: "New webhook" }));
    await userEvent.click(dialog.getByRole("button", { name: "Add webhook" }));
    const url = dialog.getByRole("textbox", { name: "Address of the receiver" });
    expect(url).toHaveAttribute("aria-invalid", "true");
    await userEvent.type(url, "http://crm.example/");
    await userEvent.click(dialog.getByRole("button", { name: "Add webhook" }));
    expect(await dialog.findByText(/^Enter an address that begins with https/)).toBeInTheDocument();
    await userEvent.clear(url);
    await userEvent.type(url, "https://crm.example/");
    const events = dialog.getAllByRole("checkbox");
    for (const box of events) await userEvent.click(box);
    await userEvent.click(dialog.getByRole("button", { name: "Add webhook" }));
    expect(await dialog.findByText("Choose at least one event")).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(dialog.getByRole("checkbox", { name: "Somebody unsubscribed" }));
    await userEvent.click(dialog.getByRole("button", { name: "Add webhook" }));
    expect(await screen.findByRole("textbox", { name: "Secret" })).toHaveValue("whsec_once");
    expect(asked).toEqual([{ url: "https://crm.example/", description: "", events: ["contact.unsubscribed"] }]);
    await expectAccessible();
    await userEvent.click(await screen.findByRole("link", { name: "crm.example" }));
    await heading("crm.example");
    expect(screen.queryByDisplayValue("whsec_once")).not.toBeInTheDocument();
  });

  test("say what was sent, what came of it, and what to do", async () => {
    const sent: string[] = [];
    const api = sampleApi((router) =>
      router.rpc(WebhookService.method.sendWebhookDelivery, ({ deliveryId }) => {
        sent.push(deliveryId.slice(-2));
        return {};
      }),
    );
    await renderApp(routes, api, { path: `/connections/webhooks/${HOOK}` });
    await heading("crm.example");
    expect(screen.getByText(/^Odbiorca nie przyjął ostatniego zdarzenia/)).toBeInTheDocument();
    const rows = within(screen.getByRole("table", { name: "Ostatnie doręczenia" }))
      .getAllByRole("row")
      .slice(1);
    expect(rows.map(words)).toEqual([
      expect.stringMatching(
        /^Ktoś się wypisał2 kontakty02\/11\/2026 12:00Czeka3 próby.*503 w 120 msOdbiorca odpowiedział błędem\.Wyślij teraz$/,
      ),
      expect.stringMatching(
        /^Kontakty zmieniły przedział ocenJesień, E-mail, 02\/11\/2026.*Dostarczone12 wiadomości200 w 45 msWyślij ponownie$/,
      ),
      expect.stringMatching(
        /^Wiadomość próbna.*Niedostarczone80 próbNie ma takiego serwera\. Sprawdź adres\.Wyślij ponownie$/,
      ),
    ]);
    await expectAccessible();
    await userEvent.click(within(rows[2]!).getByRole("button", { name: "Wyślij ponownie" }));
    await waitFor(() => expect(sent).toEqual(["e2"]));
    await screen.findByText("Wysyłamy");
  });

  test("are paused, resumed, tested, changed, given another secret and removed", async () => {
    const { api, asked } = keeping();
    const router = await renderApp(routes, api, { path: `/connections/webhooks/${HOOK}`, language: "en" });
    await heading("crm.example");
    expect(screen.getByText(/^Nothing has been sent yet/)).toBeInTheDocument();
    expect(screen.getByText("Not used yet")).toBeInTheDocument();
    await userEvent.click(button("Pause"));
    expect(await screen.findByText(/^Nothing is sent\. Events wait/)).toBeInTheDocument();
    await userEvent.click(button("Resume"));
    await waitFor(() => expect(button("Pause")).toBeInTheDocument());
    await userEvent.click(button("Send a test"));
    expect(await screen.findByText(/^We are sending a test message/)).toBeInTheDocument();
    await userEvent.click(button("New secret"));
    await userEvent.click(
      within(screen.getByRole("dialog", { name: "Make a new secret?" })).getByRole("button", { name: "New secret" }),
    );
    expect(await screen.findByRole("textbox", { name: "Secret" })).toHaveValue("whsec_rotated");
    await userEvent.click(button("Change"));
    const dialog = within(screen.getByRole("dialog", { name: "Change webhook" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Description" }), "Shop");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await userEvent.click(button("Remove"));
    const question = screen.getByRole("dialog", { name: "Remove the webhook crm.example?" });
    await userEvent.click(within(question).getByRole("button", { name: "Remove" }));
    await heading("Webhooks");
    expect(router.state.location.pathname).toBe("/connections/webhooks");
    expect(asked).toEqual([
      "PAUSED",
      "ACTIVE",
      { url: "https://crm.example/", description: "Shop", events: ["contact.erased"] },
      HOOK,
    ]);
  });

  test("that stopped say how to go on", async () => {
    await renderApp(routes, keeping("STOPPED").api, { path: `/connections/webhooks/${HOOK}` });
    await heading("crm.example");
    expect(screen.getByText(/^Przez 3 dni odbiorca nie przyjął żadnego zdarzenia/)).toBeInTheDocument();
    expect(button("Wznów")).toBeInTheDocument();
    await expectAccessible();
  });

  test("are only looked at by guests", async () => {
    const api = sampleApi((router) =>
      router.rpc(AccountService.method.getMe, () => ({
        ...fromJson(GetMeResponseSchema, ME),
        ownPerson: false,
      })),
    );
    await renderApp(routes, api, { path: `/connections/webhooks/${HOOK}` });
    await heading("crm.example");
    expect(screen.queryByRole("button", { name: /^Wyślij|^Wstrzymaj|^Usuń/ })).not.toBeInTheDocument();
    expect(screen.getByText(/^Połączenia dodają, zmieniają/)).toBeInTheDocument();
  });

  test("that nobody knows lead to the others", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/connections/webhooks/unknown" });
    await heading("Webhooki");
    expect(router.state.location.pathname).toBe("/connections/webhooks");
  });
});
