import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ScoringService } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { expectAccessible, renderApp } from "../../test/render-app";
import { refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

const unknown = "00000000-0000-7000-8000-00000000dead";

test.each([
  ["pl", "/scoring/edit/main-comunication", "Nie znaleźliśmy tego scoringu."],
  ["pl", `/scoring/edit/main-comunication?id=${unknown}`, "Nie znaleźliśmy tego scoringu."],
  ["en", "/scoring/loading/", "We could not find this scoring."],
  ["en", `/scoring/loading/?id=${unknown}`, "We could not find this scoring."],
  ["en", "/scoring/loading/?id=nonsense", "We could not find this scoring."],
] as const)("an address without a scoring leads to the index, which says so (%s, %s)", async (language, path, says) => {
  const asked: string[] = [];
  const api = sampleApi((router) =>
    router.rpc(ScoringService.method.getScoring, ({ id }) => {
      asked.push(id);
      throw id === unknown ? refusal(404, "SCORING_NOT_FOUND") : refusal(400, "REQUEST_INVALID", [{ field: "id" }]);
    }),
  );
  const router = await renderApp(routes, api, { path, language });
  await waitFor(() => expect(router.state.location.pathname).toBe("/scoring/list"));
  expect(await screen.findByText(says, { exact: false })).toBeVisible();
  expect(asked).not.toContain("");
  await expectAccessible();
});
