import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "../../test/render-app";
import { ID, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/router";
import { editPath } from ".";

test("a scoring that is finished opens at its last page, and says what an active one lets change", async () => {
  const { to, state } = editPath({ id: ID });
  const router = await renderApp(routes, sampleApi(), { path: to, state });
  expect(await screen.findByRole("navigation", { name: "Kroki" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/scoring/edit/assign-weights");
  expect(screen.getByRole("note")).toHaveTextContent("Scoring jest aktywny. Wagi i grupy zmienisz po wyłączeniu");
});

test("an address that was pasted leads to the index, which says why", async () => {
  const router = await renderApp(routes, sampleApi(), { path: `/scoring/edit/summary?id=${ID}` });
  await waitFor(() => expect(router.state.location.pathname).toBe("/scoring/list"));
  expect(await screen.findByText(/Konfigurator otwiera się z listy scoringów/)).toBeVisible();
});
