import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { Api } from "../api/api";
import { NO_CONFIG } from "../api/config";
import { AccountService } from "../gen/puls/account/v1/account_service_pb";
import { RegistrationService } from "../gen/puls/account/v1/registration_service_pb";
import { useConfigStore } from "../stores/config-store";
import { renderApp } from "../test/render-app";
import { refusal, sampleApi } from "../test/sample-api";
import { routes } from "./routes";

const PASSWORD = "Haslo-Testowe-2026!";

beforeEach(() => useConfigStore.setState({ ...NO_CONFIG, termsUrl: "/terms", dataProcessingUrl: "/data" }));

/** A refusal with wrong values, in the form of the API. */
const invalid = (...fields: { field: string; class: string; params?: Record<string, string | number> }[]) =>
  refusal(400, "REQUEST_INVALID", fields);

describe("what the server says about a value stands at its field", () => {
  const refusing = (call: "updateSettings" | "changePassword", thrown: Error): Api =>
    sampleApi((router) => router.rpc(AccountService.method[call], () => Promise.reject(thrown)));
  const save = async (): Promise<void> => {
    await userEvent.type(await screen.findByLabelText("Nazwa firmy"), "x");
    await userEvent.click(screen.getByRole("button", { name: "Zapisz zmiany" }));
  };

  test("in the settings, at every one that is wrong, and the first of the page has the focus", async () => {
    const thrown = invalid(
      { field: "billing.city", class: "TEXT_TOO_LONG", params: { max: 100 } },
      { field: "billing.companyName", class: "TEXT_HAS_CONTROL_CHARACTERS" },
      { field: "Web.TrackedEventTypeList", class: "ACCOUNT_EVENT_TYPE_UNKNOWN" },
    );
    await renderApp(routes, refusing("updateSettings", thrown), { path: "/settings" });
    await save();
    const city = screen.getByLabelText("Miejscowość");
    await waitFor(() => expect(city).toHaveAccessibleDescription("Wpisz najwyżej 100 znaków"));
    expect(screen.getByLabelText("Nazwa firmy")).toHaveAccessibleDescription(/Usuń niewidoczne znaki/);
    expect(screen.getByText(/Nieznany typ zdarzenia/)).toBeInTheDocument();
    expect(screen.getByLabelText("Odsłona strony")).toHaveFocus();
    expect(screen.queryByText("Niektóre pola mają nieprawidłowe wartości")).not.toBeInTheDocument();
    // The next input is a new value.
    await userEvent.type(city, "x");
    await waitFor(() => expect(city).not.toHaveAccessibleDescription());
  });

  test("in the settings, and above them when the page has no such field", async () => {
    const thrown = invalid({ field: "billing.moon", class: "VALUE_REQUIRED" });
    await renderApp(routes, refusing("updateSettings", thrown), { path: "/settings" });
    await save();
    expect(await screen.findByRole("alert")).toBeInTheDocument();
  });

  test("at registration", async () => {
    const api = sampleApi((router) =>
      router.service(RegistrationService, {
        register: () => {
          throw invalid(
            { field: "email", class: "TEXT_MALFORMED", params: { form: "email" } },
            { field: "password", class: "TEXT_HAS_CONTROL_CHARACTERS" },
          );
        },
      }),
    );
    await renderApp(routes, api, { path: "/register", signedIn: false, language: "en" });
    await userEvent.type(await screen.findByLabelText("E-mail address"), "a@b.pl");
    await userEvent.type(screen.getByLabelText("Password"), PASSWORD);
    await userEvent.type(screen.getByLabelText("Repeat password"), PASSWORD);
    for (const box of screen.getAllByRole("checkbox")) await userEvent.click(box);
    await userEvent.click(screen.getByRole("button", { name: "Create account" }));
    const email = screen.getByLabelText("E-mail address");
    await waitFor(() => expect(email).toHaveAccessibleDescription("Enter a valid e-mail address"));
    expect(screen.getByText(/Remove invisible characters/)).toBeInTheDocument();
  });

  test("at a change of the password", async () => {
    const thrown = invalid(
      { field: "currentPassword", class: "TEXT_TOO_LONG", params: { max: 1024 } },
      { field: "newPassword", class: "TEXT_HAS_CONTROL_CHARACTERS" },
    );
    await renderApp(routes, refusing("changePassword", thrown), { path: "/settings" });
    const current = await screen.findByLabelText("Obecne hasło");
    await userEvent.type(current, "x");
    await userEvent.type(screen.getByLabelText("Nowe hasło"), PASSWORD);
    await userEvent.type(screen.getByLabelText("Powtórz hasło"), PASSWORD);
    await userEvent.click(screen.getByRole("button", { name: "Zmień hasło" }));
    await waitFor(() =>
      expect(current).toHaveAccessibleDescription(/Wpisz najwyżej 1024 znaki|Wpisz najwyżej 1\u00a0?024 znaki/),
    );
    expect(screen.getByText(/Usuń niewidoczne znaki/)).toBeInTheDocument();
    expect(current).toHaveFocus();
  });

  test("where a link sets a password, and where one is asked for", async () => {
    const api = sampleApi((router) =>
      router.service(RegistrationService, {
        resetPassword: () => {
          throw invalid({ field: "password", class: "TEXT_HAS_CONTROL_CHARACTERS" });
        },
        requestPasswordReset: () => {
          throw invalid({ field: "email", class: "TEXT_TOO_LONG", params: { max: 254 } });
        },
      }),
    );
    const router = await renderApp(routes, api, { path: "/password-reset/link", signedIn: false });
    await userEvent.type(await screen.findByLabelText("Nowe hasło"), PASSWORD);
    await userEvent.type(screen.getByLabelText("Powtórz hasło"), PASSWORD);
    await userEvent.click(screen.getByRole("button", { name: "Ustaw hasło" }));
    await screen.findByText(/Usuń niewidoczne znaki/);
    await router.navigate("/password-reset");
    await userEvent.type(await screen.findByLabelText("Adres e-mail"), "a@b.pl");
    await userEvent.click(screen.getByRole("button", { name: /link/i }));
    await waitFor(() =>
      expect(screen.getByLabelText("Adres e-mail")).toHaveAccessibleDescription("Wpisz najwyżej 254 znaki"),
    );
  });
});
