import { fromJson } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { AccountService, GetMeResponseSchema } from "../../gen/puls/account/v1/account_service_pb";
import { routes } from "../../app/routes";
import { expectAccessible, renderApp } from "../../test/render-app";
import { refusal, sampleApi } from "../../test/sample-api";
import { ME } from "../../test/sample-data";
import { forgetMe } from "../session";

test("settings open the tab with the section of the address", async () => {
  await renderApp(routes, sampleApi(), { path: "/settings#access" });
  expect(await screen.findByRole("heading", { name: "Stały dostęp" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Dostęp", current: "page" })).toBeVisible();
  expect(screen.getByText("Dane do faktury")).not.toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Przejdź do treści" }));
  expect(screen.getByRole("main")).toHaveFocus();
  expect(screen.getByRole("heading", { name: "Stały dostęp" })).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Powiadomienia" }));
  await waitFor(() => expect(screen.getByRole("link", { name: "Ustaw webhooki" })).toBeVisible());
  expect(screen.getByText("Stały dostęp")).not.toBeVisible();
  await expectAccessible();
});

test("settings announce changes, offer to discard them, and show a refused value from every tab", async () => {
  const api = sampleApi((router) =>
    router.rpc(AccountService.method.updateSettings, () => {
      throw refusal(400, "ACCOUNT_TIMEZONE_UNKNOWN");
    }),
  );
  await renderApp(routes, api, { path: "/settings" });
  const box = await screen.findByRole("checkbox", { name: "Zakup" });
  const before = box.matches(":checked");
  expect(screen.getByRole("button", { name: "Zapisz zmiany" })).toBeDisabled();
  await userEvent.click(box);
  expect(screen.getByText("Masz niezapisane zmiany")).toHaveAttribute("role", "status");
  await userEvent.click(screen.getByRole("button", { name: "Odrzuć zmiany" }));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(box.matches(":checked")).toBe(before);
  expect(screen.queryByText("Masz niezapisane zmiany")).not.toBeInTheDocument();
  await userEvent.click(box);
  await userEvent.click(screen.getByRole("link", { name: "Hasło" }));
  await userEvent.click(screen.getByRole("button", { name: "Zapisz zmiany" }));
  expect(await screen.findByText("Nieznana strefa czasowa")).toBeVisible();
  expect(screen.getByRole("link", { name: "Ogólne", current: "page" })).toBeVisible();
  await expectAccessible();
});

test("settings changed while they are being saved stay unsaved", async () => {
  const answers: (() => void)[] = [];
  const api = sampleApi((router) =>
    router.rpc(AccountService.method.updateSettings, () => new Promise((resolve) => answers.push(() => resolve({})))),
  );
  await renderApp(routes, api, { path: "/settings" });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Zakup" }));
  const save = await screen.findByRole("button", { name: "Zapisz zmiany" });
  await userEvent.click(save);
  await userEvent.type(screen.getByLabelText("Nazwa firmy"), "Kwiaty");
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]!();
  expect(await screen.findByText("Zmiany zostały zapisane")).toBeInTheDocument();
  await userEvent.click(save);
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!();
  await waitFor(() => expect(save).toBeDisabled());
});

test("settings saved while the user is being loaded are loaded with the next page", async () => {
  let loads = 0;
  const api = sampleApi((router) =>
    router.rpc(AccountService.method.getMe, () => {
      loads += 1;
      if (loads === 1) forgetMe();
      return fromJson(GetMeResponseSchema, ME);
    }),
  );
  const router = await renderApp(routes, api, { path: "/settings" });
  await screen.findByRole("heading", { level: 1 });
  await router.navigate("/scoring/list");
  await router.navigate("/settings");
  expect(loads).toBe(2);
});

/** A server with one API key, which `end` revokes elsewhere. */
function keyKeeper() {
  let prefix: string | undefined;
  const api = sampleApi((router) => {
    router.rpc(AccountService.method.getApiKey, () => {
      if (prefix === undefined) throw refusal(404, "ACCOUNT_API_KEY_NOT_FOUND");
      return { prefix };
    });
    router.rpc(AccountService.method.createApiKey, () => {
      prefix = "puls_one";
      return { key: `${prefix}_secret`, prefix };
    });
    router.rpc(AccountService.method.revokeApiKey, () => {
      if (prefix === undefined) throw refusal(404, "ACCOUNT_API_KEY_NOT_FOUND");
      prefix = undefined;
      return {};
    });
  });
  return { api, end: () => (prefix = undefined) };
}

test("an API key that was revoked elsewhere is no longer shown, and another one can be created", async () => {
  const { api, end } = keyKeeper();
  await renderApp(routes, api, { path: "/settings#api-key" });
  await userEvent.click(await screen.findByRole("button", { name: "Utwórz klucz" }));
  expect(await screen.findByDisplayValue("puls_one_secret")).toBeInTheDocument();
  end();
  await userEvent.click(await screen.findByRole("button", { name: "Unieważnij klucz" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Unieważnij klucz" }));
  expect(await screen.findByRole("button", { name: "Utwórz klucz" })).toBeInTheDocument();
  expect(screen.queryByDisplayValue("puls_one_secret")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Utwórz klucz" }));
  expect(await screen.findByDisplayValue("puls_one_secret")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});
