import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { routes } from "../../app/routes";
import { ScoringSchema } from "../../gen/puls/scoringconfig/v1/scoring_pb";
import { PreviewScoringResponseSchema, ScoringService } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { ReportService } from "../../gen/puls/reports/v1/report_service_pb";
import { RunService } from "../../gen/puls/scoringengine/v1/run_service_pb";
import { ACTIVE, DRAFT, INACTIVE } from "../../lib/status";
import { paths } from "../../lib/paths";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, sampleApi, SCORING } from "../../test/sample-api";

test("a scoring that is off is named, and is switched on and calculated from its page", async () => {
  let status = INACTIVE;
  const api = sampleApi((router) => {
    router.rpc(ScoringService.method.getScoring, () => ({
      scoring: fromJson(ScoringSchema, { ...(SCORING as JsonObject), status }),
    }));
    router.rpc(ScoringService.method.setScoringStatus, ({ newStatus }) => {
      status = newStatus;
      return {};
    });
  });
  const { name } = SCORING as { readonly name: string };
  await renderApp(routes, api, { path: paths.loading(ID) });
  expect(await screen.findByRole("heading", { level: 1, name: "Scoring jest wyłączony" })).toBeVisible();
  expect(screen.getByText(name)).toBeVisible();
  expect(screen.getByRole("button", { name: "Edytuj" })).toBeVisible();
  await expectAccessible();
  await userEvent.click(screen.getByRole("button", { name: "Włącz i\u00a0przelicz" }));
  await waitFor(() => expect(screen.queryByText("Scoring jest wyłączony")).not.toBeInTheDocument());
  expect(status).toBe(ACTIVE);
});

test("a draft is not called switched off, and its way to results begins with its settings", async () => {
  const api = sampleApi((router) => {
    router.rpc(ScoringService.method.getScoring, () => ({
      scoring: fromJson(ScoringSchema, { ...(SCORING as JsonObject), status: DRAFT }),
    }));
  });
  await renderApp(routes, api, { path: paths.loading(ID) });
  expect(await screen.findByRole("heading", { level: 1, name: "Szkic czeka na dokończenie" })).toBeVisible();
  const steps = screen.getAllByRole("listitem").filter((item) => item.hasAttribute("data-state"));
  expect(steps.map(({ dataset }) => dataset["state"])).toEqual(["now", "next", "next", "next"]);
  expect(steps[0]).toHaveAttribute("aria-current", "step");
  expect(screen.queryByRole("button", { name: "Włącz i\u00a0przelicz" })).not.toBeInTheDocument();
  await expectAccessible();
  await userEvent.click(screen.getByRole("button", { name: "Dokończ szkic" }));
  await waitFor(() => expect(screen.queryByText("Szkic czeka na dokończenie")).not.toBeInTheDocument());
});

test("a scoring that would score nobody stays off, and the page says why", async () => {
  const switched: number[] = [];
  const part = {
    dataDays: 20,
    possibleFrom: "2026-01-01",
    audience: [{ uid: "007", contacts: 1199, analysed: 0, excluded: { NO_CONSENT: 1199 } }],
  };
  const api = sampleApi((router) => {
    router.rpc(ScoringService.method.getScoring, () => ({
      scoring: fromJson(ScoringSchema, { ...(SCORING as JsonObject), status: INACTIVE }),
    }));
    router.rpc(ScoringService.method.previewScoring, () =>
      fromJson(PreviewScoringResponseSchema, { channels: { mailing: part, sms: part } }),
    );
    router.rpc(ScoringService.method.setScoringStatus, ({ newStatus }) => {
      switched.push(newStatus);
      return {};
    });
  });
  await renderApp(routes, api, { path: paths.loading(ID) });
  await userEvent.click(await screen.findByRole("button", { name: "Włącz i\u00a0przelicz" }));
  expect((await screen.findAllByText(/nie ma zgody/))[0]).toBeVisible();
  expect(switched).toEqual([]);
  await expectAccessible();
});

test("a finished calculation shows the result of each channel", async () => {
  const api = sampleApi((router) => {
    router.rpc(ScoringService.method.getScoring, () => ({
      scoring: fromJson(ScoringSchema, { ...(SCORING as JsonObject), status: ACTIVE, state: { stage: "done" } }),
    }));
    router.rpc(ReportService.method.watchProgress, async function* () {
      await Promise.resolve();
      yield {
        generatedDate: "2026-11-02",
        channels: [
          { scoringType: "mailing", stage: "done", done: 1 },
          { scoringType: "sms", stage: "skipped", possibleFrom: "2026-11-20" },
        ],
      };
    });
    router.rpc(ReportService.method.listSummaries, () => ({
      items: [
        { scoringId: "another", scoringType: "mailing", emailCount: 7, avgScoring: 70, generatedDate: "2026-11-02" },
        { scoringId: ID, scoringType: "mailing", emailCount: 14526, avgScoring: 45.22, generatedDate: "2026-11-02" },
      ],
    }));
  });
  await renderApp(routes, api, { path: paths.loading(ID) });
  const result = (await screen.findByText("45,22")).parentElement;
  expect(result).toHaveTextContent(/średnia 45,22, ocenione: 14\s526/);
  expect(screen.getByText(/Przeliczenie będzie możliwe od 20\/11\/2026/)).toBeVisible();
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByRole("button", { name: "Zobacz raport" })).toHaveAttribute("data-type", "primary");
  await expectAccessible();
});

test("a calculation under way says what comes next and how long the longest one took", async () => {
  const run = (seconds: number) => ({
    outcome: "done",
    beganAt: { seconds: 1_795_000_000n, nanos: 0 },
    endedAt: { seconds: 1_795_000_000n + BigInt(seconds), nanos: 0 },
  });
  const asked: object[] = [];
  const api = sampleApi((router) => {
    router.rpc(ScoringService.method.getScoring, () => ({
      scoring: fromJson(ScoringSchema, { ...(SCORING as JsonObject), status: ACTIVE, state: { stage: "queued" } }),
    }));
    router.rpc(RunService.method.listRuns, ({ scoringId, outcome }) => {
      asked.push({ scoringId, outcome });
      return { items: [run(2), run(65)], total: 2 };
    });
    router.rpc(ReportService.method.watchProgress, async function* (_, { signal }) {
      yield { generatedDate: "2026-11-02", channels: [{ scoringType: "mailing", stage: "counting", done: 0.4 }] };
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
  });
  await renderApp(routes, api, { path: paths.loading(ID) });
  expect(await screen.findByText(/Ostatnio trwało to najwyżej 1\smin 5\ss/)).toBeVisible();
  expect(screen.getByText(/Możesz wyjść, damy znać/)).toBeVisible();
  const steps = screen.getAllByRole("listitem").filter((item) => item.hasAttribute("data-state"));
  expect(steps.map(({ dataset }) => dataset["state"])).toEqual(["done", "now", "next", "next"]);
  expect(asked).toEqual([{ scoringId: ID, outcome: "done" }]);
  await expectAccessible();
});
