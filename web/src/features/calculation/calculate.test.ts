import { afterEach, expect, test, vi } from "vitest";
import { CalculationService } from "../../gen/puls/scoringengine/v1/calculation_service_pb";
import { ReportService } from "../../gen/puls/reports/v1/report_service_pb";
import { ID, refusal, sampleApi } from "../../test/sample-api";
import { createCalculation } from "./calculate";
import { createCalculationStore } from "./store";

afterEach(() => vi.useRealTimers());

const DAY = "2026-11-02";

/** Streams of progress that end after their last stage, with the error if there is one. */
function calculating(...streams: readonly { readonly stages: readonly string[]; readonly error?: Error }[]) {
  const asked: string[] = [];
  let opened = 0;
  const api = sampleApi((router) => {
    router.service(CalculationService, {
      calculate: () => {
        asked.push("calculate");
        return { generatedDate: DAY };
      },
    });
    router.rpc(ReportService.method.watchProgress, async function* () {
      asked.push("watch");
      const { stages = [], error } = streams[opened++] ?? {};
      await Promise.resolve();
      for (const stage of stages) yield { generatedDate: DAY, channels: [{ scoringType: "mailing", stage }] };
      if (error) throw error;
    });
  });
  const store = createCalculationStore();
  return { asked, store, calculation: createCalculation(api, store, ID) };
}

test("a progress that breaks off is followed again, and nothing is calculated twice", async () => {
  vi.useFakeTimers();
  const { asked, store, calculation } = calculating(
    { stages: ["counting"], error: new TypeError("network error") },
    { stages: [], error: refusal(503) },
    { stages: ["scoring"] },
    { stages: ["scoring", "done"] },
  );
  const shown = vi.fn();
  calculation.start(shown);
  await vi.advanceTimersByTimeAsync(500);
  expect(store.getState()).toMatchObject({ phase: "running", channels: [{ stage: "counting" }] });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.getState()).toMatchObject({ phase: "finished", fault: undefined });
  expect(asked).toEqual(["calculate", "watch", "watch", "watch", "watch"]);
  expect(shown).toHaveBeenCalledExactlyOnceWith(DAY);
});

test("a progress that only fails is given up", async () => {
  vi.useFakeTimers();
  const failing = Array.from({ length: 30 }, () => ({ stages: [], error: new TypeError("x is undefined") }));
  const { asked, store, calculation } = calculating(...failing);
  calculation.follow(() => undefined);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(store.getState().phase).toBe("failed");
  expect(asked).toHaveLength(20);
});

test("a progress that is refused has failed, and one that was left is not followed again", async () => {
  vi.useFakeTimers();
  const refused = calculating({ stages: [], error: refusal(404, "SCORING_NOT_FOUND") });
  refused.calculation.follow(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refused.store.getState()).toMatchObject({ phase: "failed", fault: { reason: "SCORING_NOT_FOUND" } });
  const left = calculating({ stages: ["counting"] });
  left.calculation.follow(() => undefined);
  await vi.advanceTimersByTimeAsync(500);
  left.calculation.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(left.asked).toEqual(["watch"]);
  expect(refused.asked).toEqual(["watch"]);
});
