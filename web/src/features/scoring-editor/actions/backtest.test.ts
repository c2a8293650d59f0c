import { fromJson } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BacktestScoringRequest } from "../../../gen/puls/scoringconfig/v1/backtest_pb";
import {
  GetPredefinedWeightsResponseSchema,
  ScoringService,
} from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { ScoringSchema } from "../../../gen/puls/scoringconfig/v1/scoring_pb";
import { sampleBacktest } from "../../../test/sample-backtest";
import { CONSTANTS } from "../../../test/sample-data";
import { DRAFT_ID, DRAFTS } from "../../../test/sample-editor";
import { refusal, sampleApi } from "../../../test/sample-api";
import { toDraft } from "../model/draft";
import { settingsBefore, settingsOf } from "../model/past";
import { createEditorStore, type BacktestState } from "../store";
import { createBacktest } from "./backtest";
import { edit } from "./saving";

/** An opened scoring, and every request that reached the server, which responds unless `refuse` fails it. */
function open(change: object, refuse: (() => ConnectError)[] = []) {
  const asked: BacktestScoringRequest[] = [];
  const api = sampleApi((router) =>
    router.service(ScoringService, {
      backtestScoring: (request, { responseHeader }) => {
        asked.push(request);
        responseHeader.set("retry-after", "3");
        const refused = refuse.shift();
        if (refused) throw refused();
        return sampleBacktest(request);
      },
    }),
  );
  const scoring = fromJson(ScoringSchema, { ...(DRAFTS[DRAFT_ID] as object), ...change });
  const loaded = toDraft(scoring, fromJson(GetPredefinedWeightsResponseSchema, CONSTANTS));
  const store = createEditorStore(loaded);
  const groups = [{ uid: "007", id: 1 }] as never;
  const before = settingsBefore(loaded, { scoring, databases: [{ uid: "007", contactCount: 1 }], groups });
  const state = (): BacktestState | undefined => store.getState().backtests.mailing;
  return { asked, store, state, backtest: createBacktest(api, store, before) };
}

const busy = (): ConnectError => refusal(429, "SCORING_PREVIEW_BUSY");

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("backtest", () => {
  it("asks of a draft without anything before, and names no feature", async () => {
    const { asked, store, state, backtest } = open({});
    edit(store, { daysAgo: 42 });
    expect(backtest.changes("mailing")).toBe(false);
    await backtest.ask("mailing");
    expect(asked[0]).toMatchObject({ scoringType: "mailing", config: { daysAgo: 42 } });
    expect(asked[0]?.before).toBeUndefined();
    expect(asked[0]?.config?.mailing?.exportToProperty?.properties).toEqual([]);
    expect(state()).toMatchObject({ phase: "ready", of: settingsOf(store.getState().draft, "mailing") });
  });

  it("compares with what the scoring was when it was opened, once that is something else", async () => {
    const sources = { dataSources: [{ uid: "007", includedGroupIds: [1] }] };
    const { asked, store, state, backtest } = open({ status: 1, config: { daysAgo: 28, mailing: sources } });
    expect(backtest.changes("mailing")).toBe(false);
    await backtest.ask("mailing");
    expect(asked[0]?.before).toBeUndefined();
    const { daysAgo } = store.getState().draft;
    // A save in between changes nothing about that.
    edit(store, { daysAgo: 91, version: 9 });
    expect(state()?.of).not.toBe(settingsOf(store.getState().draft, "mailing"));
    expect(backtest.changes("mailing")).toBe(true);
    await backtest.ask("mailing");
    expect(asked[1]).toMatchObject({ config: { daysAgo: 91 }, before: { daysAgo } });
  });

  it("leaves out groups and databases that are gone since", () => {
    const marks = (uid: string) => ({ uid, includedGroupIds: [1, 2], excludedGroupIds: [3] });
    const scoring = fromJson(ScoringSchema, {
      status: 1,
      config: { mailing: { dataSources: [marks("007"), marks("042")] } },
    });
    const loaded = toDraft(scoring, fromJson(GetPredefinedWeightsResponseSchema, CONSTANTS));
    const groups = [1, 3].map((id) => ({ uid: "007", id })) as never;
    const before = settingsBefore(loaded, { scoring, databases: [{ uid: "007", contactCount: 1 }], groups });
    expect(before.mailing?.sources).toEqual([{ uid: "007", whole: false, included: [1], excluded: [3] }]);
  });

  it("compares a website with whom it judged itself, not with whom e-mail did", async () => {
    const members = { uid: "007", includedGroupIds: [1] };
    const { asked, store, backtest } = open({
      status: 1,
      isCreatedByWizard: false,
      config: {
        daysAgo: 28,
        mailing: { dataSources: [members] },
        web: { weights: { page_view: "1.00" }, dataSources: [{ ...members, includedAll: true }] },
      },
    });
    expect(backtest.changes("web")).toBe(false);
    const { web } = store.getState().draft;
    edit(store, { web: { ...web, weights: { page_view: 40, purchase: 60 } } });
    expect(backtest.changes("mailing")).toBe(false);
    await backtest.ask("web");
    expect(asked[0]?.before?.mailing).toBeUndefined();
    expect(asked[0]?.before?.web).toMatchObject({
      weights: { page_view: "1.00" },
      dataSources: [{ includedAll: true }],
    });
  });

  it("says that the server is busy and asks again when it says", async () => {
    const { asked, state, backtest } = open({}, [busy]);
    const asking = backtest.ask("mailing");
    await vi.advanceTimersByTimeAsync(2999);
    expect(state()?.phase).toBe("waiting");
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await asking;
    expect(asked).toHaveLength(2);
    expect(state()?.phase).toBe("ready");
  });

  it("keeps the last answer when the next fails, and asks no more once nobody waits", async () => {
    const { asked, state, backtest } = open({}, [
      () => refusal(500),
      busy,
      () => new ConnectError("never", Code.Internal),
    ]);
    await backtest.ask("mailing");
    expect(state()).toMatchObject({ phase: "failed", fault: { httpStatus: 500 } });
    const asking = backtest.ask("mailing");
    await vi.advanceTimersByTimeAsync(500);
    backtest.stop();
    expect(state()).toMatchObject({ phase: "stopped", answer: undefined });
    await vi.advanceTimersByTimeAsync(5000);
    await asking;
    expect(asked).toHaveLength(2);
    expect(state()?.phase).toBe("stopped");
  });
});
