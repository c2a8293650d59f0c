import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { routes } from "../app/routes";
import { useAppStore } from "../stores/app-store";
import { renderApp } from "../test/render-app";
import { sampleApi } from "../test/sample-api";

test("the parts of the interface are shown to developers", async () => {
  const inDevMode: typeof routes = (renewal) => {
    useAppStore.setState({ devMode: true });
    return routes(renewal);
  };
  await renderApp(inDevMode, sampleApi(), { path: "/dev/ui" });
  await screen.findByRole("heading", { level: 1, name: "ui" });
  expect(screen.getByRole("region", { name: "Button" })).toBeInTheDocument();
});

test("the parts of the interface are no page of the product", async () => {
  await renderApp(routes, sampleApi(), { path: "/dev/ui" });
  await screen.findByRole("heading", { level: 1, name: "Problem z\u00a0dostępem do systemu" });
});
