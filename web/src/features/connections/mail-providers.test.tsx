import { create } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  MailProviderSchema,
  MailProviderService,
  type MailProvider,
} from "../../gen/puls/contacts/v1/mail_provider_service_pb";
import { expectAccessible, renderApp } from "../../test/render-app";
import { refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const words = (element: HTMLElement): string => element.textContent.replaceAll(/\s/g, " ");

/** A server that stores the settings of one provider. */
function keeping(provider: string, password = ""): { api: ReturnType<typeof sampleApi>; asked: object[] } {
  let kept: MailProvider | undefined;
  const asked: object[] = [];
  const none = create(MailProviderSchema, { provider, state: "NONE" });
  const api = sampleApi((router) =>
    router.service(MailProviderService, {
      listMailProviders: () => ({ items: [kept ?? none] }),
      setMailProvider: (request) => {
        const { uid, key, topic, renewPassword } = request;
        asked.push({ uid, key, topic, renewPassword });
        if (request.key === "wrong") throw refusal(400, "PROVIDER_KEY_INVALID");
        if (provider === "ses" && !request.topic.startsWith("arn:")) throw refusal(400, "PROVIDER_TOPIC_INVALID");
        kept = create(MailProviderSchema, {
          provider,
          state: provider === "ses" ? "CONFIRMING" : "WAITING",
          path: `/api/hooks/v1/${provider}/KEY`,
          uid: request.uid,
          hasKey: request.key !== "" || (kept?.hasKey ?? false),
          username: provider === "postmark" ? "puls" : "",
          topic: request.topic,
        });
        return { provider: kept, password };
      },
      deleteMailProvider: () => {
        kept = undefined;
        return {};
      },
      streamRecentMailEvents: async function* () {},
    }),
  );
  return { api, asked };
}

afterEach(() => vi.useRealTimers());

describe("a mail provider", () => {
  test("shows how it stands, what came and what comes", async () => {
    await renderApp(routes, sampleApi(), { path: "/connections/mail/sendgrid" });
    await heading("SendGrid");
    expect(screen.getByText("Podpis się nie zgadza: sprawdź klucz")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: /^Adres do wklejenia/ })).toHaveValue(
      `${window.location.origin}/api/hooks/v1/sendgrid/sample`,
    );
    const day = screen.getByRole("region", { name: "Ostatnia doba" });
    expect(words(day)).toMatch(/Wysłanie500.*Otwarcie210Otwarcie automatyczne200.*Niewykorzystane12$/);
    const live = within(screen.getByRole("region", { name: "Zdarzenia na żywo" }));
    await waitFor(() => expect(live.getAllByRole("listitem")).toHaveLength(2));
    expect(live.getAllByRole("listitem").map(words)).toEqual([
      "12:04:00Otwarciejesien-2026Nie ma takiego kontaktu w bazie",
      "12:03:59Doręczeniejesien-2026",
    ]);
    // A stored key is never shown.
    expect(screen.queryByLabelText(/^Klucz weryfikacji/)).not.toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Zmień" }));
    expect(screen.getByLabelText(/^Klucz weryfikacji/)).toHaveValue("");
    expect(screen.getByLabelText(/^Klucz weryfikacji/)).toHaveFocus();
  });

  test("gets its address first and its key then, and a wrong one is said at the field", async () => {
    const { api, asked } = keeping("sendgrid");
    await renderApp(routes, api, { path: "/connections/mail/sendgrid", language: "en" });
    await heading("SendGrid");
    expect(screen.getByText("Not set up")).toBeInTheDocument();
    await expectAccessible();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Database" }), "042");
    await userEvent.click(screen.getByRole("button", { name: "Create address" }));
    const key = await screen.findByLabelText("Verification key");
    expect(screen.getAllByText("No events yet")).toHaveLength(2);
    expect(screen.queryByRole("region", { name: "Last 24 hours" })).not.toBeInTheDocument();
    await userEvent.type(key, "wrong");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(key).toHaveAttribute("aria-invalid", "true"));
    await userEvent.clear(key);
    await userEvent.type(key, "MFkw");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/^The key is saved and/)).toBeInTheDocument();
    expect(key).not.toBeInTheDocument();
    await expectAccessible();
    const request = { uid: "042", topic: "", renewPassword: false };
    expect(asked).toEqual([
      { ...request, key: "" },
      { ...request, key: "wrong" },
      { ...request, key: "MFkw" },
    ]);
  });

  test("that signs nothing gets a password of ours, shown once", async () => {
    const { api } = keeping("postmark", "SECRET1");
    await renderApp(routes, api, { path: "/connections/mail/postmark" });
    await heading("Postmark");
    await userEvent.click(screen.getByRole("button", { name: "Utwórz adres" }));
    expect(await screen.findByRole("textbox", { name: "Hasło" })).toHaveValue("SECRET1");
    expect(screen.getByRole("textbox", { name: "Użytkownik" })).toHaveValue("puls");
    await expectAccessible();
    await userEvent.click(screen.getByRole("link", { name: "Wysyłki" }));
    await heading("Wysyłki");
    await userEvent.click(screen.getByRole("link", { name: "Połączenia" }));
    await userEvent.click(await screen.findByRole("link", { name: "Postmark" }));
    await heading("Postmark");
    expect(screen.queryByDisplayValue("SECRET1")).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Nowe hasło" }));
    expect(await screen.findByRole("textbox", { name: "Hasło" })).toHaveValue("SECRET1");
  });

  test("on Amazon names its topic, and waits to be confirmed", async () => {
    const { api } = keeping("ses");
    await renderApp(routes, api, { path: "/connections/mail/ses" });
    await heading("Amazon SES");
    const topic = screen.getByRole("textbox", { name: "Temat Amazon SNS (ARN)" });
    await userEvent.type(topic, "puls");
    await userEvent.click(screen.getByRole("button", { name: "Utwórz adres" }));
    await waitFor(() => expect(topic).toHaveAttribute("aria-invalid", "true"));
    await userEvent.clear(topic);
    await userEvent.type(topic, "arn:aws:sns:eu-central-1:123456789012:puls");
    await userEvent.click(screen.getByRole("button", { name: "Utwórz adres" }));
    expect(await screen.findByText("Czeka na potwierdzenie")).toBeInTheDocument();
    await expectAccessible();
  });

  test("is removed after a question that names it", async () => {
    const { api } = keeping("mailgun");
    const router = await renderApp(routes, api, { path: "/connections/mail/mailgun", language: "en" });
    await heading("Mailgun");
    await userEvent.click(screen.getByRole("button", { name: "Create address" }));
    await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
    const dialog = screen.getByRole("dialog", { name: "Remove Mailgun?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
    await heading("Connections");
    expect(router.state.location.pathname).toBe("/connections");
  });

  test("that nobody knows leads to all of them", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/connections/mail/nobody" });
    await heading("Połączenia");
    expect(router.state.location.pathname).toBe("/connections");
  });
});
