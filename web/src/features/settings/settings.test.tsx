import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { routes } from "../../app/routes";
import { expectAccessible, renderApp } from "../../test/render-app";
import { sampleApi } from "../../test/sample-api";

test("settings mark the section of the address, and draw the save bar once something changed", async () => {
  await renderApp(routes, sampleApi(), { path: "/settings#billing" });
  await screen.findByRole("heading", { level: 1 });
  expect(screen.getByRole("link", { name: "Dane do faktury" })).toHaveAttribute("aria-current", "location");
  await userEvent.click(screen.getByRole("link", { name: "Śledzone zdarzenia" }));
  expect(await screen.findByRole("link", { name: "Śledzone zdarzenia", current: "location" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Dane do faktury" })).not.toHaveAttribute("aria-current");
  const save = screen.getByRole("button", { name: "Zapisz zmiany" });
  expect(save.parentElement).toHaveAttribute("data-dirty", "false");
  await userEvent.click(screen.getByRole("checkbox", { name: "Zakup" }));
  expect(save.parentElement).toHaveAttribute("data-dirty", "true");
  await expectAccessible();
});
