import { clientOf, type Api } from "../../../api/api";
import { ScoringService } from "../../../api/services";
import { whenFree } from "../../../api/busy";
import { toFault } from "../../../api/fault";
import { CHANNELS, type Channel } from "../../../lib/channel";
import { toBacktest } from "../model/content";
import { settingsOf, type Before } from "../model/past";
import type { BacktestState, EditorStore } from "../store";

/** Backtests of one editor: results of past weeks with the present settings. */
export interface Backtest {
  /** Whether a channel's settings that affect scores have changed since the editor was opened. */
  changes(channel: Channel): boolean;
  /**
   * Backtests one channel, together with its earlier settings if they differ; a new backtest cancels the previous one.
   */
  ask(channel: Channel): Promise<void>;
  /** Cancels the running backtest, also on the server. */
  stop(): void;
}

export const NOT_ASKED: BacktestState = { phase: "none", answer: undefined, of: undefined, fault: undefined };

/** Whether a response is pending. */
export function isAsking({ phase }: BacktestState): boolean {
  return phase === "loading" || phase === "waiting";
}

/** `before` has the channels of the scoring when it was opened. */
export function createBacktest(api: Api, store: EditorStore, before: Before): Backtest {
  let asking = new AbortController();
  const put = (channel: Channel, change: Partial<BacktestState>): void =>
    store.setState(({ backtests }) => ({
      backtests: { ...backtests, [channel]: { ...NOT_ASKED, ...backtests[channel], ...change } },
    }));
  const changes = (channel: Channel): boolean => {
    const was = before[channel];
    return was !== undefined && settingsOf(was, channel) !== settingsOf(store.getState().draft, channel);
  };
  const stop = (): void => {
    asking.abort();
    for (const one of CHANNELS) {
      const left = store.getState().backtests[one];
      if (left && isAsking(left)) put(one, { phase: "stopped" });
    }
  };
  const ask = async (channel: Channel): Promise<void> => {
    stop();
    asking = new AbortController();
    const { signal } = asking;
    const { draft } = store.getState();
    const of = settingsOf(draft, channel);
    const other = changes(channel) ? before[channel] : undefined;
    put(channel, { phase: "loading", fault: undefined });
    try {
      const answer = await whenFree(
        () => clientOf(api, ScoringService).backtestScoring(toBacktest(draft, other, channel), { signal }),
        signal,
        () => put(channel, { phase: "waiting" }),
      );
      if (!signal.aborted) put(channel, { phase: "ready", answer, of });
    } catch (thrown) {
      if (!signal.aborted) put(channel, { phase: "failed", fault: toFault(thrown) });
    }
  };
  return { changes, ask, stop };
}
