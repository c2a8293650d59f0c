import { fromJson } from "@bufbuild/protobuf";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PreviewScoringRequest } from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import {
  GetPredefinedWeightsResponseSchema,
  PreviewScoringResponseSchema,
  ScoringService,
} from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { ScoringSchema } from "../../../gen/puls/scoringconfig/v1/scoring_pb";
import { CONSTANTS } from "../../../test/sample-data";
import { DRAFT_ID, DRAFTS } from "../../../test/sample-editor";
import { refusal, sampleApi } from "../../../test/sample-api";
import { toDraft } from "../model/draft";
import { createEditorStore, type EditorStore } from "../store";
import { createPreview, isAbout } from "./preview";
import { edit } from "./saving";

const ANSWER = fromJson(PreviewScoringResponseSchema, {});

interface Asked {
  readonly request: PreviewScoringRequest;
  readonly signal: AbortSignal;
  readonly answer: () => void;
}

/** A store, its preview, and every request that reached the server; each waits until the test responds. */
function open(first?: () => never) {
  const asked: Asked[] = [];
  let refuse = first;
  const api = sampleApi((router) =>
    router.service(ScoringService, {
      previewScoring: (request, { signal }) =>
        new Promise((resolve, reject) => {
          asked.push({ request, signal, answer: () => resolve(ANSWER) });
          const thrower = refuse;
          refuse = undefined;
          if (!thrower) return;
          try {
            thrower();
          } catch (error) {
            reject(error);
          }
        }),
    }),
  );
  const constants = fromJson(GetPredefinedWeightsResponseSchema, CONSTANTS);
  const store = createEditorStore(toDraft(fromJson(ScoringSchema, DRAFTS[DRAFT_ID] ?? {}), constants));
  return { asked, store, preview: createPreview(api, store) };
}

const current = (store: EditorStore): boolean => isAbout(store.getState().preview.of, store.getState().draft);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("preview", () => {
  it("asks 400 ms after a change, ends the question before, and is old until the answer", async () => {
    const { asked, store, preview } = open();
    preview.follow(false);
    await vi.advanceTimersByTimeAsync(0);
    asked[0]!.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(current(store)).toBe(true);

    edit(store, { daysAgo: 28 });
    expect(current(store)).toBe(false);
    await vi.advanceTimersByTimeAsync(399);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);

    edit(store, { daysAgo: 42 });
    expect(asked[1]!.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(400);
    expect(asked[2]!.request.config?.daysAgo).toBe(42);
    asked[2]!.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(current(store)).toBe(true);
  });

  it("asks nothing for a name or a step, and nothing twice", async () => {
    const { asked, store, preview } = open();
    const end = preview.follow(true);
    await vi.advanceTimersByTimeAsync(0);
    asked[0]!.answer();
    await vi.advanceTimersByTimeAsync(0);
    edit(store, { name: "Inna nazwa", step: 5 });
    await vi.advanceTimersByTimeAsync(1000);
    end();
    // A response with scores also serves requests without them.
    await preview.ask(false);
    expect(asked).toHaveLength(1);
  });

  it("asks again where the server is busy with the question before", async () => {
    const { asked, store, preview } = open(() => {
      throw refusal(429, "SCORING_PREVIEW_BUSY");
    });
    const answer = preview.ask(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getState().preview.phase).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(2);
    asked[1]!.answer();
    await expect(answer).resolves.toBeDefined();
  });

  it("keeps the last answer when the next fails", async () => {
    const { store, preview } = open(() => {
      throw refusal(500, "INTERNAL");
    });
    store.setState({ preview: { phase: "ready", answer: ANSWER, of: "what stood before", fault: undefined } });
    const asking = preview.ask(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(await asking).toBeUndefined();
    expect(store.getState().preview).toMatchObject({ phase: "failed", answer: ANSWER, fault: { httpStatus: 500 } });
    expect(current(store)).toBe(false);
  });
});
