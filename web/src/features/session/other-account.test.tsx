import { fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { SessionService } from "../../gen/puls/account/v1/session_service_pb";
import { renderApp } from "../../test/render-app";
import { sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";
import { createSessionWiring } from "../../app/session-port";
import { enterAccount } from "./client-account";

const asks = (): boolean => !fireEvent(window, new Event("beforeunload", { cancelable: true }));

/** Whether a call may be sent. */
async function sends(prepare: () => Promise<void>): Promise<boolean> {
  const sent = vi.fn();
  void prepare().then(sent);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return sent.mock.calls.length > 0;
}

test("a page whose session moved to another account does not ask to stay, and sends nothing more", async () => {
  const { prepare } = createSessionWiring().port;
  const api = sampleApi((router) =>
    router.rpc(SessionService.method.loginClient, () => ({ token: "client", expire: 4_000_000_000 })),
  );
  await renderApp(routes, api, { path: "/settings" });
  await userEvent.type(await screen.findByLabelText("Nazwa firmy"), "x");
  expect(asks()).toBe(true);
  expect(await sends(prepare)).toBe(true);
  await enterAccount(api, "8");
  expect(asks()).toBe(false);
  expect(await sends(prepare)).toBe(false);
});
